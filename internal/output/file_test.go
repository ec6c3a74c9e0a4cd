package output

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// put writes a file in two halves.
func put(fsys vfs.FS, name, text string) error { return putWith(fsys, name, text, Options{}) }

func putWith(fsys vfs.FS, name, text string, opt Options) error {
	f, err := CreateIn(fsys, name, opt)
	if err != nil {
		return err
	}
	defer f.Abort()
	for _, b := range []string{text[:len(text)/2], text[len(text)/2:]} {
		if _, err := f.Write([]byte(b)); err != nil {
			return err
		}
	}
	return Commit(f)
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
			f, err := Create(name, Options{})
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
				if err := Commit(f); err != nil {
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

// Some files that are finished wait without a name, which takes a descriptor each,
// and the others have a name; they are put in their places later, or not.
func TestFinish(t *testing.T) {
	for _, names := range []bool{false, true} {
		dir := t.TempDir()
		fsys := &faultfs.FS{FS: vfs.OS{}, At: -1, Names: names}
		var all []*File
		for i := range 40 {
			f, err := CreateIn(fsys, filepath.Join(dir, fmt.Sprint(i)), Options{})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(f, "file ", i)
			for range 2 {
				if err := f.Finish(); err != nil {
					t.Error(err)
				}
			}
			all = append(all, f)
		}
		open := len(fsys.Left())
		if beside, _ := filepath.Glob(filepath.Join(dir, ".yates-*")); open+len(beside) != 40 || open > 16 ||
			names && open > 0 {
			t.Errorf("%d are open, and %q there", open, beside)
		}
		for _, f := range all[20:] {
			f.Abort()
		}
		if err := Commit(all[:20]...); err != nil {
			t.Error(err)
		}
		for i := range 40 {
			check(t, filepath.Join(dir, fmt.Sprint(i)), map[bool]string{true: fmt.Sprint("file ", i)}[i < 20])
		}
		if left := fsys.Left(); len(left) > 0 || waiting.Load() != 0 {
			t.Errorf("%q are open, %d wait", left, waiting.Load())
		}
	}
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
		if err == nil || !strings.HasPrefix(err.Error(), "writing "+label.Name(c.name)+": ") ||
			!strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%q: %v", c.name, err)
		}
	}
	check(t, file, "old\n")
}

// putAll makes a set of files.
func putAll(fsys vfs.FS, text string, names ...string) error {
	var all []*File
	defer func() {
		for _, f := range all {
			f.Abort()
		}
	}()
	for _, name := range names {
		f, err := CreateIn(fsys, name, Options{Sync: true})
		if err != nil {
			return err
		}
		all = append(all, f)
		if _, err := f.Write([]byte(text)); err != nil {
			return err
		}
	}
	return Commit(all...)
}

// Whatever fails, the error names a file, and only one; all of the files are as they
// were, or all are new, and nothing is left.
func TestFaults(t *testing.T) {
	broken := errors.New("it is broken")
	seen := make(map[string]bool)
	told := map[string]string{"create": "making a file in its folder: it is broken", "remove": "it is broken",
		"syncdir": "it is in its place, but not safe from a power cut: it is broken"}
	for _, names := range []bool{false, true} {
		for _, old := range [][]string{{""}, {"old 0\n"}, {"old 0\n", "old 1\n", ""}, {"", "", "old 2\n"},
			{"old 0\n", "", "old 2\n", "old 3\n"}} {
			for i := 0; ; i++ {
				dir := t.TempDir()
				var files []string
				for k, text := range old {
					files = append(files, filepath.Join(dir, fmt.Sprint("out ", k)))
					if text != "" {
						write(t, files[k], text)
					}
				}
				fsys := &faultfs.FS{FS: vfs.OS{}, At: i, Err: broken, Short: true, Names: names}
				err := putAll(fsys, "new\n", files...)
				failed := fsys.Failed()
				seen[failed] = true
				if left := fsys.Left(); len(left) > 0 {
					t.Errorf("%s fails: %q is left open", failed, left)
				}
				switch {
				case failed == "stat" && i > 0 && err == nil: // there may be names left
				case failed == "" || failed == "swap": // a file is renamed without a way back
					if err != nil {
						t.Errorf("%s fails: %v", failed, err)
					}
				default:
					want := told[failed]
					if want == "" {
						want = "it is broken"
					}
					if err == nil || !strings.HasPrefix(err.Error(), "writing "+dir) ||
						!strings.HasSuffix(err.Error(), want) || !errors.Is(err, broken) {
						t.Errorf("%s fails: %v instead of %s", failed, err, want)
					}
				}
				for k, name := range files {
					if failed == "remove" && old[k] != "" { // which was told
						os.Remove(besideName(name, 0))
					}
				}
				for k, text := range old {
					if err == nil || strings.Contains(err.Error(), "it is in its place") {
						text = "new\n"
					}
					check(t, files[k], text)
				}
				if failed == "" {
					break
				}
			}
		}
	}
	if waiting.Load() != 0 {
		t.Errorf("%d wait", waiting.Load())
	}
	for _, op := range []string{"stat", "openwrite", "target", "create", "keep", "write", "sync", "close", "link",
		"swap", "rename", "syncdir", "remove"} {
		if !seen[op] {
			t.Errorf("%s did not fail", op)
		}
	}
}

// What cannot be undone is told.
func TestPartly(t *testing.T) {
	for _, c := range []struct {
		lasting bool
		only    []string
		at      int
		placed  []string
		message string
	}{
		{true, []string{"rename"}, 0, []string{"a", "b"}, "; 2 files, from a to b, are in their places already"},
		{false, []string{"swap", "rename"}, 0, nil, ""}, // a is renamed, b swapped, c renamed
		{true, []string{"swap", "rename"}, 1, []string{"a"}, "; a is in its place already"},
		{true, []string{"swap", "rename"}, 2, []string{"a", "b"},
			"; 2 files, from a to b, are in their places already"},
	} {
		t.Chdir(t.TempDir())
		for _, name := range []string{"a", "b", "c"} {
			write(t, name, "old\n")
		}
		fsys := &faultfs.FS{FS: vfs.OS{}, At: c.at, Err: syscall.EIO, Lasting: c.lasting, Only: c.only}
		err := putAll(fsys, "new\n", "a", "b", "c")
		partly, ok := errors.AsType[*failure.PartlyError](err)
		if ok != (c.placed != nil) || ok && (fmt.Sprint(partly.Placed) != fmt.Sprint(c.placed) ||
			!strings.HasSuffix(err.Error(), c.message)) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// noSwapFS cannot exchange files.
type noSwapFS struct{ vfs.OS }

func (noSwapFS) Swap(string, string) error { return errors.ErrUnsupported }

// lateFS lets somebody append to a file when the first one has been exchanged.
type lateFS struct {
	vfs.OS
	change func()
}

func (f *lateFS) Swap(a, b string) error {
	err := f.OS.Swap(a, b)
	f.change()
	f.change = func() {}
	return err
}

// Each file is looked at when it is exchanged: what is written to one while others are
// put in their places is not lost, and these are taken back.
func TestChangedWhilePlacing(t *testing.T) {
	t.Chdir(t.TempDir())
	names := []string{"a", "b", "c"}
	for late := 1; late < len(names); late++ {
		for _, name := range names {
			write(t, name, "old\n")
		}
		fsys := &lateFS{change: func() {
			f, err := os.OpenFile(names[late], os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			f.WriteString("late\n")
		}}
		var files []*File
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := CreateIn(fsys, name, Options{})
			if err != nil {
				t.Fatal(err)
			}
			f.Write([]byte("new\n"))
			if err := f.Guard(info, []fs.FileInfo{info}); err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		if err := Commit(files...); !errors.Is(err, ErrChanged) || errors.As(err, new(*failure.PartlyError)) {
			t.Errorf("%s: %v", names[late], err)
		}
		for i, name := range names {
			check(t, name, map[bool]string{false: "old\n", true: "old\nlate\n"}[i == late])
		}
		if left, _ := filepath.Glob(".yates-*"); len(left) > 0 {
			t.Errorf("%q is left", left)
		}
	}
}

// What was renamed stays; it is not taken for what was not there before.
func TestRenamedStays(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "c"} {
		write(t, name, "old\n")
	}
	fsys := &faultfs.FS{FS: noSwapFS{}, At: 1, Err: syscall.EIO, Only: []string{"rename"}}
	err := putAll(fsys, "new\n", "a", "b", "c")
	if partly, ok := errors.AsType[*failure.PartlyError](err); !ok || fmt.Sprint(partly.Placed) != "[a]" {
		t.Error(err)
	}
	check(t, "a", "new\n")
	check(t, "b", "")
	check(t, "c", "old\n")
}

// The first error is the one that counts, and a write that is short is one.
func TestFirstError(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	fsys := &faultfs.FS{FS: shortFS{}, At: 1, Err: syscall.ENOSPC, Only: []string{"write"}}
	f, err := CreateIn(fsys, name, Options{})
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
	for _, err := range []error{f.Finish(), Commit(f)} {
		if err != first {
			t.Errorf("%v in the end", err)
		}
	}
	check(t, name, "")
}

// shortFS writes all but the last byte, and says no more.
type shortFS struct{ vfs.OS }

type shortFile struct{ vfs.File }

func (s shortFS) New(dir, name string, perm fs.FileMode) (vfs.File, error) {
	if name == "" {
		return nil, errors.ErrUnsupported
	}
	f, err := s.OS.New(dir, name, perm)
	return shortFile{f}, err
}

func (f shortFile) Write(b []byte) (int, error) { return f.File.Write(b[:len(b)-1]) }

// A file that can't be replaced, though it could be written, is told apart.
func TestReplaceError(t *testing.T) {
	for _, op := range []string{"rename", "create", "keep", "write", "openwrite"} {
		name := filepath.Join(t.TempDir(), "out")
		write(t, name, "old\n")
		err := put(&faultfs.FS{FS: vfs.OS{}, Err: syscall.EBUSY, Only: []string{op}}, name, "new\n")
		_, ok := errors.AsType[*failure.ReplaceError](err)
		if !errors.Is(err, syscall.EBUSY) || ok != (op != "write" && op != "openwrite") {
			t.Errorf("%s: %T, %v", op, err, err)
		}
		check(t, name, "old\n")
	}
}

// With Overwrite the file remains the same, and so it does with OrOverwrite where it
// cannot be replaced. A new file is made as always.
func TestOverwrite(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		op   string
		same bool
	}{
		{Options{Overwrite: true}, "none", true}, {Options{}, "none", false},
		{Options{OrOverwrite: true}, "none", false},
		{Options{OrOverwrite: true}, "create", true}, {Options{OrOverwrite: true}, "keep", true},
	} {
		dir := t.TempDir()
		name, hard := filepath.Join(dir, "out"), filepath.Join(dir, "hard")
		fsys := &faultfs.FS{FS: vfs.OS{}, Err: syscall.EACCES, Only: []string{c.op}, Lasting: true}
		write(t, name, "old, and longer\n")
		if err := os.Link(name, hard); err != nil {
			t.Skip(err)
		}
		if err := putWith(fsys, name, "new\n", c.opt); err != nil {
			t.Error(err)
		}
		check(t, name, "new\n")
		check(t, hard, map[bool]string{true: "new\n", false: "old, and longer\n"}[c.same])
		f, err := CreateIn(fsys, name, c.opt)
		if err != nil || f.Overwrites() != c.same || f.Torn() {
			t.Errorf("%+v: %v", c, err)
		}
		if fmt.Fprint(f, "part"); f.Torn() != c.same {
			t.Errorf("%+v: torn: %v", c, f.Torn())
		}
		if f.Finish(); f.Torn() {
			t.Errorf("%+v: torn in the end", c)
		}
		f.Abort()
		if left := fsys.Left(); len(left) > 0 {
			t.Errorf("%+v: %q is open", c, left)
		}
	}
}

// A givenFS cannot keep owners.
type givenFS struct{ vfs.FS }

func (givenFS) Keep(vfs.File, string, fs.FileInfo) (bool, error) { return false, nil }

// A file that gets another owner is told apart, or written over.
func TestNewOwner(t *testing.T) {
	for _, names := range []bool{false, true} {
		dir := t.TempDir()
		name, hard := filepath.Join(dir, "out"), filepath.Join(dir, "hard")
		write(t, name, "old\n")
		if err := os.Link(name, hard); err != nil {
			t.Skip(err)
		}
		faults := &faultfs.FS{FS: vfs.OS{}, At: -1, Names: names}
		f, err := CreateIn(givenFS{faults}, name, Options{})
		if err != nil || !f.NewOwner() {
			t.Fatal("it keeps its owner", err)
		}
		f.Abort()
		f, err = CreateIn(givenFS{faults}, name, Options{OrOverwrite: true})
		if err != nil || f.NewOwner() {
			t.Fatal("it does not keep its owner", err)
		}
		check(t, name, "old\n")
		fmt.Fprint(f, "new\n")
		if err := Commit(f); err != nil {
			t.Error(err)
		}
		check(t, hard, "new\n")
		if left := faults.Left(); len(left) > 0 {
			t.Errorf("%q is open", left)
		}
	}
}

// Nothing is done that need not be: a new file without a name gets its own at once,
// and no folder is synced for it.
func TestFresh(t *testing.T) {
	dir := t.TempDir()
	if f, err := (vfs.OS{}).New(dir, "", 0o600); err != nil {
		t.Skip(err)
	} else {
		f.Close()
	}
	fsys := &faultfs.FS{FS: vfs.OS{}, Err: errors.New("not to be used"), Lasting: true,
		Only: []string{"rename", "swap", "syncdir", "sync"}}
	if err := put(fsys, filepath.Join(dir, "out"), "new\n"); err != nil {
		t.Error(err)
	}
}

// Where somebody makes a new file meanwhile, it is replaced.
func TestMadeMeanwhile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	f, err := Create(name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, "new\n")
	write(t, name, "made meanwhile\n")
	if err := Commit(f); err != nil {
		t.Error(err)
	}
	check(t, name, "new\n")
}

// Guard holds for the file that it was told of, from the time that it was told of.
func TestGuard(t *testing.T) {
	for _, direct := range []bool{false, true} {
		for what, change := range map[string]func(name string){
			"left alone": func(string) {},
			"appended to": func(name string) {
				f, _ := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
				f.WriteString("more\n")
				f.Close()
			},
			"appended to, its time set back": func(name string) {
				info, _ := os.Stat(name)
				os.WriteFile(name, []byte("old\nmore\n"), 0o600)
				os.Chtimes(name, time.Time{}, info.ModTime())
			},
			"touched":  func(name string) { os.Chtimes(name, time.Time{}, time.Unix(1, 0)) },
			"replaced": func(name string) { os.Rename(name+"2", name) },
			"removed":  func(name string) { os.Remove(name) },
		} {
			name := filepath.Join(t.TempDir(), "in")
			write(t, name, "old\n")
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			write(t, name+"2", "old\n")
			os.Chtimes(name+"2", time.Time{}, info.ModTime())
			other, _ := os.Stat(name + "2")
			f, err := Create(name, Options{Overwrite: direct})
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Guard(nil, []fs.FileInfo{other}); err != nil {
				t.Errorf("another file: %v", err)
			}
			if err := f.Guard(nil, []fs.FileInfo{info}); err != nil {
				t.Errorf("the same: %v", err)
			}
			if err := f.Guard(other, []fs.FileInfo{other}); !errors.Is(err, ErrChanged) {
				t.Errorf("what was replaced before: %v", err)
			}
			f.Abort()
			if f, err = Create(name, Options{Overwrite: direct}); err != nil {
				t.Fatal(err)
			}
			if !direct {
				err = f.Guard(info, []fs.FileInfo{other, info})
			}
			change(name)
			if direct {
				err = f.Guard(info, []fs.FileInfo{other, info})
			}
			if err == nil {
				fmt.Fprint(f, "new\n")
				err = Commit(f)
			}
			if fine := what == "left alone"; (err == nil) != fine ||
				!fine && !strings.HasPrefix(err.Error(), "writing "+name+": ") {
				t.Errorf("%s: %v", what, err)
			}
			if what == "appended to" {
				if got, _ := os.ReadFile(name); string(got) != "old\nmore\n" || !errors.Is(err, ErrChanged) {
					t.Errorf("%q, %v", got, err)
				}
			}
			f.Abort()
		}
	}
}

// What a process left that was killed goes with the next Create, and what is beside
// the file of a process that lives stays.
func TestLeft(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	for _, lives := range []bool{true, false} {
		left := []string{besideName(name, turnName), besideName(name, 0), besideName(name, 1),
			besideName(name, 1+gap)}
		for _, l := range left {
			write(t, l, "left\n")
		}
		write(t, besideName(name, 0)+vfs.Third, "left\n")
		write(t, besideName(name+"x", 0), "of another file\n")
		unlock := func() {}
		if lives {
			u, err := vfs.OS{}.LockDir(dir, true)
			if err != nil {
				t.Skip(err)
			}
			unlock = u
		}
		f, err := CreateIn(&faultfs.FS{FS: vfs.OS{}, At: -1, Names: true}, name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		n := 2 // with its own
		if lives {
			n = 7
		}
		if got, _ := filepath.Glob(filepath.Join(dir, ".yates-*")); len(got) != n {
			t.Errorf("%v: %q", lives, got)
		}
		if lives != (f.beside.name == besideName(name, 2)) {
			t.Errorf("%v: %s", lives, f.beside.name)
		}
		f.Abort()
		unlock()
	}
	// What is no regular file is left alone, and what comes after it is not.
	if err := os.Mkdir(besideName(name, 0), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, besideName(name, 1), "left\n")
	removeLeft(vfs.OS{}, name)
	if got, _ := filepath.Glob(besideName(name, 0)[:len(besideName(name, 0))-1] + "*"); len(got) != 1 ||
		got[0] != besideName(name, 0) {
		t.Errorf("%q", got)
	}
	if len(locks.of) != 0 {
		t.Errorf("locked: %v", locks.of)
	}
}

// A process that has names in a folder removes what was left there when it has none.
func TestLeftBesideOthers(t *testing.T) {
	dir := t.TempDir()
	fsys := &faultfs.FS{FS: vfs.OS{}, At: -1, Names: true}
	var files []*File
	for _, base := range []string{"a", "b", "c"} {
		name := filepath.Join(dir, base)
		write(t, besideName(name, 0), "left\n")
		f, err := CreateIn(fsys, name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte("new\n"))
		files = append(files, f)
	}
	if err := Commit(files...); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".yates-*")); len(left) > 0 {
		t.Errorf("%q is left", left)
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
		f, err := CreateIn(&faultfs.FS{FS: vfs.OS{}, At: -1, Names: len(all) > 0}, blocked, Options{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
		if _, err := f.Write([]byte("new\n")); err != nil {
			t.Fatal(err)
		}
	}
	over := filepath.Join(dir, "over")
	write(t, over, "old\n")
	direct, err := Create(over, Options{Overwrite: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := direct.Write([]byte("new\n")); err != nil {
		t.Fatal(err)
	}
	if torn := RemoveUnfinished(); !slices.Equal(torn, []string{over}) {
		t.Errorf("partly overwritten are %q", torn)
	}
	direct.Abort()
	if torn := RemoveUnfinished(); len(torn) > 0 {
		t.Errorf("partly overwritten are still %q", torn)
	}
	os.Remove(over)
	check(t, done, "new\n")
	check(t, blocked, "old\n") // and nothing beside it
	for _, f := range all {
		// Nor does a name come later: who is about to end would leave it.
		if f.anonymous() {
			if err := f.giveName(); !errors.Is(err, errEnding) || f.beside != nil {
				t.Errorf("it gets a name: %v", err)
			}
		}
		if err := Commit(f); !errors.Is(err, context.Canceled) {
			t.Errorf("it was removed, but %v", err)
		}
		f.Abort()
	}
	check(t, blocked, "old\n")
	unfinished.Range(func(name, _ any) bool {
		t.Errorf("%s is remembered", name)
		return true
	})
}

// A folder is locked as long as anything is beside an output in it, also where somebody
// had it locked for a moment.
func TestLocked(t *testing.T) {
	dir := t.TempDir()
	unlock, err := vfs.OS{}.LockDir(dir, false)
	if err != nil {
		t.Skip(err)
	}
	time.AfterFunc(3*time.Millisecond, unlock)
	fsys := &faultfs.FS{FS: vfs.OS{}, At: -1, Names: true}
	var all []*File
	for _, name := range []string{"a", "b"} {
		f, err := CreateIn(fsys, filepath.Join(dir, name), Options{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	all[0].Abort()
	if _, err := (vfs.OS{}).LockDir(dir, false); !errors.Is(err, vfs.ErrLocked) {
		t.Errorf("it is not locked: %v", err)
	}
	all[1].Abort()
	if unlock, err := (vfs.OS{}).LockDir(dir, false); err != nil {
		t.Errorf("it is locked: %v", err)
	} else {
		unlock()
	}
}

// endingFS begins to remove what is unfinished when the second file is exchanged.
type endingFS struct {
	vfs.OS
	swaps *int
	ended chan struct{}
}

func (f endingFS) Swap(a, b string) error {
	if *f.swaps++; *f.swaps == 2 {
		go func() {
			RemoveUnfinished()
			close(f.ended)
		}()
		for i := 0; i < 1000 && placing.TryRLock(); i++ { // until it waits
			placing.RUnlock()
			time.Sleep(time.Millisecond)
		}
	}
	return f.OS.Swap(a, b)
}

// A process that ends while files are put in their places waits until all are, or none.
func TestRemoveWhilePlacing(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for _, name := range []string{"a", "b", "c", "d"} {
		names = append(names, filepath.Join(dir, name))
		write(t, names[len(names)-1], "old")
	}
	fsys := endingFS{swaps: new(int), ended: make(chan struct{})}
	want := "new"
	if err := putAll(fsys, "new", names...); err != nil {
		want = "old"
	}
	<-fsys.ended
	for _, name := range names {
		check(t, name, want)
	}
}

// namedFS has no files without a name.
type namedFS struct{ vfs.OS }

func (fsys namedFS) New(dir, name string, perm fs.FileMode) (vfs.File, error) {
	if name == "" {
		return nil, errors.ErrUnsupported
	}
	return fsys.OS.New(dir, name, perm)
}

// TestNew: a file that somebody makes meanwhile is left as it is.
func TestNew(t *testing.T) {
	for _, fsys := range []vfs.FS{vfs.OS{}, namedFS{}} {
		name := filepath.Join(t.TempDir(), "new")
		if err := putWith(fsys, name, "first", Options{New: true}); err != nil {
			t.Fatal(err)
		}
		check(t, name, "first")
		if err := putWith(fsys, name, "second", Options{New: true}); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%T: got %v", fsys, err)
		}
		check(t, name, "first")
		os.Remove(name)
		f, err := CreateIn(fsys, name, Options{New: true})
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte("mine"))
		write(t, name, "theirs")
		if err := Commit(f); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%T: got %v", fsys, err)
		}
		check(t, name, "theirs")
	}
}
