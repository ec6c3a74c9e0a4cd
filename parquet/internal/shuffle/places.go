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
		return nil, 0, &failure.MemoryError{What: fmt.Sprintf("an order of %d rows", in.Rows),
			Need: uint64(share * need), Allowed: uint64(in.memory)}
	}
	places = slices.Repeat([]uint32{nowhere}, int(in.Rows))
	for row, err := range order {
		switch {
		case err != nil:
			return nil, 0, err
		case row >= uint64(in.Rows):
			return nil, 0, fmt.Errorf("the order has the row %d, and there are only %d, from 0 on", row, in.Rows)
		case places[row] != nowhere:
			return nil, 0, fmt.Errorf("the order has the row %d twice", row)
		}
		places[row] = uint32(n)
		n++
	}
	return places, n, nil
}
