package vfs

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A scratch file has no name at any moment at which a process could be killed, so
// the name that it would have been given does not show.
func TestScratchNeverHasAName(t *testing.T) {
	dir := t.TempDir()
	probe, err := nameless(dir, 0o600)
	if err != nil {
		t.Skipf("this file system has no files without a name: %v", err)
	}
	probe.Close()
	f, err := OS{}.Scratch(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", f.(*os.File).Fd()))
	if err != nil || strings.Contains(name, ".yates-") {
		t.Errorf("it had the name %s, %v", name, err)
	}
}
