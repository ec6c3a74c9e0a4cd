package draw

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
)

// What a list lacks is said as it is: a number that is not its own is no matter of blank lines.
func TestCompare(t *testing.T) {
	const list = "Ada\nBob\n"
	for want, of := range map[string]Entries{
		"the number of entries is 2, not 1": {1, sha256.Sum256([]byte(list))},
		"a program added blank lines":       {1, sha256.Sum256([]byte("Ada\n"))},
		"its SHA-256 is":                    {2, sha256.Sum256([]byte("Ada\nEve\n"))},
	} {
		text := list
		if strings.HasPrefix(want, "a program") {
			text = "Ada\r\n\n"
		}
		if err := of.Compare(strings.NewReader(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v is not %q", err, want)
		}
	}
}

func TestReadEntries(t *testing.T) {
	long := strings.Repeat("x", MaxEntryBytes-1)
	for _, c := range []struct {
		list  string
		count uint64
	}{
		{"", 0},
		{"\n", 1},
		{"Ada", 1},
		{"Ada\n", 1},
		{"Ada\n\n", 2},
		{"Ada\r\nBob\r\n", 2},
		{"\xff\x00\n\x00", 2},
		{long + "\n" + long, 2},
		{strings.Repeat("Ada\n", 50_000), 50_000},
	} {
		text := c.list
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		want := Entries{c.count, sha256.Sum256([]byte(text))}
		for name, r := range map[string]io.Reader{
			"whole": strings.NewReader(c.list), "bytes": iotest.OneByteReader(strings.NewReader(c.list)),
			"large buffer":    bufio.NewReaderSize(strings.NewReader(c.list), 4*MaxEntryBytes),
			"halves":          iotest.HalfReader(strings.NewReader(c.list)),
			"error with data": iotest.DataErrReader(strings.NewReader(c.list)),
		} {
			if got, err := ReadEntries(r, nil); err != nil || got != want {
				t.Errorf("%.20q, %s: got %+v, %v, want %+v", c.list, name, got, err, want)
			}
		}
	}
	for _, end := range []string{"", "\n"} {
		for _, buffer := range []int{16, MaxEntryBytes, 2 * MaxEntryBytes, 4 * MaxEntryBytes} {
			r := bufio.NewReaderSize(strings.NewReader("a\n"+long+"x"+end), buffer)
			if _, err := ReadEntries(r, nil); err == nil ||
				!strings.Contains(err.Error(), "line 2 is longer than 65536 bytes") {
				t.Errorf("with a buffer of %d: %v", buffer, err)
			}
		}
	}
	broken := errors.New("broken")
	if _, err := ReadEntries(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), nil); !errors.Is(err,
		broken) {
		t.Errorf("got %v", err)
	}
	if _, err := Check(iotest.ErrReader(broken), nil); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// TestCheck: each problem is found, and nothing else; what is allowed is not a problem.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		list     string
		problems []string
	}{
		{"Ada\nBob\n", nil},
		{"Ada\nBob", nil},
		{"", nil},
		{"José\nЖанна д’Арк\nΑριστοτέλης\n山田　太郎\nمحمد\nयेट्स\nO'Neill-Śmith, A.\t17\n", nil},
		{"Anna Иванова\nIvan Иванов 3x\n", nil},
		{"\ufeffAda\nBob\n", []string{"line 1 begins with a byte-order mark (bom)"}},
		{"Ada\n\ufeffBob\n", []string{"line 2 has the invisible character U+FEFF (invisible)"}},
		{"Ada\r\nBob\n", []string{"line 1 ends with a carriage return (cr)"}},
		{"A\rda\n", []string{"line 1 has the invisible character U+000D (invisible)"}},
		{"name,city\nAda,London\n", []string{"line 1 looks like the name of a column, which would take part (header)"}},
		{"\"Name\";Street\nAda;x\n",
			[]string{"line 1 looks like the name of a column, which would take part (header)"}},
		{"Ada,name\n\"the \"\"first\"\"\"\n", nil},
		{"\"Ada\nLovelace\"\n", []string{"line 1 has an odd number of quotation marks, as a part of a CSV row would, " +
			"which counts as an entry (quotes)",
			"line 2 has an odd number of quotation marks, as a part of a CSV row would, which counts as an entry " +
				"(quotes)"}},
		{"Name\nAda\n", []string{"line 1 looks like the name of a column, which would take part (header)"}},
		{"\ufeffNachname;Vorname;E-Mail\r\nAda\n", []string{"line 1 begins with a byte-order mark (bom)",
			"line 1 ends with a carriage return (cr)",
			"line 1 looks like the name of a column, which would take part (header)"}},
		{"Ada\nName\n", nil},
		{"Ticket 17\nTicket 18\n", nil},
		{"Name of the Rose\n...\n", nil},
		{"Ada\n\nBob\n  \n\u00a0\t\n", []string{"line 2 is blank (blank)", "line 4 is blank (blank)",
			"line 5 is blank (blank)"}},
		{"\r\n", []string{"line 1 ends with a carriage return (cr)", "line 1 is blank (blank)"}},
		{"\n", []string{"line 1 is blank (blank)"}},
		{" Ada\nBob \nCy\t\nDa  Di\n\u3000Eve\n", []string{
			"line 1 begins with a space (spaces)", "line 2 ends with a space (spaces)",
			"line 3 ends with a tab (spaces)",
			"line 4 has two spaces in a row (spaces)", "line 5 begins with the space U+3000 (spaces)"}},
		{"Ada\u00a0Lovelace\n", []string{"line 1 has the space U+00A0, which looks like another one (spaces)"}},
		{"\u00a0Ada\u00a0Lovelace\n", []string{"line 1 begins with the space U+00A0 (spaces)"}},
		{"Jose\u0301\n", []string{"line 1 is not in Unicode's normalization form C (nfc)"}},
		{"\u212bngström\n", []string{"line 1 is not in Unicode's normalization form C (nfc)"}},
		{"Ada\u200bLovelace\n", []string{"line 1 has the invisible character U+200B (invisible)"}},
		{"Ada\u00ad\n", []string{"line 1 has the invisible character U+00AD (invisible)"}},
		{"\u202eAda\n", []string{"line 1 has the invisible character U+202E (invisible)"}},
		{"Ada\x00\n", []string{"line 1 has the invisible character U+0000 (invisible)"}},
		{"Ada\x7f\n", []string{"line 1 has the invisible character U+007F (invisible)"}},
		{"A\u3164da\n", []string{"line 1 has the invisible character U+3164 (invisible)"}},
		{"Max\u0483\n", nil}, // a Cyrillic mark, which is no letter
		{"M\u0430x\n", []string{"line 1 has a word with Latin and Cyrillic letters, which look alike (scripts)"}},
		{"q\u0301\u0431\n", []string{"line 1 has a word with Latin and Cyrillic letters, which look alike (scripts)"}},
		{"M\u03b1x\n", []string{"line 1 has a word with Latin and Greek letters, which look alike (scripts)"}},
		{"α\u0430\n", []string{"line 1 has a word with Greek and Cyrillic letters, which look alike (scripts)"}},
		{"A\xffda\n", []string{"line 1 is not valid UTF-8 (utf8)"}},
		{"A\xffda\nA\xfeda\n", []string{"line 1 is not valid UTF-8 (utf8)", "line 2 is not valid UTF-8 (utf8)"}},
		{"Ada\nBob\nAda\nada\nＡＤＡ\n", []string{"line 3 is the same entry as line 1 (duplicates)",
			"line 4 is the same entry as line 1 (duplicates)", "line 5 is the same entry as line 1 (duplicates)"}},
		{"Ada L\nAda  L\n", []string{"line 2 has two spaces in a row (spaces)",
			"line 2 is the same entry as line 1 (duplicates)"}},
		{"Ada\r\nAda\n", []string{"line 1 ends with a carriage return (cr)",
			"line 2 is the same entry as line 1 (duplicates)"}},
		{"\ufeffAda\nAda\n", []string{"line 1 begins with a byte-order mark (bom)",
			"line 2 is the same entry as line 1 (duplicates)"}},
		{"ΣΑΣ\nσας\n", []string{"line 2 is the same entry as line 1 (duplicates)"}},
		{"\u212aate\nkate\n", []string{"line 1 is not in Unicode's normalization form C (nfc)",
			"line 2 is the same entry as line 1 (duplicates)"}},
		{"Ada Lovelace\nAdaLovelace\n", nil},
		{"Max\tA\nMax A\n", []string{"line 2 is the same entry as line 1 (duplicates)"}},
		{"Straße\nSTRASSE\nİz\niz\n", []string{"line 2 is the same entry as line 1 (duplicates)",
			"line 4 is the same entry as line 3 (duplicates)"}},
		{"Bob\u2800\n", []string{"line 1 has the invisible character U+2800 (invisible)"}},
	} {
		l, err := Check(strings.NewReader(c.list), nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		kinds := make(map[Kind]uint64)
		for _, p := range l.Problems {
			got = append(got, p.Error())
			kinds[p.Kind]++
		}
		if !slices.Equal(got, c.problems) || !reflect.DeepEqual(kinds, l.Counts) {
			t.Errorf("%q: got %q %v, want %q", c.list, got, l.Counts, c.problems)
		}
		if entries, err := ReadEntries(strings.NewReader(c.list), nil); err != nil || l.Entries != entries {
			t.Errorf("%q: Check has %v, ReadEntries %v", c.list, l.Entries, entries)
		}
		for _, kind := range Kinds() {
			allowed, err := Check(strings.NewReader(c.list), nil, kind)
			rest := slices.DeleteFunc(slices.Clone(l.Problems), func(p Problem) bool { return p.Kind == kind })
			if err != nil || !slices.Equal(allowed.Problems, rest) {
				t.Errorf("%q without %s: got %v, want %v", c.list, kind, allowed.Problems, rest)
			}
		}
		if all, err := Check(strings.NewReader(c.list), nil, Kinds()...); err != nil || len(all.Problems) > 0 ||
			all.Entries != l.Entries {
			t.Errorf("%q with all allowed: %v, %v", c.list, all, err)
		}
	}
}

// TestManyProblems: a bad list does not make a long report.
func TestManyProblems(t *testing.T) {
	l, err := Check(strings.NewReader(strings.Repeat("Ada\r\n", 10_000)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if l.Counts[KindCR] != 10_000 || l.Counts[KindDuplicates] != 9_999 || len(l.Problems) != 2*MostProblems {
		t.Errorf("got %v and %d problems", l.Counts, len(l.Problems))
	}
	if p := l.Problems[0]; p.Line != 1 || p.Kind != KindCR {
		t.Errorf("the first is %v", p)
	}
}

// Letters that differ by case only are the same.
func TestFold(t *testing.T) {
	for r := range rune(unicode.MaxRune) {
		next := unicode.SimpleFold(r)
		if !bytes.Equal(fold([]byte(string(r))), fold([]byte(string(next)))) {
			t.Errorf("%U is not %U", r, next)
		}
	}
}

func TestReadEntriesAllocs(t *testing.T) {
	few, many := []byte(strings.Repeat("Ada Lovelace\n", 10)), []byte(strings.Repeat("Ada Lovelace\n", 100_000))
	allocs := func(list []byte) float64 {
		return testing.AllocsPerRun(3, func() {
			if _, err := ReadEntries(bytes.NewReader(list), nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	if f, m := allocs(few), allocs(many); m > f {
		t.Errorf("%v allocations for 10 entries, %v for 100,000", f, m)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte("Ada\nBob\n"))
	f.Add([]byte("\ufeffAda\u200b\r\n M\u0430x\xff\n\nada\u0301"))
	f.Fuzz(func(t *testing.T, list []byte) {
		if len(list) > 10*MaxEntryBytes {
			return
		}
		l, err := Check(bytes.NewReader(list), nil)
		if err != nil {
			return
		}
		text := bytes.Clone(list)
		if len(text) > 0 && text[len(text)-1] != '\n' {
			text = append(text, '\n')
		}
		if want := (Entries{uint64(bytes.Count(text, []byte{'\n'})), sha256.Sum256(text)}); l.Entries != want {
			t.Errorf("got %+v, want %+v", l.Entries, want)
		}
		for _, p := range l.Problems {
			if p.Line < 1 || p.Line > l.Count || !slices.Contains(Kinds(), p.Kind) {
				t.Errorf("problem %v in %d lines", p, l.Count)
			}
		}
		if all, err := Check(bytes.NewReader(list), nil, Kinds()...); err != nil || len(all.Problems) > 0 {
			t.Errorf("all is allowed, and still: %v, %v", all, err)
		}
		// A list without problems is the same to everybody, whatever the tool that copies it.
		if len(l.Problems) == 0 && !bytes.Equal(bytes.TrimSpace(bytes.ReplaceAll(list, []byte("\r\n"), []byte("\n"))),
			bytes.TrimSuffix(list, []byte("\n"))) {
			t.Errorf("%q has no problems", list)
		}
	})
}
