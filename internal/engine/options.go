package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/memory"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Source is one input.
type Source = input.Source

// A Progress reports how far a shuffle is.
type Progress = page.Progress

// A Format says what the records are.
type Format struct {
	Kind  ask.Things // one of its formats; 0 means Lines
	NUL   bool       // lines end with the byte 0
	Lines int        // of a record; 0 means 1
	Sole  bool       // a row of CSV may have one column
	// Start matches the first line of a record of Sections, and no others.
	Start *regexp.Regexp
	Size  int64 // of each Fixed record in bytes
	// Delimiter separates columns; 0 means comma with CSV and tab without.
	Delimiter byte
	// Table, if not 0, is what separates columns of a table whose rows are lines. It is an error if
	// a line ends within a quoted field of CSV ([ErrTorn]). There is no such table if the header has tabs,
	// and not this byte.
	Table byte

	Header     int            // lines, or rows with CSV, at the start of each source
	HeaderLike *regexp.Regexp // which the lines, or rows, at the start of each source match that are the header
}

// A Column is a column of the rows of a source: a number from 1 on, or 0 and a name.
type Column = record.Column

// A Missing says what becomes of a record without a value.
type Missing = record.Missing

// What becomes of it.
const (
	MissingUnset = record.MissingUnset
	MissingOwn   = record.MissingOwn
	MissingOne   = record.MissingOne
	MissingDrop  = record.MissingDrop
	MissingError = record.MissingError
)

// A Rule says which order is asked for. The zero value is the plain order of all records.
type Rule struct {
	Kind    ask.Things  // one of its rules
	By      []Column    // in which records, or groups, have the same texts, or which has the weights
	Groups  []Column    // of Classes: by these, rows stay together
	Run     int         // of Apart: so many in a row may have the same texts; 0 means 1
	Shares  order.Parts // of keys: with Parted, those of each part; with ByKey, of a sample
	Missing Missing     // what becomes of records without a value in the columns
}

// run returns how many records of a class of Apart may stand in a row.
func (r *Rule) run() int { return max(r.Run, 1) }

// A Sink says which of the order is written.
type Sink struct {
	// Head is the number of records to return from the start of the order, or of groups; 0 means all.
	Head int64
	// Skip leaves out so many records, or groups, at the start of the order; the head is what follows them.
	Skip int64
	// Parts must be set to write the collection by WriteParts: the records of each bucket are counted then.
	Parts bool
	// Longest, if not 0, is how many bytes a record may have that is pulled ([failure.LongError]).
	Longest int64
	// LeaveSources allows sources to be overwritten before everything is written: no
	// file is read after Collect or NewUrn.
	LeaveSources bool
	// Binary writes integers, or else the numbers of records in the input, from 0 on, as 8 bytes, little-endian, in
	// place of text.
	Binary bool
}

// Whole returns an error if a function that is given the number of records is not to take them from the whole order.
func (s *Sink) Whole(function string) error {
	if s.Head != 0 || s.Skip != 0 {
		return &failure.ConflictError{A: function, B: "Head or Skip"}
	}
	return nil
}

// Options configure a shuffle. Package records says what they mean to its users.
type Options struct {
	Seed *order.Seed // nil: a new one
	Format
	Rule
	Sink

	Memory   int64 // bytes; 0 means [DefaultMemory]
	Workers  int   // 0 means one for each processor
	TempDir  string
	Progress *Progress
	// Look, if not nil, gets the first bytes of each source of text, with its header, and its error refuses them.
	Look func(name string, front []byte) error

	known *archive.Known // of the sources, when they are read
	fsys  vfs.FS         // nil: the operating system's
	tune  tuning
}

// archiveBytes is about what each name of an archive that is remembered takes.
const archiveBytes = 40

// setDefaults checks the options, with the other things that are asked for, replaces zeros by defaults, and returns
// the format of records.
func (o *Options) setDefaults(others ask.Things) (*record.Format, error) {
	for _, number := range []struct {
		name string
		n    int64
	}{{"Head", o.Head}, {"Skip", o.Skip}, {"Memory", o.Memory}, {"Workers", int64(o.Workers)},
		{"Lines", int64(o.Lines)}, {"Header", int64(o.Header)}, {"Size", o.Size}, {"Run", int64(o.Run)}} {
		if number.n < 0 {
			return nil, fmt.Errorf("%s is %d, and must not be negative", number.name, number.n)
		}
	}
	switch {
	case o.Format.Kind == ask.Fixed && o.Size == 0:
		return nil, fmt.Errorf("%s has no Size", ask.Fixed)
	case o.Format.Kind == ask.Sections && o.Start == nil:
		return nil, fmt.Errorf("%s has no Start", ask.Sections)
	case o.Rule.Kind&ask.ByColumns != 0 && len(o.By) == 0:
		return nil, fmt.Errorf("%s has no columns", o.Rule.Kind)
	case o.Size > mostSize:
		return nil, fmt.Errorf("a record has %d bytes, which cannot be", o.Size)
	case slices.ContainsFunc(slices.Concat(o.By, o.Groups), func(c Column) bool {
		return c.Number < 0 || c == Column{}
	}):
		return nil, errors.New("a column has neither a number from 1 on nor a name")
	case o.Head > 0:
		o.Head += min(o.Skip, math.MaxInt64-o.Head)
	}
	if o.Seed == nil {
		o.Seed = new(order.NewSeed())
	}
	if o.Progress == nil {
		o.Progress = new(Progress)
	}
	if o.fsys == nil {
		o.fsys = vfs.OS{}
	}
	o.TempDir = cmp.Or(o.TempDir, os.TempDir())
	o.Memory = min(cmp.Or(o.Memory, memory.Default()), mostMemory)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	o.known = archive.NewKnown(int((o.Memory/16 + base/8) / archiveBytes))
	return o.format(), (o.asked() | others).Check()
}

// asked returns the things that the options ask for.
func (o *Options) asked() (all ask.Things) {
	for _, detail := range []struct {
		asked bool
		thing ask.Things
	}{
		{o.NUL, ask.NUL}, {o.Header > 0 || o.HeaderLike != nil, ask.Header}, {o.Delimiter != 0, ask.Delimiter},
		{len(o.Groups) > 0, ask.Groups}, {o.Skip > 0, ask.Skip}, {o.Skip > 0 && o.Parts, ask.Parts},
		{o.Head > 0 && o.Rule.Kind == ask.Classes, ask.Head},
	} {
		if detail.asked {
			all |= detail.thing
		}
	}
	return all | o.Format.Kind | o.Rule.Kind
}

// format returns the format of records.
func (o *Options) format() *record.Format {
	f := &record.Format{Count: max(o.Lines, 1), Delimiter: cmp.Or(o.Delimiter, '\t'), JSON: o.Format.Kind == ask.JSON}
	if !o.NUL {
		f.Sep = '\n'
	}
	switch o.Format.Kind {
	case ask.Tar, ask.TFRecord:
		f.Unit = record.Framed
		if o.Format.Kind == ask.Tar {
			f.Member = archive.Member
		}
	case ask.Fixed:
		f.Unit, f.Size = record.Fixed, o.Size
	case ask.CSV:
		f.Unit, f.Delimiter, f.Sole = record.Row, cmp.Or(o.Delimiter, ','), o.Sole
	case ask.Sections:
		f.Unit, f.Start = record.Started, record.NewMatcher(o.Start)
	case ask.Paragraphs:
		f.Unit = record.Paragraph
	}
	return f
}

// table returns the format of rows in so many lines, if lines are the rows of a table, which has a header.
func (f *Format) table(header []byte, lines int) *record.Format {
	if f.Table == 0 || bytes.IndexByte(header, f.Table) < 0 && bytes.IndexByte(header, '\t') >= 0 {
		return nil
	}
	return &record.Format{Sep: '\n', Unit: record.Row, Count: lines, Delimiter: f.Table}
}

// checkHeader returns an error if the header of n records is only the front of a row.
func (f *Format) checkHeader(header []byte, n int64) error {
	if table := f.table(header, f.Header); table != nil && f.Header > 0 && n > 0 && table.Torn(header) {
		return fmt.Errorf("the header: %w", ErrTorn)
	}
	return nil
}

// ErrTorn is the error of a line that is only the front of a row; see [Format].
var ErrTorn = scatter.ErrTorn

// archive returns what the sources are, or nil.
func (o *Options) archive() *archive.Kind {
	return map[ask.Things]*archive.Kind{ask.Tar: archive.Tar, ask.TFRecord: archive.TFRecord}[o.Format.Kind]
}

// noSamples returns an error if no sample has been read of archives that have files.
func (o *Options) noSamples(read int64) error {
	if o.Format.Kind != ask.Tar || o.known.Left == 0 || read > 0 {
		return nil
	}
	return fmt.Errorf("there are no samples, whose names have a dot: only %s (%s)",
		label.Plural(o.known.Left, "file"), label.Name(o.known.LeftName))
}

// open opens the sources, whose records have that format.
func (o *Options) open(f *record.Format, sources []Source, opened func(fs.FileInfo)) (*input.Input, error) {
	var like *record.Matcher
	if o.HeaderLike != nil {
		like = record.NewMatcher(o.HeaderLike)
	}
	in, err := input.Open(input.Options{
		FS: o.fsys, Format: f, Header: o.Header, HeaderLike: like,
		Chunk: o.tune.chunk, Window: o.tune.window, Row: o.tune.row,
		Long: o.tune.long, Streams: o.tune.stream, Read: o.Progress.AddRead, Opened: opened,
		Archive: o.archive(), Known: o.known, Look: o.Look,
	}, sources)
	if err == nil && in.Files != nil {
		o.Progress.WillRead(in.Files.Total)
	}
	return in, err
}

// fill returns a store of so many bytes of memory that the workers have filled. It is there after an error, too.
func (o *Options) fill(ctx context.Context, memory int64, workers int,
	work func(ctx context.Context, store *spill.Store) error) (*spill.Store, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	store := spill.NewStore(ctx, cancel, o.fsys, o.TempDir, memory, o.tune.slab)
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			if err := work(ctx, store); err != nil {
				cancel(err)
			}
		})
	}
	working.Wait()
	return store, store.Finish()
}

// workersOf returns the number of workers that draw integers or records if each needs
// that many bytes: together they have an eighth of the memory and half of base.
func (o *Options) workersOf(bytes int64) int {
	return int(max(1, min(int64(o.Workers), (o.Memory/8+base/2)/bytes)))
}

// setWindow sets the largest window of zstd, and returns how much memory the window in
// use may take, beyond what belongs to base. The contents of a source are known only
// when it is read.
func (o *Options) setWindow(sources []Source) int64 {
	if !slices.ContainsFunc(sources, func(s Source) bool { return s.Unpack && packing.Named(s.Name) != packing.Gzip }) {
		return 0
	}
	// mostMemory may be 1 GiB − 1
	set(&o.tune.window, min(max((o.Memory+7)/8, packing.LeastWindow), packing.MostWindow))
	return min(o.tune.window-packing.LeastWindow, o.Memory/2)
}

// DefaultMemory returns a quarter of the memory that this process may use: that of the
// machine, or less if a control group or a limit of the process (ulimit -v, -d) says so.
// If that is unknown, it returns 1 GiB. In a 32-bit process it returns at most 512 MiB.
func DefaultMemory() int64 { return memory.Default() }

// mostSize is the most bytes of a record of a fixed size.
const mostSize = 1 << 48

// mostMemory keeps sums of sizes within an int.
const mostMemory = math.MaxInt / 2
