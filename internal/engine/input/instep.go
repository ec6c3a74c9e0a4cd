package input

import (
	"context"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/label"
)

// An inStep is sources in step: it makes one record of the records that stand at the
// same place in each of them, one after the other.
type inStep struct {
	serial
	size   int
	tracks []*track
}

func newInStep(opt Options, sources []Source) *inStep {
	s := &inStep{size: opt.Chunk}
	const least = 64 << 10
	opt.Chunk = max(opt.Chunk/len(sources), least) // together they take one
	opt.inStep = new(mostHeader)
	for i, source := range sources {
		s.tracks = append(s.tracks, &track{name: source.Name, in: newStream(opt, sources[i:i+1])})
	}
	return s
}

func (s *inStep) Next(ctx context.Context, buf *spill.Buffer, await func(int64) error,
	long func(int64) (io.Writer, error)) (Chunk, error) {
	return s.do(func() (Chunk, error) {
		return s.read(ctx, buf, func(int64) error { return await(s.number) }, long)
	})
}

func (s *inStep) read(ctx context.Context, buf *spill.Buffer, await func(int64) error,
	long func(int64) (io.Writer, error)) (k Chunk, err error) {
	b, err := buf.Grow(s.size)
	if err != nil {
		return k, err
	}
	n := 0
	for n < s.size {
		more, isLong, err := s.more(ctx, await)
		if err != nil {
			return k, err
		}
		if isLong && n == 0 {
			return s.pass(ctx, buf, long)
		}
		if !more || isLong {
			break
		}
		for _, t := range s.tracks {
			record := t.record()
			if size := n + len(record); size > len(b) {
				if b, err = grow(buf, size, s.size, s.number, await); err != nil {
					return k, err
				}
			}
			n += copy(b[n:], record)
		}
	}
	if n == 0 {
		return k, io.EOF
	}
	k = Chunk{Number: s.number, Data: b[:n]}
	s.number++
	return k, nil
}

// pass writes the next record, which is long in one of the tracks at least, to what
// long returns.
func (s *inStep) pass(ctx context.Context, buf *spill.Buffer, long func(int64) (io.Writer, error)) (k Chunk,
	err error) {
	w, err := long(s.number)
	if err != nil {
		return k, err
	}
	k.Number = s.number
	s.number++
	for i, t := range s.tracks {
		front, size, err := t.pass(ctx, w)
		if err != nil {
			return k, err
		}
		k.Long += size
		if i == 0 { // keys are taken from it
			front = front[:min(int64(len(front)), t.in.opt.Long)]
			b, err := buf.Grow(len(front))
			if err != nil {
				return k, err
			}
			k.Front = copy(b, front)
			k.Data = b[:k.Front]
		}
	}
	return k, nil
}

// more reports whether all tracks have a further record, and whether one of these is
// long; it is an error if one track has and another has not.
func (s *inStep) more(ctx context.Context, await func(int64) error) (more, isLong bool, err error) {
	main := s.tracks[0]
	if more, err = main.more(ctx, await); err != nil {
		return false, false, err
	}
	isLong = main.long
	for _, t := range s.tracks[1:] {
		has, err := t.more(ctx, await)
		switch {
		case err != nil:
			return false, false, err
		case has && !more:
			return false, false, fmt.Errorf("%s has more records than %s, which has %s", label.Name(t.name),
				label.Name(main.name), label.Number(main.records))
		case more && !has:
			return false, false, fmt.Errorf("%s has only %s, fewer than %s", label.Name(t.name),
				label.Plural(t.records, "record"), label.Name(main.name))
		}
		isLong = isLong || t.long
	}
	return more, isLong, nil
}

func (s *inStep) Headers() (all [][]byte) {
	for _, t := range s.tracks {
		all = append(all, t.in.Headers()...)
	}
	return all
}

func (s *inStep) First() string { return s.tracks[0].in.First() }

func (s *inStep) Close() {
	for _, t := range s.tracks {
		t.in.Close()
		t.buf.Release()
	}
}

// A track is a source in step with others.
type track struct {
	name    string
	in      *stream
	buf     spill.Buffer
	rest    []byte // of the chunk that is being taken
	long    bool   // it is the front of a long record
	records int64
}

// more reports whether there is a further record.
func (t *track) more(ctx context.Context, await func(int64) error) (bool, error) {
	for len(t.rest) == 0 {
		if Large(t.buf.Len(), t.in.opt.Chunk) { // because of a record that is dealt with
			t.buf.Release()
		}
		chunk, err := t.in.read(ctx, &t.buf, await)
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		t.rest, t.long = chunk.Data, chunk.Front > 0
	}
	return true, nil
}

// pass writes the next record, long or not, to w. It returns the front of it, or all.
func (t *track) pass(ctx context.Context, w io.Writer) (front []byte, size int64, err error) {
	if !t.long {
		record := t.record()
		n, err := w.Write(record)
		return record, int64(n), err
	}
	k, err := t.in.pass(ctx, &t.buf, Chunk{Data: t.rest, Front: len(t.rest)}, w)
	t.rest, t.long = nil, false
	t.records++
	return k.Data, k.Long, err
}

// record returns the next record; there is one. It is valid until more is called.
func (t *track) record() []byte {
	n := t.in.opt.Format.Length(t.rest)
	record := t.rest[:n]
	t.rest = t.rest[n:]
	t.records++
	return record
}
