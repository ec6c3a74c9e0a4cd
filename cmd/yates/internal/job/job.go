// Package job runs shuffles: what "yates shuffle" and shuf have in common.
package job

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine"
)

// A Job is one shuffle: checked, and with its own options.
type Job struct {
	Kind   Kind
	Lo, Hi uint64 // the integers; there are none if Lo is Hi+1
	Files  []string
	Raw    bool // take the bytes of the files as they are

	Options        engine.Options
	Random         *string // the file whose bytes decide, in place of the seed; or nil
	Head           Head
	Each           int64 // of each class so many are written; or 0
	Repeat, Strict bool
	Quiet          bool   // say nothing but errors
	Unit           string // what the head counts
	Comma          rune   // between the columns of what may have a header; or 0

	Parts Parts

	echo, lineFeeds bool // standard input has words; which end with a line feed in the output
}

// A Kind is what is shuffled.
type Kind int

const (
	Lines Kind = iota // or other records, of files
	Integers
	Nothing // the head is empty, and nothing needs to be read
)

// Echo makes words the lines of a job, and returns what standard input must be then. As words can
// have line feeds, they end with NUL until they are written.
func (j *Job) Echo(words []string) io.Reader {
	j.Files, j.Raw, j.echo = []string{"-"}, true, true
	j.lineFeeds, j.Options.NUL = !j.Options.NUL, true
	all := strings.Join(words, "\x00")
	if len(words) > 0 {
		all += "\x00"
	}
	return strings.NewReader(all)
}

// All is a count of all there are.
const All = math.MaxInt64

// A Head is how many are written: a number, or a share of all of them.
type Head struct {
	Count int64    // or All
	Share *big.Rat // nil: Count is the number
}

// of returns the number of lines among n; a share is rounded, and a half up.
func (h Head) of(n uint64) (int64, error) {
	if h.Share == nil {
		return h.Count, nil
	}
	exact := new(big.Rat).SetInt(new(big.Int).SetUint64(n))
	exact.Mul(exact, h.Share)
	exact.Add(exact, big.NewRat(1, 2))
	lines := new(big.Int).Quo(exact.Num(), exact.Denom())
	if !lines.IsInt64() {
		percent, _ := new(big.Rat).Mul(h.Share, big.NewRat(100, 1)).Float64()
		return 0, fmt.Errorf("%v%% of %d lines are too many", percent, n)
	}
	return lines.Int64(), nil
}
