// Package randomsource turns a file of random bytes into choices as GNU shuf does with its
// flag --random-source: the same bytes give the same order. GNU's manual does not define
// how; this is a model of what the program does, and the tests compare the two.
package randomsource

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/sparse"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// A Source draws numbers from the bytes of a reader. It reads ahead. It is not safe for
// concurrent use.
type Source struct {
	name string
	r    io.Reader
	buf  []byte // read but not used
	mem  [4096]byte

	// num is uniform in [0, max]: what is left of the bytes that were used.
	num, max uint64

	draws int
	err   error
	was   fs.FileInfo // of the file, when it was opened
}

// Open opens the named file as a source. The source must be closed.
func Open(name string) (*Source, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, &Error{Name: name, Err: vfs.Cause(err), Opening: true}
	}
	s := New(name, f)
	s.was, err = f.Stat()
	return s, err
}

// Close closes the file of a source that was opened, if it is not nil, and returns the error of
// reading it. That it changed meanwhile is one.
func (s *Source) Close() error {
	if s == nil {
		return nil
	}
	f := s.r.(*os.File)
	defer f.Close() // only read, so the error does not matter
	if info, err := f.Stat(); s.err == nil && err == nil {
		if err := vfs.Changed(s.was, info); err != nil {
			return &Error{Name: s.name, Err: err}
		}
	}
	return s.err
}

// New returns a source that reads r. Errors call it by the name.
func New(name string, r io.Reader) *Source { return &Source{name: name, r: r} }

// An Error is an error of reading a source. Err is io.EOF if the source has too few bytes.
type Error struct {
	Name    string
	Err     error
	Opening bool // it cannot be opened
}

func (e *Error) Error() string {
	if e.Err == io.EOF {
		return fmt.Sprintf("reading %s: it has too few random bytes", label.Name(e.Name))
	}
	return fmt.Sprintf("reading %s: %v", label.Name(e.Name), e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Draw returns a number in [0, most], uniform if the bytes are. It takes as many
// bytes as that needs, given what earlier draws have left over; none for most 0.
//
// A byte more makes num uniform in [0, 256·max + 255]. Of these max + 1 values
// the last (max + 1) mod (most + 1) would favour some results. For the others
// the remainder by most + 1 is the result, and the quotient, which is uniform
// too and independent of it, is kept for the next draw; for the last ones the
// place among them is uniform and is kept, and the draw goes on. Where max would
// need more than 64 bits its upper ones are lost, as they are in GNU's; for most
// of 2⁵⁶ and more the result may be a little less than uniform.
func (s *Source) Draw(most uint64) (uint64, error) {
	for {
		for s.max < most {
			if len(s.buf) == 0 {
				if s.err = s.fill(); s.err != nil {
					return 0, s.err
				}
			}
			s.num = s.num<<8 | uint64(s.buf[0])
			s.max = s.max<<8 | 0xff
			s.buf = s.buf[1:]
		}
		if s.max == most {
			num := s.num
			s.num, s.max = 0, 0
			return num, nil
		}
		n := most + 1 // no overflow, as most < max
		excess := s.max - most
		bad := excess % n
		if s.num <= s.max-bad {
			num := s.num % n
			s.num /= n
			s.max = excess / n
			return num, nil
		}
		s.num %= n
		s.max = bad - 1
	}
}

// Repeat draws count numbers in [0, n), or fewer if reading fails.
func (s *Source) Repeat(n uint64, count int64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for range count {
			if i, err := s.Draw(n - 1); err != nil || !yield(i) {
				return
			}
		}
	}
}

// fill reads some bytes.
func (s *Source) fill() error {
	n, err := io.ReadAtLeast(s.r, s.mem[:], 1)
	if err != nil {
		return &Error{Name: s.name, Err: vfs.Cause(err)}
	}
	s.buf = s.mem[:n]
	return nil
}

// ErrMemory is the error of a draw that needs more memory than there is.
var ErrMemory = errors.New("memory exhausted")

// thin is how many times as many bytes Order needs for each place, at most, if it
// does not keep all numbers.
const thin = 10

// Order returns the first k places of a random order of 0, …, n−1, or all if k ≥ n. It is
// the forward Fisher–Yates shuffle, with one draw a place. It takes 8 bytes of memory for
// each of the n numbers, or 80 for each place if that is less. If that is more than
// memory, it fails with ErrMemory.
func (s *Source) Order(ctx context.Context, n, k uint64, memory int64) ([]uint64, error) {
	k = min(k, n)
	most := uint64(min(memory, math.MaxInt)) / 8
	if n/thin >= k {
		if k > most/thin {
			return nil, ErrMemory
		}
		return s.sparseOrder(ctx, n, k)
	}
	if n > most {
		return nil, ErrMemory
	}
	order := make([]uint64, n)
	for i := range order {
		order[i] = uint64(i)
	}
	return order[:k], s.shuffle(ctx, order, k)
}

// Reservoir returns a random sample of k > 0 of 0, …, n−1 in random order, or all if k ≥ n.
//
// The first k numbers fill the sample. For each further one, and for n itself, at which GNU
// shuf does not know yet that its input ends, a place is drawn among all numbers so far and
// this one; if it is in the sample, the number replaces the one there. (Algorithm R of
// Vitter, Random Sampling with a Reservoir, ACM TOMS 11(1), 1985.)
func (s *Source) Reservoir(ctx context.Context, n, k uint64, memory int64) ([]uint64, error) {
	k = min(k, n+1) // a draw for n is made if n ≥ k
	if min(k, n) > uint64(min(memory, math.MaxInt))/8 {
		return nil, ErrMemory
	}
	sample := make([]uint64, min(k, n))
	for i := range n + 1 {
		place := i
		if i >= k {
			var err error
			if place, err = s.draw(ctx, i); err != nil {
				return nil, err
			}
		}
		if i < n && place < k {
			sample[place] = i
		}
	}
	return sample, s.shuffle(ctx, sample, uint64(len(sample)))
}

// draw is Draw, until ctx ends.
func (s *Source) draw(ctx context.Context, most uint64) (uint64, error) {
	if s.draws++; s.draws%4096 == 0 && ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return s.Draw(most)
}

// shuffle puts a random sample of k ≤ len(x) elements of x, in random order, in its
// first k places.
func (s *Source) shuffle(ctx context.Context, x []uint64, k uint64) error {
	for i := range x[:k] {
		j, err := s.draw(ctx, uint64(len(x)-i-1))
		if err != nil {
			return err
		}
		j += uint64(i)
		x[i], x[j] = x[j], x[i]
	}
	return nil
}

// sparseOrder is Order in memory for k numbers.
func (s *Source) sparseOrder(ctx context.Context, n, k uint64) ([]uint64, error) {
	x := sparse.New(k)
	order := make([]uint64, 0, k)
	for i := range k {
		j, err := s.draw(ctx, n-i-1)
		if err != nil {
			return nil, err
		}
		value := x.At(i)
		if j > 0 {
			value = x.Swap(i+j, value)
		}
		order = append(order, value)
	}
	return order, nil
}
