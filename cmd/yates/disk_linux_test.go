package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A file that something is mounted on cannot be replaced. That is said before
// anything is read.
func TestMountedOutput(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("old\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := filepath.Join(dir, "c")
	if err := syscall.Mount(c, c, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("mounting a file: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(c, 0) })
	const says = "yates: writing c: it cannot be replaced: it is a mount point; write to another name, and copy that " +
		"into it\n"
	for _, line := range []string{"shuffle -o c missing", "split a=0.5,c=0.5 -o {} a"} {
		cmd := exec.CommandContext(t.Context(), "yates", strings.Fields(line)...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader("1\n2\n3\n")
		var said strings.Builder
		cmd.Stderr = &said
		cmd.Run()
		if status := cmd.ProcessState.ExitCode(); status != 1 || said.String() != says {
			t.Errorf("%s: ends with %v, says %q", line, cmd.ProcessState, said.String())
		}
		empty(t, dir, "a", "b", "c")
		if text, err := os.ReadFile(c); string(text) != "old\n" {
			t.Errorf("%s: the output has %d bytes, %v", line, len(text), err)
		}
	}
}
