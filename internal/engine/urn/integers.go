package urn

import (
	"context"
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/internal/engine/decimal"
	"github.com/yates-shuffle/yates/internal/engine/kept"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/internal/ranges"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// perPage is how many integers a page has, and integerPage its size.
const (
	perPage     = 1 << 14
	integerPage = perPage*(decimal.MostDigits+1) + decimal.Slack
)

// Integers are integers to draw from, which are not kept.
type Integers struct {
	*kept.Integers
	Parts   *page.Parts           // of which there is one
	Workers func(bytes int64) int // returns how many there may be, if each takes so much memory
}

// Write writes the integers that are drawn, by their places.
func (s *Integers) Write(ctx context.Context, draw Draws) error {
	s.Parts.Progress.WillWrite(0, 0)
	makers := make([]turns.Maker[*page.Page], s.Workers(8*perPage+2*integerPage))
	for i := range makers {
		makers[i] = &integerMaker{chooser{draw: draw, room: make([]uint64, perPage)}, s}
	}
	return s.Parts.FillOne(ctx, makers, integerPage)
}

// Sample returns the first k of the order of a large range, from number skip on, and how much memory it takes, of which
// so much is allowed.
func (s *Integers) Sample(seed order.Seed, k, skip uint64, allowed int64) (draw Draws, need int64, err error) {
	bytes := ranges.Memory(k)
	if bytes > uint64(allowed) || bytes > math.MaxInt {
		what := fmt.Sprintf("a sample of %d integers of more than 2³²", k)
		return nil, 0, &failure.MemoryError{What: what, Need: bytes, Allowed: uint64(allowed)}
	}
	sample := ranges.NewSample(seed, s.N, int(k))
	skip = min(k, skip)
	for range skip {
		sample.Next()
	}
	return Limit(k-skip, func(dst []uint64) {
		for i := range dst {
			dst[i] = sample.Next()
		}
	}), int64(bytes), nil
}

// An integerMaker makes the text of integers.
type integerMaker struct {
	chooser
	integers *Integers
}

// Make makes their text.
func (m *integerMaker) Make(out *turns.Out[*page.Page]) error {
	to, err := out.Page()
	if err != nil {
		return err
	}
	to.Buf = kept.Append(m.integers.Integers, to.Buf, m.part)
	return nil
}
