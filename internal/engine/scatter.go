package engine

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"unsafe"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A scattering throws the records of an input into buckets: Order 1's first step.
// Workers cut the chunks side by side. They count their records in turn, as the
// number of a record decides its digit; draw the digits; add their pieces to the
// store in turn; and fill them side by side.
type scattering struct {
	opt    *Options
	in     *input.Input
	format *record.Format
	intact intact
	kept   kept
	tally  *tally
	keys   func() (*keyring, error) // when the header has been read
	unique *unique                  // or nil
	census *census                  // of the classes, or nil
	found  *found

	index   *index   // of an urn, whose records need no order; or nil
	weights *weights // of it, or nil
	members *members // of it

	counting turns.Gate
	adding   turns.Gate
}

const mostFront = 64 << 10

// A scatterer is a worker of a scattering.
type scatterer struct {
	of     *scattering
	store  *spill.Store
	lot    lot
	digits order.Digits
	buf    spill.Buffer
	long   *spill.Long // that was read last
	keys   *keyring
	keyBuf []byte
	drop   dropper
	sizes  map[class]int64 // of the classes that this worker has seen
	parsed []weight        // of the lot
	room   spill.Buffer    // of the starts and digits of the lot

	enrolled []int32 // the classes of the lot, of an urn
	stubs    []byte  // of the lot, if the numbers of records are written
}

func (s *scattering) work(ctx context.Context, store *spill.Store) error {
	w := &scatterer{of: s, drop: dropper{unique: s.unique}, store: store, sizes: map[class]int64{}}
	defer w.buf.Release()
	defer w.room.Release()
	return s.in.Files.Guard(func() error {
		for {
			c, err := s.in.Next(ctx, &w.buf, func(number int64) error { return s.adding.Await(ctx, number) },
				func(number int64) (io.Writer, error) {
					if err := s.adding.Await(ctx, number); err != nil {
						return nil, err
					}
					w.long = store.Long()
					return w.long, nil
				})
			if err == io.EOF {
				return s.census.add(w.sizes)
			}
			if err == nil {
				err = w.scatter(ctx, c)
			}
			if err != nil {
				return err
			}
			s.in.Files.Forget(c)
		}
	})
}

// scatter scatters a chunk.
func (w *scatterer) scatter(ctx context.Context, c input.Chunk) (err error) {
	if w.keys, err = w.of.keys(); err != nil {
		return err
	}
	w.drop.key = w.keys.uniqueBy
	if w.of.opt.drops() {
		w.drop.values = w.keys.all()
	}
	if c.Number == 0 {
		w.of.found.front = bytes.Clone(c.Whole()[:min(len(c.Whole()), mostFront)])
	}
	l := &w.lot
	l.data, l.at = c.Whole(), c.At
	if err := w.find(l.data); err != nil {
		return err
	}
	if c.Long > 0 {
		if err := w.makeRoom(len(l.starts) + 1); err != nil {
			return err
		}
		l.starts = append(l.starts, uint32(len(l.data)))
	}
	var torn error
	if l.data, l.starts, torn = w.of.intact.whole(w.of.in.Header(), l.data, l.starts); torn != nil {
		c.Long = 0
	}
	first, end, err := w.number(ctx, c)
	for _, do := range []func(int64, input.Chunk) error{w.draw, w.classify, w.weigh} {
		if err == nil {
			err = do(first, c)
		}
	}
	if err == nil && torn != nil {
		err = &failure.RecordError{Record: end + 1, Err: torn}
	}
	if err != nil { // of all bad records the first is named
		return cmp.Or(w.of.adding.Await(ctx, c.Number), err)
	}
	if w.of.opt.Binary {
		if err := w.stub(end, c); err != nil {
			return cmp.Or(w.of.adding.Await(ctx, c.Number), err)
		}
		c.Long = 0
	}
	if w.of.tally.counted {
		l.count()
	}
	bucket := 0 // of the long record, which is last
	if last := len(l.starts) - 1; c.Long > 0 {
		bucket = int(l.digit[last] % order.Buckets)
		l.starts, l.digit = l.starts[:last], l.digit[:last]
	}
	w.of.kept.measure(l)
	return w.place(ctx, c, bucket)
}

// number counts the records of the lot, when it is its turn, without those that are dropped. It returns the
// number of the first one, and how many have been read.
func (w *scatterer) number(ctx context.Context, c input.Chunk) (first, end int64, err error) {
	l := &w.lot
	if w.drops() {
		if c.Long > 0 {
			return 0, 0, &failure.LongError{Most: w.of.opt.tune.long}
		}
		w.drop.hash(l.data, l.starts)
	}
	blank := blank(w.of.format, l.data, l.starts)
	if err := w.of.counting.Await(ctx, c.Number); err != nil {
		return 0, 0, err
	}
	w.of.found.blank += blank
	first = w.of.tally.records
	n := int64(len(l.starts))
	if w.drops() {
		if n, err = w.drop.mark(w.of.found.read, l.data, l.starts); err != nil {
			return 0, 0, err
		}
		w.of.found.repeats += w.drop.repeats
	}
	w.of.tally.records += n
	w.of.found.read += int64(len(l.starts))
	end = w.of.found.read
	w.of.counting.Pass()
	if n < int64(len(l.starts)) {
		l.data, l.starts = w.drop.kept(l.data, l.starts)
	}
	return first, end, nil
}

// drops reports whether some records may be dropped.
func (w *scatterer) drops() bool { return w.of.unique != nil || w.drop.values != nil }

// place puts the lot into the store, when it is its turn, and the long record of its chunk into a bucket.
func (w *scatterer) place(ctx context.Context, c input.Chunk, bucket int) error {
	if err := w.of.adding.Await(ctx, c.Number); err != nil {
		return err
	}
	if w.of.index != nil {
		w.of.index.add(w.lot.starts, len(w.lot.data), c.Long)
		if err := w.of.weights.add(w.parsed); err != nil {
			return err
		}
		if err := w.of.members.add(w.enrolled); err != nil {
			return err
		}
	}
	piece, top, err := w.lot.add(w.of.tally, w.store)
	if err != nil {
		return err
	}
	if piece != nil {
		defer piece.Done() // after a fault, too: who spills waits for it
	}
	if c.Long > 0 {
		if err := w.keep(ctx, c, bucket, top); err != nil {
			return err
		}
	}
	large := input.Large(w.buf.Len(), w.of.opt.tune.chunk)
	if !large {
		w.of.adding.Pass()
	}
	if piece != nil {
		w.of.kept.place(&w.lot, piece)
	}
	if large {
		w.buf.Release() // before another worker makes one
		w.of.adding.Pass()
	}
	return nil
}

// keep keeps the long record of a chunk, or drops it if its bucket is beyond top.
// One of a stream is in the file.
func (w *scatterer) keep(ctx context.Context, c input.Chunk, bucket, top int) error {
	long := w.long
	w.long = nil
	if bucket > top || w.of.index != nil && w.of.kept.input() != nil { // or it stays in a file
		return nil
	}
	if long == nil {
		long = w.store.Long()
		if err := w.of.in.Files.WriteLong(ctx, &w.buf, c, long); err != nil {
			return err
		}
	}
	long.Keep(bucket, top)
	return nil
}

// find finds the records.
func (w *scatterer) find(data []byte) error {
	l := &w.lot
	l.starts = l.starts[:0]
	for n := 0; n < len(data); {
		// At first there is room for records of 16 bytes, then for as many as there
		// would be if the rest were like what has been seen.
		room := len(data)/16 + 64
		if n > 0 {
			room = int(int64(len(l.starts))*int64(len(data))/int64(n))/8*9 + 4096
		}
		if err := w.makeRoom(room); err != nil {
			return err
		}
		found := len(l.starts)
		more, m := w.of.format.AppendStarts(l.starts[found:], data[n:])
		for i := range more {
			more[i] += uint32(n)
		}
		l.starts, n = l.starts[:found+len(more)], n+m
	}
	return nil
}

// makeRoom makes room for that many starts and digits, and keeps the starts.
func (w *scatterer) makeRoom(records int) error {
	const startBytes, bytes = 4, 4 + 2 // of each record
	l := &w.lot
	mem, err := w.room.Grow(max(records, len(l.starts)+len(l.starts)/4) * bytes)
	if err != nil {
		return err
	}
	n := len(mem) / bytes
	l.starts = unsafe.Slice((*uint32)(unsafe.Pointer(&mem[0])), n)[:len(l.starts)]
	l.digit = unsafe.Slice((*uint16)(unsafe.Pointer(&mem[n*startBytes])), n)
	return nil
}

// draw gives the records their buckets: by their numbers, from first on, or by
// their keys, if they have one.
func (w *scatterer) draw(first int64, c input.Chunk) error {
	l := &w.lot
	l.digit = l.digit[:len(l.starts)]
	if w.of.index != nil {
		clear(l.digit)
		return nil
	}
	w.digits.Seek(*w.of.opt.Seed, uint64(first))
	w.digits.Fill(l.digit)
	key := w.keys.groups()
	return w.eachKey(key, first, c, func(i int, alone bool) error {
		if !alone {
			l.digit[i] = key.bucket(*w.of.opt.Seed, w.keyBuf)
		}
		return nil
	})
}

// classify counts the records of each class, if there are strata whose sizes matter. Groups are counted when they are
// known. All keys are looked at, so that the first record that has none is named.
func (w *scatterer) classify(first int64, c input.Chunk) error {
	if w.of.index != nil {
		return w.enroll(first, c)
	}
	return w.eachKey(w.keys.stratifyBy, first, c, func(int, bool) error {
		if w.keys.groupBy != nil || w.of.opt.Shares != nil {
			return nil
		}
		return w.of.census.note(w.sizes, order.StratumHash(*w.of.opt.Seed, w.keyBuf))
	})
}

// weigh finds the weights, if there are any.
func (w *scatterer) weigh(first int64, c input.Chunk) error {
	w.parsed = w.parsed[:0]
	return w.eachKey(w.keys.weighBy, first, c, func(i int, _ bool) error {
		value, exponent, err := parseWeight(w.keyBuf)
		if err != nil {
			text := string(w.keyBuf[:min(len(w.keyBuf), 100)])
			err = &failure.WeightError{Text: text, Err: err}
			return &failure.RecordError{Record: first + int64(i) + 1, Err: err}
		}
		w.parsed = append(w.parsed, weight{value, exponent})
		return nil
	})
}

// eachKey calls do for each record, whose key is in keyBuf, unless there is no such key.
func (w *scatterer) eachKey(key *keys, first int64, c input.Chunk, do func(i int, alone bool) error) (err error) {
	if key == nil {
		return nil
	}
	l, without, has := &w.lot, int64(0), false
	for i := range l.starts {
		text, open := l.text(i, c)
		if w.keyBuf, has, err = key.append(w.keyBuf[:0], text, open, uint64(first)+uint64(i)); err != nil {
			return err
		}
		if !has {
			without++
		}
		if err := do(i, key.alone(has)); err != nil {
			return err
		}
	}
	key.without.Add(without)
	if input.Large(cap(w.keyBuf), w.of.opt.tune.chunk) {
		w.keyBuf = nil
	}
	return nil
}
