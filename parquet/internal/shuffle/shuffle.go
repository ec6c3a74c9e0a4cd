package shuffle

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/parquet/compress"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/column"
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
	// Open opens the output of a part, when those before have been written.
	Open func(part int) (io.Writer, error)
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
	store store
	units []unit
	unit  [order.Buckets + 1]int32 // of each bucket, or none, as the last one has, which is in no order
	kinds []column.Kind            // of the columns, and of the digits
}

// none is the unit of buckets that go to no output.
const none = -1

// A unit is neighbouring buckets, which are gathered together.
type unit struct {
	lo, hi int   // buckets, up to hi−1
	place  int64 // in the order, of the first row
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
			return opt.tooMany(part)
		}
	}
	j := &job{Options: opt, in: in, store: store{fs: opt.FS, dir: opt.TempDir, limit: opt.Memory / 2}}
	j.kinds = append(j.kinds, in.kinds...)
	j.kinds = append(j.kinds, column.Kind{Width: 2}) // the digits of rows
	j.divide()
	err := j.scatter(ctx)
	if err == nil {
		err = in.changed()
	}
	if err == nil {
		err = j.gather(ctx)
	}
	if closed := j.store.close(); err == nil {
		err = closed
	}
	return err
}

// mostGroups are the row groups that have a number in a file.
const mostGroups = 1<<15 - 1

// group returns how many rows a row group has, if they fit into the memory.
func (in *Input) group(opt *Options) int64 { return cmp.Or(int64(opt.RowGroup), in.most, 1) }

// tooMany returns the error of a part with too many row groups.
func (opt *Options) tooMany(part int) error {
	return fmt.Errorf("writing %s: it would have more than %d row groups; use a larger --row-group, more parts or "+
		"more --memory", label.Name(opt.Names[part]), mostGroups)
}

// divide divides the buckets of the order into units.
func (j *job) divide() {
	var sizes [order.Buckets + 1]int64
	numbers := numberer{job: j}
	for row := int64(0); row < j.in.Rows; row += order.BlockRecords {
		numbers.number(row, int(min(order.BlockRecords, j.in.Rows-row)))
		for _, d := range numbers.digits {
			sizes[d]++
		}
	}
	// Values take more memory than they take encoded, most of all where many are equal. If they take much more, a
	// unit is gathered in several turns.
	const more, least, most = 3, 1 << 20, 16 << 20
	bytes := min(max(j.Memory/32, least), most)
	rows := bytes * j.in.Rows / max(more*j.in.encoded, 1)
	place, end := int64(0), j.Skip
	for _, n := range j.Parts {
		end += n
	}
	room := int64(0) // rows that the last unit has room for
	j.unit[order.Buckets] = none
	for bucket, n := range sizes[:order.Buckets] {
		j.unit[bucket] = none
		if place+n > j.Skip && place < end && n > 0 {
			if room < n {
				j.units = append(j.units, unit{lo: bucket, place: place})
				room = max(rows, n)
			}
			room -= n
			j.unit[bucket] = int32(len(j.units) - 1)
			j.units[len(j.units)-1].hi = bucket + 1
		}
		place += n
	}
	j.store.units = make([]held, len(j.units))
}

// A numberer gives rows their digits, for one worker: those of Order 1, or others if keys decide the order.
type numberer struct {
	*job
	order  order.Digits
	digits []uint16
}

// number finds the digits of n rows from a number on.
func (w *numberer) number(first int64, n int) {
	if w.in.digits != nil {
		w.digits = w.in.digits[first:][:n]
		return
	}
	w.digits = grown(w.digits, n)
	w.order.Seek(w.Seed, uint64(first))
	w.order.Fill(w.digits)
}
