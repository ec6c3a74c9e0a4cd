package engine

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/yates-shuffle/yates/internal/engine/archive"
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
		var bare bytes.Buffer
		y := &yielder{cut: record.NewCutter(c.format), yield: func(record []byte) bool {
			if kind != nil {
				bare.Reset()
				frameless := archive.Writer{To: []io.Writer{&bare}, Kind: &archive.Kind{}}
				frameless.Write(record)
				record = bare.Bytes()
			}
			return yield(record, nil)
		}}
		err := c.Write(ctx, y)
		if err == nil {
			err = y.look(true)
		}
		if err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	}
}

// errEnough says that no more records are wanted.
var errEnough = errors.New("the loop has ended")

// A yielder yields the records that are written to it.
type yielder struct {
	yield func(record []byte) bool
	cut   record.Cutter
	data  []byte // from the record that has been begun on
	seen  int    // bytes of it that have been looked at
}

func (y *yielder) Write(b []byte) (int, error) {
	y.data = append(y.data, b...)
	return len(b), y.look(false)
}

// look yields the records that end in the data, which are the last or not.
func (y *yielder) look(last bool) error {
	at := 0
	for at+y.seen < len(y.data) {
		end, used := y.cut.Next(y.data[at+y.seen:], last)
		if y.seen += max(end, used); end < 0 {
			break
		}
		if !y.yield(y.data[at : at+y.seen]) {
			return errEnough
		}
		at, y.seen = at+y.seen, 0
	}
	if at > 0 {
		y.data = y.data[:copy(y.data, y.data[at:])]
	}
	return nil
}
