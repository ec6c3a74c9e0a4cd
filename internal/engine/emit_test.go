package engine

import (
	"regexp"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
)

// TestLongRecordEndsWithItsBucket: where the end of a record must be looked up,
// what happens to stand in memory behind its bucket is no line of it.
func TestLongRecordEndsWithItsBucket(t *testing.T) {
	const longer = 1 << 24 // more than an entry can say
	input := ">a\n" + strings.Repeat("x", longer) + "\n"
	opt := Options{Seed: &testSeed, Memory: 64 << 20, Workers: 1, Format: Format{Kind: ask.Sections,
		Start: regexp.MustCompile("^>")}}
	opt.tune.bigUnspilled = 2 * longer // so that the bucket is held in memory
	got, _ := shuffled(t, opt, Reader("a record", strings.NewReader(input)))
	if string(got) != input {
		t.Error(differ(got, []byte(input)))
	}
}
