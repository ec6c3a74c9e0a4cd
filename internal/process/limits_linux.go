package process

import (
	"fmt"
	"math"
	"strconv"

	"golang.org/x/sys/unix"
)

// leastFiles is the number of files that a command needs to have open, without commands
// that audit starts. leastSpace and leastData, in MiB, are what the Go runtime needs to be
// reliable: with less it may end the process at any time, with a message of its own.
const (
	leastFiles = 16
	leastSpace = 2048
	leastData  = 192
)

// Cramped returns an error if a limit is too low for the process to work.
func Cramped() error {
	limit := func(of int) uint64 {
		var r unix.Rlimit
		if unix.Getrlimit(of, &r) != nil {
			return math.MaxUint64
		}
		return r.Cur
	}
	if n := limit(unix.RLIMIT_NOFILE); n < leastFiles {
		return fmt.Errorf("only %d files may be open at a time: see ulimit -n", n)
	}
	const less = "only %d MiB of %s may be used, and %d are needed: see ulimit %s"
	if n := limit(unix.RLIMIT_AS) >> 20; n < leastSpace && strconv.IntSize == 64 {
		return fmt.Errorf(less, n, "address space", leastSpace, "-v")
	}
	if n := limit(unix.RLIMIT_DATA) >> 20; n < leastData && strconv.IntSize == 64 {
		return fmt.Errorf(less, n, "memory", leastData, "-d")
	}
	return nil
}
