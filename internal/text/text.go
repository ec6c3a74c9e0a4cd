// Package text writes drawn words and lines, in the same way for yates and shuf.
package text

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// ErrNoLines is the error of drawing with replacement from nothing.
var ErrNoLines = errors.New("no lines to repeat")

// End returns the byte that ends a line.
func End(nul bool) byte {
	if nul {
		return 0
	}
	return '\n'
}

// Words are words to be written, each with an end.
type Words struct {
	Words []string
	Seed  order.Seed
	Head  int64 // the number to write at most; math.MaxInt64 means all
	End   byte
}

// Shuffle writes the words in the order that the seed gives.
func (t *Words) Shuffle(w io.Writer) error {
	b := bufio.NewWriter(w)
	for place, i := range order.Shuffle(t.Seed, len(t.Words)) {
		if int64(place) >= t.Head {
			break
		}
		b.WriteString(t.Words[i])
		b.WriteByte(t.End)
	}
	return b.Flush()
}

// Repeat writes words that are drawn from all, with replacement.
func (t *Words) Repeat(ctx context.Context, w io.Writer) error {
	if t.Head == 0 {
		return nil
	}
	if len(t.Words) == 0 {
		return ErrNoLines
	}
	const batch = 4096 // draws
	b := bufio.NewWriterSize(w, 64<<10)
	repeat := order.NewRepeat(t.Seed, uint64(len(t.Words)))
	for i := range t.Head {
		if i%batch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b.WriteString(t.Words[repeat.Next()])
		if err := b.WriteByte(t.End); err != nil {
			return err
		}
	}
	return b.Flush()
}

// Draw draws n times from the urn, or endlessly if n is negative, to the output that to
// opens. It closes the urn.
func Draw(ctx context.Context, urn *records.Urn, n int64, to func(write func(io.Writer) error) error) error {
	err := to(func(w io.Writer) error {
		if err := urn.Draw(ctx, w, n); err != records.ErrNoRecords {
			return err
		}
		return ErrNoLines
	})
	if e := urn.Close(); err == nil {
		err = e
	}
	return err
}
