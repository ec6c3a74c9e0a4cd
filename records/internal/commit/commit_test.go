package commit

import (
	"errors"
	"fmt"
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

// put writes a file in two halves.
func put(fsys vfs.FS, name, text string) error {
	f, err := Create(fsys, name)
	if err != nil {
		return err
	}
	defer f.Abort()
	for _, b := range []string{text[:len(text)/2], text[len(text)/2:]} {
		if _, err := f.Write([]byte(b)); err != nil {
			return err
		}
	}
	return f.Commit()
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// check checks a file's contents, and that nothing is left beside it. A file that
// has none is missing.
func check(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if string(got) != want || (err == nil) != (want != "") {
		t.Errorf("%s has %q instead of %q (%v)", name, got, want, err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(name), ".yates-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%q is left behind, %v", left, err)
	}
}

// Until Commit the old file is there, or none, and after Abort, too.
func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	for _, c := range []struct{ old, text string }{{"", "new\n"}, {"new\n", "replaced\n"}} {
		for _, commit := range []bool{false, true} {
			f, err := Create(vfs.OS{}, name)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range c.text {
				if n, err := f.Write([]byte{byte(b)}); n != 1 || err != nil {
					t.Fatal(n, err)
				}
			}
			if got, _ := os.ReadFile(name); string(got) != c.old {
				t.Errorf("%q before the end", got)
			}
			if commit {
				if err := f.Commit(); err != nil {
					t.Fatal(err)
				}
				c.old = c.text
			}
			f.Abort()
			f.Abort()
			check(t, name, c.old)
		}
	}
	if err := put(vfs.OS{}, name, ""); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Size() != 0 {
		t.Errorf("an empty file: %v, %v", info, err)
	}
}

// Files that are finished hold none open, and are put in place later, or not.
func TestFinish(t *testing.T) {
	dir := t.TempDir()
	fsys := &faultfs.FS{Base: vfs.OS{}, At: -1}
	var all []*File
	for _, name := range []string{"a", "b"} {
		f, err := Create(fsys, filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte(name))
		for range 2 {
			if err := f.Finish(); err != nil {
				t.Error(err)
			}
		}
		all = append(all, f)
	}
	if left := fsys.Left(); len(left) > 0 {
		t.Errorf("left open: %q", left)
	}
	all[1].Abort()
	if err := all[0].Commit(); err != nil {
		t.Error(err)
	}
	check(t, filepath.Join(dir, "a"), "a")
	check(t, filepath.Join(dir, "b"), "")
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	write(t, file, "old\n")
	for _, c := range []struct {
		name, want string
		is         error
	}{
		{dir, "it is a directory", nil},
		{filepath.Join(dir, "missing", "out"), "", fs.ErrNotExist},
		{filepath.Join(file, "out"), "", nil},
		{"", "", fs.ErrNotExist},
	} {
		err := put(vfs.OS{}, c.name, "new\n")
		if err == nil || !strings.HasPrefix(err.Error(), "writing "+c.name+": ") || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%q: %v", c.name, err)
		}
	}
	check(t, file, "old\n")
}

// Whatever fails, the error names the file, and only that; the old file is as it was,
// and nothing is left.
func TestFaults(t *testing.T) {
	broken := errors.New("it is broken")
	seen := make(map[string]bool)
	for _, old := range []string{"", "old\n"} {
		for i := 0; ; i++ {
			name := filepath.Join(t.TempDir(), "out")
			if old != "" {
				write(t, name, old)
			}
			fsys := &faultfs.FS{Base: vfs.OS{}, At: i, Err: broken, Short: true}
			err := put(fsys, name, "new\n")
			failed := fsys.Failed()
			seen[failed] = true
			if left := fsys.Left(); len(left) > 0 {
				t.Errorf("%s fails: %q is left open", failed, left)
			}
			if failed == "" || failed == "chown" { // only root may give files away
				if err != nil {
					t.Errorf("%s fails: %v", failed, err)
				}
				check(t, name, "new\n")
			} else {
				want := "writing " + name + ": it is broken"
				if failed == "create" {
					want = "writing " + name + ": making a file beside it: it is broken"
				}
				if fmt.Sprint(err) != want || !errors.Is(err, broken) {
					t.Errorf("%s fails: %v instead of %s", failed, err, want)
				}
				check(t, name, old)
			}
			if failed == "" {
				break
			}
		}
	}
	for _, op := range []string{"stat", "openwrite", "create", "chmod", "write", "close", "rename"} {
		if !seen[op] {
			t.Errorf("%s did not fail", op)
		}
	}
}

// The first error is the one that counts, and a write that is short is one.
func TestFirstError(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	fsys := &faultfs.FS{Base: shortFS{}, At: 1, Err: syscall.ENOSPC, Only: []string{"write"}}
	f, err := Create(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	n, first := f.Write([]byte("text"))
	if n != 3 || !errors.Is(first, io.ErrShortWrite) {
		t.Errorf("%d, %v for a short write", n, first)
	}
	if _, err := f.Write([]byte("text")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v for the second error", err)
	}
	for _, err := range []error{f.Finish(), f.Commit()} {
		if err != first {
			t.Errorf("%v in the end", err)
		}
	}
	check(t, name, "")
}

// shortFS writes all but the last byte, and says no more.
type shortFS struct{ vfs.OS }

type shortFile struct{ vfs.File }

func (s shortFS) Create(dir, prefix string) (vfs.File, error) {
	f, err := s.OS.Create(dir, prefix)
	return shortFile{f}, err
}

func (f shortFile) Write(b []byte) (int, error) { return f.File.Write(b[:len(b)-1]) }

// A file that can't be replaced because something is mounted on it is told apart.
func TestMountError(t *testing.T) {
	for reason, mount := range map[error]bool{syscall.EBUSY: true, syscall.EXDEV: true, syscall.EACCES: false} {
		name := filepath.Join(t.TempDir(), "out")
		write(t, name, "old\n")
		err := put(&faultfs.FS{Base: vfs.OS{}, Err: reason, Only: []string{"rename"}}, name, "new\n")
		if want := "writing " + name + ": " + reason.Error(); fmt.Sprint(err) != want || !errors.Is(err, reason) {
			t.Errorf("%v instead of %s", err, want)
		}
		if _, ok := errors.AsType[*MountError](err); ok != mount {
			t.Errorf("%v is a %T", err, err)
		}
		check(t, name, "old\n")
	}
}

// All that is neither committed nor aborted is removed, and nothing else.
func TestRemoveUnfinished(t *testing.T) {
	dir := t.TempDir()
	done, blocked := filepath.Join(dir, "done"), filepath.Join(dir, "blocked")
	write(t, blocked, "old\n")
	if err := put(vfs.OS{}, done, "new\n"); err != nil {
		t.Fatal(err)
	}
	var all []*File
	for range 3 {
		f, err := Create(vfs.OS{}, blocked)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
		if _, err := f.Write([]byte("new\n")); err != nil {
			t.Fatal(err)
		}
	}
	RemoveUnfinished()
	check(t, done, "new\n")
	check(t, blocked, "old\n") // and nothing beside it
	for _, f := range all {
		if err := f.Commit(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v for what was removed", err)
		}
		f.Abort()
	}
	check(t, blocked, "old\n")
	unfinished.Range(func(name, _ any) bool {
		t.Errorf("%s is remembered", name)
		return true
	})
}
