package randomsource

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"slices"
)

// Lines are the lines of a text that is in memory.
type Lines struct {
	text   []byte
	starts []int
	sep    byte
}

// ReadLines reads all lines of r, which end with sep, and adds a missing sep to the last.
// It fails with ErrMemory if they need more than that many bytes of memory. When ctx ends
// it returns soon, but it waits for a Read that blocks.
func ReadLines(ctx context.Context, r io.Reader, sep byte, memory int64) (*Lines, error) {
	l := &Lines{sep: sep}
	const room = 64 << 10 // for a Read
	left, _ := left(r)
	if left > memory-room {
		return nil, ErrMemory
	}
	l.text = make([]byte, 0, left+room)
	for {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		l.text = slices.Grow(l.text, room)
		n, err := r.Read(l.text[len(l.text):cap(l.text)])
		l.text = l.text[:len(l.text)+n]
		switch {
		case err == io.EOF:
			return l, l.index(memory)
		case err != nil:
			return nil, err
		case int64(len(l.text)) > memory:
			return nil, ErrMemory
		}
	}
}

// index finds where the lines start.
func (l *Lines) index(memory int64) error {
	if n := len(l.text); n > 0 && l.text[n-1] != l.sep {
		l.text = append(l.text, l.sep)
	}
	n := bytes.Count(l.text, []byte{l.sep})
	if int64(len(l.text))+8*int64(n) > memory {
		return ErrMemory
	}
	l.starts = make([]int, 0, n)
	for at := 0; at < len(l.text); at += bytes.IndexByte(l.text[at:], l.sep) + 1 {
		l.starts = append(l.starts, at)
	}
	return nil
}

// Len returns the number of lines.
func (l *Lines) Len() uint64 { return uint64(len(l.starts)) }

// Append appends line i, with its separator, to b.
func (l *Lines) Append(b []byte, i uint64) []byte {
	line := l.text[l.starts[i]:]
	return append(b, line[:bytes.IndexByte(line, l.sep)+1]...)
}

// left returns the number of bytes left in r, if it is a regular file.
func left(r io.Reader) (n int64, ok bool) {
	f, ok := r.(*os.File)
	if !ok {
		return 0, false
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	at, err := f.Seek(0, io.SeekCurrent)
	return max(0, info.Size()-at), err == nil
}

// NeedsReservoir reports whether a sample of the lines of r is drawn by Reservoir and not
// by Order after reading all lines. The two draw differently, and GNU shuf chooses by the
// kind and size of r.
func NeedsReservoir(r io.Reader) bool {
	const small = 8 << 20
	n, regular := left(r)
	return !regular || n > small
}

// Reservoir reads the lines of r, which end with sep, and returns a random sample of k > 0
// of them in random order, or all if there are at most k. It adds a missing sep to the
// last line. It needs memory for the lines of the sample. When ctx ends it returns soon,
// but it waits for a Read that blocks.
//
// The first k lines fill the sample. For each further line, and for the end of r, which is
// not recognised in advance, a place is drawn among all lines so far and this one; if it
// is in the sample, the line replaces the one there. (Algorithm R of Vitter, Random
// Sampling with a Reservoir, ACM TOMS 11(1), 1985.)
func Reservoir(ctx context.Context, s *Source, r io.Reader, sep byte, k uint64) ([][]byte, error) {
	in := bufio.NewReaderSize(r, 256<<10)
	var sample [][]byte
	for n := uint64(0); ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		place := n
		if n >= k {
			var err error
			if place, err = s.Draw(n); err != nil {
				return nil, err
			}
		}
		var line []byte
		if place < uint64(len(sample)) {
			line = sample[place][:0]
		}
		line, err := readLine(in, sep, line, place < k)
		switch {
		case err == io.EOF:
			return sample, shuffle(s, sample, uint64(len(sample)))
		case err != nil:
			return nil, err
		case place < uint64(len(sample)):
			sample[place] = line
		case place < k:
			sample = append(sample, line)
		}
	}
}

// readLine reads a line and, if keep is set, appends it and its separator to b. The error
// is io.EOF if no line is left.
func readLine(in *bufio.Reader, sep byte, b []byte, keep bool) ([]byte, error) {
	some := false
	for {
		piece, err := in.ReadSlice(sep)
		some = some || len(piece) > 0
		if keep {
			b = append(b, piece...)
		}
		switch {
		case err == nil:
			return b, nil
		case err == io.EOF && some:
			if keep {
				b = append(b, sep)
			}
			return b, nil
		case err != bufio.ErrBufferFull:
			return b, err
		}
	}
}
