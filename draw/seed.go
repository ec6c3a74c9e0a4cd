package draw

import (
	"fmt"
	"iter"

	"github.com/yates-shuffle/yates/order"
)

// numbers returns the order that the seed gives to a list: the numbers of its entries,
// from 1 on. They are the integers from 1 to entries as Order 1 shuffles them.
//
// The first numbers come in O(entries) time and in memory for about 1/1000 of the
// entries. All of them take memory for about a quarter of the entries, and 15 times as long.
// It panics if there are more than [MaxEntries].
func numbers(seed order.Seed, entries uint64) iter.Seq[uint64] {
	if entries > MaxEntries {
		panic(fmt.Sprintf("draw: numbers of %d entries", entries))
	}
	return func(yield func(uint64) bool) {
		n := int(entries)
		for lo, size := 0, max(order.BlockRecords, n/1024); lo < n; size = min(2*size, max(size, n/8)) {
			hi := min(n, lo+size)
			for _, record := range order.Window(seed, n, lo, hi) {
				if !yield(uint64(record) + 1) {
					return
				}
			}
			lo = hi
		}
	}
}
