package process

import (
	"math"
	"runtime/debug"

	"github.com/yates-shuffle/yates/records"
)

// LimitHeap makes the run-time system give memory back before it takes more than
// belongs to memory and the 64 MiB beyond it. Most of what package records uses
// is not on the heap; this bounds what its workers leave behind there, of which
// there would otherwise be as much again as they use. A limit that the user has
// set in the environment (GOMEMLIMIT) stays.
func LimitHeap(memory int64) {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(memory/2 + 24<<20)
	}
}

// Memory returns about how many bytes of memory the machine has.
func Memory() int64 { return 4 * records.DefaultMemory() }
