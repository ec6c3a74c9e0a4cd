package records

import (
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/order"
)

// Options hold what all calls share. The zero value shuffles lines unpredictably. Memory, Workers and TempDir do
// not affect the result.
type Options struct {
	// Seed determines the order. If it is nil, the order is unpredictable.
	Seed *order.Seed
	// Format says what a record is; nil means Lines{}.
	Format Format
	// Head is the number of records to write from the start of the order, or of groups; 0 means all. It takes no more
	// memory than a [Sample], but for groups. Skip leaves out so many at the start of the order; the head is what
	// follows them.
	//
	// Shuffle, All, Order, Collect and CollectOrder take both, with a Rule that they go with, but a collection with
	// Skip has no WriteParts. OrderApart takes Head. Sample, Repeat, WeightedSample and WeightedRepeat take neither, as
	// they are given a number. What is not taken is an error (failure.ConflictError). All other options are for all
	// functions.
	Head, Skip int64

	// Memory is the number of bytes to use; 0 means [DefaultMemory]. The process may
	// use up to 64 MiB more, however long a record or large a group is: what does not
	// fit goes through the temporary file. Unless the source is a file that fits, so
	// does a long record: one of more than a sixteenth of Memory and 2 MiB, or up to 4 MiB if that
	// is more. An input of about a hundred times Memory also
	// needs memory for its index: 32 KiB for each time that the memory was full, and for each
	// worker 20 bytes for each record of a bucket, or for groups about 150 for each group of one.
	Memory int64
	// Workers is the number of goroutines that scatter and shuffle; 0 means one for
	// each processor. There are fewer if Memory is small.
	Workers int
	// TempDir is the directory of the temporary file; "" means os.TempDir(). The file
	// is created only if the records do not fit into memory. It has no name (on
	// Windows, the system removes it), so it is never left behind.
	TempDir string
	// Progress, if not nil, follows the progress of the call.
	Progress *Progress
}

func (o *Options) engine() engine.Options {
	e := engine.Options{Seed: o.Seed, Memory: o.Memory, Workers: o.Workers, TempDir: o.TempDir,
		Sink: engine.Sink{Head: o.Head, Skip: o.Skip}}
	if o.Format != nil {
		e.Format = o.Format.format()
	}
	if o.Progress != nil {
		e.Progress = &o.Progress.p
	}
	return e
}

// A Progress reports how far a call is. The zero value is ready to use as
// Options.Progress, for one call. It is safe for concurrent use. It costs an atomic
// addition for each read of a stream, each chunk of a file (512 KiB or more), and each
// write.
type Progress struct{ p engine.Progress }

// Read returns the number of bytes of records read so far, including added separators,
// and the total, or 0 if that is not known. It is known for regular files that are not
// compressed.
func (p *Progress) Read() (bytes, total int64) { return p.p.Read() }

// Written returns the number of bytes written so far; the total, or 0 if that is not
// known, such as when not all records are written; and whether everything has been read,
// so that writing has begun.
func (p *Progress) Written() (bytes, total int64, begun bool) { return p.p.Written() }

// Share returns the part of all the work that is done, from 0 to 1, or false if that is
// not known. Reading all records counts as half of it, or as nearly all if few are
// wanted; writing them is the rest.
func (p *Progress) Share() (share float64, ok bool) { return p.p.Share() }
