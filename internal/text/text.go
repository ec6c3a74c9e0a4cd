// Package text writes the words and lines that were drawn, in the same way for yates and
// for shuf.
package text

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// ErrNoLines is the error of drawing, with replacement, where there is nothing to draw from.
var ErrNoLines = errors.New("no lines to repeat")

// End returns what ends a line.
func End(nul bool) byte {
	if nul {
		return 0
	}
	return '\n'
}

// Shuffle writes the first head words of the order that the seed gives, or all if there
// are no more, each with an end.
func Shuffle(_ context.Context, w io.Writer, seed order.Seed, words []string, head int64, end byte) error {
	b := bufio.NewWriter(w)
	for place, i := range order.Shuffle(seed, len(words)) {
		if int64(place) >= head {
			break
		}
		b.WriteString(words[i])
		b.WriteByte(end)
	}
	return b.Flush()
}

// Repeat writes so many words, each with an end, that are drawn from all by the seed.
func Repeat(ctx context.Context, w io.Writer, seed order.Seed, words []string, times int64, end byte) error {
	if times == 0 {
		return nil
	}
	if len(words) == 0 {
		return ErrNoLines
	}
	const batch = 4096 // draws
	b := bufio.NewWriterSize(w, 64<<10)
	repeat := order.NewRepeat(seed, uint64(len(words)))
	for i := range times {
		if i%batch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b.WriteString(words[repeat.Next()])
		if err := b.WriteByte(end); err != nil {
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
