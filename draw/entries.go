package draw

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Entries identifies a list of entries. An entry is a line; the entries are numbered
// from 1 on.
type Entries struct {
	Count uint64
	// Sum is the SHA-256 of the lines, each with its line feed. For a list that ends
	// in one it is what sha256sum prints.
	Sum Sum
}

// ReadEntries reads a list and identifies it. Unless do is nil, it calls do with each entry,
// which do must not keep. It takes constant memory.
func ReadEntries(r io.Reader, do func(number uint64, entry []byte)) (Entries, error) {
	var e Entries
	hash := sha256.New()
	in := bufio.NewReaderSize(r, MaxEntryBytes)
	for {
		line, err := in.ReadSlice('\n')
		entry, ok := bytes.CutSuffix(line, []byte{'\n'})
		switch {
		case err == io.EOF && len(line) == 0:
			hash.Sum(e.Sum[:0])
			return e, nil
		case errors.Is(err, bufio.ErrBufferFull) || len(entry) >= MaxEntryBytes: // r may have a larger buffer
			return e, fmt.Errorf("line %d is longer than %d bytes", e.Count+1, MaxEntryBytes)
		case err != nil && err != io.EOF:
			return e, err
		case e.Count == MaxEntries:
			return e, fmt.Errorf("the list has more than %d entries", MaxEntries)
		}
		e.Count++
		hash.Write(line)
		if !ok {
			hash.Write([]byte{'\n'})
		}
		if do != nil {
			do(e.Count, entry)
		}
	}
}

// A ListError says how a list differs from the one of the commitment.
type ListError struct{ Reason string }

func (e *ListError) Error() string { return "this is not the list of the commitment: " + e.Reason }

// Compare reads a list as [ReadEntries] does. If it is not the one that e identifies, the
// error is a [ListError].
func (e Entries) Compare(list io.Reader, do func(number uint64, entry []byte)) error {
	plain, lines := sha256.New(), uint64(0) // without what some programs add, to say so
	got, err := ReadEntries(list, func(number uint64, entry []byte) {
		if do != nil {
			do(number, entry)
		}
		if number == 1 {
			entry = bytes.TrimPrefix(entry, []byte("\ufeff"))
		}
		if entry = bytes.TrimSuffix(entry, []byte{'\r'}); len(entry) > 0 {
			plain.Write(entry)
			plain.Write([]byte{'\n'})
			lines++
		}
	})
	switch {
	case err != nil || got == e:
		return err
	case lines == e.Count && Sum(plain.Sum(nil)) == e.Sum:
		return &ListError{"a program added blank lines, carriage returns or a byte-order mark: get it as it was " +
			"published"}
	case got.Count != e.Count:
		return &ListError{differ("the number of entries is", got.Count, e.Count).Error()}
	}
	return &ListError{differ("its SHA-256 is", got.Sum, e.Sum).Error()}
}

// A Kind is a kind of problem of an entry: something that two people could read,
// copy or count differently.
type Kind string

const (
	KindUTF8       Kind = "utf8"       // text that is not valid UTF-8
	KindBOM        Kind = "bom"        // a byte-order mark at the front of the list
	KindCR         Kind = "cr"         // a carriage return at the end of a line
	KindHeader     Kind = "header"     // a first line that names a column, or several
	KindQuotes     Kind = "quotes"     // a part of a CSV row that has a line break in quotation marks
	KindBlank      Kind = "blank"      // a line of nothing but spaces
	KindSpaces     Kind = "spaces"     // spaces at an edge, or ones that look like others
	KindNFC        Kind = "nfc"        // text that is not in Unicode's normalization form C
	KindInvisible  Kind = "invisible"  // characters that are not seen
	KindScripts    Kind = "scripts"    // words with letters that look alike from several scripts
	KindDuplicates Kind = "duplicates" // entries that are the same, at least by case and width
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{KindUTF8, KindBOM, KindCR, KindHeader, KindQuotes, KindBlank, KindSpaces, KindNFC, KindInvisible,
		KindScripts, KindDuplicates}
}

// A Problem is something wrong with a line of a list.
type Problem struct {
	Line   uint64 // from 1
	Kind   Kind   // the name by which it can be allowed
	Reason string // what is wrong with the line: "begins with a space"
}

func (p Problem) Error() string { return fmt.Sprintf("line %d %s (%s)", p.Line, p.Reason, p.Kind) }

// A ListReport is what [Check] found out about a list.
type ListReport struct {
	Entries
	Problems []Problem       // by line, the first [MostProblems] of each kind
	Counts   map[Kind]uint64 // how many there are of each kind
}

// Err returns the first problem, or that there are no entries, or nil.
func (l *ListReport) Err() error {
	switch {
	case l.Count == 0:
		return errors.New("the list has no entries")
	case len(l.Problems) > 0:
		return l.Problems[0]
	}
	return nil
}

// Found returns the kinds of the problems.
func (l *ListReport) Found() []Kind {
	return slices.DeleteFunc(Kinds(), func(kind Kind) bool { return l.Counts[kind] == 0 })
}

// Check reads a list and looks for problems, except those of the kinds that are
// allowed. It repairs nothing: the list must be corrected, so that all have the same
// one. It takes about 70 bytes of memory for each entry, or constant memory if
// duplicates are allowed. Unless do is nil, it calls do as [ReadEntries] does. The error is of
// reading, or names a line that is too long.
func Check(r io.Reader, do func(number uint64, entry []byte), allow ...Kind) (*ListReport, error) {
	c := newChecker(allow)
	var err error
	c.Entries, err = ReadEntries(r, func(number uint64, entry []byte) {
		c.entry(number, entry)
		if do != nil {
			do(number, entry)
		}
	})
	return &c.ListReport, err
}

// A checker looks for problems of a list while something reads it.
type checker struct {
	ListReport
	allow []Kind
	// Two different entries share 16 bytes of their SHA-256 with probability 2⁻¹²⁸.
	seen map[[16]byte]uint32
}

func newChecker(allow []Kind) *checker {
	return &checker{ListReport{Counts: make(map[Kind]uint64)}, allow, make(map[[16]byte]uint32)}
}

// entry looks for problems of the next entry.
func (c *checker) entry(line uint64, entry []byte) {
	add := func(kind Kind, format string, args ...any) {
		if slices.Contains(c.allow, kind) {
			return
		}
		if c.Counts[kind]++; c.Counts[kind] <= MostProblems {
			c.Problems = append(c.Problems, Problem{line, kind, fmt.Sprintf(format, args...)})
		}
	}
	if cut, ok := bytes.CutPrefix(entry, []byte("\ufeff")); ok && line == 1 {
		entry = cut
		add(KindBOM, "begins with a byte-order mark")
	}
	if cut, ok := bytes.CutSuffix(entry, []byte{'\r'}); ok {
		entry = cut
		add(KindCR, "ends with a carriage return")
	}
	if len(bytes.TrimSpace(entry)) == 0 {
		add(KindBlank, "is blank")
		return
	}
	if line == 1 && isHeader(entry) {
		add(KindHeader, "looks like the name of a column, which would take part")
	}
	if bytes.Count(entry, []byte{'"'})%2 == 1 {
		add(KindQuotes, "has an odd number of quotation marks, as a part of a CSV row would, which counts as an entry")
	}
	inspect(entry, add)
	if !slices.Contains(c.allow, KindDuplicates) {
		sum := sha256.Sum256(fold(entry))
		if first, ok := c.seen[[16]byte(sum[:])]; ok {
			add(KindDuplicates, "is the same entry as line %d", first)
		} else {
			c.seen[[16]byte(sum[:])] = uint32(line)
		}
	}
}

// inspect finds the problems of an entry that is not blank, one of each kind at most.
func inspect(entry []byte, add func(kind Kind, format string, args ...any)) {
	if !utf8.Valid(entry) {
		add(KindUTF8, "is not valid UTF-8")
		return
	}
	plain := !bytes.ContainsFunc(entry, func(r rune) bool { return r < ' ' || r > '~' }) // by far the most
	first, _ := utf8.DecodeRune(entry)
	last, _ := utf8.DecodeLastRune(entry)
	switch {
	case unicode.IsSpace(first):
		add(KindSpaces, "begins with %s", spaceName(first))
	case unicode.IsSpace(last):
		add(KindSpaces, "ends with %s", spaceName(last))
	case bytes.Contains(entry, []byte("  ")):
		add(KindSpaces, "has two spaces in a row")
	case !plain:
		addFirst(entry, oddSpace, func(r rune) { add(KindSpaces, "has the space %U, which looks like another one", r) })
	}
	if plain {
		return
	}
	if !norm.NFC.IsNormal(entry) {
		add(KindNFC, "is not in Unicode's normalization form C")
	}
	addFirst(entry, invisible, func(r rune) { add(KindInvisible, "has the invisible character %U", r) })
	if names := mixed(entry); names != "" {
		add(KindScripts, "has a word with %s letters, which look alike", names)
	}
}

// addFirst calls add with the first character that is of a kind.
func addFirst(entry []byte, is func(rune) bool, add func(rune)) {
	if i := bytes.IndexFunc(entry, is); i >= 0 {
		r, _ := utf8.DecodeRune(entry[i:])
		add(r)
	}
}

// oddSpace reports whether a space looks like the usual one. U+3000 is wide, and usual in
// Japanese.
func oddSpace(r rune) bool { return r != ' ' && r != '\u3000' && unicode.Is(unicode.Zs, r) }

// spaceName returns what to call a character of white space.
func spaceName(r rune) string {
	return cmp.Or(map[rune]string{' ': "a space", '\t': "a tab"}[r], fmt.Sprintf("the space %U", r))
}

// isHeader reports whether a line, or its first column, has only words that tables have in
// their first line: "name,city".
func isHeader(entry []byte) bool {
	column := strings.ToLower(string(entry))
	if i := strings.IndexAny(column, ",;\t"); i >= 0 {
		column = column[:i]
	}
	words := strings.FieldsFunc(column, func(r rune) bool { return !unicode.IsLetter(r) })
	other := func(word string) bool { return !slices.Contains(headers(), word) }
	// "Ticket 17" is an entry.
	return len(words) > 0 && !slices.ContainsFunc(words, other) && !bytes.ContainsAny(entry, "0123456789")
}

// headers are words for people and their numbers in English, French, German, Italian,
// Portuguese and Spanish. The page reads them, too.
//
//go:embed headers.json
var headersText []byte

var headers = sync.OnceValue(func() (words []string) {
	if err := json.Unmarshal(headersText, &words); err != nil {
		panic(err) // they are in the program
	}
	return words
})

// invisible reports whether a character is not seen, a tab excepted.
func invisible(r rune) bool {
	return r != '\t' && !unicode.IsGraphic(r) || r == '\u2800' ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// scripts are those whose letters look alike.
var scripts = []struct {
	name    string
	letters *unicode.RangeTable
}{{"Latin", unicode.Latin}, {"Greek", unicode.Greek}, {"Cyrillic", unicode.Cyrillic}}

// mixed returns the names of the scripts of the first word that has letters of several.
func mixed(entry []byte) string {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
	for word := range bytes.FieldsFuncSeq(entry, between) {
		var names []string
		for _, s := range scripts {
			if bytes.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) && unicode.Is(s.letters, r) }) {
				names = append(names, s.name)
			}
		}
		if len(names) > 1 {
			return strings.Join(names, " and ")
		}
	}
	return ""
}

// fold returns what texts have in common that differ by case, width, and spaces.
func fold(entry []byte) []byte {
	if !utf8.Valid(entry) {
		return entry
	}
	folded := bytes.ToLower(bytes.ToUpper(norm.NFKC.Bytes(entry)))
	folded = bytes.ReplaceAll(folded, []byte("ß"), []byte("ss"))
	return bytes.Join(bytes.Fields(folded), []byte{' '})
}
