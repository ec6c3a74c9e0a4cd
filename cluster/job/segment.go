package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/records"
)

// read calls use with the records of a segment, and then checks that the input is what it
// was when the job was planned.
func (j *Job) read(ctx context.Context, s *segment, use func(records.Source) error) error {
	r := &stretch{sep: j.plan.Format.separator(), from: s.from, to: s.to, size: s.input.Size}
	r.open = func(from, n int64) (io.ReadCloser, error) { return j.store.Read(ctx, s.name, from, n) }
	defer r.close()
	source := records.Reader(s.name.String(), r)
	if s.whole() && !j.plan.Format.Raw {
		source = records.Decompressed(source)
	}
	err := use(source)
	if e := j.check(ctx, s); e != nil { // which explains other errors
		return e
	}
	return err
}

// A stretch reads the records that begin in the bytes from, …, to−1 of an object.
//
// It begins with the byte before, because a record begins where a separator ends, and
// ends with the first separator from to−1 on.
type stretch struct {
	open           func(from, n int64) (io.ReadCloser, error)
	sep            byte
	from, to, size int64

	r     io.ReadCloser
	at    int64 // of the next byte
	end   int64 // of what is open
	begun bool  // the first record has been found
	done  bool
}

// beyond is how much is read beyond the end of a stretch at first. Further ranges are
// twice as long.
const beyond = 64 << 10

func (s *stretch) Read(p []byte) (int, error) {
	for {
		if s.done || s.from >= s.to {
			s.close()
			return 0, io.EOF
		}
		if err := s.ready(); err != nil {
			return 0, err
		}
		n, err := s.r.Read(p[:min(int64(len(p)), s.end-s.at)])
		if n == 0 {
			if err == io.EOF {
				err = errors.New("it is too short")
			}
			if err != nil || len(p) == 0 {
				return 0, err
			}
			continue
		}
		if n = s.keep(p[:n]); n > 0 {
			return n, nil
		}
	}
}

// ready opens the next range of the object if there is nothing left of the last one.
func (s *stretch) ready() (err error) {
	switch {
	case s.r == nil:
		s.at, s.end = max(s.from-1, 0), min(s.to+beyond, s.size)
		s.begun = s.from == 0
	case s.at == s.end:
		s.close()
		s.end = min(s.at+max(beyond, 2*(s.at-s.to)), s.size)
	default:
		return nil
	}
	s.r, err = s.open(s.at, s.end-s.at)
	return err
}

func (s *stretch) close() {
	if s.r != nil {
		s.r.Close() // it was only read
		s.r = nil
	}
}

// keep moves the bytes that belong to the records to the front of b, and returns how many
// there are.
func (s *stretch) keep(b []byte) int {
	first, last := 0, len(b)
	if !s.begun {
		if first = bytes.IndexByte(b, s.sep) + 1; first == 0 {
			first = len(b)
		} else {
			s.begun = true
		}
		s.done = s.at+int64(first) >= s.to // no record begins here
	}
	if s.done {
		last = first
	} else if end := s.to - 1 - s.at; end < int64(len(b)) {
		from := max(int(end), first)
		if i := bytes.IndexByte(b[from:], s.sep); i >= 0 {
			s.done, last = true, from+i+1
		}
	}
	s.at += int64(len(b))
	s.done = s.done || s.at >= s.size
	return copy(b, b[first:last])
}

// check returns an error if an input is not what it was when the job was planned. What was
// read before it is what was planned.
func (j *Job) check(ctx context.Context, s *segment) error {
	info, err := j.store.Stat(ctx, s.name)
	if err != nil {
		return err
	}
	if info != (store.Info{Size: s.input.Size, Tag: s.input.Tag}) {
		return &ChangedError{s.name}
	}
	return nil
}

// A ChangedError reports an input that has changed since the job was planned.
type ChangedError struct{ Name store.Name }

func (e *ChangedError) Error() string {
	return fmt.Sprintf("%s has changed since the job was planned", label.Name(e.Name.String()))
}
