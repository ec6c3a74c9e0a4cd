// Package sparse is the array of a Fisher–Yates shuffle of a large range, stopped after
// its first steps.
package sparse

import "math/bits"

// An Array is an array in which each place holds its own number, save those that
// Swap has changed. It is a hash table with linear probing that is never more
// than half full. The places are uniformly random, so a plain multiplicative hash
// is enough. An Array is not safe for concurrent use.
type Array struct {
	slots []struct{ place, value uint64 } // place 0 marks a free one
	shift int
}

// New returns an array for at most k swaps. It takes Memory(k) bytes.
func New(k uint64) Array {
	log := logOf(k)
	return Array{make([]struct{ place, value uint64 }, 1<<log), 64 - log}
}

// Memory returns the number of bytes of an array for k swaps: 32 to 64 for each swap, or
// 2⁶⁴−1 if that does not fit into a uint64.
func Memory(k uint64) uint64 {
	if log := logOf(k); log < 60 {
		return 16 << log
	}
	return 1<<64 - 1
}

// logOf returns the logarithm of the number of slots for k swaps.
func logOf(k uint64) int { return bits.Len64(max(k, 1)-1) + 1 }

// At returns the number at a place.
func (a *Array) At(place uint64) uint64 {
	if slot := a.find(place); slot.place == place {
		return slot.value
	}
	return place
}

// Swap puts value into a place, which must not be 0, and returns the number there before.
func (a *Array) Swap(place, value uint64) uint64 {
	slot := a.find(place)
	if slot.place == 0 {
		slot.place, slot.value = place, place
	}
	slot.value, value = value, slot.value
	return value
}

// find returns the slot of a place, which is free if the place holds its own
// number.
func (a *Array) find(place uint64) *struct{ place, value uint64 } {
	const golden = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio
	mask := uint64(len(a.slots) - 1)
	for i := place * golden >> a.shift; ; i = (i + 1) & mask {
		if slot := &a.slots[i]; slot.place == place || slot.place == 0 {
			return slot
		}
	}
}
