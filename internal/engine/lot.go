package engine

import (
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/order"
)

// A lot is a chunk of records with the bucket that each was drawn, and what a worker needs to place them there.
type lot struct {
	data   []byte
	at     int64    // of data in the input, if that is files
	first  uint64   // the number of the first record
	starts []uint32 // of the records in data; of integers, which of the chunk are in the lot, if not all are
	digit  []uint16 // their buckets
	counts [order.Buckets]uint32
	bytes  [order.Buckets]int
	next   [order.Buckets]int // where the next record of a bucket goes
}

// count counts the records of each bucket.
func (l *lot) count() {
	l.counts = [order.Buckets]uint32{}
	for _, d := range l.digit {
		l.counts[d%order.Buckets]++
	}
}

// measureEach counts the bytes of each bucket, if all records have that size.
func (l *lot) measureEach(size int) {
	l.bytes = [order.Buckets]int{}
	for _, d := range l.digit {
		l.bytes[d%order.Buckets] += size
	}
}

// add adds the lot to the tally, and a piece for it to the store, unless nothing of it is wanted. It returns the
// last bucket wanted.
func (l *lot) add(t *tally, store *spill.Store) (piece *spill.Piece, top int, err error) {
	top = t.add(&l.counts)
	start := make([]int, top+2)
	for b := range top + 1 {
		start[b+1] = start[b] + l.bytes[b]
	}
	if start[top+1] > 0 {
		piece, err = store.Add(start)
	}
	return piece, top, err
}

// blank returns how many of the records are empty lines that are rows of CSV.
func blank(f *record.Format, data []byte, starts []uint32) (n int64) {
	if f.Unit != record.Row || f.Count > 1 {
		return 0
	}
	for i := range starts {
		if text := textOf(data, starts, i); string(text) == "\n" || string(text) == "\r\n" {
			n++
		}
	}
	return n
}

// text returns record i of the lot of a chunk, of which only the front is there if it is open.
func (l *lot) text(i int, c input.Chunk) (text []byte, open bool) {
	if open = c.Long > 0 && i == len(l.starts)-1; open {
		return c.Data[len(l.data):], true
	}
	return textOf(l.data, l.starts, i), false
}

// textOf returns record i of data, in which the records have these starts.
func textOf(data []byte, starts []uint32, i int) []byte {
	if i+1 < len(starts) {
		return data[starts[i]:starts[i+1]]
	}
	return data[starts[i]:]
}
