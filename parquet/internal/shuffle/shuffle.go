package shuffle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"

	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// Options say how an input is shuffled.
type Options struct {
	Seed     order.Seed
	Skip     int64    // leave out so many rows of the order, or groups
	Parts    []int64  // the rows of each output, or groups, one after the other in the order
	Names    []string // of the outputs
	RowGroup int      // rows, or 0: as in the input
	Codec    Codec

	Memory  int64
	Workers int
	FS      vfs.FS
	TempDir string
	// Open opens outputs, each when those before have been written.
	Open func(name string) (io.Writer, error)
	// Done counts the values that have been read and written.
	Read, Written atomic.Int64
}

// A Codec is a kind of compression. If it is not given, it is that of the input.
type Codec struct {
	Given bool
	Kind  compress.Compression
	Level int // or 0: the usual one
}

// A job is a shuffle that is being done.
type job struct {
	*Options
	in    *Input
	kinds []column.Kind // of the columns, and of the digits or places
	store *store
	units []unit
	unit  classOf // of each bucket, or none: it goes to no output

	props   *parquet.WriterProperties
	workers int  // that write columns
	serial  bool // whether columns of a row group are written one after the other
}

// A unit is neighbouring buckets, which are gathered together.
type unit struct {
	lo, hi     int   // buckets, up to hi−1
	place, end int64 // in the order, of the first row and behind the last one

	order []uint32       // when it is gathered: which row is where
	kept  []*column.Rows // if it is small: columns that were loaded and are needed again
}

// Do shuffles the rows of the input.
func (in *Input) Do(ctx context.Context, opt *Options) error {
	if in.collection != nil {
		if err := in.place(ctx, opt); err != nil {
			return err
		}
	}
	for part, rows := range opt.Parts {
		if rows > mostGroups*in.group(opt) {
			return fmt.Errorf("writing %s: it would have more than %d row groups; use a larger --row-group or "+
				"more parts", label.Name(opt.Names[part]), mostGroups)
		}
	}
	const each = 4 // bytes of the order of a row of a row group
	if need := each * in.group(opt); need > max(opt.Memory/8, 8<<20) {
		return &failure.MemoryError{What: fmt.Sprintf("a row group of %d rows", opt.RowGroup),
			Need: uint64(8 * need), Allowed: uint64(opt.Memory)}
	}
	file := spill.NewFile(opt.FS, cmp.Or(opt.TempDir, os.TempDir()))
	j := &job{Options: opt, in: in, kinds: append(slices.Clip(in.kinds), column.Numbers(2))}
	if in.places != nil {
		j.kinds[len(in.kinds)] = column.Numbers(4)
	}
	j.store = &store{file: file, limit: opt.Memory / 3, blocks: make([][]block, len(j.kinds))}
	var err error
	for _, step := range []func(context.Context) error{j.divide, j.scatter, in.changed, j.gather} {
		if err = step(ctx); err != nil {
			break
		}
	}
	return cmp.Or(err, file.Close())
}

// mostGroups are the row groups that have a number in a file.
const mostGroups = 1<<15 - 1

// group returns how many rows a row group has.
func (in *Input) group(opt *Options) int64 {
	const most = 1 << 20 // as others write, unless told otherwise
	return cmp.Or(int64(opt.RowGroup), min(in.most, most), 1)
}

// divide divides the buckets of the order into units. A unit is as large as its largest column allows, which is loaded
// with the next one. If it is not small, it has no more than half of a row group: its columns are loaded again for
// each row group that has some of its rows.
func (j *job) divide(ctx context.Context) error {
	all, largest := int64(0), int64(0) // bytes of columns: as many as are encoded, or more if the first rows have
	enough := errors.New("these are enough rows")
	for c, size := range j.in.encoded {
		err := j.in.each(func(s *source, group int, _ int64) error {
			return j.in.read(ctx, new(column.Reader), s, group, c, func(rows *column.Rows) error {
				size = max(size, int64(len(rows.Data))*j.in.Rows/int64(rows.Len(j.kinds[c])))
				return enough
			})
		})
		if err != nil && err != enough {
			return err
		}
		all, largest = all+size, max(largest, size)
	}
	var sizes [order.Buckets + 1]int64
	var digits []uint16
	for row := int64(0); row < j.in.Rows; row += order.BlockRecords {
		digits = j.digitsOf(digits, row, int(min(order.BlockRecords, j.in.Rows-row)))
		for _, d := range digits {
			sizes[d]++
		}
	}
	units := max(2*largest/j.small(), min(all/j.small(), 2*j.in.Rows/j.in.group(j.Options)))
	units = min(units, j.Memory/16/int64(8*len(j.kinds))) // whose sizes are in memory
	rows := j.in.Rows / max(units, 1)
	place, end := int64(0), j.Skip
	for _, n := range j.Parts {
		end += n
	}
	room := int64(0) // rows that the last unit has room for
	for bucket := range j.unit {
		j.unit[bucket] = none
	}
	for bucket, n := range sizes[:order.Buckets] {
		if place+n > j.Skip && place < end && n > 0 {
			if room < n {
				j.units = append(j.units, unit{lo: bucket, place: place})
				room = max(rows, n)
			}
			room -= n
			j.unit[bucket] = int32(len(j.units) - 1)
			u := &j.units[len(j.units)-1]
			u.hi, u.end = bucket+1, place+n
		}
		place += n
	}
	j.store.sizes = make([]int64, len(j.units)*len(j.kinds))
	return nil
}

// small returns how many bytes a small unit has: caches are small, too.
func (j *job) small() int64 { return min(max(j.Memory/16, 1), 16<<20) }
