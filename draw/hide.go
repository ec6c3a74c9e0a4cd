package draw

import (
	"bufio"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
)

// A Hiding is the secret behind a hidden list: who has it can show that a line of the
// hidden list is a given entry.
type Hiding struct {
	Key     Secret  // makes the salt of each entry
	Entries Entries // of the hidden list
}

// Hide reads a list and writes the hidden list, which can be published and drawn
// from: instead of each entry a hash of it with a salt of its own. It writes the salts with
// the numbers and the texts of their entries, a line each, with tabs between them. Each
// entrant may see their own. It takes constant memory. What [Check] finds must have been
// corrected before.
func Hide(key Secret, list io.Reader, hidden, salts io.Writer) (*Hiding, error) {
	h := &Hiding{Key: key}
	out, lines := bufio.NewWriter(hidden), bufio.NewWriter(salts) // which keep their errors
	sum := sha256.New()
	both := io.MultiWriter(out, sum)
	entries, err := ReadEntries(list, func(number uint64, entry []byte) {
		salt := h.salt(number)
		fmt.Fprintf(both, "%s\n", salt.Hide(entry))
		fmt.Fprintf(lines, "%d\t%s\t%s\n", number, salt, entry)
	})
	if err != nil {
		return nil, err
	}
	h.Entries.Count = entries.Count
	sum.Sum(h.Entries.Sum[:0])
	return h, cmp.Or(out.Flush(), lines.Flush())
}

// salt returns the salt of an entry, by its number. Together with the text of the
// entry it shows which one a line of the hidden list is, so it is given to the entrant
// alone. It shows nothing of other entries.
func (h *Hiding) salt(number uint64) Secret {
	mac := hmac.New(sha256.New, h.Key[:])
	mac.Write([]byte("yates draw salt 1\x00"))
	mac.Write(binary.BigEndian.AppendUint64(nil, number))
	return Secret(mac.Sum(nil))
}

// Hide returns the line of the hidden list that stands for the entry whose salt s is, as a
// sum. An entrant compares it with the line of their number.
func (s Secret) Hide(entry []byte) Sum {
	b := append([]byte("yates draw hide 1\x00"), s[:]...)
	return sha256.Sum256(append(b, entry...))
}

// Text returns the canonical text, to be kept secret.
func (h *Hiding) Text() []byte {
	text, _ := write(h.describe)
	return text
}

// ParseHiding reads what [Hiding.Text] returns, and refuses every other text.
func ParseHiding(text []byte) (*Hiding, error) {
	h := new(Hiding)
	return parse("hiding", text, 1<<10, h, h.describe)
}

func (h *Hiding) describe(l *lines) {
	l.is("yates draw hiding 1")
	l.fields("key", l.hex(h.Key[:]))
	l.fields("entries", number(l, &h.Entries.Count, MaxEntries))
	l.fields("sha256", l.hex(h.Entries.Sum[:]))
}
