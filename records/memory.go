package records

import "math"

// DefaultMemory returns a quarter of the memory that this process may use: that
// of the machine or, where a control group allows less, of the group. Where
// that can't be told it is 1 GiB. A process of 32 bits gets 512 MiB at most.
func DefaultMemory() int64 {
	memory := physicalMemory()
	if memory <= 0 {
		memory = 4 << 30
	}
	memory /= 4
	if math.MaxInt == math.MaxInt32 {
		memory = min(memory, 512<<20)
	}
	return max(memory, 1<<20)
}
