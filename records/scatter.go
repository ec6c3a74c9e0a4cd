package records

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"io"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/input"
	"github.com/yates-shuffle/yates/records/internal/spill"
	"github.com/yates-shuffle/yates/records/internal/turns"
)

// A scattering throws the records of an input into buckets: Order 1's first step.
// Workers cut the chunks side by side. They count their records in turn, as the
// number of a record decides its digit; draw the digits; add their pieces to the
// store in turn; and fill them side by side.
type scattering struct {
	*bucketed
	in     *input.Input
	group  func() (*keys, error) // of groups, when the header has been read, or nil
	unique *unique               // or nil: records may be there more than once
	drops  bool                  // records without a value in a column
	read   int64                 // records, with those that were dropped; guarded by counting

	class    func() (*keys, error) // of strata, or nil
	distinct func() (*keys, error) // of what is unique, or nil
	most     int                   // classes, for which there is memory

	front []byte       // of the records, up to mostFront
	blank atomic.Int64 // rows

	counting turns.Gate
	adding   turns.Gate

	classes  sync.Mutex      // guards perClass
	perClass map[class]int64 // records
}

const mostFront = 4 << 10

// A scatterer is a worker of a scattering.
type scatterer struct {
	*scattering
	digits order.Digits
	buf    spill.Buffer
	long   *spill.Long // that was read last
	keyBuf []byte
	drop   dropper
	sizes  map[class]int64 // of the classes that this worker has seen
	room   spill.Buffer
	starts []uint32 // of the records of a chunk
	digit  []uint16 // their buckets
	bytes  [order.Buckets]int
	counts [order.Buckets]uint32
	next   [order.Buckets]int // where the next record of a bucket goes
}

func (s *scattering) work(ctx context.Context) error {
	w := &scatterer{scattering: s}
	defer w.buf.Release()
	defer w.room.Release()
	return s.in.Files.Guard(func() error {
		for {
			c, err := s.in.Next(ctx, &w.buf, func(number int64) error { return s.adding.Await(ctx, number) },
				func(number int64) (io.Writer, error) {
					if err := s.adding.Await(ctx, number); err != nil {
						return nil, err
					}
					w.long = s.store.Long()
					return w.long, nil
				})
			if err == io.EOF {
				return w.addClasses()
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
func (w *scatterer) scatter(ctx context.Context, c input.Chunk) error {
	whole := c.Whole()
	if err := w.find(whole); err != nil {
		return err
	}
	if c.Long > 0 {
		if err := w.makeRoom(len(w.starts) + 1); err != nil {
			return err
		}
		w.starts = append(w.starts, uint32(len(whole)))
	}
	if c.Number == 0 {
		w.front = bytes.Clone(whole[:min(len(whole), mostFront)])
	}
	dropping := w.unique != nil || w.drops
	if dropping && c.Long > 0 {
		return &LongError{Most: w.opt.tune.long}
	}
	if w.unique != nil {
		w.drop.hash(w.unique, whole, w.starts)
	}
	if err := w.counting.Await(ctx, c.Number); err != nil {
		return err
	}
	first, n := w.tally.records, int64(len(w.starts))
	if dropping {
		var err error
		if n, err = w.mark(whole); err != nil {
			return err
		}
	}
	w.tally.records += n
	w.read += int64(len(w.starts))
	w.counting.Pass()

	if n < int64(len(w.starts)) {
		whole, w.starts = w.drop.kept(whole, w.starts)
		c.Data = whole
	}
	w.blank.Add(blank(w.format, whole, w.starts))
	err := w.draw(uint64(w.opt.first+first), c)
	if err == nil {
		err = w.classify(uint64(first), c)
	}
	if err == nil {
		err = w.opt.torn(w.in.Headers()[0], first, whole, w.starts, w.format)
	}
	if err != nil { // of all bad keys the first is named
		return cmp.Or(w.adding.Await(ctx, c.Number), err)
	}
	w.count()
	bucket := 0 // of the long record, which is last
	if last := len(w.starts) - 1; c.Long > 0 {
		bucket = int(w.digit[last] % order.Buckets)
		w.starts, w.digit = w.starts[:last], w.digit[:last]
	}
	w.measure(whole)

	if err := w.adding.Await(ctx, c.Number); err != nil {
		return err
	}
	piece, top, err := w.add()
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
	large := input.Large(w.buf.Len(), w.opt.tune.chunk)
	if !large {
		w.adding.Pass()
	}
	switch {
	case piece == nil:
	case w.mapped != nil:
		w.index(int(c.At), len(whole), piece)
	default:
		w.place(whole, piece)
	}
	if large {
		w.buf.Release() // before another worker makes one
		w.adding.Pass()
	}
	return nil
}

// add counts what has been measured and adds a piece for it to the store, unless nothing
// of it is wanted. It returns the last bucket wanted.
func (w *scatterer) add() (piece *spill.Piece, top int, err error) {
	top = w.tally.add(&w.counts)
	start := make([]int, top+2)
	for b := range top + 1 {
		start[b+1] = start[b] + w.bytes[b]
	}
	if start[top+1] > 0 {
		piece, err = w.store.Add(start)
	}
	return piece, top, err
}

// keep keeps the long record of a chunk, or drops it if its bucket is beyond top.
// One of a stream is in the file.
func (w *scatterer) keep(ctx context.Context, c input.Chunk, bucket, top int) error {
	long := w.long
	w.long = nil
	if bucket > top {
		return nil
	}
	if long == nil {
		long = w.store.Long()
		if err := w.in.Files.WriteLong(ctx, &w.buf, c, long); err != nil {
			return err
		}
	}
	long.Keep(bucket, top)
	return nil
}

// find finds the records.
func (w *scatterer) find(data []byte) error {
	w.starts = w.starts[:0]
	for n := 0; n < len(data); {
		// At first there is room for records of 16 bytes, then for as many as there
		// would be if the rest were like what has been seen.
		room := len(data)/16 + 64
		if n > 0 {
			room = int(int64(len(w.starts))*int64(len(data))/int64(n))/8*9 + 4096
		}
		if err := w.makeRoom(room); err != nil {
			return err
		}
		found := len(w.starts)
		more, m := w.format.AppendStarts(w.starts[found:], data[n:])
		for i := range more {
			more[i] += uint32(n)
		}
		w.starts, n = w.starts[:found+len(more)], n+m
	}
	return nil
}

// makeRoom makes room for that many starts and digits, and keeps the starts.
func (w *scatterer) makeRoom(records int) error {
	const startBytes, bytes = 4, 4 + 2 // of each record
	mem, err := w.room.Grow(max(records, len(w.starts)+len(w.starts)/4) * bytes)
	if err != nil {
		return err
	}
	n := len(mem) / bytes
	w.starts = unsafe.Slice((*uint32)(unsafe.Pointer(&mem[0])), n)[:len(w.starts)]
	w.digit = unsafe.Slice((*uint16)(unsafe.Pointer(&mem[n*startBytes])), n)
	return nil
}

// draw gives the records their buckets: by their numbers, from first on, or by
// their keys, if they have one.
func (w *scatterer) draw(first uint64, c input.Chunk) error {
	w.digit = w.digit[:len(w.starts)]
	w.digits.Seek(*w.opt.Seed, first)
	w.digits.Fill(w.digit)
	if w.group == nil {
		return nil
	}
	return w.eachKey(w.group, first, c, func(i int, alone bool) error {
		if !alone {
			w.digit[i] = uint16(order.GroupBucket(*w.opt.Seed, w.keyBuf))
		}
		return nil
	})
}

// classify counts the records of each class, if there are strata.
func (w *scatterer) classify(first uint64, c input.Chunk) error {
	if w.class == nil {
		return nil
	}
	if w.sizes == nil {
		w.sizes = map[class]int64{}
	}
	return w.eachKey(w.class, first, c, func(int, bool) error {
		if w.group != nil { // groups are counted, when they are known
			return nil
		}
		w.sizes[order.StratumHash(*w.opt.Seed, w.keyBuf)]++
		const many = 4096 // a worker keeps no more by itself
		if len(w.sizes) < many {
			return nil
		}
		return w.addClasses()
	})
}

// addClasses adds what this worker has counted to what all have.
func (w *scatterer) addClasses() error {
	w.classes.Lock()
	defer w.classes.Unlock()
	for class, n := range w.sizes {
		w.perClass[class] += n
	}
	clear(w.sizes)
	if len(w.perClass) > w.most {
		return &TooManyError{What: "classes", Most: w.most}
	}
	return nil
}

// eachKey calls do for each record, whose key is in keyBuf.
func (w *scatterer) eachKey(columns func() (*keys, error), first uint64, c input.Chunk,
	do func(i int, alone bool) error) error {
	key, err := columns()
	if err != nil {
		return err
	}
	without, has := int64(0), false
	for i, start := range w.starts {
		end, open := len(c.Data), false
		if i+1 < len(w.starts) {
			end = int(w.starts[i+1])
		} else {
			open = c.Long > 0
		}
		if w.keyBuf, has, err = key.append(w.keyBuf[:0], c.Data[start:end], open, first+uint64(i)); err != nil {
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
	if input.Large(cap(w.keyBuf), w.opt.tune.chunk) {
		w.keyBuf = nil
	}
	return nil
}

// count counts the records of each bucket where they matter.
func (w *scatterer) count() {
	if w.tally.counted {
		w.counts = [order.Buckets]uint32{}
		for _, d := range w.digit {
			w.counts[d%order.Buckets]++
		}
	}
}

// measure counts the bytes of each bucket.
func (w *scatterer) measure(data []byte) {
	w.bytes = [order.Buckets]int{}
	starts, digit := w.starts, w.digit
	if w.mapped != nil || w.integers != nil {
		size := indexBytes
		if w.mapped != nil {
			size = entryBytes
		}
		for _, d := range digit {
			w.bytes[d%order.Buckets] += size
		}
		return
	}
	last := len(starts) - 1
	if last < 0 {
		return
	}
	digit = digit[:len(starts)]
	for i := range last {
		w.bytes[digit[i]%order.Buckets] += int(starts[i+1] - starts[i])
	}
	w.bytes[digit[last]] += len(data) - int(starts[last])
}

// place copies the records to their buckets in the piece.
func (w *scatterer) place(data []byte, p *spill.Piece) {
	copy(w.next[:], p.Start)
	wanted := uint16(len(p.Start) - 2) // the last bucket
	starts, digit, dst := w.starts, w.digit[:len(w.starts)], p.Data
	last := len(starts) - 1
	for i := range last {
		b := digit[i] % order.Buckets
		if b > wanted {
			continue
		}
		from, to := int(starts[i]), int(starts[i+1])
		at := w.next[b]
		w.next[b] = at + to - from
		copyRecord(dst[at:], data[from:to])
	}
	if b := digit[last]; b <= wanted {
		copy(dst[w.next[b]:], data[starts[last]:])
	}
}

// index puts the entries of the records into their buckets in the piece. The
// records begin at base in the input and take size bytes.
func (w *scatterer) index(base, size int, p *spill.Piece) {
	for b := range w.next {
		w.next[b] = p.Start[b] / entryBytes
	}
	starts, digit, dst := w.starts, w.digit[:len(w.starts)], entriesIn(p.Data)
	for i, d := range digit {
		b := d % order.Buckets
		from, to := int(starts[i]), size
		if i+1 < len(starts) {
			to = int(starts[i+1])
		}
		dst[w.next[b]] = newEntry(base+from, to-from)
		w.next[b]++
	}
}

// copyRecord is copy for records that are mostly short: it saves the call for
// those of 4 to 16 bytes, by two loads and stores that may overlap.
func copyRecord(dst, src []byte) {
	n := len(src)
	switch {
	case n > 16 || n < 4:
		copy(dst, src)
	case n >= 8:
		dst = dst[:n]
		head, foot := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[n-8:])
		binary.LittleEndian.PutUint64(dst, head)
		binary.LittleEndian.PutUint64(dst[n-8:], foot)
	default:
		dst = dst[:n]
		head, foot := binary.LittleEndian.Uint32(src), binary.LittleEndian.Uint32(src[n-4:])
		binary.LittleEndian.PutUint32(dst, head)
		binary.LittleEndian.PutUint32(dst[n-4:], foot)
	}
}
