package engine

import (
	"bytes"
	"context"
	"errors"
	"iter"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
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
	c.head, c.framed = nil, true
	pages, stop := iter.Pull2(func(yield func([]byte, error) bool) {
		if err := c.Write(ctx, pageYielder(yield)); err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	})
	s, more := splitter{cut: record.NewCutter(c.format)}, true
	var bare bytes.Buffer
	return func() (record []byte, err error) {
		for record = s.next(!more); record == nil && more; record = s.next(!more) {
			var page []byte
			if page, err, more = pages(); err != nil {
				return nil, err
			}
			if s.data = append(s.data, page...); c.opt.Longest > 0 && int64(s.seen) > c.opt.Longest {
				return nil, &failure.LongError{Most: c.opt.Longest}
			}
		}
		if kind != nil && record != nil {
			bare.Reset()
			frameless := archive.Writer{To: &bare}
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

// A splitter splits data into records.
type splitter struct {
	cut  record.Cutter
	data []byte // to which more is appended when there is no next record
	at   int    // where the next one begins
	seen int    // bytes of it that have been looked at
}

// next returns the next record that ends in the data, behind which nothing may follow, or nil. It is valid until the
// next call.
func (s *splitter) next(last bool) (record []byte) {
	if s.at+s.seen < len(s.data) {
		end, used := s.cut.Next(s.data[s.at+s.seen:], last)
		if s.seen += max(end, used); end >= 0 {
			record = s.data[s.at : s.at+s.seen]
			s.at, s.seen = s.at+s.seen, 0
			return record
		}
	}
	s.data, s.at = s.data[:copy(s.data, s.data[s.at:])], 0
	return nil
}
