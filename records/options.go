package records

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"regexp"
	"runtime"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/input"
	"github.com/yates-shuffle/yates/records/internal/record"
)

// Options say how to shuffle. Memory, Workers and TempDir have no say in what
// comes out.
type Options struct {
	// Seed decides the order. Without one, nil, it is unpredictable.
	Seed *order.Seed
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
	// CSV makes it a row, as spreadsheets write them: line feeds in quoted fields
	// do not end it. A quotation mark opens a quoted field only where the field
	// begins. One that is never closed is an error, as is a quoted field of more than
	// 64 MiB, or a sixteenth of Memory if that is more ([QuoteError]).
	CSV bool
	// Lines, where it is not 0, makes it that many lines. It is an error if a
	// source ends within a record.
	Lines int
	// Start, unless it is nil, makes it a line that matches, and those after it
	// that do not. A line is matched without its separator, and only its first
	// 4,096 bytes. It is an error if a source begins with another line.
	Start *regexp.Regexp
	// Delimiter stands between columns; 0 means the comma with CSV, and the tab
	// without.
	Delimiter byte

	// Header is how many lines, or rows with CSV, at the front of each source that is
	// not empty are no records; those of the first one come first in each output. It
	// is an error if those of another one are not the same ([HeaderError]), but for a
	// byte-order mark and carriage returns at the ends of lines.
	Header int
	// InStep says that the sources are to stay in step: that record i of each
	// goes to the place where record i of the first goes, each source into an
	// output of its own, with its own header. It is an error if one has more
	// records than another.
	InStep bool
	// GroupBy, unless it is empty, keeps the rows together that have the same texts
	// in these columns. It is the groups that are shuffled then; the rows of each
	// stay in input order. Whether a group fits into memory makes no difference. It is
	// an error if the columns do not end within the first 4 MiB of a record, or more;
	// Memory says where a record is a long one ([KeyError]).
	GroupBy []Column
	// Unique keeps only the first of records that are equal, byte for byte but for the
	// separator. It takes a quarter of Memory, which is enough for a record for each
	// 160 bytes of Memory; more are an error ([UniqueError]), and so is a long record
	// ([LongError]).
	Unique bool
	// StratifyBy, unless it is empty, gives each part of WriteParts its share of each
	// class: of the records that have the same texts in these columns, as [order.Allot]
	// divides them. Some 500 classes fit for each MiB of Memory; more are an error
	// ([StrataError], [MemoryError]). It goes neither with GroupBy nor with Head.
	StratifyBy []Column
	// Weight, unless it is nil, is the column with the weight of each record in an [Urn]:
	// a decimal number such as 3, 0.25 or 1e-3, of at most 19 digits without zeros at
	// either end. Weights take 32 bytes for each record, from a third of Memory; more
	// are an error ([WeightsError]).
	Weight *Column
	// Once lets an [Urn] draw each record once at most. It needs Weight; without weights
	// that is what Shuffle does.
	Once bool
	// Parts says that the collection is to be written by WriteParts.
	Parts bool
	// LeaveSources says that sources may be written over before all is written: no
	// file is read after Collect or NewUrn.
	LeaveSources bool

	// Memory is how many bytes may be used, 0 meaning [DefaultMemory]. The
	// process may take up to 64 MiB more, however long a record is and however
	// large a group: what does not fit goes through the temporary file. So does,
	// unless a file that fits is read, a record of more than 4 MiB, or a sixteenth
	// of Memory if that is more; with InStep, of that divided by the number of
	// sources, or 64 KiB. An input of some hundred times Memory also needs room for
	// its index: 32 KiB for each time that the memory was full, and, by worker, 12 bytes
	// for each record of a bucket, or with GroupBy some 150 for each group of one.
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

// A Column of the rows of a source. With CSV, fields may be quoted, and "a" and a
// are the same text; without, they are not looked into. Of a record of several
// lines the first counts; of sources in step, the first one.
type Column struct {
	// Number is the column's place, from 1 on, or 0 if it is known by Name.
	Number int
	// Name is its name in the last line of the header, or "" if it is known by Number.
	// With both it is the column with that number, and it is an error if another one
	// has the name.
	Name string
}

// tuning holds the sizes that tests make small, 0 meaning the usual one. None
// has a say in what comes out.
type tuning struct {
	chunk, slab, unit, page int
	pages                   int // that are written by workers and wait
	starts                  int // that an urn knows
	memory, batch           int64
	big, bigHere            int64 // of records that were spilled, and that were not
	window                  int64 // of zstd
	row                     int64 // of a quoted field of CSV
	long                    int64 // a record that is longer need not be held in memory
	stream                  bool  // read files as streams
	copy                    bool  // do not leave records in mapped files
}

// base is what the engine uses of the 64 MiB that it may take beyond the memory
// allowed; the rest is for the run-time system.
const base = 32 << 20

// leastChunk is how much of the input a worker takes at a time where the memory is
// small.
const leastChunk = 512 << 10

// leastLong is how long a record of a source in step may be in any case before it is
// a long one.
const leastLong = 64 << 10

// setDefaults checks the options and gives those that are 0 their values.
func (o *Options) setDefaults() error {
	if o.Head < 0 || o.Memory < 0 || o.Workers < 0 {
		return errors.New("head, memory and workers must not be negative")
	}
	if o.Seed == nil {
		o.Seed = new(order.NewSeed())
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

// format returns what a record is.
func (o *Options) format() (*record.Format, error) {
	f := &record.Format{Sep: separator(o.NUL), Count: max(o.Lines, 1), Delimiter: o.Delimiter}
	switch {
	case o.Lines < 0 || o.Header < 0:
		return nil, errors.New("lines and header must not be negative")
	case o.Lines > 0 && o.CSV, o.Lines > 0 && o.Start != nil, o.CSV && o.Start != nil:
		return nil, errors.New("a record is CSV rows, so many lines, or begins at a line that matches: one of the three")
	case o.CSV && o.NUL:
		return nil, errors.New("CSV rows end with a line feed, not NUL")
	case o.CSV:
		f.Unit = record.Row
	case o.Start != nil:
		f.Unit, f.Start = record.Started, record.NewMatcher(o.Start)
	}
	if f.Delimiter == 0 {
		f.Delimiter = '\t'
		if o.CSV {
			f.Delimiter = ','
		}
	}
	return f, nil
}

// open opens the sources, whose records have that format.
func (o *Options) open(f *record.Format, sources []Source, opened func(fs.FileInfo)) (*input.Input, error) {
	all := make([]input.Source, len(sources))
	for i, s := range sources {
		all[i] = s.in
	}
	in, err := input.Open(input.Options{
		FS: o.fsys, Format: f, Header: o.Header, Chunk: o.tune.chunk, Window: o.tune.window, Row: o.tune.row,
		Long: o.tune.long, Streams: o.tune.stream, Read: o.Progress.addRead, Opened: opened,
	}, all, o.InStep)
	if err == nil && in.Files != nil {
		o.Progress.willRead(in.Files.Total)
	}
	return in, err
}

// workersOf returns how many workers draw integers or records if each needs that
// many bytes: they have an eighth of the memory and half of base.
func (o *Options) workersOf(bytes int64) int {
	return int(max(1, min(int64(o.Workers), (o.Memory/8+base/2)/bytes)))
}

// setWindow sets the largest window of zstd, and returns how much memory the
// windows may take that are in use at the same time, beyond what belongs to base.
// What a source holds shows only when it is read.
func (o *Options) setWindow(sources []Source) int64 {
	n := int64(0)
	for _, s := range sources {
		if s.in.Unpack && packing.Named(s.in.Name) != packing.Gzip && (o.InStep || n == 0) {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	set(&o.tune.window, min(max((o.Memory+7)/8/n, packing.LeastWindow), packing.MostWindow)) // mostMemory may be 1 GiB − 1
	return min(n*o.tune.window-packing.LeastWindow, o.Memory/2)
}

// mostMemory is where sums of sizes stay within an int.
const mostMemory = math.MaxInt / 2

// setDefaults divides the memory. While records are scattered: seven eighths of
// it for slabs; the rest and most of base for the workers, one of whom may hold a
// record that is not yet a long one twice and put it into a slab of its own. While they are
// shuffled: half of all for batches, half for the workers, who need twice the
// size of a bucket.
func (t *tuning) setDefaults(memory int64, workers *int) {
	forWorkers := memory/8 + 24<<20
	*workers = int(min(int64(*workers), max(1, forWorkers/(16*leastChunk))))
	set(&t.chunk, chunkSize(forWorkers/int64(max(*workers, 2))))
	set(&t.memory, memory-memory/8)
	set(&t.slab, t.chunk*int(min(max(t.memory/int64(4*t.chunk), 1), 8))+2<<20)
	set(&t.unit, 512<<10)
	set(&t.page, t.unit+t.unit/4)
	set(&t.pages, int(max(1, min(int64(2**workers), (memory/16+base/8)/int64(t.page)))))
	set(&t.batch, min((memory+base)/6, 64<<20))
	set(&t.big, (memory+base)/int64(4+4**workers))
	set(&t.bigHere, min(t.big, (memory/8+base)/int64(4**workers)))
	set(&t.row, max(64<<20, memory/16))
	set(&t.long, max((memory+base)/16, int64(2*t.chunk)))
}

func set[N int | int64](v *N, n N) {
	if *v == 0 {
		*v = n
	}
}

// chunkSize is how much of the input a worker with that much memory takes at a
// time. The starts and digits of its records take as much again, and six times as
// much if all of them are empty.
func chunkSize(memory int64) int {
	size := leastChunk
	for 4*int64(size) <= memory && size < 4*leastChunk {
		size *= 2
	}
	return size
}
