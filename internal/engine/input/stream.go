package input

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"sync"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
)

// A stream cuts up sources that can only be read from front to end, or whose
// records can only be told from there. The worker that asks for a chunk reads it
// while the others deal with theirs.
type stream struct {
	mu     sync.Mutex // one worker reads at a time,
	err    error      // and nobody after an error
	number int64      // of the next chunk
	reading
	sources []Source               // to be opened
	header  atomic.Pointer[header] // which workers ask for while others read
	carry   []byte                 // what was read beyond the last chunk
	beyond  int                    // bytes that were read beyond the front of a long record
}

func newStream(opt Options, sources []Source) *stream {
	s := &stream{reading: reading{opt: opt, cut: record.NewCutter(opt.Format)}, sources: sources}
	s.header.Store(new(header))
	return s
}

func (s *stream) Next(ctx context.Context, buf *spill.Buffer, await func(int64) error,
	long func(int64) (io.Writer, error)) (k Chunk, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return k, s.err
	}
	if k, s.err = s.read(ctx, buf, await); s.err == nil && k.Front > 0 {
		var w io.Writer
		if w, s.err = long(k.Number); s.err == nil {
			k, s.err = s.pass(ctx, buf, k, w)
		}
	}
	return k, s.err
}

// read returns the next chunk. Of a long record it is the front, which is to be
// passed on before anything else is read.
func (s *stream) read(ctx context.Context, buf *spill.Buffer, await func(int64) error) (k Chunk, err error) {
	size := s.opt.Chunk
	b, err := grow(buf, max(size, len(s.carry))+ends, size, s.number, await)
	if err != nil {
		return k, err
	}
	b = b[:copy(b, s.carry)]
	if Large(cap(s.carry), size) {
		s.carry = nil // it was the front of a long record
	}
	from, cut := 0, s.cut // of what was read last of one source
	// b[:whole] is the chunk, and b[whole:seen] has been looked at. After a long record
	// there may be a chunk in what came along with it.
	whole, seen, err := s.look(b, 0, 0)
	if err != nil {
		return k, err
	}
	more := int(min(beyond, s.opt.Long))
	for whole < size-size/8 && (s.handle != nil || len(s.sources) > 0) {
		if ctx.Err() != nil {
			return k, context.Cause(ctx)
		}
		if s.handle == nil {
			if err := s.openNext(); err != nil {
				return k, err
			}
			from, cut = whole, s.cut
		}
		limit := size
		if len(b) >= size { // the chunk is one record, or the beginning of it
			limit, more = len(b)+more, min(2*more, mostBeyond)
		}
		if b, err = s.readOn(buf, len(b), limit, await); err == nil {
			whole, seen, err = s.look(b, whole, seen)
		}
		if err == nil && s.ended {
			err = s.end()
		}
		if err != nil {
			return k, err
		}
		if s.ended || len(b) < size || whole >= size-size/8 || s.fresh || int64(len(b)-from) < s.opt.Long {
			continue
		}
		if at, cut := begun(cut, b[from:]); from+at > 0 { // what stands before a record that may be long comes first
			whole, s.cut = from+at, cut
			break
		}
		if int64(seen) >= s.opt.Long { // else it may end before what has not been looked at
			s.beyond = len(b) - seen
			return s.chunk(b[:seen], seen), nil
		}
	}
	if len(b) == 0 {
		return k, io.EOF
	}
	s.carry = append(s.carry[:0], b[whole:]...)
	return s.chunk(b[:whole], 0), nil
}

// readOn reads behind the first n bytes of buf, up to a limit, and returns what is there.
func (s *stream) readOn(buf *spill.Buffer, n, limit int, await func(int64) error) ([]byte, error) {
	b, err := grow(buf, limit+ends, s.opt.Chunk, s.number, await)
	if err != nil {
		return nil, err
	}
	m, err := s.fill(b[n : limit+ends])
	return b[:n+m], err
}

// openNext opens the next source. Its header must be the first one, if there is one already.
func (s *stream) openNext() error {
	h, err := s.sources[0].open(&s.opt)
	if err != nil {
		return err
	}
	s.reading = reading{opt: s.opt, handle: h, cut: record.NewCutter(s.opt.Format), fresh: true,
		last: s.opt.Format.Sep, blank: true}
	first, err := h.takeHeader(&s.opt, s.header.Load())
	if err != nil {
		return err
	}
	s.lines = int64(bytes.Count(h.head, []byte{'\n'}))
	s.header.Store(first)
	s.sources = s.sources[1:]
	return nil
}

// chunk returns the next chunk, which may be the front of a long record.
func (s *stream) chunk(data []byte, front int) Chunk {
	k := Chunk{Number: s.number, Data: data, Front: front}
	s.number++
	return k
}

// pass writes the long record of k, whose front is in buf, to w.
func (s *stream) pass(ctx context.Context, buf *spill.Buffer, k Chunk, w io.Writer) (Chunk, error) {
	piece := int(max(min(mostPiece, s.opt.Long), 2*record.MostMatched))
	b, err := buf.Grow(k.Front + piece + ends)
	if err != nil {
		return k, err
	}
	n := s.beyond
	k.Data, b = b[:k.Front], b[k.Front:]
	write := func(b []byte) error {
		n, err := w.Write(b)
		k.Long += int64(n)
		return err
	}
	if err := write(k.Data); err != nil {
		return k, err
	}
	for {
		if ctx.Err() != nil {
			return k, context.Cause(ctx)
		}
		m, err := s.fill(b[n : piece+ends])
		if err != nil {
			return k, err
		}
		n += m
		end, used := s.cut.Next(b[:n], s.ended)
		switch {
		case end >= 0:
			s.carry = append(s.carry[:0], b[end:n]...)
			return k, write(b[:end])
		case s.ended:
			if err := write(b[:n]); err != nil {
				return k, err
			}
			s.carry = s.carry[:0]
			return k, s.end()
		}
		if err := cmp.Or(s.tooLong(), write(b[:used])); err != nil {
			return k, err
		}
		n = copy(b, b[used:n])
	}
}

// begun returns where the record begins that does not end in data, and the cutter as it is there.
func begun(cut record.Cutter, data []byte) (at int, there record.Cutter) {
	for {
		next := cut
		end, _ := next.Next(data[at:], false)
		if end < 0 {
			return at, cut
		}
		at, cut = at+end, next
	}
}

// look looks for the end of a chunk in b, of which b[:seen] has been looked at. It
// leaves room in the buffer for the end of most records.
func (s *stream) look(b []byte, whole, seen int) (int, int, error) {
	if known, err := s.begin(b[seen:]); !known {
		return whole, seen, err
	}
	want := s.opt.Chunk - s.opt.Chunk/8
	if s.ended {
		want = len(b) // nothing is carried beyond the end of a source
	}
	switch end, used := s.cut.NextFrom(b[seen:], want-seen, s.ended); {
	case end >= 0:
		seen += end
		whole = seen
	case s.ended:
		whole, seen = len(b), len(b)
	default:
		seen += used
	}
	return whole, seen, nil
}

func (s *stream) Header() []byte { return s.header.Load().text }
func (s *stream) First() string  { return s.header.Load().name }
