package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk: a full disk of a worker, and of the store, is said, and leaves nothing that
// counts. When there is room, the job continues.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("mounting a small file system: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
			syscall.Unmount(disk, 2) // MNT_DETACH
		}
	})
	ctx := context.Background()
	line := strings.Repeat("x", 1000)
	var in bytes.Buffer
	for i := range 40_000 {
		fmt.Fprintf(&in, "%d%s\n", i, line)
	}
	spec := Spec{
		Inputs: []string{write(t, filepath.Join(t.TempDir(), "in"), in.Bytes())}, Output: filepath.Join(t.TempDir(), "out"), Seed: &testSeed, Head: -1,
	}
	j := mustMake(t, newStore(t), spec)
	j.Memory, j.TempDir = 1<<20, disk
	steps(t, j, "count")
	full := func(err error) {
		t.Helper()
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), disk) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v", err)
		}
	}
	full(j.Scatter(ctx, 0))
	j.TempDir = t.TempDir()
	steps(t, j, "scatter")
	j.TempDir = disk
	full(j.Gather(ctx, 0))
	spec.Output, spec.Work = filepath.Join(disk, "out"), t.TempDir()
	small := mustMake(t, newStore(t), spec)
	small.Memory = 1 << 20
	steps(t, small, "count", "scatter")
	full(small.Gather(ctx, 0))
	left, _ := filepath.Glob(filepath.Join(disk, "*"))
	if len(left) > 0 {
		t.Errorf("a full disk has %q", left)
	}
	j.TempDir = t.TempDir()
	steps(t, j, "gather")
	if got, want := read(t, filepath.Join(filepath.Dir(j.Manifest()), "out")), want(t, Spec{Inputs: spec.Inputs, Head: -1}, 1)[0]; !bytes.Equal(got, want) {
		t.Error("the output after full disks is another one")
	}
}
