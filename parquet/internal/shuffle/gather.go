package shuffle

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// A batch is the rows of neighbouring buckets.
type batch struct {
	columns []*column.Rows
	order   []uint32 // which row is where
	place   int64    // in the order, of the first
}

// gather writes the outputs. While a batch is written, the next one is read.
func (j *job) gather(ctx context.Context) error {
	all, ctx := errgroup.WithContext(ctx)
	ready := make(chan *batch)
	all.Go(func() error {
		defer close(ready)
		return j.batches(func(b *batch) error {
			select {
			case ready <- b:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		})
	})
	all.Go(func() error {
		out := newOutput(j)
		for b := range ready {
			if err := out.write(b); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return out.finish()
	})
	return all.Wait()
}

// batches calls use with all batches, in order: the units, or, where these take too much memory together, some of
// their buckets at a time.
func (j *job) batches(use func(*batch) error) error {
	for i := range j.units {
		u := &j.units[i]
		buckets := u.hi - u.lo
		turns := int(min(1+j.store.units[i].bytes/(j.Memory/16), int64(buckets)))
		for turn := range turns {
			lo, hi := u.lo+turn*buckets/turns, u.lo+(turn+1)*buckets/turns
			b, err := j.batch(i, lo, hi, turn == turns-1)
			if err != nil {
				return err
			}
			b.place, u.place = u.place, u.place+int64(len(b.order))
			if err := use(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// batch returns the batch of some buckets of a unit, and whether these are the last.
func (j *job) batch(unit, lo, hi int, last bool) (*batch, error) {
	parts := make([][]part, len(j.kinds))
	whole := lo == j.units[unit].lo && hi == j.units[unit].hi
	bytes := int64(0)
	err := j.store.load(unit, last, func(some []part) error {
		for _, p := range some {
			if !whole {
				if err := j.choose(&p, unit, lo, hi); err != nil {
					return err
				}
			}
			parts[p.column] = append(parts[p.column], p)
			if bytes += int64(p.rows.Bytes()); bytes > max(j.Memory/2, 16<<20) {
				return &failure.MemoryError{What: "hold the rows of a bucket", Need: uint64(2 * bytes),
					Allowed: uint64(j.Memory)}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	b := new(batch)
	if b.columns, err = joined(j.kinds, parts); err != nil {
		return nil, err
	}
	digits := b.columns[len(j.in.kinds)].Uint16s()
	if place := j.units[unit].place; j.in.order != nil {
		b.order = j.in.orderOf(place, place+int64(len(digits)))
		return b, nil
	}
	b.order = make([]uint32, len(digits))
	at := make([]int, hi-lo+1) // where the rows of each bucket begin
	for _, d := range digits {
		at[int(d)-lo+1]++
	}
	for i := 1; i < len(at); i++ {
		at[i] += at[i-1]
	}
	next := slices.Clone(at)
	for row, d := range digits {
		b.order[next[int(d)-lo]] = uint32(row)
		next[int(d)-lo]++
	}
	var shuffler order.Shuffler
	for i := range hi - lo {
		order.ShuffleBucket(&shuffler, j.Seed, lo+i, b.order[at[i]:at[i+1]])
	}
	return b, nil
}

// choose leaves of a part of a unit the rows of some buckets.
func (j *job) choose(p *part, unit, lo, hi int) error {
	numbers := numberer{job: j}
	numbers.number(p.first, int(p.span))
	var chosen []uint32
	n := uint32(0) // rows of the part so far
	for _, d := range numbers.digits {
		if lo <= int(d) && int(d) < hi {
			chosen = append(chosen, n)
		}
		if int(j.unit[d]) == unit {
			n++
		}
	}
	all, err := column.Join(j.kinds[p.column], []column.Packed{p.rows})
	if err != nil {
		return err
	}
	var some column.Rows
	all.Take(j.kinds[p.column], &some, chosen)
	p.rows, _ = column.Unpack(some.Pack(nil))
	return nil
}
