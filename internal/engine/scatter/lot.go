package scatter

import (
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Lot is the records of a chunk with the bucket that each was drawn, and what a worker needs to place them there.
type Lot struct {
	Data      []byte   // the records, but for a long one
	At        int64    // of Data in the input, if that is files
	FirstKept uint64   // the number of the first record, of those that were not dropped
	Starts    []uint32 // of the records in Data; of integers, which of the chunk are in the lot, if not all are
	Digits    []uint16 // their buckets
	Long      int64    // bytes of the last record, if it is long, so that it begins where Data ends; or 0

	Bytes [order.Buckets]int // of each bucket in the store
	Next  [order.Buckets]int // where the next record of a bucket goes

	read      int64    // records that came before the lot, with those that were dropped
	front     []byte   // of the long record
	drops     int      // records that are dropped, until they are taken out
	dropped   []bool   // which are, if some are
	survivors []uint32 // which records are left, if some have been taken out
	bad       error    // of the record behind the last one, which ended the lot
	key       []byte   // of the record that is looked at
	spare     []byte   // memory for the records that are left
	counts    [order.Buckets]uint32
}

// Text returns record i, or the front of it if it is open: a long one.
func (l *Lot) Text(i int) (text []byte, open bool) {
	if l.Long > 0 && i+1 == len(l.Starts) {
		return l.front, true
	}
	from, to := l.Span(i)
	return l.Data[from:to], false
}

// Span returns where record i, which is not long, begins and ends in Data.
func (l *Lot) Span(i int) (from, to int) {
	if i+1 < len(l.Starts) {
		return int(l.Starts[i]), int(l.Starts[i+1])
	}
	return int(l.Starts[i]), len(l.Data)
}

// EachKey calls do with the key of each record, and whether it has a value. A record without a key is bad.
func (l *Lot) EachKey(by *record.Key, do func(i int, key []byte, has bool) error) error {
	without, has := int64(0), false
	for i := 0; i < len(l.Starts); i++ { // do may end the lot
		text, open := l.Text(i)
		var err error
		if l.key, has, err = by.Take(l.key[:0], text, open); err != nil {
			l.Fail(i, err)
			break
		}
		if !has && !l.Dropped(i) {
			without++
		}
		if err := do(i, l.key, has); err != nil {
			return err
		}
	}
	by.Without.Add(without)
	return nil
}

// Fail ends the lot before record i, as that is bad. Of all bad records the first is named.
func (l *Lot) Fail(i int, err error) {
	l.Data, l.Starts, l.Long, l.bad = l.Data[:l.Starts[i]], l.Starts[:i], 0, err
}

// err returns the error of a lot that ended before its end, when it is known which records came before.
func (l *Lot) err() error {
	if l.bad == nil {
		return nil
	}
	return &failure.RecordError{Record: l.Number(len(l.Starts)) + 1, Err: l.bad}
}

// Number returns the number of record i, counted from 0, of those that were read. It is known in turn.
func (l *Lot) Number(i int) int64 {
	if len(l.survivors) > 0 {
		i = int(l.survivors[i])
	}
	return l.read + int64(i)
}

// Drop drops record i, before the records are numbered. Who drops refuses lots with a long record.
func (l *Lot) Drop(i int) {
	if l.drops == 0 {
		l.dropped = slices.Grow(l.dropped[:0], len(l.Starts))[:len(l.Starts)]
		clear(l.dropped)
	}
	if !l.dropped[i] {
		l.dropped[i] = true
		l.drops++
	}
}

// Dropped reports whether record i has been dropped.
func (l *Lot) Dropped(i int) bool { return l.drops > 0 && l.dropped[i] }

// compact takes out the records that have been dropped.
func (l *Lot) compact() {
	if l.drops == 0 {
		return
	}
	data := l.spare[:0]
	for i := range l.Starts {
		if !l.dropped[i] {
			from, to := l.Span(i)
			l.Starts[len(l.survivors)] = uint32(len(data)) // which has been read
			l.survivors = append(l.survivors, uint32(i))
			data = append(data, l.Data[from:to]...)
		}
	}
	l.Data, l.Starts, l.drops, l.spare = data, l.Starts[:len(l.survivors)], 0, data
	l.At = -1 // they are no longer where they stood
}

// Count counts the records of each bucket.
func (l *Lot) Count() {
	l.counts = [order.Buckets]uint32{}
	for _, d := range l.Digits {
		l.counts[d%order.Buckets]++
	}
}

// MeasureEach counts the bytes of each bucket, if all records have that size.
func (l *Lot) MeasureEach(size int) {
	l.Bytes = [order.Buckets]int{}
	for _, d := range l.Digits {
		l.Bytes[d%order.Buckets] += size
	}
}

// AddTo adds the lot to the tally, and a piece for it to the store, unless nothing of it is wanted. It returns the
// last bucket wanted.
func (l *Lot) AddTo(t *Tally, store *spill.Store) (piece *spill.Piece, top int, err error) {
	top = t.addCounts(&l.counts)
	start := make([]int, top+2)
	for b := range top + 1 {
		start[b+1] = start[b] + l.Bytes[b]
	}
	if start[top+1] > 0 {
		piece, err = store.Add(start)
	}
	return piece, top, err
}
