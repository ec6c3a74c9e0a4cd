package input

import (
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/internal/label"
)

// An inStep is sources in step: a stream of what stands at the same place in each of them, one after the other.
type inStep struct {
	*stream
	tracks []*track
	turn   int // of the track that is being read
}

func newInStep(opt Options, sources []Source) *inStep {
	s := new(inStep)
	whole, each := *opt.Format, opt
	whole.Count *= len(sources)
	each.inStep = new(mostHeader)
	for _, source := range sources {
		s.tracks = append(s.tracks, &track{reading: newReading(each), source: source})
	}
	opt.HeaderLike = nil
	opt.Format, opt.Header, opt.Archive, opt.Read = &whole, 0, nil, func(int) {} // the tracks see to these
	s.stream = newStream(opt, []Source{{Reader: s}})
	return s
}

// Read reads from one track after the other, from each a record. All are opened first.
func (s *inStep) Read(p []byte) (n int, err error) {
	for _, t := range s.tracks {
		if t.buf != nil {
			continue
		}
		t.buf = make([]byte, beyond)
		if t.header, err = t.open(t.source, nil); err != nil {
			return 0, err
		}
	}
	for n < len(p) {
		t := s.tracks[s.turn]
		if len(t.found) == 0 {
			if err := t.find(); err != nil {
				return n, s.end(err)
			}
		}
		m := copy(p[n:], t.found)
		n, t.found = n+m, t.found[m:]
		if len(t.found) == 0 && t.whole {
			t.records++
			s.turn = (s.turn + 1) % len(s.tracks)
		}
	}
	return n, nil
}

// end returns what the error of the track that is being read is to all: if it has no more records, none may have
// more.
func (s *inStep) end(err error) error {
	main, t := s.tracks[0], s.tracks[s.turn]
	if err != io.EOF {
		return err
	}
	if s.turn > 0 {
		return fmt.Errorf("%s has only %s, fewer than %s", label.Name(t.source.Name),
			label.Plural(t.records, "record"), label.Name(main.source.Name))
	}
	for _, t := range s.tracks[1:] {
		switch err := t.find(); {
		case err == nil:
			return fmt.Errorf("%s has more records than %s, which has %s", label.Name(t.source.Name),
				label.Name(main.source.Name), label.Number(main.records))
		case err != io.EOF:
			return err
		}
	}
	return io.EOF
}

func (s *inStep) Headers() (all [][]byte) {
	for _, t := range s.tracks {
		all = append(all, t.header.all()...)
	}
	return all
}

func (s *inStep) First() string { return s.tracks[0].header.of() }

func (s *inStep) Close() {
	for _, t := range s.tracks {
		t.Close()
	}
}

// A track is a source in step with others.
type track struct {
	reading
	source  Source
	header  *header
	buf     []byte
	found   []byte // what comes next of a record
	whole   bool   // which ends there
	rest    []byte // what has not been looked at
	records int64
}

// find finds more of the record that comes next. It returns io.EOF if there is none.
func (t *track) find() error {
	for {
		if known, err := t.begin(t.rest); err != nil {
			return err
		} else if known && len(t.rest) > 0 {
			end, used := t.cut.Next(t.rest, t.ended)
			if n := max(end, used); n > 0 {
				t.found, t.rest, t.whole = t.rest[:n], t.rest[n:], end >= 0
				return t.tooLong()
			}
		}
		if t.handle == nil {
			return io.EOF
		}
		if t.ended {
			if err := t.end(); err != nil {
				return err
			}
			return io.EOF
		}
		n := copy(t.buf, t.rest)
		m, err := t.fill(t.buf[n:])
		if err != nil {
			return err
		}
		t.rest = t.buf[:n+m]
	}
}
