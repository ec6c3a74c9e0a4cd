package engine

import (
	"bufio"
	"context"
	"io"
	"iter"
	"math"
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/record"
)

// All returns an iterator over the records of the sources, as [Collection.All] does. It can be used again if the
// sources can be read again.
func All(ctx context.Context, opt Options, sources ...Source) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		c, err := Collect(ctx, opt, sources...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer c.Close() // even after a panic in the loop
		c.All(ctx)(yield)
	}
}

// All returns an iterator over the records, each with its separator, without the header. It writes the collection.
// An error comes last, without a record. A record is valid until the next iteration.
func (c *Collection) All(ctx context.Context) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		kind := c.opt.archive()
		c.heads, c.framed = nil, true
		ctx, cancel := context.WithCancel(ctx)
		out, in := io.Pipe()
		done := make(chan error, 1)
		go func() {
			err := c.Write(ctx, in)
			in.Close()
			done <- err
		}()
		end := sync.OnceValue(func() error {
			cancel()
			out.Close() // so that a blocked write ends
			return <-done
		})
		defer end()
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
