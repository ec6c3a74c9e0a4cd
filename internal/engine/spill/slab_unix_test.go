//go:build unix && !aix && !solaris && !illumos

package spill

import (
	"errors"
	"syscall"
	"testing"
)

// An error of getting memory never says that there was nothing to get.
func TestGetting(t *testing.T) {
	for size, want := range map[int]string{1: "1", 64 << 10: "1", 1 << 20: "1", 1<<20 + 1: "2"} {
		err := getting(size, syscall.ENOMEM)
		if want := "getting " + want + " MiB of memory: " + syscall.ENOMEM.Error(); err.Error() != want ||
			!errors.Is(err, syscall.ENOMEM) {
			t.Errorf("%v instead of %s", err, want)
		}
	}
}
