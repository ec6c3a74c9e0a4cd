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
		next, stop := c.Pull(ctx)
		defer stop()
		for record, err := next(); record != nil || err != nil; record, err = next() {
			if !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// Pull is [Collection.All] where each record is asked for: next returns nil behind the last one. It is faster than
// iter.Pull2, as it changes from one coroutine to the other once a page. Call stop, or next until it returns an error
// or nil.
func (c *Collection) Pull(ctx context.Context) (next func() ([]byte, error), stop func()) {
	kind := c.opt.archive()
	c.heads, c.framed = nil, true
	pages, stop := iter.Pull2(func(yield func([]byte, error) bool) {
		if err := c.Write(ctx, pageYielder(yield)); err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	})
	s, more := splitter{cut: record.NewCutter(c.format)}, true
	var bare bytes.Buffer
	return func() (record []byte, err error) {
		for record = s.next(!more); record == nil; record = s.next(!more) {
			if !more {
				return nil, nil
			}
			if s.page, err, more = pages(); err != nil {
				return nil, err
			}
		}
		if kind != nil {
			bare.Reset()
			frameless := archive.Writer{To: []io.Writer{&bare}, Kind: &archive.Kind{}}
			frameless.Write(record)
			record = bare.Bytes()
		}
		return record, nil
	}, stop
}

// errEnough says that no more records are wanted.
var errEnough = errors.New("the loop has ended")

// A pageYielder yields what is written to it.
type pageYielder func([]byte, error) bool

func (yield pageYielder) Write(b []byte) (int, error) {
	if !yield(b, nil) {
		return 0, errEnough
	}
	return len(b), nil
}

// A splitter splits pages into records. Only those that begin on one page and end on another are copied.
type splitter struct {
	cut  record.Cutter
	page []byte // what is left of it
	data []byte // what has been begun on earlier pages, or nothing
	seen int    // bytes of the record that have been looked at
}

// next returns the next record that ends on the page, behind which nothing may follow, or nil.
func (s *splitter) next(last bool) []byte {
	const some = 4 << 10
	for had := len(s.data); had > 0; had = len(s.data) {
		more := min(some, len(s.page))
		s.data = append(s.data, s.page[:more]...)
		if n := s.first(s.data, last && more == len(s.page)); n > 0 {
			record := s.data[:n]
			s.data, s.page = s.data[n:max(n, had)], s.page[max(n-had, 0):]
			return record
		}
		if s.page = s.page[more:]; len(s.page) == 0 {
			return nil
		}
	}
	if n := s.first(s.page, last); n > 0 {
		record := s.page[:n]
		s.page = s.page[n:]
		return record
	}
	s.data, s.page = append(s.data, s.page...), nil
	return nil
}

// first returns the length of the first record of data, or 0 if it does not end there.
func (s *splitter) first(data []byte, last bool) int {
	if len(data) == s.seen {
		return 0
	}
	end, used := s.cut.Next(data[s.seen:], last)
	if end < 0 {
		s.seen += used
		return 0
	}
	n := s.seen + end
	s.seen = 0
	return n
}
