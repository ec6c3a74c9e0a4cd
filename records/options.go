package records

import (
	"cmp"
	"errors"
	"io/fs"
	"math"
	"os"
	"regexp"
	"runtime"

	"github.com/yates-shuffle/yates/internal/memory"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/archive"
	"github.com/yates-shuffle/yates/records/internal/input"
	"github.com/yates-shuffle/yates/records/internal/record"
)

// Options configure a shuffle. Memory, Workers and TempDir do not affect the result.
type Options struct {
	// Seed determines the order. If it is nil, the order is unpredictable.
	Seed *order.Seed
	// Head is the number of records to return from the start of the order, or of
	// groups with GroupBy; 0 means all. A head is a sample without replacement, in
	// random order. Except with GroupBy, it takes one pass, and memory for little more
	// than its records: those of the last bucket needed, about 1/4096 of all records,
	// come on top.
	Head int64
	// Skip leaves out so many records, or groups, at the start of the order; the head is what follows
	// them. Their buckets are not shuffled. It excludes Parts, strata and draws.
	Skip int64

	// NUL makes the byte 0 the separator of lines, instead of the line feed.
	NUL bool
	// A record is a line, unless one of the next three options says otherwise. Finding
	// other records uses one processor at a time, but the rest of the work goes on
	// meanwhile; files are read as streams.
	//
	// CSV makes it a row, as spreadsheets write them: line feeds in quoted fields
	// do not end it. A quotation mark opens a quoted field only at the start of the
	// field. It is an error if it is never closed, or if a quoted field has more than
	// 64 MiB, or a sixteenth of Memory if that is more ([QuoteError]).
	CSV bool
	// Lines, if not 0, makes it that many lines. It is an error if a source ends
	// within a record.
	Lines int
	// Start, if not nil, makes it a line that matches and the following lines that
	// do not. Only the first 4,096 bytes of a line are matched, without the separator.
	// It is an error if a source begins with a line that does not match.
	Start *regexp.Regexp
	// JSON says that lines are JSON objects. It is an error if one is not, or goes on behind the object; but
	// within it, only what is needed is checked, besides strings and brackets. The name of a column is then that
	// of a field; names of objects within others have dots between them, as in user.id, and \. and \\ are a dot
	// and a backslash of a name. The text of a column is the characters of a string, of a number, true or false
	// what is written there, and of null nothing. It is an error if there are two such fields, or if its string is
	// not in UTF-8 or has half of a surrogate pair. A line can be as long as GroupBy allows for columns
	// ([KeyError]).
	JSON bool
	// Tar makes the sources tar archives, and a record a sample as in WebDataset: members that stand together and
	// whose names are the same up to the first dot of their last part, or one member without such a dot. Folders
	// are no samples and left out. Outputs are archives, of the same blocks. It is an error if the members of a
	// sample are apart, or two sources have samples of one name, if members are hard links or sparse, if a global
	// PAX header says something about all, or if the archive is damaged or has no end. 100,000 samples are
	// allowed, and one more for each 640 bytes of Memory ([TooManyError]). An [Urn] cannot draw a sample again.
	Tar bool
	// TFRecord makes a record one of TensorFlow's format of that name. It is an error if a checksum is wrong,
	// or the last record is not whole.
	TFRecord bool
	// Delimiter separates columns; 0 means comma with CSV and tab without. It is an error if there
	// are columns to group or stratify by, all of them known by number, and it stands in no record
	// ([DelimiterError]). If it is the separator of lines, a line is one column.
	Delimiter byte
	// Table, if not 0, is what separates columns of a table whose rows are lines. It is an error if
	// a line ends within a quoted field of CSV ([ErrTorn]). There is no such table if the header has tabs,
	// and not this byte.
	Table byte

	// Header is the number of lines, or of rows with CSV, at the start of each
	// non-empty source that are not records. Each output begins with those of the first
	// source. It is an error if those of another source differ ([HeaderError]), except
	// for a byte-order mark and carriage returns at the ends of lines.
	Header int
	// InStep keeps the sources in step: record i of each source goes to the same
	// place, in an output for each source, with its own header. It is an error if the
	// sources have different numbers of records.
	InStep bool
	// GroupBy, if not empty, keeps rows with the same texts in these columns
	// together, in input order, and shuffles the groups. A group need not fit into
	// memory. It is an error if the columns of a record do not end within its first
	// 4 MiB, or more if longer records are held in memory; see Memory ([KeyError]).
	GroupBy []Column
	// Unique keeps only the first of equal records, compared byte for byte without the
	// separator. It takes a quarter of Memory, which is enough for one record per
	// 160 bytes of Memory. More records are an error ([TooManyError]), and so is a long
	// record ([LongError]).
	Unique bool
	// UniqueBy, if not empty, is the columns that Unique compares in place of whole records.
	UniqueBy []Column
	// StratifyBy, if not empty, gives each part of WriteParts its share of each
	// class, as [order.Allot] divides them. A class is the records with the same texts
	// in these columns; with GroupBy it is the groups whose first records have them, and groups are
	// divided. About 500 classes fit into each MiB of Memory; more are an error
	// ([TooManyError], [MemoryError]). It excludes Head.
	StratifyBy []Column
	// Missing says what becomes of records without a value in the columns of GroupBy, UniqueBy or StratifyBy.
	Missing Missing
	// Each, if not 0, makes WriteParts with StratifyBy write the first so many records of each class, as one
	// part, in their order; sizes do not matter then.
	Each int64
	// Weight, if not nil, is the column with the weight of each record in an [Urn]: a
	// decimal number such as 3, 0.25 or 1e-3, of at most 19 digits without zeros at
	// either end. Weights take 24 bytes for each record, from a third of Memory; more
	// are an error ([TooManyError]).
	Weight *Column
	// Once makes an [Urn] draw each record at most once. It requires Weight; without
	// weights, use Shuffle.
	Once bool
	// Parts must be set to write the collection by WriteParts.
	Parts bool
	// LeaveSources allows sources to be overwritten before everything is written: no
	// file is read after Collect or NewUrn.
	LeaveSources bool

	// Memory is the number of bytes to use; 0 means [DefaultMemory]. The process may
	// use up to 64 MiB more, however long a record or large a group is: what does not
	// fit goes through the temporary file. Unless the source is a file that fits, so
	// does a long record: one of more than 4 MiB, or a sixteenth of Memory if that is
	// more; with InStep, of that divided by the number of sources, or 64 KiB. An input
	// of about a hundred times Memory also needs memory for its index: 32 KiB for each
	// time that the memory was full, and for each worker 20 bytes for each record of a
	// bucket, or with GroupBy about 150 for each group of one.
	Memory int64
	// Workers is the number of goroutines that scatter and shuffle; 0 means one for
	// each processor. There are fewer if Memory is small.
	Workers int
	// TempDir is the directory of the temporary file; "" means os.TempDir(). The file
	// is created only if the records do not fit into memory. It has no name (on
	// Windows, the system removes it), so it is never left behind.
	TempDir string
	// Progress, if not nil, follows the progress of the shuffle.
	Progress *Progress

	fsys  vfs.FS // nil: the operating system's
	first int64  // the number of the first record
	tune  tuning
}

// A Column is a column of the rows of a source. With CSV, fields may be quoted, and "a"
// and a are the same text; without CSV, quotation marks mean nothing. In a record of
// several lines, only the first line counts; with InStep, only the first source.
type Column struct {
	// Number is the column's position, counted from 1, or 0 to use Name.
	Number int
	// Name is the column's name in the last line of the header, or "" to use Number.
	// With both, it is the column with that number, and it is an error if another one
	// has the name.
	Name string
}

// A Missing says what becomes of a record without a value: one of its columns is empty, or null in JSON. A column
// or field that the record does not have is empty, too, but with MissingUnset and for weights it is an error
// ([AbsentError]).
//
// Records that stand alone are what MissingUnset and MissingOwn make of them: each is a group by itself, and is
// never a repeat of another. A class is by the texts of its columns, which may be empty.
type Missing int

const (
	MissingUnset Missing = iota // it stands alone
	MissingOwn                  // it stands alone
	MissingOne                  // an empty text is a value like others, which records can have in common
	MissingDrop                 // it is none of the records; like one that is to be unique, it must not be long
	MissingError                // it is an error ([ErrMissing])
)

// archiveBytes is about what each name of an archive that is remembered takes.
const archiveBytes = 40

// setDefaults checks the options, replaces zeros by defaults, and returns the format of
// records.
func (o *Options) setDefaults() (*record.Format, error) {
	if o.Head < 0 || o.Memory < 0 || o.Workers < 0 {
		return nil, errors.New("head, memory and workers must not be negative")
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
	if o.Memory == 0 {
		o.Memory = memory.Default()
	}
	o.Memory = min(o.Memory, mostMemory)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	switch {
	case o.Each < 0 || o.Each > 0 && len(o.StratifyBy) == 0:
		return nil, errors.New("a number of each class needs columns to stratify by")
	case o.Skip < 0:
		return nil, errors.New("the number of records to skip is negative")
	case o.Skip > 0 && (o.Parts || o.InStep || len(o.StratifyBy) > 0):
		return nil, errors.New("only an order that is written as a whole can be begun later")
	case o.Head > 0:
		o.Head += min(o.Skip, math.MaxInt64-o.Head)
	}
	return o.format()
}

// format returns the format of records.
func (o *Options) format() (*record.Format, error) {
	f := &record.Format{Sep: separator(o.NUL), Count: max(o.Lines, 1), Delimiter: cmp.Or(o.Delimiter, '\t'),
		JSON: o.JSON}
	kind := o.archive()
	switch {
	case kind != nil && (o.NUL || o.CSV || o.Lines > 0 || o.Start != nil || o.JSON || o.Header > 0 || o.Table != 0 ||
		o.InStep || o.Tar && o.TFRecord || o.Weight != nil || len(o.GroupBy)+len(o.StratifyBy)+len(o.UniqueBy) > 0):
		return nil, errors.New("the records of archives have neither lines nor columns, and are not kept in step")
	case kind != nil:
		f.Unit, f.Frames = record.Framed, kind.Frames
	case o.Lines < 0 || o.Header < 0:
		return nil, errors.New("lines and header must not be negative")
	case o.Lines > 0 && o.CSV, o.Lines > 0 && o.Start != nil, o.CSV && o.Start != nil:
		return nil, errors.New("a record is a CSV row, so many lines, or begins at a line that matches")
	case o.JSON && (o.CSV || o.Lines > 1 || o.Start != nil || o.Header > 0):
		return nil, errors.New("JSON objects are lines, without a header")
	case o.CSV && o.NUL:
		return nil, errors.New("CSV rows end with a line feed, not NUL")
	case o.CSV:
		f.Unit, f.Delimiter = record.Row, cmp.Or(o.Delimiter, ',')
	case o.Start != nil:
		f.Unit, f.Start = record.Started, record.NewMatcher(o.Start)
	}
	return f, nil
}

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
	all := make([]input.Source, len(sources))
	for i, s := range sources {
		all[i] = s.in
	}
	in, err := input.Open(input.Options{
		FS: o.fsys, Format: f, Header: o.Header, Chunk: o.tune.chunk, Window: o.tune.window, Row: o.tune.row,
		Long: o.tune.long, Streams: o.tune.stream, Read: o.Progress.addRead, Opened: opened,
		Archive: o.archive(), Names: archive.NewNames(int((o.Memory/16 + base/8) / archiveBytes)),
	}, all, o.InStep)
	if err == nil && in.Files != nil {
		o.Progress.toRead.Store(in.Files.Total)
	}
	return in, err
}

// workersOf returns the number of workers that draw integers or records if each needs
// that many bytes: together they have an eighth of the memory and half of base.
func (o *Options) workersOf(bytes int64) int {
	return int(max(1, min(int64(o.Workers), (o.Memory/8+base/2)/bytes)))
}

// setWindow sets the largest window of zstd, and returns how much memory all windows in
// use may take, beyond what belongs to base. The contents of a source are known only
// when it is read.
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
	// mostMemory may be 1 GiB − 1
	set(&o.tune.window, min(max((o.Memory+7)/8/n, packing.LeastWindow), packing.MostWindow))
	return min(n*o.tune.window-packing.LeastWindow, o.Memory/2)
}

// DefaultMemory returns a quarter of the memory that this process may use: that of the
// machine, or less if a control group or a limit of the process (ulimit -v, -d) says so.
// If that is unknown, it returns 1 GiB. In a 32-bit process it returns at most 512 MiB.
func DefaultMemory() int64 { return memory.Default() }

// mostMemory keeps sums of sizes within an int.
const mostMemory = math.MaxInt / 2
