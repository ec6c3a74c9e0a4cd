package shuffle

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/records/failure"
)

// nowhere is the place of rows that go to no output.
const nowhere = math.MaxUint32

// placesOf returns the place of each row in an order of some of them, and how many these are.
func (in *Input) placesOf(order iter.Seq2[uint64, error]) (places []uint32, n int64, err error) {
	const each, share = 4, 2 // bytes of a row, of which there may be so many in a part of the memory
	if need := each * in.Rows; in.Rows >= nowhere || need > max(in.memory/share, 16<<20) {
		what := fmt.Sprintf("an order of %d rows, which may take half at 4 bytes a row,", in.Rows)
		return nil, 0, &failure.MemoryError{What: what, Need: uint64(share * need), Allowed: uint64(in.memory)}
	}
	places = slices.Repeat([]uint32{nowhere}, int(in.Rows))
	var some []uint32 // rows that are placed together, as the processor then waits for the memory of many at once
	place := func() error {
		for _, row := range some {
			if places[row] != nowhere {
				return fmt.Errorf("the order has the row %d twice", row)
			}
			places[row] = uint32(n)
			n++
		}
		some = some[:0]
		return nil
	}
	for row, err := range order {
		if err == nil && row >= uint64(in.Rows) {
			err = fmt.Errorf("the order has the row %d, and there are only %d, from 0 on", row, in.Rows)
		}
		if some = append(some, uint32(row)); err == nil && len(some) == 1<<12 {
			err = place()
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return places, n, place()
}
