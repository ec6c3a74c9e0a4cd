package records

import "math"

// DefaultMemory returns a quarter of the memory that this process may use: that
// of the machine or, where a control group or a limit of the process (ulimit -v, -d)
// allows less, so much. Where that can't be told it is 1 GiB. A process of 32 bits gets
// 512 MiB at most.
func DefaultMemory() int64 { return defaultOf(physicalMemory(), math.MaxInt) }

// defaultOf is DefaultMemory of a machine with that much memory, 0 if that can't be
// told, and that largest int.
func defaultOf(memory, largest int64) int64 {
	if memory <= 0 {
		memory = 4 << 30
	}
	memory /= 4
	if largest == math.MaxInt32 {
		memory = min(memory, 512<<20)
	}
	return max(memory, 1<<20)
}
