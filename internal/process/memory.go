package process

import (
	"math"
	"runtime/debug"

	"github.com/yates-shuffle/yates/internal/memory"
)

// LimitHeap makes the Go runtime free memory before it takes more than memory and the
// 64 MiB beyond it. Most memory of package records is not on the heap; this bounds the
// garbage of its workers, which could otherwise be as large as what they use. It respects
// a limit that the user has set in the environment (GOMEMLIMIT).
func LimitHeap(memory int64) {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(memory/2 + 24<<20)
	}
}

// Memory returns about the number of bytes of memory of the machine.
func Memory() int64 { return 4 * memory.Default() }
