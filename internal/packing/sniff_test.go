package packing

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/records/failure"
)

const hearts = "Ace of Hearts\nQueen of Hearts\n"

// A sample is the beginning of contents.
type sample struct {
	about string
	head  string
	kind  Kind
	what  string // or "": it is readable
}

func (s sample) String() string { return fmt.Sprintf("%s, % .40x", s.about, s.head) }

func tarOf(t testing.TB, name string, format tar.Format) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(hearts)),
		Format: format}); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, hearts); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zipOf(t testing.TB, names ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, hearts); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// wide returns the text in units of 16 or 32 bits, the lower byte first or last.
func wide(text string, bits int, low bool) string {
	var units []uint32
	for _, c := range text {
		if c16 := utf16.AppendRune(nil, c); bits == 16 {
			for _, u := range c16 {
				units = append(units, uint32(u))
			}
		} else {
			units = append(units, uint32(c))
		}
	}
	var b []byte
	for _, u := range units {
		for i := range bits / 8 {
			if !low {
				i = bits/8 - 1 - i
			}
			b = append(b, byte(u>>(8*i)))
		}
	}
	return string(b)
}

// samples has contents of all kinds.
func samples(t testing.TB) []sample {
	long := strings.Repeat("x", 90) + "/" + strings.Repeat("y", 90)
	all := []sample{
		{"nothing", "", None, ""},
		{"gzip", string(pack(Gzip, []byte(hearts), 100)), Gzip, ""},
		{"gzip of nothing", string(pack(Gzip, nil, 100)), Gzip, ""},
		{"zstd", string(pack(Zstd, []byte(hearts), 100)), Zstd, ""},
		{"a zstd frame to be skipped", "\x50\x2a\x4d\x18\x03\x00\x00\x00abc", Zstd, ""},
		{"another", "\x5f\x2a\x4d\x18\x00\x00\x00\x00", Zstd, ""},
		{"bzip2", "BZh91AY&SY\x95\x0a\x38\x51", None, "a bzip2 file"},
		{"bzip2 of nothing", "BZh1\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00", None, "a bzip2 file"},
		{"xz", "\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46", None, "an xz file"},
		{"lz4", "\x04\x22\x4d\x18\x64\x40\xa7", None, "an lz4 file"},
		{"lz4 of old", "\x02\x21\x4c\x18\x1f\x00\x00\x00", None, "an lz4 file"},
		{"compress", "\x1f\x9d\x90\x41\xc6", None, "a compress (.Z) file"},
		{"compress -b 9", "\x1f\x9d\x89\x41\xc6", None, "a compress (.Z) file"},
		{"zip", zipOf(t, "hearts.txt"), None, "a zip archive"},
		{"zip of nothing", zipOf(t), None, "a zip archive"},
		{"a part of a zip archive", "PK\x07\x08PK\x03\x04", None, "a zip archive"},
		{"7z", "7z\xbc\xaf\x27\x1c\x00\x04", None, "a 7z archive"},
		{"rar", "Rar!\x1a\x07\x01\x00", None, "a rar archive"},
		{"rar of old", "Rar!\x1a\x07\x00\xcf", None, "a rar archive"},
		{"a Parquet page", "PAR1\x15\x04\x15\x20\x15\x22", None, "a Parquet file"},
		{"Parquet of nothing", "PAR1\x15\x02\x19\x1c\x48", None, "a Parquet file"},
		{"Arrow", "ARROW1\x00\x00\xff\xff\xff\xff\x08\x03\x00\x00\x10\x00", None, "an Arrow file"},
		{"JPEG", "\xff\xd8\xff\xe0\x00\x10JFIF\x00", None, "a JPEG image"},
		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", None, "a PNG image"},
		{"SQLite", "SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20", None, "an SQLite database"},
		{"PDF", "%PDF-1.4\n%\xe2\xe3\n", None, "a PDF document"},
		{"BAM", "BAM\x01\x10\x00\x00\x00@HD\t", None, "a BAM file"},
		{"BCF", "BCF\x02\x02\x10\x00\x00\x00##", None, "a BCF file"},
		{"CRAM", "CRAM\x03\x00x", None, "a CRAM file"},
		{"HDF5", "\x89HDF\r\n\x1a\n\x00\x00\x00\x00\x00\x08", None, "an HDF5 file"},
		{"tar, POSIX", tarOf(t, "hearts.txt", tar.FormatUSTAR), None, "a tar archive"},
		{"tar with a long name", tarOf(t, long, tar.FormatUSTAR), None, "a tar archive"},
		{"tar, pax", tarOf(t, long+long, tar.FormatPAX), None, "a tar archive"},
		{"tar, GNU", tarOf(t, "hearts.txt", tar.FormatGNU), None, "a tar archive"},
		{"tar, GNU, with a long name", tarOf(t, long+long, tar.FormatGNU), None, "a tar archive"},
		{"tar in UTF-8", tarOf(t, "Königsherz ♥", tar.FormatPAX), None, "a tar archive"},
		{"text in UTF-8 with a mark", "\ufeffAce of Hearts\n", None, ""},
	}
	for _, bits := range []int{16, 32} {
		for order, low := range map[string]bool{"LE": true, "BE": false} {
			for _, text := range []string{"\r\n", "Ace", hearts, "红心\n黑桃\n", "🂱\n🂾\n", strings.Repeat("🂱", 500),
				strings.Repeat("a🂱", 500), strings.Repeat("z", 500)} {
				all = append(all, sample{fmt.Sprintf("UTF-%d%s", bits, order), wide("\ufeff"+text, bits, low), None,
					fmt.Sprintf("UTF-%d text", bits)})
			}
		}
	}
	return all
}

// near has what might be mistaken: all of it can be text, or is made of text with
// the bytes that some put between records and fields.
func near() (all []string) {
	all = []string{
		"P", "PK", "PK\n", "PK\x03", "PK 03 04\n", "PKZIP\n", "PK\x00\x03\x04", "PAR1", "PAR1 is a stock\n", "PAR1\n",
		"PAR1\x00PAR2\x00", "PAR1\t5\n", "PAR1\x01a\n",
		"BZh", "BZh9 hello\n", "BZh91AY\n", "BZh0\x31\x41\x59\x26\x53\x59", "Rar! she cried\n", "Rar!\x00",
		"ARROW1\n", "ARROW1\x00a", "ARROW", "SQLite format 3\n", "SQLite format 3", "HDF\r\n", "7z\n", "7zXZ\n",
		"\xfd7zX\n", "fd 37 7a\n", "ustar\x00", "(\xb5/\n",
		"Q*M\n", "P*M", "\x1f", "\x1f\x8b", "\x1f\x9d", "\x1f\x8b\x00a", "\x1f\x9d\x00a", "\x1f\x9da\n", "\x1fa\x1fb\n",
		"\xff\xfe\x00\x00\x00\x00\x00\x00", "\xff\xfe\x00\x00\x00\x00\x11\x00", "\x00\x00\xfe\xff\xff\xff\xff\xff",
		// halves of characters, and none
		"\xff\xfe\x00\xdca\x00", "\xff\xfea\x00\x00\xd8a\x00", "\xff\xfea\x00\x00\x00", "\xfe\xff\xff\xff\x00a",
		"\x00", "\x00\x00\x00\x00", "\n", "\r\n", "\ufeff", "\ufeffPK\n", "ÿþ\n", "hearts.txt\x00spades.txt\x00",
		strings.Repeat("x", 257) + "ustar\x00" + "00", strings.Repeat("x\n", 128) + "\nustar\x0000",
		strings.Repeat("x", 100) + strings.Repeat("7", 157) + "ustar\n00",
		strings.Repeat("x", 10) + strings.Repeat("\x00", 247) + "USTAR\x00",
		"hearts.txt\x00spades.txt\x00" + strings.Repeat("\x00", 234) + "ustar\x00",
		"two\nlines" + strings.Repeat("\x00", 248) + "ustar\x00",
		strings.Repeat("\x00", 257) + "ustar\x00",
		"\x00" + strings.Repeat("x", 99) + strings.Repeat("\x00", 157) + "ustar\x00",
	}
	return all
}

func TestSniff(t *testing.T) {
	for _, s := range samples(t) {
		kind, err := Sniff([]byte(s.head[:min(len(s.head), SniffLen)]))
		u, _ := errors.AsType[*failure.UnreadableError](err)
		if kind != s.kind || (s.what == "") != (err == nil) ||
			err != nil && (u == nil || u.What != s.what || err.Error() != "it is "+s.what) {
			t.Errorf("%v: %v, %v", s, kind, err)
		}
		if more, err2 := Sniff([]byte(s.head)); more != kind || fmt.Sprint(err2) != fmt.Sprint(err) {
			t.Errorf("%v: all of it is %v, %v", s, more, err2)
		}
	}
	// marks of nothing
	texts := []string{"\xff\xfe", "\xfe\xff", "\xff\xfe\n", "\xfe\xffa", "\xff\xfe\x00\x00", "\x00\x00\xfe\xff"}
	for _, text := range near() {
		texts = append(texts, text, text+text, text+hearts)
	}
	for _, text := range texts {
		if kind, err := Sniff([]byte(text)); kind != None || err != nil {
			t.Errorf("%q: %v, %v", text, kind, err)
		}
	}
}

// TestFind: find calls itself open as long as bytes that follow may change its
// answer, and no longer open, it never changes its mind.
func TestFind(t *testing.T) {
	texts := near()
	for _, s := range samples(t) {
		texts = append(texts, s.head)
	}
	for _, text := range texts {
		var found *form
		open := true
		for n := range min(len(text), SniffLen) + 1 {
			f, o := find([]byte(text[:n]))
			if !open && (f != found || o) {
				t.Errorf("%q: something else after %d bytes", text, n)
			}
			found, open = f, o
		}
	}
}

// TestText: the first line of a text is enough to know it, and so are two records
// that end in the byte 0, and 101 bytes of a line.
func TestText(t *testing.T) {
	for _, text := range []string{"a\n", "Ace of Hearts\n", "a\x00b", "\n", "1,2,3\r\n", "\ufeffa\n", "{\"a\": 1}\n",
		"é\n", "Ä\n", "P\n", "B\n", "BZ\n", "R\n", "PAR1\n", strings.Repeat("x", 101)} {
		if f, open := find([]byte(text)); f != nil || open {
			t.Errorf("%q is not known to be text", text)
		}
	}
}

// TestRandom: how often random bytes are taken for something, as Sniff says.
func TestRandom(t *testing.T) {
	odds := 0.0
	rng := rand.New(rand.NewPCG(1, 2))
	const tries = 20000
	for i := range forms {
		f := &forms[i]
		for _, b := range f.begins {
			if f.rest == nil {
				if len(b) < 3 {
					t.Errorf("%s begins with %q", f.what, b)
				}
				odds += math.Pow(256, -float64(len(b)))
				continue
			}
			n := 0
			for range tries {
				head := []byte(b)
				for len(head) < SniffLen {
					head = append(head, byte(rng.Uint32()))
				}
				if is, _ := f.rest(head); is {
					n++
				}
			}
			odds += math.Pow(256, -float64(len(b))) * float64(n) / tries
		}
	}
	if odds < 0.5e-6 || odds > 2e-6 {
		t.Errorf("%.2g", odds)
	}
}

// TestPrograms: contents that other programs make, and the commands that make text
// of them.
func TestPrograms(t *testing.T) {
	made := 0
	for _, c := range []struct {
		script string // makes "it" of hearts.txt
		what   string
	}{
		{"gzip -c hearts.txt >it", ""},
		{"zstd -qc hearts.txt >it", ""},
		{"bzip2 -c hearts.txt >it", "a bzip2 file"},
		{"bzip2 -c -1 /dev/null >it", "a bzip2 file"},
		{"xz -c hearts.txt >it", "an xz file"},
		{"lz4 -qc hearts.txt >it", "an lz4 file"},
		{"lz4 -qlc hearts.txt >it", "an lz4 file"},
		{"compress -c hearts.txt >it", "a compress (.Z) file"},
		{"zip -q it.zip hearts.txt; mv it.zip it", "a zip archive"},
		{"7z a it.7z hearts.txt; mv it.7z it", "a 7z archive"},
		{"tar -c -f it hearts.txt", "a tar archive"},
		{"tar --format=ustar -c -f it hearts.txt", "a tar archive"},
		{"tar --format=pax -c -f it hearts.txt", "a tar archive"},
		{"tar -c -z -f it hearts.txt", "a tar archive in a gzip file"},
		{"tar -c --zstd -f it hearts.txt", "a tar archive in a zstd file"},
		{"gzip -c hearts.txt | gzip -c >it", "a gzip file in a gzip file"},
		{"sqlite3 it 'create table hands (card text)'", "an SQLite database"},
		{"iconv -f UTF-8 -t UTF-16 hearts.txt >it", "UTF-16 text"},
		{"iconv -f UTF-8 -t UTF-32 hearts.txt >it", "UTF-32 text"},
	} {
		program := strings.Fields(c.script)[0]
		if _, err := exec.LookPath(program); err != nil {
			continue
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "hearts.txt"), []byte(hearts), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("sh", "-c", c.script)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Logf("%s: %v\n%s", c.script, err, out) // the program does not know an option
			continue
		}
		made++
		name := filepath.Join(dir, "it")
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r := Open(name, f, LeastWindow)
		got, err := io.ReadAll(r)
		r.Close()
		f.Close()
		if c.what == "" {
			if err != nil || string(got) != hearts {
				t.Errorf("%s: %q, %v", c.script, got, err)
			}
			continue
		}
		u, ok := errors.AsType[*failure.UnreadableError](err)
		if !ok || u.What != c.what || len(got) > 0 {
			t.Errorf("%s: %q, %v", c.script, got, err)
			continue
		}
		command := strings.Fields(u.Command)
		if len(command) == 0 || strings.Contains(c.script, "/dev/null") {
			continue
		}
		if _, err := exec.LookPath(command[0]); err != nil {
			continue
		}
		if got, err = exec.Command(command[0], append(command[1:], name)...).Output(); err != nil {
			t.Errorf("%s: %s: %v", c.script, u.Command, err)
		}
		// What comes out is again something to open.
		got, err = io.ReadAll(Open("", bytes.NewReader(got), LeastWindow))
		if err != nil || string(got) != hearts {
			t.Errorf("%s: %s makes %q, %v", c.script, u.Command, got, err)
		}
	}
	if made == 0 {
		t.Skip("there is none of the programs")
	}
}

// FuzzSniff: the answer never depends on more than SniffLen bytes, and no bytes of
// UTF-8 without control characters are anything but text, but for two formats that
// begin with letters.
func FuzzSniff(f *testing.F) {
	for _, s := range samples(f) {
		f.Add([]byte(s.head[:min(len(s.head), SniffLen)]))
	}
	for _, text := range near() {
		f.Add([]byte(text))
	}
	f.Add([]byte("%PDF-1."))
	f.Fuzz(func(t *testing.T, head []byte) {
		kind, err := Sniff(head)
		if _, ok := errors.AsType[*failure.UnreadableError](err); err != nil && (!ok || kind != None) {
			t.Errorf("%q: %v, %v", head, kind, err)
		}
		short := head[:min(len(head), SniffLen)]
		if k, e := Sniff(short); k != kind || fmt.Sprint(e) != fmt.Sprint(err) {
			t.Errorf("%q: %v, %v, but %v, %v with all of it", head, k, e, kind, err)
		}
		isText := utf8.Valid(short) && !bytes.ContainsFunc(short,
			func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' && c != '\r' })
		begun := bytes.HasPrefix(head, []byte("BZh")) || bytes.HasPrefix(head, []byte("%PDF-")) // in letters
		if isText && (kind != None || err != nil) && !begun {
			t.Errorf("%q: %v, %v", head, kind, err)
		}
	})
}
