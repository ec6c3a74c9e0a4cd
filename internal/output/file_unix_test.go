//go:build unix

package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
)

// A new file has the permissions that new files have, a replaced one keeps its own,
// and its owner if the user is root.
func TestMode(t *testing.T) {
	stat := func(name string) fs.FileInfo {
		t.Helper()
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	mode := func(name string) fs.FileMode { return stat(name).Mode().Perm() }
	owner := func(name string) [2]uint32 {
		s := stat(name).Sys().(*syscall.Stat_t)
		return [2]uint32{s.Uid, s.Gid}
	}
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	name := filepath.Join(t.TempDir(), "out")
	if err := put(vfs.OS{}, name, "new\n"); err != nil {
		t.Fatal(err)
	}
	if got := mode(name); got != 0o640 {
		t.Errorf("a new file has mode %o instead of 640", got)
	}
	for _, m := range []fs.FileMode{0o600, 0o666, 0o755} {
		if err := os.Chmod(name, m); err != nil {
			t.Fatal(err)
		}
		if os.Geteuid() == 0 {
			if err := os.Chown(name, 1, 2); err != nil {
				t.Fatal(err)
			}
		}
		before := owner(name)
		if err := put(vfs.OS{}, name, "replaced\n"); err != nil {
			t.Fatal(err)
		}
		if got := mode(name); got != m || owner(name) != before {
			t.Errorf("a replaced file has mode %o instead of %o, and owner %v instead of %v", got, m, owner(name),
				before)
		}
	}
}

// A file that may not be written is not replaced.
func TestReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	name := filepath.Join(t.TempDir(), "out")
	write(t, name, "old\n")
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := put(vfs.OS{}, name, "new\n"); !errors.Is(err, fs.ErrPermission) ||
		!strings.HasPrefix(err.Error(), "writing "+name+": ") {
		t.Error(err)
	}
	check(t, name, "old\n")
}

// A symbolic link stays, and what it points to is written; another hard link keeps
// what is replaced. To which file a link leads is what vfs tests.
func TestLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	for link, to := range map[string]string{"link": "file", "dangling": "deep/new", "loop": "loop"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("deep", 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, "file", "old\n")
	if err := os.Link("file", "hard"); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"link": "file", "dangling": "deep/new"} {
		if err := put(vfs.OS{}, name, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		check(t, file, name)
		if info, err := os.Lstat(name); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", name, err)
		}
	}
	check(t, "hard", "old\n")
	if err := put(vfs.OS{}, "loop", "new\n"); !errors.Is(err, syscall.ELOOP) ||
		!strings.HasPrefix(err.Error(), "writing loop") {
		t.Errorf("a loop: %v", err)
	}
	f, err := CreateIn(&faultfs.FS{FS: vfs.OS{}, At: -1, Names: true}, "dangling", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if beside, err := filepath.Glob("deep/.yates-*"); err != nil || len(beside) != 1 {
		t.Errorf("%q, %v stand beside the file", beside, err)
	}
	f.Abort()
}

// A directFS replaces nothing: were devices replaced, the machine would suffer.
type directFS struct {
	vfs.OS
	t *testing.T
}

var errReplaces = errors.New("it is to be replaced")

func (f directFS) New(string, string, fs.FileMode) (vfs.File, error) { return nil, errReplaces }
func (f directFS) Rename(string, string) error                       { return errReplaces }
func (f directFS) Remove(name string) error {
	f.t.Error(name, "is to be removed")
	return nil
}

// Pipes and devices are written to, not replaced.
func TestDirect(t *testing.T) {
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
	if err := put(directFS{t: t}, name, "through the pipe\n"); err != nil {
		t.Error(err)
	}
	if got := <-read; got != "through the pipe\n" {
		t.Errorf("%q came through the pipe", got)
	}
	if info, err := os.Stat(name); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("it is no pipe any more: %v", err)
	}
	if err := put(directFS{t: t}, os.DevNull, "gone\n"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := put(directFS{t: t}, "/dev/full", "full\n"); !errors.Is(err, syscall.ENOSPC) ||
			err.Error() != "writing /dev/full: no space left on device" {
			t.Error(err)
		}
	}
}

// A privateFS looks at the permissions of what stands beside a file that is replaced.
type privateFS struct {
	vfs.OS
	t    *testing.T
	kept *bool
}

func (f privateFS) New(dir, name string, perm fs.FileMode) (vfs.File, error) {
	if name == "" {
		return nil, errors.ErrUnsupported
	}
	b, err := f.OS.New(dir, name, perm)
	if err == nil {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			f.t.Errorf("it is made with %v, %v", info.Mode(), err)
		}
		b = privateFile{b, f}
	}
	return b, err
}

func (f privateFS) Keep(file vfs.File, old string, info fs.FileInfo) (bool, error) {
	*f.kept = true
	return f.OS.Keep(file.(privateFile).File, old, info)
}

type privateFile struct {
	vfs.File
	fs privateFS
}

func (f privateFile) Write(b []byte) (int, error) {
	if !*f.fs.kept {
		f.fs.t.Error("it is written before it is known who may read it")
	}
	return f.File.Write(b)
}

// At no moment may anybody read more than they could of the file that is replaced.
func TestPrivate(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	name := filepath.Join(t.TempDir(), "out")
	write(t, name, "old\n")
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o666} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		if err := put(privateFS{t: t, kept: new(bool)}, name, "new\n"); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	}
}
