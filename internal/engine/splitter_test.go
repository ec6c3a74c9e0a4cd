package engine

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/record"
)

// TestSplitter: records are the same wherever pages end.
func TestSplitter(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	started := Options{Format: Format{Kind: ask.Sections, Start: regexp.MustCompile("^>")}}
	for _, c := range []struct {
		format  *record.Format
		records []string
	}{
		{(&Options{}).format(), []string{"\n", "a\n", "long line\n", "no end"}},
		{(&Options{Format: Format{Kind: ask.CSV}}).format(), []string{"a,\"b\nc\"\n", "\n", "\"\"\"\n\"\n", "x\n"}},
		{(&Options{Format: Format{Lines: 2}}).format(), []string{"a\nb\n", "\n\n", "c\n\n"}},
		{started.format(), []string{">a\n", ">b\nx\ny\n", ">\n", ">c\n\n"}},
		{(&Options{Format: Format{Kind: ask.Fixed, Size: 3}}).format(), []string{"abc", "\n\n\n", "de\x00"}},
		{(&Options{Format: Format{Kind: ask.TFRecord}}).format(), []string{
			string(record.AppendFrameHead(nil, 2, true)) + "ab", string(record.AppendFrameHead(nil, 0, true)),
			string(record.AppendFrameHead(nil, 1, true)) + "a" + string(record.AppendFrameHead(nil, 1, false)) + "b",
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
			s := splitter{cut: record.NewCutter(c.format)}
			for len(data) > 0 {
				page := bytes.Clone(data[:1+rng.IntN(len(data))])
				data = data[len(page):]
				s.data = append(s.data, page...)
				for r := s.next(false); r != nil; r = s.next(false) {
					got = append(got, string(r))
				}
			}
			for r := s.next(true); r != nil; r = s.next(true) {
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
