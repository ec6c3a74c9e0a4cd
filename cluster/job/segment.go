package job

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/records"
)

// A segment is neighbouring pieces of the inputs, which one step reads.
type segment []piece

// A piece is a part of an input: the records that begin in it.
type piece struct {
	*input
	from, to int64
	whole    bool // the piece is the whole input
}

// segments returns all segments, in input order: several of an input that is cut, or one of
// several small inputs.
func (p *plan) segments() (all []segment) {
	room := int64(0) // for more inputs in the last segment
	for i := range p.Inputs {
		in := &p.Inputs[i]
		_, cut := slices.BinarySearch(p.Cut, i)
		switch last := len(all) - 1; {
		case cut:
			n := int64(pieces(in.Size, p.Segment))
			at := func(j int64) int64 { return in.Size/n*j + in.Size%n*j/n }
			for j := range n {
				all = append(all, segment{{in, at(j), at(j + 1), false}})
			}
			room = -1
		case last >= 0 && in.Size <= room && len(all[last]) < mostGrouped:
			all[last] = append(all[last], piece{in, 0, in.Size, true})
			room -= in.Size
		default:
			all = append(all, segment{{in, 0, in.Size, true}})
			room = p.Segment - in.Size
		}
	}
	return all
}

// read calls use with the records of a segment, and then checks that the inputs are what they
// were when the job was planned. It returns the checksum of the bytes of the records.
func (j *Job) read(ctx context.Context, s segment, use func([]records.Source) error) (sum uint32, err error) {
	pieces, sources := make([]*stretch, len(s)), make([]records.Source, len(s))
	for i, p := range s {
		pieces[i] = &stretch{sep: j.plan.Format.separator(), from: p.from, to: p.to, size: p.Size}
		pieces[i].open = func(from, n int64) (io.ReadCloser, error) { return j.store.Read(ctx, p.Name, from, n) }
		defer pieces[i].close()
		sources[i] = records.Reader(p.Name.String(), pieces[i])
		if p.whole && !j.plan.Format.Raw {
			sources[i] = records.Decompressed(sources[i])
		}
	}
	err = use(sources)
	if e := each(ctx, len(s), func(i int) error { return j.check(ctx, s[i]) }); e != nil { // it explains err
		return 0, e
	}
	for _, p := range pieces {
		sum = crc(sum, binary.BigEndian.AppendUint32(nil, p.sum))
	}
	return sum, err
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
	sum   uint32 // the checksum of what was read
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
			s.sum = crc(s.sum, p[:n])
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
func (j *Job) check(ctx context.Context, p piece) error {
	info, err := j.store.Stat(ctx, p.Name)
	if err != nil {
		return err
	}
	if info != (store.Info{Size: p.Size, Tag: p.Tag}) {
		return &Error{Fault: Changed, Work: j.plan.Work, Name: p.Name}
	}
	return nil
}
