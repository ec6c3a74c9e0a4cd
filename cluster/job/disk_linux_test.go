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

// mount mounts a file system in memory, for as long as the test runs.
func mount(t *testing.T, flags uintptr, options string) (folder string) {
	folder = t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", flags, options); err != nil {
		t.Skipf("mounting a file system: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
			syscall.Unmount(folder, 2) // MNT_DETACH
		}
	})
	return folder
}

// TestFullDisk: a full disk of a worker, and of the store, is said, and leaves nothing that
// counts. When there is room, the job continues.
func TestFullDisk(t *testing.T) {
	disk := mount(t, 0, "size=8m")
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
	full(j.Do(ctx, "scatter", 0))
	j.TempDir = t.TempDir()
	steps(t, j, "scatter")
	j.TempDir = disk
	full(j.Do(ctx, "gather", 0))
	spec.Output = filepath.Join(disk, "out")
	small := mustMake(t, newStore(t), spec)
	small.Memory = 1 << 20
	steps(t, small, "count")
	full(small.Do(ctx, "scatter", 0))
	left, _ := filepath.Glob(filepath.Join(disk, "[^_]*"))
	if len(left) > 0 {
		t.Errorf("a full disk has %q", left)
	}
	j.TempDir = t.TempDir()
	steps(t, j, "gather")
	if got, want := read(t, filepath.Join(filepath.Dir(j.Manifest()), "out")), want(t, Spec{Inputs: spec.Inputs, Head: -1}, 1)[0]; !bytes.Equal(got, want) {
		t.Error("the output after full disks is another one")
	}
}

// TestReadOnly: an output that cannot be written is the error.
func TestReadOnly(t *testing.T) {
	disk := mount(t, syscall.MS_RDONLY, "")
	spec := numbers(t, 100, disk)
	err := runs(context.Background(), newStore(t), spec, false, local)
	if !errors.Is(err, syscall.EROFS) || !strings.HasPrefix(err.Error(), "writing "+disk) {
		t.Error(err)
	}
}

// TestDoneReadOnly: a run that has been done is so where nothing can be written, also if the
// folder of the job is still there.
func TestDoneReadOnly(t *testing.T) {
	ctx := context.Background()
	disk := mount(t, 0, "")
	spec := numbers(t, 100, disk)
	if err := runs(ctx, newStore(t), spec, true, local); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if err := runs(ctx, newStore(t), spec, false, local); err != nil {
		t.Error(err)
	}
}
