package draw

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	// MaxEntries is how many entries a list can have.
	MaxEntries = 1_000_000_000
	// MaxEntry is the length in bytes of the longest entry, with its line feed.
	MaxEntry = 1 << 16
	// MostProblems is how many problems of each kind [Check] describes.
	MostProblems = 100
)

// Entries identifies a list of entries. An entry is a line; the entries are numbered
// from 1 on.
type Entries struct {
	Count uint64
	// Sum is the SHA-256 of the lines, each with its line feed. For a list that ends
	// in one it is what sha256sum prints.
	Sum Sum
}

// ReadEntries reads a list and identifies it. It takes constant memory.
func ReadEntries(r io.Reader) (Entries, error) { return ScanEntries(r, func(uint64, []byte) {}) }

// ScanEntries reads a list and identifies it, and calls do with each entry, which must
// not keep it. It takes constant memory.
func ScanEntries(r io.Reader, do func(number uint64, entry []byte)) (Entries, error) {
	var e Entries
	hash := sha256.New()
	in := bufio.NewReaderSize(r, MaxEntry)
	for {
		line, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			hash.Sum(e.Sum[:0])
			return e, nil
		case errors.Is(err, bufio.ErrBufferFull):
			return e, fmt.Errorf("line %d is longer than %d bytes", e.Count+1, MaxEntry)
		case err != nil && err != io.EOF:
			return e, err
		case e.Count == MaxEntries:
			return e, fmt.Errorf("the list has more than %d entries", MaxEntries)
		}
		e.Count++
		hash.Write(line)
		entry, ok := bytes.CutSuffix(line, []byte{'\n'})
		if !ok {
			hash.Write([]byte{'\n'})
		}
		do(e.Count, entry)
	}
}

// Compare reads a list and says how it differs from the one that e identifies, or
// returns nil. The second result is the error of reading.
func (e Entries) Compare(list io.Reader) (reason, err error) {
	return e.compare(list, func(uint64, []byte) {})
}

// compare calls do with each entry.
func (e Entries) compare(list io.Reader, do func(number uint64, entry []byte)) (reason, err error) {
	plain := sha256.New() // without what some programs add, to say so
	got, err := ScanEntries(list, func(number uint64, entry []byte) {
		do(number, entry)
		if number == 1 {
			entry = bytes.TrimPrefix(entry, []byte("\ufeff"))
		}
		if entry = bytes.TrimSuffix(entry, []byte{'\r'}); len(entry) > 0 {
			plain.Write(entry)
			plain.Write([]byte{'\n'})
		}
	})
	switch {
	case err != nil || got == e:
		return nil, err
	case Sum(plain.Sum(nil)) == e.Sum:
		return errors.New("a program added blank lines, carriage returns or a byte-order mark to the list: get it as " +
			"it was published"), nil
	case got.Count != e.Count:
		return fmt.Errorf("the list has %d entries, and the one of the commitment has %d", got.Count, e.Count), nil
	}
	return fmt.Errorf("the list has the SHA-256 %s, and the one of the commitment has %s", got.Sum, e.Sum), nil
}

// A Kind is a kind of problem of an entry: something that two people could read,
// copy or count differently.
type Kind string

const (
	UTF8       Kind = "utf8"       // text that is not valid UTF-8
	BOM        Kind = "bom"        // a byte-order mark at the front of the list
	CR         Kind = "cr"         // a carriage return at the end of a line
	Header     Kind = "header"     // a first line that names a column, or several
	Quotes     Kind = "quotes"     // a part of a CSV row that has a line break in quotation marks
	Blank      Kind = "blank"      // a line of nothing but spaces
	Spaces     Kind = "spaces"     // spaces at an edge, or ones that look like others
	NFC        Kind = "nfc"        // text that is not in Unicode's normalization form C
	Invisible  Kind = "invisible"  // characters that are not seen
	Scripts    Kind = "scripts"    // words with letters that look alike from several scripts
	Duplicates Kind = "duplicates" // entries that are the same, at least by case and width
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{UTF8, BOM, CR, Header, Quotes, Blank, Spaces, NFC, Invisible, Scripts, Duplicates}
}

// A Problem is something wrong with a line of a list.
type Problem struct {
	Line   uint64 // from 1
	Kind   Kind   // the name by which it can be allowed
	Reason string // what is wrong with the line: "begins with a space"
}

func (p Problem) String() string { return fmt.Sprintf("line %d %s (%s)", p.Line, p.Reason, p.Kind) }

// A List is what [Check] found out about a list.
type List struct {
	Entries
	Problems []Problem       // by line, the first [MostProblems] of each kind
	Counts   map[Kind]uint64 // how many there are of each kind
}

// OK reports whether there are no problems.
func (l *List) OK() bool { return len(l.Problems) == 0 }

// Check reads a list and looks for problems, except those of the kinds that are
// allowed. It repairs nothing: the list must be corrected, so that all have the same
// one. It takes about 40 bytes of memory for each entry, or constant memory if
// duplicates are allowed. The error is of reading, or names a line that is too long.
func Check(r io.Reader, allow ...Kind) (*List, error) {
	l := &List{Counts: make(map[Kind]uint64)}
	add := func(line uint64, kind Kind, format string, args ...any) {
		if slices.Contains(allow, kind) {
			return
		}
		if l.Counts[kind]++; l.Counts[kind] <= MostProblems {
			l.Problems = append(l.Problems, Problem{line, kind, fmt.Sprintf(format, args...)})
		}
	}
	var seen twins
	var err error
	l.Entries, err = ScanEntries(r, func(line uint64, entry []byte) {
		if cut, ok := bytes.CutPrefix(entry, []byte("\ufeff")); ok && line == 1 {
			entry = cut
			add(line, BOM, "begins with a byte-order mark")
		}
		if cut, ok := bytes.CutSuffix(entry, []byte{'\r'}); ok {
			entry = cut
			add(line, CR, "ends with a carriage return")
		}
		if len(bytes.TrimSpace(entry)) == 0 {
			add(line, Blank, "is blank")
			return
		}
		if line == 1 && isHeader(entry) {
			add(line, Header, "looks like the name of a column, which would take part")
		}
		if bytes.Count(entry, []byte{'"'})%2 == 1 {
			add(line, Quotes, "has an odd number of quotation marks, as a part of a CSV row would, which counts as "+
				"an entry")
		}
		inspect(entry, func(kind Kind, format string, args ...any) { add(line, kind, format, args...) })
		if !slices.Contains(allow, Duplicates) {
			seen.add(line, entry)
		}
	})
	if err != nil {
		return nil, err
	}
	seen.pairs(func(line, first uint64) { add(line, Duplicates, "is the same entry as line %d", first) })
	slices.SortStableFunc(l.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return l, nil
}

// inspect finds the problems of an entry that is not blank, one of each kind at most.
func inspect(entry []byte, add func(kind Kind, format string, args ...any)) {
	if !utf8.Valid(entry) {
		add(UTF8, "is not valid UTF-8")
		return
	}
	first, _ := utf8.DecodeRune(entry)
	last, _ := utf8.DecodeLastRune(entry)
	plain := true // ASCII, without control characters: by far the most
	for _, c := range entry {
		plain = plain && c >= ' ' && c < 0x7f
	}
	spaces := true
	switch {
	case unicode.IsSpace(first):
		add(Spaces, "begins with %s", spaceName(first))
	case unicode.IsSpace(last):
		add(Spaces, "ends with %s", spaceName(last))
	case bytes.Contains(entry, []byte("  ")):
		add(Spaces, "has two spaces in a row")
	default:
		spaces = false
	}
	if plain {
		return
	}
	if !norm.NFC.IsNormal(entry) {
		add(NFC, "is not in Unicode's normalization form C")
	}
	space, unseen := rune(-1), rune(-1)
	var mixed, word script
	for _, r := range string(entry) {
		switch {
		// U+3000 is wide, and usual in Japanese
		case unicode.Is(unicode.Zs, r) && r != ' ' && r != '\u3000' && space < 0:
			space = r
		case invisible(r) && unseen < 0:
			unseen = r
		}
		switch {
		case unicode.IsMark(r):
		case !unicode.IsLetter(r):
			word = 0
		default:
			word |= scriptOf(r)
			if word&(word-1) != 0 {
				mixed = word
			}
		}
	}
	if space >= 0 && !spaces {
		add(Spaces, "has the space %U, which looks like another one", space)
	}
	if unseen >= 0 {
		add(Invisible, "has the invisible character %U", unseen)
	}
	if mixed != 0 {
		add(Scripts, "has a word with %v letters, which look alike", mixed)
	}
}

// spaceName returns what to call a character of white space.
func spaceName(r rune) string {
	switch r {
	case ' ':
		return "a space"
	case '\t':
		return "a tab"
	}
	return fmt.Sprintf("the space %U", r)
}

// isHeader reports whether a line has only words that tables have in their first line, or
// is a row whose first column is named so: "name,city".
func isHeader(entry []byte) bool {
	if bytes.ContainsAny(entry, "0123456789") {
		return false // "Ticket 17"
	}
	first := bytes.Trim(entry[:max(0, bytes.IndexAny(entry, ",;\t"))], `" `)
	if slices.Contains(headers, strings.ToLower(string(first))) {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(string(entry)), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, word := range words {
		if !slices.Contains(headers, word) {
			return false
		}
	}
	return len(words) > 0
}

// headers are words for people and their numbers in English, French, German, Italian,
// Portuguese and Spanish.
var headers = strings.Fields(`
	address apellido apellidos cognome count e email entries entry first id last losnummer los mail member members name
	names nachname no nom nome nombre nombres noms number numbers numéro número participant participants player players
	prénom prenom surname teilnehmer ticket tickets vorname`)

// invisible reports whether a character is not seen, a tab excepted.
func invisible(r rune) bool {
	return r != '\t' && !unicode.IsGraphic(r) || r == '\u2800' ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// A script is a set of those whose letters look alike.
type script uint8

const (
	latin script = 1 << iota
	greek
	cyrillic
)

func scriptOf(r rune) script {
	switch {
	case unicode.Is(unicode.Latin, r):
		return latin
	case unicode.Is(unicode.Greek, r):
		return greek
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillic
	}
	return 0
}

func (s script) String() string {
	var b []byte
	for i, name := range []string{"Latin", "Greek", "Cyrillic"} {
		if s&(1<<i) != 0 {
			if len(b) > 0 {
				b = append(b, " and "...)
			}
			b = append(b, name...)
		}
	}
	return string(b)
}

// twins finds entries that are the same. It keeps the first 16 bytes of their
// SHA-256: two different entries share them with probability 2⁻¹²⁸.
type twins struct {
	folded []byte
	shards [256][]twin // by the first byte, so that none is copied far as it grows
}

type twin struct {
	hash [16]byte
	line uint32
}

func (t *twins) add(line uint64, entry []byte) {
	t.folded = fold(t.folded[:0], entry)
	sum := sha256.Sum256(t.folded)
	t.shards[sum[0]] = append(t.shards[sum[0]], twin{[16]byte(sum[:16]), uint32(line)})
}

// pairs calls do with each line that has an equal before it, and the first such, by
// ascending lines.
func (t *twins) pairs(do func(line, first uint64)) {
	var found [][2]uint32
	for _, shard := range t.shards {
		slices.SortFunc(shard, func(a, b twin) int {
			if c := bytes.Compare(a.hash[:], b.hash[:]); c != 0 {
				return c
			}
			return cmp.Compare(a.line, b.line)
		})
		first := 0
		for i := range shard {
			if shard[i].hash != shard[first].hash {
				first = i
			} else if i > first {
				found = append(found, [2]uint32{shard[i].line, shard[first].line})
			}
		}
	}
	slices.SortFunc(found, func(a, b [2]uint32) int { return cmp.Compare(a[0], b[0]) })
	for _, f := range found {
		do(uint64(f[0]), uint64(f[1]))
	}
}

// fold appends to an empty dst what entries have in common that differ by case,
// width, and spaces.
func fold(dst, entry []byte) []byte {
	if !utf8.Valid(entry) {
		return append(dst, entry...)
	}
	compatible := entry
	for _, c := range entry {
		if c >= utf8.RuneSelf {
			compatible = norm.NFKC.Bytes(entry)
			break
		}
	}
	space := false
	for _, r := range string(compatible) {
		if unicode.IsSpace(r) {
			space = len(dst) > 0
			continue
		}
		if space {
			dst, space = append(dst, ' '), false
		}
		switch r {
		case 'ß', 'ẞ':
			dst = append(dst, "SS"...)
		case 'ı', 'İ':
			dst = append(dst, 'I')
		default:
			dst = utf8.AppendRune(dst, lowest(r))
		}
	}
	return dst
}

// lowest returns the lowest of the characters that differ from r by case only.
func lowest(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	if r < utf8.RuneSelf {
		return r
	}
	low := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		low = min(low, next)
	}
	return low
}
