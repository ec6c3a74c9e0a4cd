package urn

import (
	"errors"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/engine/spill"
)

// An Index knows where the records of the input begin. If there is no room for all, it knows every second one, or
// fourth, …, and the others are found from there. It is a stage, which all workers share, and which keeps the records
// in input order.
type Index struct {
	scatter.Idle
	Records uint64
	Size    int64   // of the input
	Longest int64   // of the records, in bytes
	Stride  uint64  // between the records that it knows: a power of two
	starts  []int64 // where the records number 0, Stride, 2·Stride, … begin
	most    int     // of them
}

// InTurn adds the records of a lot.
func (x *Index) InTurn(l *scatter.Lot) error {
	for i := range l.Starts {
		switch text, long := l.Text(i); {
		case l.Dropped(i):
		case long:
			x.addRecord(l.Long)
		default:
			x.addRecord(int64(len(text)))
		}
	}
	return nil
}

// After has the records of a lot stay in one bucket.
func (x *Index) After(l *scatter.Lot) error {
	clear(l.Digits)
	return nil
}

// addRecord adds a record of that many bytes.
func (x *Index) addRecord(size int64) {
	if x.Records&(x.Stride-1) == 0 {
		if len(x.starts) == x.most {
			x.thin()
		}
		if x.Records&(x.Stride-1) == 0 {
			x.starts = append(x.starts, x.Size)
		}
	}
	x.Records++
	x.Size += size
	x.Longest = max(x.Longest, size)
}

// thin drops each second start.
func (x *Index) thin() {
	half := x.starts[:0]
	for i := 0; i < len(x.starts); i += 2 {
		half = append(half, x.starts[i])
	}
	x.starts, x.Stride = half, 2*x.Stride
}

// A finder finds the records of an index, for one worker.
type finder struct {
	index  *Index
	format *record.Format
	read   func(b []byte, at int64) error // fills b with the input from a place on
	window []byte
}

// find returns where record r begins and ends.
func (f *finder) find(r uint64) (at, end int64, err error) {
	x := f.index
	i := r / x.Stride
	at, end = x.starts[i], x.Size
	if i+1 < uint64(len(x.starts)) {
		end = x.starts[i+1]
	}
	if x.Stride == 1 {
		return at, end, nil
	}
	others := r % x.Stride // between at and the record
	cut := record.NewCutter(f.format)
	begin := at
	for size := int64(4 * record.MostMatched); at < end; size = min(2*size, spill.WindowSize) {
		n := int(min(size, end-at))
		f.window = slices.Grow(f.window[:0], n)[:n]
		if err := f.read(f.window, at); err != nil {
			return 0, 0, err
		}
		last := at+int64(len(f.window)) == end
		for b := f.window; len(b) > 0; {
			end, used := cut.Next(b, last)
			at += int64(max(end, used))
			if end < 0 {
				break
			}
			if others == 0 {
				return begin, at, nil
			}
			others--
			begin, b = at, b[end:]
		}
	}
	return 0, 0, errors.New("reading the input again: it changed while it was read")
}
