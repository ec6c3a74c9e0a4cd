package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"math"
	"math/bits"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// An Urn holds records to draw from. It is not safe for concurrent use.
//
// The records are kept in memory if they fit into three quarters of opt.Memory, or 5/12 of it with weights.
// Otherwise they are read when they are drawn, from the sources if these are regular
// files; or else those that do not fit, from a temporary file. An eighth of opt.Memory holds the positions of
// the records. If that is too little, it holds every second, or fourth, … position, and
// the others are found from there.
type Urn struct {
	opt      Options
	format   *record.Format
	intact   intact
	integers *integers    // which are not kept; or nil
	size     int64        // of the input
	kept     int64        // bytes of it that are in memory and in the temporary file
	records  uint64       // in it
	longest  int64        // of them, in bytes, but for the long ones
	starts   []int64      // where the records number 0, stride, 2·stride, … begin
	stride   uint64       // a power of two
	pages    []spill.Slab // the front of the input, in memory, …
	page     int          // bytes of each
	most     int          // pages
	scratch  *spill.File  // … and the rest, in a temporary file, …
	files    *input.Files // … or all of it in these
	in       *input.Input
	opened   []fs.FileInfo // the regular files that were read
	weights  *weights      // or nil: all records have the same, or the drawing has begun
	positive uint64        // records whose weight is not 0
	header   []byte
	front    []byte // of the records
	blank    int64  // rows
}

// NewUrn reads the records of the sources into an urn. It takes time linear in the
// size of the input. The urn must be closed.
func NewUrn(ctx context.Context, opt Options, sources ...Source) (*Urn, error) {
	integers, err := rangeOf(sources)
	if err != nil {
		return nil, err
	}
	others := []string{"Draws"}
	if integers != nil {
		others = append(others, "Integers")
	}
	f, err := opt.setDefaults(others...)
	if err != nil {
		return nil, err
	}
	u := &Urn{opt: opt, format: f, stride: 1, scratch: spill.NewFile(opt.fsys, opt.TempDir)}
	if integers != nil {
		u.integers, u.records, u.positive = integers.written(&u.opt, f.Sep), integers.n, integers.n
		return u, nil
	}
	workers := 1
	u.opt.Memory -= u.opt.setWindow(sources)
	u.opt.tune.setDefaults(u.opt.Memory, &workers)
	u.intact = intactOf(&u.opt, f)
	set(&u.opt.tune.starts, max(int(u.opt.Memory/8/8), 64))
	u.page = 1 << min(max(bits.Len64(uint64(u.opt.Memory/16)), 16), 22)
	if err := u.fill(ctx, sources); err != nil {
		u.Close()
		return nil, err
	}
	u.positive = u.records
	if u.weights != nil {
		u.positive = u.weights.positive
	}
	return u, nil
}

func (u *Urn) fill(ctx context.Context, sources []Source) (err error) {
	if u.in, err = u.opt.open(u.format, sources,
		func(info fs.FileInfo) { u.opened = append(u.opened, info) }); err != nil {
		return err
	}
	memory := u.opt.Memory - u.opt.Memory/4
	if u.opt.Weight != nil {
		memory -= u.opt.Memory / 3
		column := []Column{*u.opt.Weight}
		u.weights = newWeights(u.opt.Memory, keysOf(u.opt.tune.long, MissingUnset, u.format, column, u.in))
		defer u.weights.finish()
	}
	u.most = int(memory / int64(u.page))
	files := u.in.Files
	if files != nil && files.Total > memory && !u.opt.LeaveSources {
		u.files = files
	}
	if err := files.Guard(func() error { return u.read(ctx) }); err != nil {
		return err
	}
	u.header = u.in.Headers()[0]
	return cmp.Or(files.Check(), u.intact.tornHeader(u.header, int64(u.records)))
}

// read reads the input, which is kept unless it is in files.
func (u *Urn) read(ctx context.Context) error {
	var buf spill.Buffer
	defer buf.Release()
	starts := make([]uint32, 0, 4096)
	keep := (*keeper)(u)
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c, err := u.in.Next(ctx, &buf, func(int64) error { return nil },
			func(int64) (io.Writer, error) { return keep, nil })
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		whole := c.Whole()
		if c.Number == 0 {
			u.front = bytes.Clone(whole[:min(len(whole), mostFront)])
		}
		if u.files == nil && len(whole) > 0 {
			if _, err := keep.Write(whole); err != nil {
				return err
			}
		}
		for data := whole; len(data) > 0; {
			var n int
			starts, n = u.format.AppendStarts(starts[:0], data)
			before, some, torn := u.intact.whole(u.in.Headers()[0], data[:n], starts)
			if err := cmp.Or(u.weigh(some, before), u.at(len(some), torn)); err != nil {
				return err
			}
			u.blank += blank(u.format, data[:n], starts)
			u.index(starts, int64(n))
			data = data[n:]
		}
		if c.Long > 0 {
			if u.files == nil && u.in.Files != nil { // of a stream it is kept
				if err := u.in.Files.WriteLong(ctx, &buf, c, keep); err != nil {
					return err
				}
			}
			if u.weights != nil {
				if err := u.weights.add(c.Data[len(whole):], true); err != nil {
					return err
				}
			}
			starts = append(starts[:0], 0)
			if _, _, torn := u.intact.whole(u.in.Headers()[0], nil, starts); torn != nil {
				return u.at(0, torn)
			}
			u.index(starts, c.Long)
		}
		u.in.Files.Forget(c)
	}
}

// at returns the error of record i of the next ones, or nil if there is none.
func (u *Urn) at(i int, err error) error {
	if err == nil {
		return nil
	}
	return &failure.RecordError{Record: int64(u.records) + int64(i) + 1, Err: err}
}

// weigh notes the weights of the next records.
func (u *Urn) weigh(starts []uint32, data []byte) error {
	if u.weights == nil {
		return nil
	}
	for i := range starts {
		if err := u.weights.add(textOf(data, starts, i), false); err != nil {
			return err
		}
	}
	return nil
}

// unitBytes is about how much is written at a time of what is drawn.
const unitBytes = 256 << 10

// A keeper keeps what comes next in the input: in memory, and what does not fit in a
// temporary file.
type keeper Urn

func (u *keeper) Write(data []byte) (n int, err error) {
	for n < len(data) && err == nil {
		i, at, moved := int(u.kept/int64(u.page)), u.kept%int64(u.page), len(data)-n
		switch {
		case i >= u.most:
			err = u.scratch.Write(data[n:], u.kept-int64(u.most)*int64(u.page))
		case i == len(u.pages):
			var page spill.Slab
			if page, err = spill.NewSlab(u.page); err != nil {
				return n, err
			}
			u.pages = append(u.pages, page)
			fallthrough
		default:
			moved = copy(u.pages[i][at:], data[n:])
		}
		n, u.kept = n+moved, u.kept+int64(moved)
	}
	return n, err
}

// leave keeps the records in the files, so that these can be written over.
func (u *Urn) leave(ctx context.Context) error {
	buf := make([]byte, min(u.size, 1<<20))
	for at := int64(0); at < u.size; at += int64(len(buf)) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		buf = buf[:min(int64(len(buf)), u.size-at)]
		if err := u.files.ReadAt(buf, at); err != nil {
			return err
		}
		if _, err := (*keeper)(u).Write(buf); err != nil {
			return err
		}
	}
	u.files = nil
	return nil
}

// index notes where the next records begin, which take n bytes.
func (u *Urn) index(starts []uint32, n int64) {
	for i, start := range starts {
		end := n
		if i+1 < len(starts) {
			end = int64(starts[i+1])
		}
		u.longest = max(u.longest, end-int64(start))
		if u.records&(u.stride-1) == 0 {
			if len(u.starts) == u.opt.tune.starts {
				u.thin()
			}
			if u.records&(u.stride-1) == 0 {
				u.starts = append(u.starts, u.size+int64(start))
			}
		}
		u.records++
	}
	u.size += n
}

// thin drops each second start.
func (u *Urn) thin() {
	half := u.starts[:0]
	for i := 0; i < len(u.starts); i += 2 {
		half = append(half, u.starts[i])
	}
	u.starts, u.stride = half, 2*u.stride
}

// readAt fills b with the input from a place on.
func (u *Urn) readAt(b []byte, at int64) error {
	if u.files != nil {
		return u.files.ReadAt(b, at)
	}
	for len(b) > 0 && at/int64(u.page) < int64(len(u.pages)) {
		n := copy(b, u.pages[at/int64(u.page)][at%int64(u.page):])
		b, at = b[n:], at+int64(n)
	}
	return u.scratch.Read(b, at-int64(u.most)*int64(u.page))
}

// Files describes the regular files that were read, at the time when they were opened,
// for outfile.File.Guard.
func (u *Urn) Files() []fs.FileInfo { return u.opened }

// Records returns the number of records in the urn.
func (u *Urn) Records() uint64 { return u.records }

// Drawable returns the number of records that can be drawn: those with a positive weight.
func (u *Urn) Drawable() uint64 { return u.positive }

// Header returns the header.
func (u *Urn) Header() []byte { return u.header }

// Blank returns how many of the rows of CSV are empty lines, which most readers of CSV pass over.
func (u *Urn) Blank() int64 { return u.blank }

// Front returns the first bytes of the records, up to 64 KiB.
func (u *Urn) Front() []byte { return u.front }

// Draw writes n draws with replacement, or endlessly many if n is negative. It may be called only once, and so may
// the other kinds of draws. If w is the input itself, opened for overwriting, Draw copies the input first.
func (u *Urn) Draw(ctx context.Context, w io.Writer, n int64) error {
	if u.Drawable() == 0 && n != 0 {
		return failure.ErrNoRecords
	}
	return u.draw(ctx, w, n, func() func(dst []uint64) []uint64 {
		if u.weights == nil {
			return repeats(*u.opt.Seed, max(u.records, 1), n)
		}
		return u.weighted(order.NewWeightedChoices, n)
	})
}

// DrawOnce writes n draws by weight without replacement, or all if n is negative or there are fewer.
func (u *Urn) DrawOnce(ctx context.Context, w io.Writer, n int64) error {
	if u.weights == nil {
		return errors.New("records without weights are drawn once by a Collection")
	}
	if all := int64(u.Drawable()); n < 0 || n > all {
		n = all
	}
	return u.draw(ctx, w, n, func() func(dst []uint64) []uint64 { return u.weighted(order.NewWeighted, n) })
}

// DrawBy writes the records with the numbers in places, counted from 0, of which there are
// n, or any number if n is negative. Otherwise it is like Draw.
func (u *Urn) DrawBy(ctx context.Context, w io.Writer, n int64, places iter.Seq[uint64]) error {
	next, stop := iter.Pull(places)
	defer stop()
	return u.draw(ctx, w, n, func() func(dst []uint64) []uint64 { return drawn(next) })
}

// weighted returns what draws n choices by weight.
func (u *Urn) weighted(draw func(order.Seed, int, func(int) uint64) *order.Weighted,
	n int64) func(dst []uint64) []uint64 {
	w := draw(*u.opt.Seed, len(u.weights.value), u.weights.at)
	u.weights = nil // the memory is needed
	return drawn(func() (uint64, bool) {
		if n == 0 {
			return 0, false
		}
		n--
		i, ok := w.Next()
		return uint64(i), ok
	})
}

func (u *Urn) draw(ctx context.Context, w io.Writer, n int64, choices func() func(dst []uint64) []uint64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if u.integers != nil {
		return u.integers.write(ctx, w, &u.opt, choices(), nil)
	}
	if _, is := u.files.Is(w); is {
		if err := u.leave(ctx); err != nil {
			return err
		}
	}
	// A worker takes as many choices as have some 256 KiB together, and may
	// hold the longest record, or a window, three times, with its share of the pages.
	mean := u.size / int64(max(u.records, 1))
	piece := min(max(unitBytes/(mean+1), 1), 1<<14)
	u.opt.Progress.willWrite(0, max(min(n, math.MaxInt64/(mean+1)), 0)*mean)
	draw := choices()
	held := min(max(u.longest, unitBytes), 2*spill.WindowSize)
	makers := make([]turns.Maker[*page], u.opt.workersOf(3*held))
	for i := range makers {
		makers[i] = &drawer{chooser: chooser{draw: draw, room: make([]uint64, piece)}, urn: u}
	}
	if len(u.header) > 0 {
		if err := writeAll(w, u.header, u.opt.Progress); err != nil {
			return err
		}
	}
	if kind := u.opt.archive(); kind != nil {
		w = kind.Write(w)
	}
	err := writePages(ctx, w, u.opt.Progress, makers, 0)
	if err == nil {
		err = endArchive(w, u.opt.Progress)
	}
	return u.opt.Progress.finish(err)
}

// Close releases the memory and the temporary file.
func (u *Urn) Close() error {
	for _, page := range u.pages {
		page.Release()
	}
	u.pages = nil
	if u.in != nil {
		u.in.Close()
	}
	return u.scratch.Close()
}

// A drawer makes the text of choices.
type drawer struct {
	chooser
	urn    *Urn
	buf    []byte
	window []byte
}

// Make looks up the records.
func (d *drawer) Make(out *turns.Out[*page]) error {
	d.buf = d.buf[:0]
	for _, r := range d.part {
		if err := d.record(out, r); err != nil {
			return err
		}
	}
	if err := d.flush(out); err != nil {
		return err
	}
	return d.urn.files.Check()
}

// flush puts what is in the buffer on a page. The page's memory is the next buffer.
func (d *drawer) flush(out *turns.Out[*page]) error {
	page, err := out.Page()
	if err != nil {
		return err
	}
	page.bufs[0], page.n[0], d.buf = d.buf, len(d.buf), page.bufs[0][:0]
	out.Flush()
	return nil
}

// record appends record r to the buffer. What goes beyond the size of a window is put
// on pages.
func (d *drawer) record(out *turns.Out[*page], r uint64) (err error) {
	u := d.urn
	// Where the record begins, or one before it, is known, and where one behind it does.
	i := r / u.stride
	at, end := u.starts[i], u.size
	if i+1 < uint64(len(u.starts)) {
		end = u.starts[i+1]
	}
	if u.stride > 1 {
		if at, end, err = d.find(at, end, r%u.stride); err != nil {
			return err
		}
	}
	for at < end {
		if len(d.buf) >= spill.WindowSize {
			if err := d.flush(out); err != nil {
				return err
			}
		}
		n := len(d.buf)
		d.buf = extend(d.buf, int(min(spill.WindowSize, end-at)))
		if err := u.readAt(d.buf[n:], at); err != nil {
			return err
		}
		at += int64(len(d.buf) - n)
	}
	return nil
}

// find returns where the record begins and ends that comes after so many others from at on.
func (d *drawer) find(at, end int64, others uint64) (begin, behind int64, err error) {
	cut := record.NewCutter(d.urn.format)
	begin = at
	for size := int64(4 * record.MostMatched); at < end; size = min(2*size, spill.WindowSize) {
		d.window = extend(d.window[:0], int(min(size, end-at)))
		if err := d.urn.readAt(d.window, at); err != nil {
			return 0, 0, err
		}
		last := at+int64(len(d.window)) == end
		for b := d.window; len(b) > 0; {
			n, used := cut.Next(b, last)
			at += int64(max(n, used))
			if n < 0 {
				break
			}
			if others == 0 {
				return begin, at, nil
			}
			others--
			begin, b = at, b[n:]
		}
	}
	return 0, 0, errors.New("reading the input again: it changed while it was read")
}

// extend returns b with n more bytes, whatever they are.
func extend(b []byte, n int) []byte {
	if cap(b)-len(b) < n {
		grown := make([]byte, len(b), max(len(b)+n, 2*cap(b)))
		copy(grown, b)
		b = grown
	}
	return b[:len(b)+n]
}
