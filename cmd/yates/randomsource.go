package main

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strconv"

	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/records"
)

// A drawing is a shuffle whose order the bytes of a file decide, in the way of
// GNU shuf. Its methods draw what GNU's draws before it writes, and return the
// function that writes.
type drawing struct {
	file   string // with the random bytes
	head   count
	repeat bool
	nul    bool

	source *randomsource.Source
	opened *os.File
}

// open opens the file with the random bytes.
func (d *drawing) open() error {
	f, err := os.Open(d.file)
	if err != nil {
		return err
	}
	d.opened, d.source = f, randomsource.New(d.file, f)
	return nil
}

// close ends the drawing. It may be called if it was not opened.
func (d *drawing) close() {
	if d.opened != nil {
		d.opened.Close() // it was only read
	}
}

var errNoLines = errors.New("no lines to repeat")

// A writing writes what was drawn.
type writing func(w io.Writer) error

// records draws from n records, of which record appends the i-th to b.
func (d *drawing) records(ctx context.Context, n uint64, record func(b []byte, i uint64) []byte) (writing, error) {
	if d.repeat || d.head > 0 && n > 0 {
		if err := d.open(); err != nil {
			return nil, err
		}
	}
	if !d.repeat {
		order, err := randomsource.Order(d.source, n, uint64(d.head), machineMemory())
		return func(w io.Writer) error {
			return writeRecords(ctx, w, uint64(len(order)), func(b []byte, i uint64) ([]byte, error) {
				return record(b, order[i]), nil
			})
		}, err
	}
	return func(w io.Writer) error {
		times := uint64(d.head)
		switch {
		case d.head == all:
			times = math.MaxUint64
		case times == 0:
			return nil
		}
		if n == 0 {
			return errNoLines
		}
		return writeRecords(ctx, w, times, func(b []byte, _ uint64) ([]byte, error) {
			i, err := d.source.Draw(n - 1)
			if err != nil {
				return b, err
			}
			return record(b, i), nil
		})
	}, nil
}

// words draws from the arguments.
func (d *drawing) words(ctx context.Context, words []string) (writing, error) {
	return d.records(ctx, uint64(len(words)), func(b []byte, i uint64) []byte {
		return append(append(b, words[i]...), separator(d.nul))
	})
}

// numbers draws from the numbers from lo to hi; there are none if lo is hi+1.
func (d *drawing) numbers(ctx context.Context, lo, hi uint64) (writing, error) {
	return d.records(ctx, hi-lo+1, func(b []byte, i uint64) []byte {
		return append(strconv.AppendUint(b, lo+i, 10), separator(d.nul))
	})
}

// lines draws from the lines of r; a sample of them with a reservoir, if GNU's
// would take one. It calls done when nobody reads r any more, which may be later
// than it returns: where ctx is done, a read that is blocked is left behind.
func (d *drawing) lines(ctx context.Context, r io.Reader, done func(), reservoir bool) (writing, error) {
	sep := separator(d.nul)
	if d.repeat || d.head == all || !reservoir {
		lines, err := process.Unblocked(ctx, func() (*randomsource.Lines, error) {
			defer done()
			return randomsource.ReadLines(ctx, r, sep, machineMemory())
		})
		if err != nil {
			return nil, err
		}
		return d.records(ctx, lines.Len(), lines.Append)
	}
	if err := d.open(); err != nil {
		done()
		return nil, err
	}
	sample, err := process.Unblocked(ctx, func() ([][]byte, error) {
		defer done()
		return randomsource.Reservoir(ctx, d.source, r, sep, uint64(d.head))
	})
	return func(w io.Writer) error {
		return writeRecords(ctx, w, uint64(len(sample)), func(b []byte, i uint64) ([]byte, error) {
			return append(b, sample[i]...), nil
		})
	}, err
}

// writeRecords writes n records, each of which next appends to b.
func writeRecords(ctx context.Context, w io.Writer, n uint64, next func(b []byte, i uint64) ([]byte, error)) error {
	const piece = 64 << 10
	var b []byte
	for i := range n {
		var err error
		if b, err = next(b, i); err != nil {
			w.Write(b) // what came before is right
			return err
		}
		if len(b) >= piece {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if _, err := w.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	_, err := w.Write(b)
	return err
}

func separator(nul bool) byte {
	if nul {
		return 0
	}
	return '\n'
}

// machineMemory returns about how many bytes of memory there are.
func machineMemory() int64 { return 4 * records.DefaultMemory() }

// draw shuffles by the random source instead of a seed. Several files, and one that
// is compressed, are like a pipe of what they hold.
func (s *shuffle) draw(ctx context.Context, args []string) error {
	if slices.Contains(args, "") {
		return badUsage("", "the name of a file is empty")
	}
	if s.format.given() || s.parts.given() {
		return badUsage("", "--random-source is for lines in one output")
	}
	d := drawing{file: s.random, head: s.count, repeat: s.repeat, nul: s.format.nul}
	defer d.close()
	var write writing
	var err error
	switch {
	case s.echo:
		write, err = d.words(ctx, args)
	case s.numbers.given:
		write, err = d.numbers(ctx, s.numbers.lo, s.numbers.hi)
	case s.count == 0:
		write, err = d.records(ctx, 0, nil)
	default:
		in := &joined{names: args, stdin: s.cmd.InOrStdin(), raw: s.format.raw, sep: separator(s.format.nul)}
		in.last = in.sep
		if len(args) == 0 {
			in.names = []string{"-"}
		}
		s.read = regularFiles(in.names, in.stdin)
		one := len(in.names) == 1
		if err = in.open(); err == nil {
			var r io.Reader = in
			if f, ok := in.current.(*os.File); ok && one {
				r = f // whose size counts
			}
			write, err = d.lines(ctx, r, in.close, randomsource.NeedsReservoir(r))
		}
	}
	if err == nil {
		err = s.to(write)
	}
	if path, ok := errors.AsType[*os.PathError](err); ok && (path.Op == "open" || path.Op == "read") {
		return reading(path.Path, path)
	}
	return err
}

// A joined reader reads files, one after the other, and ends each with sep. Its
// errors name the file.
type joined struct {
	names   []string // of those to come
	stdin   io.Reader
	raw     bool
	sep     byte
	name    string
	current io.Reader // nil: the next is to be opened
	end     func()    // of current
	last    byte      // that was read
}

// open opens the next file.
func (j *joined) open() (err error) {
	j.name, j.names = j.names[0], j.names[1:]
	j.current, j.end, err = openInput(j.name, j.stdin, j.raw)
	return err
}

func (j *joined) close() {
	if j.current != nil {
		j.end()
	}
	j.current = nil
}

// Read reads some bytes.
func (j *joined) Read(p []byte) (int, error) {
	for len(p) > 0 {
		if j.current == nil {
			if len(j.names) == 0 {
				return 0, io.EOF
			}
			if err := j.open(); err != nil {
				return 0, err
			}
		}
		n, err := j.current.Read(p)
		switch {
		case n > 0: // if this was the end it will be told again
			j.last = p[n-1]
			return n, nil
		case err == nil:
			return 0, nil
		case err != io.EOF:
			return 0, reading(inputName(j.name), err)
		}
		j.close()
		if j.last != j.sep {
			j.last, p[0] = j.sep, j.sep
			return 1, nil
		}
	}
	return 0, nil
}
