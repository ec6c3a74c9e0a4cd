package records

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"sync"

	"github.com/yates-shuffle/yates/records/internal/record"
)

// All returns an iterator over the records of the sources in the order that the seed
// gives, each with its separator:
//
//	for record, err := range records.All(ctx, opt, records.File("deck.txt")) {
//		if err != nil {
//			return err
//		}
//		…
//	}
//
// An error comes last, without a record. A record is valid until the next iteration.
// All sources are read before the first record, as in [Shuffle]; a loop that ends early
// leaves nothing behind. A header is not a record and is left out. InStep and Parts are
// errors.
//
// The iterator can be used again if the sources can be read again; without a seed it
// then has another order.
func All(ctx context.Context, opt Options, sources ...Source) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if opt.InStep || opt.Parts {
			yield(nil, errors.New("records: All of sources in step, or of parts"))
			return
		}
		c, err := Collect(ctx, opt, sources...)
		if err != nil {
			yield(nil, err)
			return
		}
		kind := c.opt.archive()
		c.heads, c.framed = nil, true
		ctx, cancel := context.WithCancel(ctx)
		out, in := io.Pipe()
		done := make(chan error, 1)
		go func() {
			err := cmp.Or(c.Write(ctx, in), c.Close())
			in.Close()
			done <- err
		}()
		end := sync.OnceValue(func() error {
			cancel()
			out.Close() // so that a blocked write ends
			return <-done
		})
		defer end() // even after a panic in the loop
		if c.eachOf(out, func(record []byte) bool {
			if kind != nil {
				kind.Write(io.Discard).Write(record) // which takes the frames out
			}
			return yield(record, nil)
		}) {
			if err := end(); err != nil {
				yield(nil, err)
			}
		}
	}
}

// eachOf calls f with each record of r until f returns false, and reports whether it
// never did.
func (c *Collection) eachOf(r io.Reader, f func(record []byte) bool) bool {
	cut, seen := record.NewCutter(c.format), 0 // of the record that has been begun
	records := bufio.NewScanner(r)
	records.Buffer(make([]byte, 64<<10), math.MaxInt)
	records.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		end, used := cut.Next(data[seen:], atEOF)
		if seen += max(end, used); end < 0 {
			return 0, nil, nil
		}
		n := seen
		seen = 0
		return n, data[:n], nil
	})
	for records.Scan() {
		if !f(records.Bytes()) {
			return false
		}
	}
	return true
}
