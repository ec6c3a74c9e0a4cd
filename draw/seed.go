package draw

import (
	"crypto/sha256"
	"fmt"
	"iter"

	"github.com/yates-shuffle/yates/order"
)

// seedOf returns the seed of a draw of a version. The random part is the signatures of the beacons' rounds and the
// secrets of the parties one after the other. The commitment says how many there are, so no two draws share it.
func seedOf(version uint64, commitment Sum, random []byte) order.Seed {
	b := append(fmt.Appendf(nil, "yates draw %d\x00", version), commitment[:]...)
	return sha256.Sum256(append(b, random...))
}

// numbers returns the order that the seed gives to a list: the numbers of its entries,
// from 1 on. They are the integers from 1 to entries as Order 1 shuffles them.
//
// The first numbers come in O(entries) time and in memory for about 1/1000 of the
// entries. All of them take O(entries) memory, and O(entries) time 12 times at most.
// It panics if there are more than [MaxEntries].
func numbers(seed order.Seed, entries uint64) iter.Seq[uint64] {
	if entries > MaxEntries {
		panic(fmt.Sprintf("draw: numbers of %d entries", entries))
	}
	return func(yield func(uint64) bool) {
		var digits order.Digits
		var sh order.Shuffler
		var block [order.BlockRecords]uint16
		// The order is the buckets, one after the other. Collect the records of some
		// buckets, with at least a few thousand entries, and of twice as many each time.
		width := uint64(order.Buckets)
		for width > 1 && entries/order.Buckets*width > 4*order.BlockRecords {
			width /= 2
		}
		for lo := uint64(0); lo < order.Buckets; lo, width = lo+width, 2*width {
			buckets := make([][]uint32, min(width, order.Buckets-lo))
			digits.Seek(seed, 0)
			for first := uint64(0); first < entries; first += order.BlockRecords {
				block := block[:min(entries-first, order.BlockRecords)]
				digits.Fill(block)
				for i, d := range block {
					if b := uint64(d) - lo; b < uint64(len(buckets)) { // else it is huge, or another bucket
						buckets[b] = append(buckets[b], uint32(first)+uint32(i))
					}
				}
			}
			for b, records := range buckets {
				order.ShuffleBucket(&sh, seed, int(lo)+b, records)
				for _, r := range records {
					if !yield(uint64(r) + 1) {
						return
					}
				}
			}
		}
	}
}
