// Package records shuffles records, such as lines, of files and streams of any
// size, within the memory that it is allowed.
//
// The order is Order 1 of package order: it depends on the seed and on the
// records alone, never on the memory, the number of workers, or on whether the
// records come from files or a pipe.
//
// # How it works
//
// The input is cut into chunks. Each chunk is scattered: its records are copied
// to 4,096 buckets, which stand side by side in memory. When the memory is full,
// what is in it goes to a temporary file as one run, bucket by bucket, in one
// sequential write. At the end, groups of neighbouring buckets are read from all
// runs, a few large reads each; every bucket is shuffled; and the buckets are
// written one after the other. An input that fits into memory is a run that is
// never written. So each record is copied three times in memory, and once to the
// temporary file and back if need be, whatever the number of records; the time
// is linear in the size of the input.
//
// The records of one file that fits into memory, and whose lines are not short,
// are left where they are: the file is mapped, and what is scattered and shuffled
// is entries, which tell where a record is. Each record is copied once, to the
// output. A file that is changed meanwhile is an error, never a crash.
package records

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
)

// Options say how to shuffle. Memory, Workers and TempDir have no say in what
// comes out.
type Options struct {
	// Seed decides the order.
	Seed order.Seed
	// Head is how many records of the order are wanted, or groups with GroupBy; 0
	// means all. A head is a sample without replacement, in random order; but for
	// groups it is found in one pass, in memory for little more than the records
	// in it: those of the last bucket needed come on top, a 4,096th of all
	// records.
	Head int64

	// NUL makes the byte 0 the separator of lines, instead of the line feed.
	NUL bool
	// A record is a line, unless one of the next three says otherwise. To find
	// such records takes time and one processor at a time, but the rest of the
	// work goes on meanwhile; files are read as streams.
	//
	// CSV makes it a row of RFC 4180: line feeds between quotation marks do not
	// end it. A quotation mark that is never closed is an error.
	CSV bool
	// Lines, where it is not 0, makes it that many lines. It is an error if a
	// source ends within a record.
	Lines int
	// Start, unless it is nil, makes it a line that matches, and those after it
	// that do not. A line is matched without its separator, and only its first
	// 4,096 bytes. It is an error if a source begins with another line.
	Start *regexp.Regexp

	// Header is how many lines, or rows with CSV, at the front of the first source
	// are no records and come first in each output. Where a later source begins
	// with the same lines they are dropped.
	Header int
	// InStep says that the sources are to stay in step: that record i of each
	// goes to the place where record i of the first goes, each source into an
	// output of its own, with its own header. It is an error if one has more
	// records than another.
	InStep bool
	// GroupBy, unless it is nil, keeps the rows together that have the same text
	// in that column. It is the groups that are shuffled then; the rows of each
	// stay in input order. Whether a group fits into memory makes no difference.
	GroupBy *Column
	// Parts says that the collection is to be written by WriteParts.
	Parts bool

	// Memory is how many bytes may be used, 0 meaning [DefaultMemory]. The
	// process may take up to 64 MiB more, a record that is larger than all that
	// needs twice its size, and of some hundred times the memory even the index
	// has its size: 32 KiB for each time that the memory was full, and 12 bytes
	// for each record of a bucket, by worker.
	Memory int64
	// Workers is how many goroutines scatter and shuffle, 0 meaning one for each
	// processor. There are fewer where the memory is small.
	Workers int
	// TempDir is the directory of the temporary file, "" meaning os.TempDir(). A
	// file is made only when the records do not fit into memory. It has no name
	// (on Windows, it is removed by the system), so it can't be left behind.
	TempDir string
	// Progress is told how far the work is, unless it is nil.
	Progress *Progress

	fsys vfs.FS // nil: the operating system's
	tune tuning
}

// tuning holds the sizes that tests make small, 0 meaning the usual one. None
// has a say in what comes out.
type tuning struct {
	chunk, slab, unit, out int
	memory, group          int64
	big, bigHere           int64 // of records that were spilled, and that were not
	window                 int64 // of zstd
	stream                 bool  // read files as streams
	copy                   bool  // do not map files
}

// base is what the engine uses of the 64 MiB that it may take beyond the memory
// allowed; the rest is for the run-time system.
const base = 32 << 20

// A Collection is records that have been read and scattered, in memory or in a
// temporary file. It must not be used by several goroutines at the same time.
type Collection struct {
	opt    Options
	store  *store
	format format                // of what is kept
	each   format                // of the records of one source
	tracks int                   // sources in step, or 1
	heads  [][]byte              // the header of each track
	column *Column               // GroupBy, with its number
	groups *[order.Buckets]int64 // of each bucket, when they have been counted
	mapped *mapping              // the input, if the store holds entries of its records
	cancel context.CancelCauseFunc
	stop   func() bool
}

// Shuffle reads the records of the sources and writes them to w in the order
// that the seed gives. Nothing is written before all is read. Large outputs are
// written in pieces of about 256 KiB, by one goroutine at a time.
//
// It takes time linear in the size of the input. When ctx ends it returns soon,
// with context.Cause(ctx), but a Read or Write that blocks is waited for. Errors
// name the source, "the output", or the directory of the temporary file;
// [Hint] says what can be done about the last. Several goroutines may call it
// at the same time, each with its own w and readers.
func Shuffle(ctx context.Context, w io.Writer, opt Options, sources ...Source) (err error) {
	c, err := Collect(ctx, opt, sources...)
	if err != nil {
		return err
	}
	defer func() {
		if e := c.Close(); err == nil {
			err = e
		}
	}()
	return c.Write(ctx, w)
}

// Collect reads and scatters the records of the sources. The collection must be
// closed. A file of longer records that fits into memory may be left where it is
// and be read again by Write: then Write fails if it was cut off or written over
// in between. To replace it by another file or to append to it does no harm; to
// do both, write over it and append, is not noticed.
func Collect(ctx context.Context, opt Options, sources ...Source) (*Collection, error) {
	if err := opt.setDefaults(); err != nil {
		return nil, err
	}
	opt.takeWindows(sources)
	opt.tune.setDefaults(opt.Memory, &opt.Workers)
	f, err := newFormat(opt)
	if err != nil {
		return nil, err
	}

	sctx, cancel := context.WithCancelCause(ctx)
	c := &Collection{opt: opt, cancel: cancel, format: f, each: f, tracks: 1}
	if opt.InStep {
		c.tracks = len(sources)
		c.format.count *= c.tracks
	}
	c.store = newStore(sctx, cancel, opt.fsys, opt.TempDir, opt.tune.memory, opt.tune.slab)
	c.store.limited, c.store.limit = opt.Head > 0 && opt.GroupBy == nil, opt.Head
	c.store.counted = opt.Parts && opt.GroupBy == nil || c.store.limited
	c.stop = context.AfterFunc(sctx, c.store.wake)
	if err := c.scatter(sctx, sources); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// setDefaults checks the options and gives those that are 0 their values.
func (o *Options) setDefaults() error {
	if o.Head < 0 || o.Memory < 0 || o.Workers < 0 {
		return errors.New("head, memory and workers must not be negative")
	}
	if o.fsys == nil {
		o.fsys = vfs.OS{}
	}
	if o.TempDir == "" {
		o.TempDir = os.TempDir()
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory()
	}
	o.Memory = min(o.Memory, mostMemory)
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// mostMemory is where sums of sizes stay within an int.
const mostMemory = math.MaxInt / 2

// setDefaults divides the memory. While records are scattered: seven eighths of
// it for slabs; the rest and most of base for the workers. While they are
// shuffled: half of all for groups, half for the workers, who need twice the
// size of a bucket.
func (t *tuning) setDefaults(memory int64, workers *int) {
	forWorkers := memory/8 + 24<<20
	*workers = int(min(int64(*workers), max(1, forWorkers/(4*order.BlockSize))))
	set(&t.chunk, chunkSize(forWorkers/int64(max(*workers, 2))))
	set(&t.memory, memory-memory/8)
	set(&t.slab, t.chunk*int(min(max(t.memory/int64(4*t.chunk), 1), 8))+2<<20)
	set(&t.unit, 256<<10) // which the cache of a core holds
	set(&t.out, t.unit+t.unit/4)
	set(&t.group, min((memory+base)/6, 64<<20))
	set(&t.big, (memory+base)/int64(4+4**workers))
	set(&t.bigHere, min(t.big, (memory/8+base)/int64(4**workers)))
}

func set[N int | int64](v *N, n N) {
	if *v == 0 {
		*v = n
	}
}

// scatter reads all sources.
func (c *Collection) scatter(ctx context.Context, sources []Source) error {
	opt := c.opt
	in, err := newChunker(opt, &c.each, sources, &c.store.half)
	if err != nil {
		return err
	}
	defer in.close()
	workers, size := opt.Workers, opt.tune.chunk
	var progress *Progress // of the workers
	switch in := in.(type) {
	case *streamChunker, *stepChunker:
		workers = max(workers, 2) // one reads ahead
	case *fileChunker:
		progress = opt.Progress
		progress.willRead(in.total() - int64(len(in.head)))
		// The entries are a quarter of the records if they are as long as they
		// seem; if not, they are spilled.
		total := in.total()
		if total+total/4+int64(opt.tune.slab) <= opt.tune.memory && total < mostIndexed && !opt.tune.copy {
			if c.mapped, err = in.mapping(opt.fsys); err != nil {
				return err
			}
			if c.mapped != nil {
				c.store.memory -= total
				size *= 4 // as no buffer is needed, which is best in the cache
				in.size = int64(size)
			}
		}
	}
	resolved := sync.OnceValues(func() (*Column, error) {
		column, err := opt.GroupBy.resolve(&c.format, in.headers()[0])
		return &column, err
	})
	err = parallel(ctx, c.cancel, workers, func() error {
		w := &scatterer{
			seed: opt.Seed, format: &c.format, store: c.store, mapped: c.mapped,
			size: size, most: size / bytesPerRecord, progress: progress,
		}
		if opt.GroupBy != nil {
			w.resolve = resolved
		}
		return w.work(ctx, in)
	})
	if e := c.store.finish(); err == nil {
		err = e
	}
	if err == nil {
		err = c.mapped.check()
	}
	if c.store.limited { // it holds records, not entries
		c.mapped.close()
		c.mapped = nil
	}
	if err == nil && opt.GroupBy != nil {
		c.column, err = resolved()
	}
	c.heads = in.headers()
	return err
}

// newChunker opens the sources: side by side if all are regular files, and few,
// and what their records are shows anywhere in them, else as a stream. It sets
// large if they are known to be larger than memory.
func newChunker(opt Options, f *format, sources []Source, large *bool) (chunker, error) {
	const few = 16 // open files
	switch {
	case opt.InStep:
		return newStepChunker(opt, f, sources), nil
	case f.plain() && len(sources) <= few && (opt.Header == 0 || len(sources) == 1) && !opt.tune.stream:
		var parts []*part
		closeAll := func() {
			for _, p := range parts {
				p.close()
			}
		}
		regular := true
		for i, s := range sources {
			if s.packing != unpacked {
				regular = false
				break
			}
			// Of a file that is given twice the second reading finds nothing left.
			if s.reader != nil && slices.ContainsFunc(sources[:i], func(t Source) bool { return t.same(s) }) {
				regular = false
				break
			}
			// A source that is no regular file is not opened twice: to open a
			// pipe is an event at its other end.
			if s.reader == nil {
				if info, err := opt.fsys.Stat(s.name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
					regular = false
					break
				}
			}
			p, err := s.open(opt.fsys)
			if err != nil {
				closeAll()
				return nil, err
			}
			parts = append(parts, p)
			if p.at == nil {
				regular = false
				break
			}
		}
		if regular {
			c, err := newFileChunker(parts, opt.tune.chunk, f.sep)
			if err == nil && c != nil {
				err = c.setAside(opt.Header)
			}
			if err != nil {
				closeAll()
				return nil, err
			}
			if c != nil {
				c.opened = parts
				*large = c.total() > opt.tune.memory && opt.Head == 0
				return c, nil
			}
		}
		closeAll()
	}
	return newStreamChunker(opt, f, sources...), nil
}

// parallel runs f in n goroutines and waits for all. The first error cancels
// the context and is returned.
func parallel(ctx context.Context, cancel context.CancelCauseFunc, n int, f func() error) error {
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			if err := f(); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// Records returns the number of records that were read.
func (c *Collection) Records() int64 { return c.store.records }

// Spilled returns how many bytes went to the temporary file.
func (c *Collection) Spilled() int64 { return c.store.end }

// Write writes the header and the records, or the head of them that was asked
// for, in the order that the seed gives. It may be called once. Where w is the
// input itself, opened to be written over, the input is copied first.
func (c *Collection) Write(ctx context.Context, w io.Writer) error {
	if c.tracks > 1 {
		return errors.New("files in step are written by WriteParts")
	}
	if err := c.mapped.leave(w); err != nil {
		return err
	}
	sizes := onePart
	if c.opt.GroupBy != nil && c.opt.Head > 0 {
		sizes = []int64{c.opt.Head}
	}
	return c.WriteParts(ctx, sizes, func(int) ([]io.Writer, error) { return []io.Writer{w}, nil })
}

// Len returns how many records the order has, or groups with GroupBy, or as many
// as Head says if that is less. It counts groups the first time: for that, all
// that was spilled is read.
func (c *Collection) Len(ctx context.Context) (n int64, err error) {
	if c.opt.GroupBy != nil {
		if c.groups == nil {
			counts := new([order.Buckets]int64)
			if err := c.gather(ctx, nil, counts); err != nil {
				return 0, err
			}
			c.groups = counts
		}
		for _, m := range c.groups {
			n += m
		}
	} else {
		n = c.store.records
	}
	if c.opt.Head > 0 {
		n = min(n, c.opt.Head)
	}
	return n, nil
}

// WriteParts writes the order in parts of the given sizes, in records, or groups
// with GroupBy; what is beyond them is not written. When all before is written
// it calls open with the number of the next part, which returns its output, or
// those of the files in step. Each part begins with the header; one of size 0, too.
// It may be called once. Without Options.Parts there can be one part only, unless
// there is GroupBy.
func (c *Collection) WriteParts(ctx context.Context, sizes []int64, open func(part int) ([]io.Writer, error)) error {
	p := &parts{tracks: c.tracks, each: &c.each, heads: c.heads, open: open, progress: c.opt.Progress}
	end := int64(0)
	for _, n := range sizes {
		if n < 0 {
			return errors.New("the size of a part is negative")
		}
		end += min(n, math.MaxInt64-end)
		p.ends = append(p.ends, end)
	}
	if len(sizes) == 0 {
		return nil
	}
	whole := true
	if len(sizes) > 1 || sizes[0] != onePart[0] {
		counts := &c.store.count
		if c.opt.GroupBy != nil {
			if _, err := c.Len(ctx); err != nil {
				return err
			}
			counts = c.groups
		} else if !c.store.counted {
			return errors.New("records were collected without Options.Parts")
		}
		for b, n := range counts[:order.Buckets-1] {
			p.first[b+1] = p.first[b] + n
		}
		const last = order.Buckets - 1
		whole = end >= p.first[last]+counts[last]
	}
	c.opt.Progress.willWrite(c.toWrite(len(sizes), whole))
	if err := c.gather(ctx, p, nil); err != nil {
		return err
	}
	return p.enter(len(sizes) - 1)
}

// gather shuffles the buckets and writes them, or counts the groups of each.
func (c *Collection) gather(ctx context.Context, p *parts, counts *[order.Buckets]int64) error {
	s, opt := c.store, c.opt
	gctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.ctx = gctx
	g := &gathering{
		seed: opt.Seed, format: &c.format, column: c.column, store: s, parts: p, counts: counts, ctx: gctx,
		mapped: c.mapped, big: opt.tune.bigHere,
	}
	g.changed.L = &g.mu
	defer context.AfterFunc(gctx, func() { g.wake(); s.wake() })()

	limit := int64(0)
	if len(s.spilled) > 0 {
		g.big = opt.tune.big
		s.arena.trim()
		s.arena.slabSize = int(opt.tune.group)
		limit = 3 * opt.tune.group
	}
	groups := g.plan(opt.tune.group, int64(opt.tune.unit))
	var loading sync.WaitGroup
	loading.Go(func() {
		if err := g.load(groups, limit); err != nil {
			cancel(err)
		}
	})
	bufSize := int64(opt.tune.out)
	if c.mapped == nil {
		bufSize = min(bufSize, s.bytes+slack)
	} else {
		bufSize = min(bufSize, int64(len(c.mapped.data))+slack)
	}
	err := parallel(gctx, cancel, min(opt.Workers, max(len(g.units), 1)), func() error {
		return newShuffler(g, bufSize).work()
	})
	loading.Wait()
	for _, group := range groups { // that were not done, after an error
		if group.mem != nil {
			s.arena.put(group.mem)
		}
	}
	if err == nil {
		err = c.mapped.check()
	}
	return err
}

// Close gives back the memory and the temporary file. After an error of Write,
// too, it must be called.
func (c *Collection) Close() error {
	c.cancel(nil)
	c.stop()
	c.mapped.close()
	return c.store.close()
}
