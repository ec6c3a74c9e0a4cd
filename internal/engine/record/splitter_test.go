package record

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
)

// TestSplitter: records are the same wherever pages end.
func TestSplitter(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, c := range []struct {
		format  *Format
		records []string
	}{
		{&Format{Sep: '\n', Count: 1}, []string{"\n", "a\n", "long line\n", "no end"}},
		{rowFormat(','), []string{"a,\"b\nc\"\n", "\n", "\"\"\"\n\"\n", "x\n"}},
		{&Format{Sep: '\n', Count: 2}, []string{"a\nb\n", "\n\n", "c\n\n"}},
		{&Format{Sep: '\n', Unit: Started, Count: 1, Start: NewMatcher(regexp.MustCompile("^>"))}, []string{">a\n", ">b\nx\ny\n", ">\n", ">c\n\n"}},
		{&Format{Unit: Fixed, Count: 1, Size: 3}, []string{"abc", "\n\n\n", "de\x00"}},
		{&Format{Unit: Framed, Count: 1}, []string{
			string(AppendFrameHead(nil, 2, true)) + "ab", string(AppendFrameHead(nil, 0, true)),
			string(AppendFrameHead(nil, 1, true)) + "a" + string(AppendFrameHead(nil, 1, false)) + "b",
		}},
	} {
		for range 500 {
			var want, got []string
			for range 1 + rng.IntN(8) {
				want = append(want, c.records[rng.IntN(len(c.records))])
				if want[len(want)-1] == "no end" {
					break
				}
			}
			var data []byte
			for _, r := range want {
				data = append(data, r...)
			}
			s := NewSplitter(c.format)
			for len(data) > 0 {
				page := bytes.Clone(data[:1+rng.IntN(len(data))])
				data = data[len(page):]
				s.Add(page)
				for r := s.Next(false); r != nil; r = s.Next(false) {
					got = append(got, string(r))
				}
			}
			for r := s.Next(true); r != nil; r = s.Next(true) {
				got = append(got, string(r))
			}
			if len(s.data) > 0 { // which has no end
				got = append(got, string(s.data))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q instead of %q", got, want)
			}
		}
	}
}
