package engine

import (
	"errors"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
)

// An index knows where the records of the input begin. If there is no room for all, it knows every second one, or
// fourth, …, and the others are found from there.
type index struct {
	records uint64
	size    int64   // of the input
	longest int64   // of the records, in bytes
	starts  []int64 // where the records number 0, stride, 2·stride, … begin
	most    int     // of them
	stride  uint64  // a power of two
}

// add adds the next records of so many bytes, which begin at starts, and the long one behind them, if it has any.
func (x *index) add(starts []uint32, bytes int, long int64) {
	for i, start := range starts {
		end := bytes
		if i+1 < len(starts) {
			end = int(starts[i+1])
		}
		x.next(int64(end - int(start)))
	}
	if long > 0 {
		x.next(long)
	}
}

// next adds a record of that many bytes.
func (x *index) next(size int64) {
	if x.records&(x.stride-1) == 0 {
		if len(x.starts) == x.most {
			x.thin()
		}
		if x.records&(x.stride-1) == 0 {
			x.starts = append(x.starts, x.size)
		}
	}
	x.records++
	x.size += size
	x.longest = max(x.longest, size)
}

// thin drops each second start.
func (x *index) thin() {
	half := x.starts[:0]
	for i := 0; i < len(x.starts); i += 2 {
		half = append(half, x.starts[i])
	}
	x.starts, x.stride = half, 2*x.stride
}

// A finder finds the records of an index, for one worker.
type finder struct {
	of     *index
	format *record.Format
	read   func(b []byte, at int64) error // fills b with the input from a place on
	window []byte
}

// find returns where record r begins and ends.
func (f *finder) find(r uint64) (at, end int64, err error) {
	x := f.of
	i := r / x.stride
	at, end = x.starts[i], x.size
	if i+1 < uint64(len(x.starts)) {
		end = x.starts[i+1]
	}
	if x.stride == 1 {
		return at, end, nil
	}
	others := r % x.stride // between at and the record
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
