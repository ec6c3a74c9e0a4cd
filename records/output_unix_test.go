//go:build unix

package records

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOutputMode: a new file has the permissions that new files have, a replaced
// one keeps its own.
func TestOutputMode(t *testing.T) {
	mode := func(name string) fs.FileMode {
		t.Helper()
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	name := filepath.Join(t.TempDir(), "out")
	if err := put(name, "new\n"); err != nil {
		t.Fatal(err)
	}
	if got := mode(name); got != 0o640 {
		t.Errorf("a new file has mode %o instead of 640", got)
	}
	for _, m := range []fs.FileMode{0o600, 0o666, 0o755} {
		if err := os.Chmod(name, m); err != nil {
			t.Fatal(err)
		}
		if err := put(name, "replaced\n"); err != nil {
			t.Fatal(err)
		}
		if got := mode(name); got != m {
			t.Errorf("a replaced file has mode %o instead of %o", got, m)
		}
	}
}

// TestOutputReadOnly: a file that may not be written is not replaced.
func TestOutputReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	name := filepath.Join(t.TempDir(), "out")
	writeFile(t, name, "old\n")
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := put(name, "new\n"); !errors.Is(err, fs.ErrPermission) || !strings.HasPrefix(err.Error(), "writing "+name+": ") {
		t.Error(err)
	}
	checkFile(t, name, "old\n")
}

// TestOutputLinks: a symbolic link stays, and what it points to is written.
func TestOutputLinks(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(to, in(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{"deep", "deep/er", "other"} {
		if err := os.Mkdir(in(d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, in("file"), "old\n")
	link("file", "link")
	link("link", "link to link")
	link(in("file"), "absolute")
	link("dangling target", "dangling")
	link("dangling", "link to dangling")
	link("../deep/er", "other/folder")
	link("../new", "deep/er/up") // which is deep/new, also by way of other/folder
	for _, c := range []struct{ name, file string }{
		{"link", "file"}, {"link to link", "file"}, {"absolute", "file"},
		{"link to dangling", "dangling target"}, {"dangling", "dangling target"}, {"other/folder/up", "deep/new"},
	} {
		if err := put(in(c.name), c.name); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		checkFile(t, in(c.file), c.name)
		if info, err := os.Lstat(in(c.name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", c.name, err)
		}
	}
	link("loop", "loop")
	if err := put(in("loop"), "new\n"); !errors.Is(err, syscall.ELOOP) || !strings.HasPrefix(err.Error(), "writing "+in("loop")) {
		t.Errorf("a loop: %v", err)
	}
	link("missing/file", "into nowhere")
	if err := put(in("into nowhere"), "new\n"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("into nowhere: %v", err)
	}
}

// TestOutputDirect: pipes and devices are written to, not replaced.
func TestOutputDirect(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		f, err := os.Open(name)
		if err != nil {
			read <- err.Error()
			return
		}
		defer f.Close()
		b, _ := io.ReadAll(f)
		read <- string(b)
	}()
	if err := put(name, "through the pipe\n"); err != nil {
		t.Error(err)
	}
	if got := <-read; got != "through the pipe\n" {
		t.Errorf("%q came through the pipe", got)
	}
	if info, err := os.Stat(name); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("it is no pipe any more: %v", err)
	}
	if err := put(os.DevNull, "gone\n"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := put("/dev/full", "full\n"); !errors.Is(err, syscall.ENOSPC) || err.Error() != "writing /dev/full: no space left on device" {
			t.Error(err)
		}
	}
}
