package records

import "math"

// DefaultMemory returns a quarter of the memory that this process may use: that of the
// machine, or less if a control group or a limit of the process (ulimit -v, -d) says so.
// If that is unknown, it returns 1 GiB. In a 32-bit process it returns at most 512 MiB.
func DefaultMemory() int64 { return defaultOf(physicalMemory(), math.MaxInt) }

// defaultOf is DefaultMemory for a machine with that much memory (0 if unknown) and that
// largest int.
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
