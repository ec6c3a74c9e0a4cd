// Package memory knows how much memory a process may use.
package memory

import "math"

// Default returns a quarter of the memory that this process may use: that of the
// machine, or less if a control group or a limit of the process (ulimit -v, -d) says so.
// If that is unknown, it returns 1 GiB. In a 32-bit process it returns at most 512 MiB.
func Default() int64 { return defaultOf(physical(), math.MaxInt) }

// defaultOf is Default for a machine with that much memory (0 if unknown) and that
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
