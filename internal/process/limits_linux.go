package process

import (
	"fmt"
	"math"
	"strconv"

	"golang.org/x/sys/unix"
)

// leastFiles is how many files a command needs to have open, without those that audit
// starts. From leastSpace and leastData on, in MiB, the run-time system of Go can be relied
// on: with less it may end the process at any time, and has its own words for it.
const (
	leastFiles = 16
	leastSpace = 2048
	leastData  = 192
)

// Cramped returns what the process has too little of to begin, or "".
func Cramped() string {
	limit := func(of int) uint64 {
		var r unix.Rlimit
		if unix.Getrlimit(of, &r) != nil {
			return math.MaxUint64
		}
		return r.Cur
	}
	if n := limit(unix.RLIMIT_NOFILE); n < leastFiles {
		return fmt.Sprintf("only %d files may be open at a time: see ulimit -n", n)
	}
	const less = "only %d MiB of %s may be used, and %d are needed: see ulimit %s"
	if n := limit(unix.RLIMIT_AS) >> 20; n < leastSpace && strconv.IntSize == 64 {
		return fmt.Sprintf(less, n, "address space", leastSpace, "-v")
	}
	if n := limit(unix.RLIMIT_DATA) >> 20; n < leastData && strconv.IntSize == 64 {
		return fmt.Sprintf(less, n, "memory", leastData, "-d")
	}
	return ""
}
