package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/memory"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Source is one input.
type Source = input.Source

// Options configure a shuffle. Package records says what they mean to its users.
type Options struct {
	Seed *order.Seed // nil: a new one
	// Head is the number of records to return from the start of the order, or of groups with GroupBy; 0 means all.
	Head int64
	// Skip leaves out so many records, or groups, at the start of the order; the head is what follows them.
	Skip int64

	NUL   bool           // lines end with the byte 0
	CSV   bool           // records are rows
	Lines int            // of a record; 0 means 1
	Start *regexp.Regexp // of the first line of a record, which the others do not match
	JSON  bool           // lines are JSON objects
	// Paragraphs says that a record goes on to the last of the blank lines that follow its lines.
	Paragraphs bool
	Tar        bool // records are samples of tar archives
	TFRecord   bool
	Size       int64 // of each record in bytes, or 0
	Invalid    error // what is wrong with the format, or nil
	// Delimiter separates columns; 0 means comma with CSV and tab without.
	Delimiter byte
	// Table, if not 0, is what separates columns of a table whose rows are lines. It is an error if
	// a line ends within a quoted field of CSV ([ErrTorn]). There is no such table if the header has tabs,
	// and not this byte.
	Table byte

	Header     int            // lines, or rows with CSV, at the start of each source
	HeaderLike *regexp.Regexp // which the lines, or rows, at the start of each source match that are the header
	GroupBy    []Column       // rows with the same texts there stay together
	Unique     bool           // keep only the first of equal records
	UniqueBy   []Column       // or of those with the same texts there
	StratifyBy []Column       // each part has its share of the rows with the same texts there
	ByKey      []Column       // rows with the same texts there stay together, and the hashes of these are the order
	Shares     order.Parts    // of keys: with StratifyBy, those of each part; with ByKey, of a sample
	ApartBy    []Column       // no more than Run records of an [Urn] in a row have the same texts there
	Run        int            // 0 means 1
	Missing    Missing        // what becomes of records without a value in the columns above
	Weight     *Column        // of the records of an [Urn]
	Binary     bool           // integers are written as 8 bytes, little-endian, in place of text
	// Parts must be set to write the collection by WriteParts: the records of each bucket are counted then.
	Parts bool
	// LeaveSources allows sources to be overwritten before everything is written: no
	// file is read after Collect or NewUrn.
	LeaveSources bool

	Memory   int64 // bytes; 0 means [DefaultMemory]
	Workers  int   // 0 means one for each processor
	TempDir  string
	Progress *Progress

	known *archive.Known // of the sources, when they are read
	fsys  vfs.FS         // nil: the operating system's
	tune  tuning
}

// archiveBytes is about what each name of an archive that is remembered takes.
const archiveBytes = 40

// setDefaults checks the options, with the other things that are asked for, replaces zeros by defaults, and returns
// the format of records.
func (o *Options) setDefaults(others ...string) (*record.Format, error) {
	for _, name := range []string{"Head", "Skip", "Memory", "Workers", "Lines", "Header", "Size", "Run"} {
		if n := reflect.ValueOf(o).Elem().FieldByName(name).Int(); n < 0 {
			return nil, fmt.Errorf("%s is %d, and must not be negative", name, n)
		}
	}
	switch {
	case o.Invalid != nil:
		return nil, o.Invalid
	case o.Size > mostSize:
		return nil, fmt.Errorf("a record has %d bytes, which cannot be", o.Size)
	case slices.ContainsFunc(o.columns(), func(c Column) bool { return c.Number < 0 || c == Column{} }):
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
	return o.format(), o.check(others...)
}

// columns returns the columns of all options.
func (o *Options) columns() []Column {
	all := slices.Concat(o.GroupBy, o.UniqueBy, o.StratifyBy, o.ByKey, o.ApartBy)
	if o.Weight != nil {
		all = append(all, *o.Weight)
	}
	return all
}

// check returns an error if things that do not go together are asked for, with others than those in the options.
func (o *Options) check(others ...string) error {
	return conflict(func(thing string) bool {
		field := reflect.ValueOf(o).Elem().FieldByName(thing)
		return field.IsValid() && !field.IsZero() || slices.Contains(others, thing)
	})
}

// format returns the format of records.
func (o *Options) format() *record.Format {
	f := &record.Format{Count: max(o.Lines, 1), Delimiter: cmp.Or(o.Delimiter, '\t'), JSON: o.JSON}
	if !o.NUL {
		f.Sep = '\n'
	}
	switch {
	case o.archive() != nil:
		f.Unit = record.Framed
		if o.Tar {
			f.Member = archive.Member
		}
	case o.Size > 0:
		f.Unit, f.Size = record.Fixed, o.Size
	case o.CSV:
		f.Unit, f.Delimiter = record.Row, cmp.Or(o.Delimiter, ',')
	case o.Start != nil:
		f.Unit, f.Start = record.Started, record.NewMatcher(o.Start)
	case o.Paragraphs:
		f.Unit = record.Paragraph
	}
	return f
}

// Text reports whether separators end records.
func (o *Options) Text() bool { return o.format().Text() }

// archive returns what the sources are, or nil.
func (o *Options) archive() *archive.Kind {
	switch {
	case o.Tar:
		return archive.Tar
	case o.TFRecord:
		return archive.TFRecord
	}
	return nil
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
		Long: o.tune.long, Streams: o.tune.stream, Read: o.Progress.addRead, Opened: opened,
		Archive: o.archive(), Known: o.known,
	}, sources)
	if err == nil && in.Files != nil {
		o.Progress.toRead.Store(in.Files.Total)
	}
	return in, err
}

// keyring returns what looks up the columns when the header has been read.
func (o *Options) keyring(f *record.Format, in *input.Input) func() (*keyring, error) {
	return sync.OnceValues(func() (*keyring, error) {
		var err error
		keysOf := func(columns []Column, missing Missing) *keys {
			if len(columns) == 0 || err != nil {
				return nil
			}
			var key *record.Key
			if key, err = f.Key(columns, f.Delimiter, in.Header()); err != nil {
				return nil
			}
			key.Ragged = missing != MissingUnset
			return &keys{Key: key, most: o.tune.long, missing: missing}
		}
		k := &keyring{groupBy: keysOf(o.GroupBy, o.Missing), stratifyBy: keysOf(o.StratifyBy, o.Missing),
			uniqueBy: keysOf(o.UniqueBy, o.Missing), apartBy: keysOf(o.ApartBy, o.Missing),
			byKey: keysOf(o.ByKey, o.Missing)}
		if k.byKey != nil {
			k.byKey.sorted = true
		}
		if o.Weight != nil {
			k.weighBy = keysOf([]Column{*o.Weight}, MissingUnset)
		}
		if name := in.First(); err != nil && name != "" {
			err = &failure.SourceError{Name: name, Err: err}
		}
		return k, err
	})
}

// distinct reports whether only the first of equal records is kept.
func (o *Options) distinct() bool { return o.Unique || len(o.UniqueBy) > 0 }

// drops reports whether records without a value are dropped.
func (o *Options) drops() bool {
	return o.Missing == MissingDrop && len(o.columns()) > 0
}

// fill returns a store of so many bytes of memory that the workers have filled. If large is set, the records are
// not expected to fit. It is there after an error, too.
func (o *Options) fill(ctx context.Context, memory int64, large bool, workers int,
	work func(ctx context.Context, store *spill.Store) error) (*spill.Store, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	store := spill.NewStore(ctx, cancel, o.fsys, o.TempDir, memory, o.tune.slab, large)
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
