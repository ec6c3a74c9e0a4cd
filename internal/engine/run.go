package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// Scatter and [Gather] are for machines that share a shuffle. Each stretch of the input is
// scattered to a run, on any machine. When that is done, each range of buckets is gathered
// from all runs and shuffled, on any machine. The ranges, one after the other, are what
// Shuffle writes.
//
// The sources are a stretch of the input that begins with record number first, counted from
// 0. Of the collection, which must be closed, the run is written: the records without the header, bucket by bucket, in
// input order within each. Options about columns and repeats are errors,
// and so is Head in Gather; Seed must be set.
//
// With Head, a run has only the buckets that the first Head records of its stretch are in.
// As there are at least as many in these buckets of all stretches, the first Head records
// of the whole order are among them: whoever gathers stops there.
func Scatter(ctx context.Context, opt Options, first int64, sources ...Source) (*Collection, error) {
	if err := opt.checkShared(); err != nil {
		return nil, err
	}
	if first < 0 {
		return nil, errors.New("the number of a record is negative")
	}
	opt.Parts, opt.first, opt.tune.copy = true, first, true
	c, err := Collect(ctx, opt, sources...)
	if err == nil {
		c.asIs, c.head = true, nil
	}
	return c, err
}

// Bucket returns how many records of bucket b are in a run, and their bytes.
func (c *Collection) Bucket(b int) (records, bytes int64) {
	if b > c.tally.top {
		return 0, 0
	}
	return c.tally.count[b], c.store.Size(b)
}

// A Run is neighbouring buckets of a run that [Scatter] made.
type Run struct {
	Name string  // for errors
	Ends []int64 // of the buckets, from the first byte that Open gives
	Open func(ctx context.Context) (io.ReadCloser, error)
}

// Buckets says what [Gather] gathers: neighbouring buckets from the given one on.
type Buckets struct {
	First   int
	Records []int64 // of each bucket, in all runs together
	Header  []byte  // of the outputs
}

// mostOpen is how many runs are read at a time: it takes long until a store answers.
const mostOpen = 16

// Gather reads some buckets from all runs, which are in input order. The collection must
// be closed. Its order is the part of the whole order that is in these buckets.
func Gather(ctx context.Context, opt Options, of Buckets, runs []Run) (*Collection, error) {
	if opt.Head != 0 {
		return nil, errors.New("a head is for who scatters; who gathers it stops there")
	}
	if err := opt.checkShared(); err != nil {
		return nil, err
	}
	n := len(of.Records)
	if of.First < 0 || n == 0 || of.First+n > order.Buckets {
		return nil, fmt.Errorf("there are %d buckets: cannot gather %d from number %d on", order.Buckets, n, of.First)
	}
	c, err := newCollection(opt, nil)
	if err != nil {
		return nil, err
	}
	c.opt.tune.setDefaults(c.opt.Memory, &c.opt.Workers)
	c.tally, c.lowest, c.head = newTally(0, true), of.First, of.Header
	copy(c.tally.count[:], of.Records)
	for _, records := range of.Records {
		c.tally.records += records
	}
	if err := c.readRuns(ctx, n, runs); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// readRuns reads n buckets from all runs. Pieces are added in input order and filled
// side by side.
func (c *Collection) readRuns(ctx context.Context, n int, runs []Run) (err error) {
	size := int64(0)
	for _, run := range runs {
		if len(run.Ends) != n {
			return fmt.Errorf("reading %s: it has %d buckets, not %d", label.Name(run.Name), len(run.Ends), n)
		}
		size += run.Ends[n-1]
	}
	var adding turns.Gate
	var taken atomic.Int64
	memory, workers := c.opt.tune.memory, min(mostOpen, len(runs))
	c.store, err = c.opt.fill(ctx, memory, size > memory, workers, func(ctx context.Context, s *spill.Store) error {
		for i := taken.Add(1) - 1; i < int64(len(runs)); i = taken.Add(1) - 1 {
			if err := c.opt.readRun(ctx, s, &runs[i], i, &adding); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// readRun reads the buckets of run number i. A run of more bytes than a slab comes in
// several pieces.
func (o *Options) readRun(ctx context.Context, store *spill.Store, run *Run, i int64, adding *turns.Gate) (err error) {
	wrap := func(err error) error {
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = errors.New("it is too short")
		}
		return &failure.SourceError{Name: run.Name, Err: err}
	}
	size := run.Ends[len(run.Ends)-1]
	var r io.ReadCloser
	if size > 0 {
		if r, err = run.Open(ctx); err != nil {
			return wrap(err)
		}
		defer r.Close()
	}
	if err := adding.Await(ctx, i); err != nil {
		return err
	}
	most := int64(o.tune.slab / 4) // so that little of a slab is wasted
	for from := int64(0); from < size; from += most {
		to := min(from+most, size)
		start := make([]int, len(run.Ends)+1)
		for b, end := range run.Ends {
			start[b+1] = int(min(max(end, from), to) - from)
		}
		piece, err := store.Add(start)
		if err != nil {
			return err
		}
		if to == size {
			adding.Pass()
		}
		n, err := io.ReadFull(r, piece.Data)
		piece.Done()
		o.Progress.addRead(n)
		if err != nil {
			return wrap(err)
		}
	}
	if size == 0 {
		adding.Pass()
	}
	return nil
}

// checkShared refuses what machines cannot share.
func (o *Options) checkShared() error {
	if o.Seed == nil {
		return errors.New("machines that share a shuffle need a seed")
	}
	return o.check("Machines")
}
