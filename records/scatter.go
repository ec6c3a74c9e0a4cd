package records

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"runtime/debug"
	"sort"

	"github.com/yates-shuffle/yates/order"
)

// A scatterer throws the records of chunks into buckets: Order 1's first step.
// Each worker has one.
type scatterer struct {
	seed    order.Seed
	format  *format
	column  *Column                 // of the key of groups, or nil
	resolve func() (*Column, error) // returns it when the header has been read, or nil
	store   *store
	mapped  *mapping // the input, if it could be mapped
	size    int      // of chunks
	most    int      // records of a piece
	digits  order.Digits
	block   uint64 // whose digits are being drawn
	begun   bool

	buf    buffer
	starts []uint32 // of the records of a piece
	digit  []uint16 // their buckets
	bytes  [order.Buckets]int
	counts [order.Buckets]uint32
	next   [order.Buckets]int // where the next record of a bucket goes

	progress *Progress // unless the chunker tells it
}

// bytesPerRecord bounds the memory for starts and digits where records are very
// short: a piece has at most one record for each that many bytes of a chunk.
const bytesPerRecord = 8

func (w *scatterer) work(ctx context.Context, in chunker) (err error) {
	defer w.buf.release()
	if w.mapped != nil {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer w.mapped.recoverFault(&err)
	}
	for {
		c, err := in.next(ctx, &w.buf, w.store.awaitTurn)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if n := len(c.data); n > 0 && c.data[n-1] != w.format.sep {
			// The file had a separator there when it was opened.
			return fmt.Errorf("reading %s: %w", c.name, errChanged)
		}
		if w.resolve != nil && w.column == nil {
			if w.column, err = w.resolve(); err != nil {
				return err
			}
		}
		if err := w.chunk(c); err != nil {
			return err
		}
		w.progress.addRead(len(c.data))
		if w.mapped != nil && !w.indexes() {
			// To look for its border brought back what is just before it.
			from := int(c.offset)
			w.mapped.fsys.Forget(w.mapped.data[max(0, from-order.BlockSize) : from+len(c.data)])
		}
	}
}

// indexes tells whether the pieces are to hold entries of the mapped records. For
// a head they hold the records, which are few: the rest can be let go.
func (w *scatterer) indexes() bool { return w.mapped != nil && !w.store.limited }

// chunk scatters a chunk as one piece or, where it has very many records, more.
func (w *scatterer) chunk(c chunk) error {
	w.begun = false
	if len(c.data) == 0 {
		if err := w.store.awaitTurn(c.number); err != nil {
			return err
		}
	}
	for at, end := 0, 0; end < len(c.data); at = end {
		end = at + w.split(&c, at)
		records := c.data[at:end]
		if w.column != nil {
			if err := w.group(records); err != nil {
				return err
			}
		}
		w.measure(records)
		if at == 0 {
			if err := w.store.awaitTurn(c.number); err != nil {
				return err
			}
		}
		top := w.store.tally(len(w.starts), &w.counts)
		start := make([]int, top+2)
		for b := range top + 1 {
			start[b+1] = start[b] + w.bytes[b]
		}
		run, p, err := w.store.add(start)
		if err != nil {
			return err
		}
		last := end == len(c.data)
		if last && !large(len(w.buf.mem), w.size) {
			w.store.endTurn()
		}
		func() {
			defer run.placed.Done() // after a fault, too: who spills waits for it
			if w.indexes() {
				w.index(int(c.offset)+at, len(records), p)
			} else {
				w.place(records, p)
			}
		}()
		if last && large(len(w.buf.mem), w.size) {
			w.buf.release() // before another worker makes one
			w.store.endTurn()
		}
	}
	if len(c.data) == 0 {
		w.store.endTurn()
	}
	return nil
}

// split finds the records at the front of what c has from a place on, and draws
// their buckets. It returns how many bytes they take.
func (w *scatterer) split(c *chunk, at int) int {
	data := c.data[at:]
	if w.starts == nil {
		// Room for records of 16 bytes; shorter ones make it grow.
		w.starts = make([]uint32, 0, min(w.most, len(data)/16+64))
	}
	starts, n := w.format.appendStarts(w.starts[:0], data)
	for n < len(data) && cap(starts) < w.most {
		grown := make([]uint32, len(starts), min(w.most, 2*cap(starts)))
		copy(grown, starts)
		base := n
		more, m := w.format.appendStarts(grown[len(starts):len(starts)], data[n:])
		for i := range more {
			more[i] += uint32(base)
		}
		starts, n = grown[:len(starts)+len(more)], n+m
	}
	w.starts = starts
	if cap(w.digit) < len(starts) {
		w.digit = make([]uint16, cap(starts))
	}
	w.digit = w.digit[:len(starts)]
	for i := 0; i < len(starts); {
		block, end := c.block, len(starts)
		if !c.inStep {
			begin := at + int(starts[i])
			offset, until := c.place(begin)
			block = offset >> order.BlockShift
			border := min(uint64(until), uint64(begin)+(block+1)<<order.BlockShift-offset) - uint64(at) // in data
			end = i + sort.Search(len(starts)-i, func(k int) bool { return uint64(starts[i+k]) >= border })
		}
		if !w.begun || block != w.block {
			w.digits.Reset(w.seed, block)
			w.begun, w.block = true, block
			if block == c.block {
				for range c.drawn {
					w.digits.Next()
				}
			}
		}
		w.digits.Fill(w.digit[i:end])
		i = end
	}
	return n
}

// group takes the buckets that the records' keys give them.
func (w *scatterer) group(records []byte) error {
	for i, start := range w.starts {
		end := len(records)
		if i+1 < len(w.starts) {
			end = int(w.starts[i+1])
		}
		key, err := w.column.key(w.format, records[start:end])
		if err != nil {
			return err
		}
		w.digit[i] = uint16(order.GroupBucket(w.seed, key))
	}
	return nil
}

// measure counts the bytes of each bucket, and the records where they matter.
func (w *scatterer) measure(records []byte) {
	w.bytes = [order.Buckets]int{}
	starts, digit := w.starts, w.digit[:len(w.starts)]
	last := len(starts) - 1
	if w.indexes() {
		for _, d := range digit {
			w.bytes[d%order.Buckets] += entryBytes
		}
		for b := range w.counts {
			w.counts[b] = uint32(w.bytes[b] / entryBytes)
		}
		return
	}
	for i := range last {
		w.bytes[digit[i]%order.Buckets] += int(starts[i+1] - starts[i])
	}
	w.bytes[digit[last]] += len(records) - int(starts[last])
	if !w.store.counted {
		return
	}
	w.counts = [order.Buckets]uint32{}
	for _, d := range digit {
		w.counts[d]++
	}
}

// place copies the records to their buckets in the piece.
func (w *scatterer) place(records []byte, p *piece) {
	copy(w.next[:], p.start)
	wanted := uint16(len(p.start) - 2) // the last bucket
	starts, digit, dst := w.starts, w.digit[:len(w.starts)], p.data
	last := len(starts) - 1
	for i := range last {
		b := digit[i] % order.Buckets
		if b > wanted {
			continue
		}
		from, to := int(starts[i]), int(starts[i+1])
		at := w.next[b]
		w.next[b] = at + to - from
		copyRecord(dst[at:], records[from:to])
	}
	if b := digit[last]; b <= wanted {
		copy(dst[w.next[b]:], records[starts[last]:])
	}
}

// index puts the entries of the records into their buckets in the piece. The
// records begin at base in the input and take size bytes.
func (w *scatterer) index(base, size int, p *piece) {
	for b := range w.next {
		w.next[b] = p.start[b] / entryBytes
	}
	starts, digit, dst := w.starts, w.digit[:len(w.starts)], entriesIn(p.data)
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
