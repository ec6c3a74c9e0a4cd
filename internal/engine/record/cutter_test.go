package record

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// slowEnds is the slow, obvious way to find where whole records of lines end.
func slowEnds(f *Format, data []byte) (all []int) {
	var lines []string
	for _, line := range strings.SplitAfter(string(data), string([]byte{f.Sep})) {
		if strings.HasSuffix(line, string([]byte{f.Sep})) || (f.Unit == Started || f.Unit == Paragraph) && line != "" {
			lines = append(lines, line)
		}
	}
	pos, units := 0, 0
	for i, line := range lines {
		pos += len(line)
		whole := true
		if f.Unit == Paragraph {
			whole = Blank(bytes.TrimSuffix([]byte(line), []byte{'\n'})) && strings.HasSuffix(line, "\n") &&
				(i+1 == len(lines) || !Blank(bytes.TrimSuffix([]byte(lines[i+1]), []byte{'\n'})))
		}
		if f.Unit == Started {
			whole = strings.HasSuffix(line, string([]byte{f.Sep})) // the last one may have no separator
			if i+1 < len(lines) {
				next := strings.TrimSuffix(lines[i+1], string([]byte{f.Sep}))
				whole = strings.HasPrefix(next[:min(len(next), MostMatched)], ">")
			}
		}
		if whole {
			units++
		}
		if whole && units == f.Count {
			all = append(all, pos)
			units = 0
		}
	}
	return all
}

// lineFormats are those whose records are of lines.
var lineFormats = []*Format{
	{Sep: '\n', Count: 1},
	{Sep: 0, Count: 1},
	{Sep: '\n', Count: 4},
	{Sep: '\n', Unit: Paragraph, Count: 1},
	{Sep: '\n', Unit: Started, Count: 1, Start: NewMatcher(regexp.MustCompile("^>"))},
	{Sep: '\n', Unit: Started, Count: 2, Start: NewMatcher(regexp.MustCompile("^(>|>>)"))},
}

// TestCutter: records of lines end where they do, in whatever two pieces they come.
func TestCutter(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", MostMatched-1)
	all := slices.Collect(texts(6, "a", "\n", ">", "\x00"))
	all = slices.AppendSeq(all, texts(6, "a", "\n", "\r"))
	all = append(all, []byte(">"+long+"\n"+long+">\n>\n>"+long+"yz"), []byte("x"+long+">\n"+long+"x>"))
	for _, f := range lineFormats {
		for _, text := range all {
			want := slowEnds(f, text)
			step := 1 + len(text)/100
			for at := 0; at <= len(text); at += step {
				if got, _ := ends(f, text[:at], text[at:]); !slices.Equal(got, want) {
					t.Fatalf("%+v: %q, cut at %d: records end at %d instead of %d", f, text, at, got, want)
				}
			}
			starts, n := f.AppendStarts(make([]uint32, 0, len(text)), text)
			begin := 0
			for i, s := range starts {
				end := n
				if i < len(want) {
					end = want[i]
				}
				if int(s) != begin || f.Length(text[s:]) != end-begin {
					t.Fatalf("%+v: record %d of %q begins at %d instead of %d, or its length is not %d", f, i, text, s,
						begin, end-begin)
				}
				begin = end
			}
			if n != len(text) || begin != n {
				t.Fatalf("%+v: the records of %q take %d bytes, and end at %d", f, text, n, begin)
			}
			for from := range min(len(text)+2, 10) {
				i, _ := slices.BinarySearch(want, from)
				if from == 0 {
					i = 0
				}
				c := NewCutter(f)
				end, used := c.NextFrom(text, from, true)
				if i < len(want) && (end != want[i] || used != end) || i == len(want) && end >= 0 {
					t.Fatalf("%+v: from %d on, a record of %q ends at %d; all end at %d", f, from, text, end, want)
				}
			}
		}
	}
}

// TestHeader: a header has lines, whatever a record has.
func TestHeader(t *testing.T) {
	data := []byte("a\n>b\n\"c\nd\"\n\n")
	for _, f := range append(lineFormats, rowFormat(',')) {
		f := *f
		f.Sep = '\n'
		want := 1 + bytes.IndexByte(data[5:], '\n') + 5
		if f.Unit == Row {
			want = len("a\n>b\n\"c\nd\"\n")
		}
		if n := f.Header(3).Length(data); n != want {
			t.Errorf("%+v: a header of 3 takes %d bytes, not %d", f, n, want)
		}
	}
}
