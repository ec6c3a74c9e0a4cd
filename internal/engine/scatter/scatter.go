// Package scatter throws the records of an input into buckets, as Order 1 says. A chunk of the input becomes a
// [Lot], and what happens to a lot, beside the drawing of its digits, is a list of stages. A plain shuffle has none.
package scatter

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
)

// A Scattering scatters the records of an input. Workers cut the chunks side by side. They count their records in
// turn, as the number of a record decides its digit; draw the digits; add their pieces to the store in turn; and fill
// them side by side.
type Scattering struct {
	In     *input.Input
	Format *record.Format
	Kept   Placer
	Tally  *Tally
	Seed   order.Seed
	Chunk  int                     // bytes of a chunk, about
	Stages func() ([]Stage, error) // makes those of a worker, when the header has been read

	Front []byte // of the records, up to mostFront

	counting turns.Gate
	adding   turns.Gate
}

// A Placer puts records into the store. Each call is for many records.
type Placer interface {
	// Measure counts the bytes in the store of each bucket of a lot.
	Measure(l *Lot)
	// Place puts a lot into its piece.
	Place(l *Lot, p *spill.Piece)
	// Input returns the files that are still read, or nil.
	Input() *input.Files
}

const mostFront = 64 << 10

// A worker scatters one chunk after the other.
type worker struct {
	*Scattering
	store  *spill.Store
	stages []Stage
	lot    Lot
	digits order.Digits
	buf    spill.Buffer
	room   spill.Buffer // of the starts and digits of the lot
	long   *spill.Long  // that was read last
}

// Work scatters chunks until there are no more.
func (s *Scattering) Work(ctx context.Context, store *spill.Store) error {
	w := &worker{Scattering: s, store: store}
	defer w.buf.Release()
	defer w.room.Release()
	await := func(number int64) error { return s.adding.Await(ctx, number) }
	long := func(number int64) (io.Writer, error) {
		err := s.adding.Await(ctx, number)
		w.long = store.Long()
		return w.long, err
	}
	return s.In.Files.Guard(func() error {
		for {
			c, err := s.In.Next(ctx, &w.buf, await, long)
			if err == nil {
				err = w.scatter(ctx, c)
			}
			switch {
			case err == io.EOF:
				return nil
			case err != nil:
				return err
			}
			s.In.Files.Forget(c)
		}
	})
}

// scatter scatters a chunk.
func (w *worker) scatter(ctx context.Context, c input.Chunk) (err error) {
	if w.stages == nil {
		if w.stages, err = w.Stages(); err != nil {
			return err
		}
	}
	if c.Number == 0 {
		w.Front = bytes.Clone(c.Whole()[:min(len(c.Whole()), mostFront)])
	}
	if err := w.find(c); err != nil {
		return err
	}
	l := &w.lot
	if err := w.runStages(ctx, c.Number); err != nil { // of all bad records the first is named
		return cmp.Or(w.adding.Await(ctx, c.Number), err)
	}
	if w.Tally.Counted {
		l.Count()
	}
	bucket := 0 // of the long record, which is last
	if last := len(l.Starts) - 1; l.Long > 0 {
		bucket = int(l.Digits[last] % order.Buckets)
		l.Starts, l.Digits = l.Starts[:last], l.Digits[:last]
	}
	w.Kept.Measure(l)
	return w.place(ctx, c, bucket)
}

// find finds the records of a chunk, which are the lot.
func (w *worker) find(c input.Chunk) error {
	l, data := &w.lot, c.Whole()
	l.Data, l.At, l.Long, l.front = data, c.At, c.Long, c.Data[len(data):]
	l.Starts, l.survivors, l.drops, l.bad = l.Starts[:0], l.survivors[:0], 0, nil
	for n := 0; n < len(data); {
		// At first there is room for records of 16 bytes, then for as many as there
		// would be if the rest were like what has been seen.
		room := len(data)/16 + 64
		if n > 0 {
			room = int(int64(len(l.Starts))*int64(len(data))/int64(n))/8*9 + 4096
		}
		if err := w.makeRoom(room); err != nil {
			return err
		}
		found := len(l.Starts)
		more, m := w.Format.AppendStarts(l.Starts[found:], data[n:])
		for i := range more {
			more[i] += uint32(n)
		}
		l.Starts, n = l.Starts[:found+len(more)], n+m
	}
	if c.Long > 0 {
		if err := w.makeRoom(len(l.Starts) + 1); err != nil {
			return err
		}
		l.Starts = append(l.Starts, uint32(len(data)))
	}
	return nil
}

// makeRoom makes room for that many starts and digits, and keeps the starts.
func (w *worker) makeRoom(records int) error {
	const startBytes, bytes = 4, 4 + 2 // of each record
	l := &w.lot
	mem, err := w.room.Grow(max(records, len(l.Starts)+len(l.Starts)/4) * bytes)
	if err != nil {
		return err
	}
	n := len(mem) / bytes
	l.Starts = spill.As[uint32](mem[:n*startBytes])[:len(l.Starts)]
	l.Digits = spill.As[uint16](mem[n*startBytes : n*bytes])
	return nil
}

// runStages has the stages deal with the lot. In its turn it counts the records, whose digits follow from their
// numbers.
func (w *worker) runStages(ctx context.Context, chunk int64) error {
	l, t := &w.lot, w.Tally
	if err := atEach(w.stages, Stage.Ahead, l); err != nil {
		return err
	}
	if err := w.counting.Await(ctx, chunk); err != nil {
		return err
	}
	l.FirstKept, l.read = uint64(t.Records), t.Read
	if err := atEach(w.stages, Stage.InTurn, l); err != nil {
		return err
	}
	t.Records += int64(len(l.Starts) - l.drops)
	t.Read += int64(len(l.Starts))
	w.counting.Pass()
	if l.bad == nil {
		l.compact()
	}
	l.Digits = l.Digits[:len(l.Starts)]
	w.digits.Seek(w.Seed, l.FirstKept)
	w.digits.Fill(l.Digits)
	if err := atEach(w.stages, Stage.After, l); err != nil {
		return err
	}
	if input.Large(cap(l.key), w.Chunk) {
		l.key = nil
	}
	return l.err()
}

// place puts the lot into the store, when it is its turn, and the long record of its chunk into a bucket.
func (w *worker) place(ctx context.Context, c input.Chunk, bucket int) error {
	if err := w.adding.Await(ctx, c.Number); err != nil {
		return err
	}
	piece, top, err := w.lot.AddTo(w.Tally, w.store)
	if err != nil {
		return err
	}
	if piece != nil {
		defer piece.Done() // after a fault, too: who spills waits for it
	}
	if w.lot.Long > 0 {
		if err := w.keepLong(ctx, c, bucket, top); err != nil {
			return err
		}
	}
	large := input.Large(w.buf.Len(), w.Chunk)
	if !large {
		w.adding.Pass()
	}
	if piece != nil {
		w.Kept.Place(&w.lot, piece)
	}
	if large {
		w.buf.Release() // before another worker makes one
		w.adding.Pass()
	}
	return nil
}

// keepLong keeps the long record of a chunk, or drops it if its bucket is beyond top or it stays in a file.
// One of a stream is in the temporary file.
func (w *worker) keepLong(ctx context.Context, c input.Chunk, bucket, top int) error {
	long := w.long
	w.long = nil
	if bucket > top || w.Kept.Input() != nil {
		return nil
	}
	if long == nil {
		long = w.store.Long()
		if err := w.In.Files.WriteLong(ctx, &w.buf, c, long); err != nil {
			return err
		}
	}
	long.Keep(bucket, top)
	return nil
}
