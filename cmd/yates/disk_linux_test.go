package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// smallDisk returns a directory on a file system that has 4 MiB.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("mounting a small file system: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil { // busy, if a file is open
			t.Error(err)
			syscall.Unmount(dir, 2) // MNT_DETACH
		}
	})
	return dir
}

// A disk that becomes full is told of, with what to do, and what was there before
// is there afterwards and has the room that it had.
func TestFullDisk(t *testing.T) {
	disk, dir := smallDisk(t), t.TempDir()
	input := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(input, spilling(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, out, tmp, memory string
		old                    bool
		says                   string
	}{
		{"output", disk, dir, "1G", true,
			`writing .*/out: no space left on device; free some space, or write elsewhere with -o FILE`},
		{"output, spilled", disk, dir, "1M", true,
			`writing .*/out: no space left on device; free some space, or write elsewhere with -o FILE`},
		{"new output", disk, dir, "1G", false,
			`writing .*/out: no space left on device; free some space, or write elsewhere with -o FILE`},
		{"temporary file", dir, disk, "1M", true,
			`writing a temporary file in .*: no space left on device; use --tmp DIR for a directory with more space, or more --memory`},
		{"both", disk, disk, "1M", true, `writing a temporary file in .*: no space left on device; use --tmp DIR .*`},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := filepath.Join(test.out, "out")
			os.Remove(out)
			if test.old {
				if err := os.WriteFile(out, []byte("old\n"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.CommandContext(t.Context(), "yates", "shuffle", "--memory", test.memory, "--tmp", test.tmp,
				"-o", out, input)
			var said strings.Builder
			cmd.Stderr = &said
			cmd.Run()
			if status := cmd.ProcessState.ExitCode(); status != 1 ||
				!regexp.MustCompile(`^yates: `+test.says+`\n$`).MatchString(said.String()) {
				t.Errorf("ends with %v, says %q", cmd.ProcessState, said.String())
			}
			empty(t, test.tmp, "out")
			empty(t, test.out, "out")
			text, err := os.ReadFile(out)
			if test.old && string(text) != "old\n" || !test.old && !os.IsNotExist(err) {
				t.Errorf("the output has %d bytes, %v", len(text), err)
			}
			// The room is free again.
			probe := filepath.Join(disk, "probe")
			if err := os.WriteFile(probe, make([]byte, 3<<20), 0o666); err != nil {
				t.Error(err)
			}
			os.Remove(probe)
		})
	}
}

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
