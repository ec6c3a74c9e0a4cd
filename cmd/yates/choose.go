package main

import (
	"context"
	"io"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/yates-shuffle/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/records"
)

// shuffleNumbers writes the numbers from lo to hi in the order of their lines; none
// if lo is hi+1.
func shuffleNumbers(ctx context.Context, w io.Writer, opt records.Options, lo, hi uint64) error {
	r, text := io.Pipe()
	defer r.Close()
	go func() {
		var b []byte
		for i := lo; i-lo < hi-lo+1; i++ {
			b = strconv.AppendUint(b, i, 10)
			b = append(b, separator(opt.NUL))
			if len(b) > 64<<10 {
				if _, err := text.Write(b); err != nil {
					return
				}
				b = b[:0]
			}
		}
		text.Write(b)
		text.Close()
	}()
	return records.Shuffle(ctx, w, opt, records.Reader("numbers", r))
}

// repeatNumbers writes numbers from lo to hi, chosen with replacement.
func repeatNumbers(ctx context.Context, w io.Writer, opt records.Options, lo, hi uint64) error {
	return repeat(ctx, w, opt, hi-lo+1, func(b []byte, i uint64) []byte {
		return append(strconv.AppendUint(b, lo+i, 10), separator(opt.NUL))
	})
}

// repeatWords writes words, chosen with replacement.
func repeatWords(ctx context.Context, w io.Writer, opt records.Options, words []string) error {
	return repeat(ctx, w, opt, uint64(len(words)), func(b []byte, i uint64) []byte {
		return append(append(b, words[i]...), separator(opt.NUL))
	})
}

// repeatLines writes lines of r, chosen with replacement.
func repeatLines(ctx context.Context, w io.Writer, opt records.Options, r io.Reader) error {
	lines, err := unblocked(ctx, func() (*randomsource.Lines, error) {
		return randomsource.ReadLines(ctx, r, separator(opt.NUL), machineMemory())
	})
	if err != nil {
		return readError(err)
	}
	return repeat(ctx, w, opt, lines.Len(), lines.Append)
}

// repeat writes opt.Head choices, or endlessly many if that is 0, from n records.
func repeat(ctx context.Context, w io.Writer, opt records.Options, n uint64, record func(b []byte, i uint64) []byte) error {
	if n == 0 {
		return errNoLines
	}
	times := uint64(math.MaxUint64)
	if opt.Head > 0 {
		times = uint64(opt.Head)
	}
	random := rand.New(rand.NewChaCha8(opt.Seed))
	return writeRecords(ctx, w, times, func(b []byte, _ uint64) ([]byte, error) {
		return record(b, random.Uint64N(n)), nil
	})
}
