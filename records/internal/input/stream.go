package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/yates-shuffle/yates/records/internal/record"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// A stream cuts up sources that can only be read from front to end, or whose
// records can only be told from there. The worker that asks for a chunk reads it
// while the others deal with theirs.
type stream struct {
	opt Options

	mu      sync.Mutex
	sources []Source // to be opened
	handle  *handle  // that is being read, or nil
	header  *header
	cut     record.Cutter
	fresh   bool   // the next record is the first one of its source
	lines   int64  // of its header
	carry   []byte // what was read beyond the last chunk
	number  int64
	err     error
}

func newStream(opt Options, sources []Source) *stream {
	return &stream{opt: opt, sources: sources, cut: record.NewCutter(opt.Format)}
}

func (s *stream) Next(ctx context.Context, buf *spill.Buffer, await func(int64) error) (Chunk, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return Chunk{}, s.err
	}
	k, err := s.read(ctx, buf, await)
	if err != nil {
		s.err = err
	}
	return k, err
}

func (s *stream) read(ctx context.Context, buf *spill.Buffer, await func(int64) error) (k Chunk, err error) {
	size := s.opt.Chunk
	b, err := buf.Grow(max(size, len(s.carry)) + 1) // 1 for a separator
	if err != nil {
		return k, err
	}
	n := copy(b, s.carry)
	// b[:whole] is the chunk, and b[whole:seen] has been looked at. After a long record
	// there may be a chunk in what came along with it.
	whole, seen, err := s.look(b[:n], 0, 0, false)
	if err != nil {
		return k, err
	}
	for more := beyond; whole < size-size/8; {
		if ctx.Err() != nil {
			return k, context.Cause(ctx)
		}
		if s.handle == nil {
			if len(s.sources) == 0 {
				break
			}
			if err := s.open(); err != nil {
				return k, err
			}
		}
		limit := size
		if n >= size { // the chunk is one record, or the beginning of it
			limit = n + more
			more = min(2*more, mostBeyond)
			if Large(n+n/2, size) {
				if err := await(s.number); err != nil {
					return k, err
				}
			}
		}
		if b, err = buf.Grow(limit + 1); err != nil {
			return k, err
		}
		m, err := s.handle.r.Read(b[n:limit])
		n += m
		ended := err == io.EOF
		if err != nil && !ended {
			if changed := s.handle.check(); changed != nil { // which explains it
				err = changed
			} else {
				err = s.handle.wrap(err)
			}
			return k, err
		}
		if ended && n > whole && b[n-1] != s.opt.Format.Sep {
			b[n] = s.opt.Format.Sep
			n, m = n+1, m+1
		}
		s.opt.Read(m)
		if whole, seen, err = s.look(b[:n], whole, seen, ended); err != nil {
			return k, err
		}
		if ended {
			if err := s.end(); err != nil {
				return k, err
			}
		}
	}
	if n == 0 {
		return k, io.EOF
	}
	s.carry = append(s.carry[:0], b[whole:n]...)
	k = Chunk{Number: s.number, Data: b[:whole]}
	s.number++
	return k, nil
}

// open opens the next source.
func (s *stream) open() error {
	h, err := s.sources[0].open(&s.opt)
	if err != nil {
		return err
	}
	widenPipe(h.r)
	s.handle, s.sources = h, s.sources[1:]
	if s.header, err = h.takeHeader(&s.opt, s.header); err != nil {
		return err
	}
	s.cut.Reset()
	s.fresh, s.lines = true, int64(bytes.Count(h.head, []byte{'\n'}))
	return nil
}

// look looks for the end of a chunk in b, of which b[:seen] has been looked at. It
// leaves room in the buffer for the end of most records. If ended is set the source
// ends with b.
func (s *stream) look(b []byte, whole, seen int, ended bool) (int, int, error) {
	f := s.opt.Format
	if s.fresh && seen < len(b) && f.Unit == record.Started {
		begins, known := f.Begins(b[seen:], ended)
		if !known {
			return whole, seen, nil
		}
		if !begins {
			return whole, seen, s.handle.wrap(errors.New("its first line does not begin a record"))
		}
	}
	s.fresh = s.fresh && seen == len(b)
	want := s.opt.Chunk - s.opt.Chunk/8
	if ended {
		want = len(b) // nothing is carried beyond the end of a source
	}
	switch end, used := s.cut.NextFrom(b[seen:], want-seen, ended); {
	case end >= 0:
		seen += end
		whole = seen
	case ended:
		whole, seen = len(b), len(b)
	default:
		seen += used
	}
	if s.cut.Open() && int64(len(b)-want) > s.opt.Row {
		return whole, seen, s.handle.wrap(&QuoteError{Line: s.lines + s.cut.OpenLine(), Within: s.opt.Row})
	}
	return whole, seen, nil
}

// end ends the source that is read, whose records must be whole.
func (s *stream) end() error {
	h := s.handle
	s.handle = nil
	defer h.close()
	if err := h.check(); err != nil { // which explains what else is wrong
		return err
	}
	if s.cut.Open() {
		return h.wrap(&QuoteError{Line: s.lines + s.cut.OpenLine()})
	}
	if n := s.cut.Units(); n > 0 {
		return h.wrap(fmt.Errorf("its last record has only %d of %d lines", n, s.opt.Format.Count))
	}
	return nil
}

func (s *stream) Headers() [][]byte { return s.header.all() }

func (s *stream) Close() {
	if s.handle != nil {
		s.handle.close()
		s.handle = nil
	}
}

// A QuoteError says that a quotation mark is not closed.
type QuoteError struct {
	Line   int64 // of the source, in which it stands, from 1 on
	Within int64 // so many bytes, or 0: up to the end of the source
}

func (e *QuoteError) Error() string {
	if e.Within == 0 {
		return fmt.Sprintf("the quotation mark in line %d is never closed", e.Line)
	}
	return fmt.Sprintf("the quotation mark in line %d is not closed, and its row has more than %d MiB", e.Line, e.Within>>20)
}
