package output

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"

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

// TestEnded: a file that has ended, or was never created, is not written or committed, and neither are others with it.
func TestEnded(t *testing.T) {
	for _, name := range []string{"a", "a.gz"} {
		for end, ended := range map[string]func(f *File) error{
			"Commit": (*File).Commit,
			"Abort":  func(f *File) error { f.Abort(); return nil },
			"none":   nil,
		} {
			for use, used := range map[string]func(f *File) error{
				"Write":  func(f *File) error { _, err := f.Write([]byte("b")); return err },
				"Finish": (*File).Finish,
				"Commit": (*File).Commit,
				"Abort":  func(f *File) error { f.Abort(); return fs.ErrClosed },
				"Stat":   func(f *File) error { f.Stat(); return fs.ErrClosed },
			} {
				var f *File
				if ended != nil {
					var err error
					f, err = Create(filepath.Join(t.TempDir(), name), Options{Compress: true})
					if err = cmp.Or(err, ended(f)); err != nil {
						t.Fatal(err)
					}
				}
				if err := used(f); !errors.Is(err, fs.ErrClosed) {
					t.Errorf("%s: %s after %s: %v", name, use, end, err)
				}
			}
		}
		f, err := Create(filepath.Join(t.TempDir(), name), Options{Compress: true})
		if err = cmp.Or(err, f.Finish()); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte("late")); !errors.Is(err, fs.ErrClosed) || !errors.Is(f.Commit(), fs.ErrClosed) {
			t.Errorf("%s: Write after Finish: %v", name, err)
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
	told := map[string]string{"create": "making a file in its folder: it is broken",
		"syncdir": "it is in its place, but not safe from a power cut: it is broken",
		"remove":  " cannot be removed: it is broken"}
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
				if failed == "" || failed == "link" { // of what need not be undone
					if err != nil {
						t.Errorf("%s fails: %v", failed, err)
					}
				} else if want := cmp.Or(told[failed], "it is broken"); err == nil ||
					!strings.HasPrefix(err.Error(), "writing "+dir) && failed != "remove" ||
					!strings.HasSuffix(err.Error(), want) || !errors.Is(err, broken) {
					t.Errorf("%s fails: %v instead of %s", failed, err, want)
				}
				if left, _ := filepath.Glob(filepath.Join(dir, ".yates-*")); failed == "remove" {
					if len(left) != 1 || !strings.Contains(err.Error(), label.Name(left[0])) {
						t.Errorf("%q is left, and told is %v", left, err)
					}
					os.Remove(left[0])
				}
				for k, text := range old {
					if err == nil || strings.Contains(err.Error(), "in its place") || failed == "remove" {
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
	for _, op := range []string{"stat", "openwrite", "target", "create", "keep", "write", "sync", "close", "name",
		"link", "rename", "syncdir", "remove"} {
		if !seen[op] {
			t.Errorf("%s did not fail", op)
		}
	}
}

// What cannot be undone is told.
func TestPartly(t *testing.T) {
	for _, c := range []struct {
		only    []string // operations that fail, from one on
		at      int
		placed  []string // that cannot be taken back
		message string
	}{
		{[]string{"rename"}, 0, nil, "writing a: it cannot be replaced: input/output error"},
		{[]string{"rename"}, 2, []string{"a", "b"}, "; 2 files, from a to b, are in their places already"},
		{[]string{"link", "rename"}, 3, nil, "writing a: it cannot be replaced: input/output error"},
		{[]string{"link", "rename"}, 4, []string{"a"}, "; a is in its place already"},
	} {
		t.Chdir(t.TempDir())
		for _, name := range []string{"a", "b", "c"} {
			write(t, name, "old\n")
		}
		err := putAll(&faultfs.FS{FS: vfs.OS{}, At: c.at, Err: syscall.EIO, Lasting: true, Only: c.only}, "new\n",
			"a", "b", "c")
		partly, ok := errors.AsType[*failure.PartlyError](err)
		if !errors.Is(err, syscall.EIO) || ok != (c.placed != nil) || ok && !slices.Equal(partly.Placed, c.placed) ||
			!strings.Contains(err.Error(), c.message) {
			t.Errorf("%+v: %v", c, err)
		}
		for _, name := range []string{"a", "b", "c"} {
			check(t, name, map[bool]string{false: "old\n", true: "new\n"}[slices.Contains(c.placed, name)])
		}
	}
}

// A stubbornFS removes nothing.
type stubbornFS struct{ faultfs.FS }

func (*stubbornFS) Remove(string) error { return syscall.EIO }

// Names that cannot be removed after another error are told with it.
func TestLeft(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "b", "c"} {
		write(t, name, "old\n")
	}
	err := putAll(&stubbornFS{faultfs.FS{FS: vfs.OS{}, At: 2, Err: syscall.EIO, Only: []string{"rename"}}}, "new\n",
		"a", "b", "c")
	left, _ := filepath.Glob(".yates-*")
	if len(left) != 2 || !strings.Contains(fmt.Sprint(err), left[0]+", "+left[1]) &&
		!strings.Contains(fmt.Sprint(err), left[1]+", "+left[0]) || read("a")+read("b")+read("c") != "old\nold\nold\n" {
		t.Errorf("%q is left, and told is %v", left, err)
	}
}

// A rivalFS lets somebody else put a file in the place of a when c is to be renamed, which fails.
type rivalFS struct{ vfs.OS }

func (f rivalFS) Rename(from, to string) error {
	if to != "c" {
		return f.OS.Rename(from, to)
	}
	return cmp.Or(os.WriteFile("rival", []byte("rival\n"), 0o600), os.Rename("rival", "a"), error(syscall.EIO))
}

// What others put in the place of a new file is not taken back.
func TestRivalStays(t *testing.T) {
	for _, old := range []string{"", "old\n"} {
		t.Chdir(t.TempDir())
		for _, name := range []string{"a", "b", "c"} {
			if old != "" {
				write(t, name, old)
			}
		}
		if err := putAll(rivalFS{}, "new\n", "a", "b", "c"); !errors.Is(err, syscall.EIO) {
			t.Error(err)
		}
		check(t, "a", "rival\n")
		check(t, "b", old)
		check(t, "c", old)
	}
}

// Lines that somebody appends to inputs that are replaced, before any operation from the first to the
// last, are not lost: all files are as they were then. The last look at a file is followed by its
// renaming at once: to append between these two is the only way to lose lines.
func TestAppended(t *testing.T) {
	for _, names := range [][]string{{"a"}, {"a", "b", "c"}} {
		for late := range names {
			lost := 0
			for at, ended := 0, false; !ended; at++ {
				t.Chdir(t.TempDir())
				for _, name := range names {
					write(t, name, "old\n")
				}
				infos := map[string]fs.FileInfo{}
				ops, ready := 0, false
				var before string // the operation that came before the appending
				var last string
				fsys := &faultfs.FS{FS: vfs.OS{}, At: -1}
				fsys.Before = func(op string) {
					if ready && ops == at {
						f, err := os.OpenFile(names[late], os.O_APPEND|os.O_WRONLY, 0)
						if err != nil {
							t.Fatal(err)
						}
						f.WriteString("late\n")
						f.Close()
						before = last + ", " + op
					}
					if ready {
						ops++
					}
					last = op
				}
				var files []*File
				for _, name := range names {
					infos[name], _ = os.Stat(name)
					f, err := CreateIn(fsys, name, Options{})
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprint(f, "new\n")
					if err := f.Guard(infos[name], []fs.FileInfo{infos[name]}); err != nil {
						t.Fatal(err)
					}
					files = append(files, f)
				}
				ready = true
				err := Commit(files...)
				ended = before == ""
				for i, name := range names {
					want := "new\n"
					if err != nil {
						want = map[bool]string{false: "old\n", true: "old\nlate\n"}[i == late]
					}
					if after := i == late && err == nil && read(name) == "new\nlate\n"; !after {
						check(t, name, want)
					}
				}
				switch {
				case err != nil:
					if !errors.Is(err, ErrChanged) || errors.As(err, new(*failure.PartlyError)) {
						t.Errorf("%s, %s: %v", names[late], before, err)
					}
				case !ended && read(names[late]) == "new\n":
					if lost++; before != "stat, rename" {
						t.Errorf("what is appended to %s is lost between %s", names[late], before)
					}
				}
			}
			if lost != 1 {
				t.Errorf("there are %d moments in which what is appended to %s is lost", lost, names[late])
			}
		}
	}
}

// A foldFS takes names for one as many do: it folds case and normal forms. With known, it also gives each name a
// number of its own, and what it has said of a name stays, as where a program in user space serves files by their names.
type foldFS struct {
	vfs.OS
	known map[string]folded
}

type folded struct {
	fs.FileInfo
	number int
}

func (f foldFS) Stat(name string) (fs.FileInfo, error) {
	if info, ok := f.known[name]; ok {
		return info, nil
	}
	info, err := f.OS.Stat(fold(name))
	if err == nil && f.known != nil {
		f.known[name] = folded{info, len(f.known) + 1}
		return f.known[name], nil
	}
	return info, err
}

func (f foldFS) Same(a, b fs.FileInfo) bool {
	if f.known == nil {
		return f.OS.Same(a, b)
	}
	return a.(folded).number == b.(folded).number
}

func (f foldFS) Rename(from, to string) error {
	if info, ok := f.known[from]; ok {
		f.known[to] = info
	}
	return f.OS.Rename(fold(from), fold(to))
}

func (f foldFS) New(dir, name string, perm fs.FileMode) (vfs.File, error) {
	if name != "" {
		name = fold(name)
	}
	return f.OS.New(dir, name, perm)
}

func fold(name string) string {
	return filepath.Join(filepath.Dir(name), strings.ToLower(norm.NFC.String(filepath.Base(name))))
}

func (f foldFS) Write(name string) (vfs.File, error) { return f.OS.Write(fold(name)) }
func (f foldFS) Name(o vfs.File, name string) error  { return f.OS.Name(o, fold(name)) }
func (f foldFS) Link(name, second string) error      { return f.OS.Link(fold(name), fold(second)) }
func (f foldFS) Remove(name string) error            { return f.OS.Remove(fold(name)) }
func (f foldFS) Keep(o vfs.File, old string, info fs.FileInfo) (bool, error) {
	return f.OS.Keep(o, fold(old), info)
}

// Of names that the file system takes for one, no file replaces another of the same set: there are
// all the old files then, and none of the new ones.
func TestFolded(t *testing.T) {
	const accents = "\u00e9 e\u0301"
	for _, c := range []struct {
		names, old    string // the name of an old file, if there is one
		isNew         bool
		first, second int // the names that are one
	}{
		{names: "a A", second: 1},
		{names: "A a", old: "a", second: 1},
		{names: "a A", isNew: true, second: 1},
		{names: "x a y A z", first: 1, second: 3},
		{names: "x a y A z", old: "a", first: 1, second: 3},
		{names: accents, second: 1},
		{names: accents, old: "\u00e9", second: 1},
	} {
		for _, known := range []map[string]folded{nil, {}} {
			t.Chdir(t.TempDir())
			if c.old != "" {
				write(t, c.old, "old and longer\n")
			}
			names := strings.Fields(c.names)
			var files []*File
			for _, name := range names {
				f, err := CreateIn(foldFS{known: known}, name, Options{New: c.isNew})
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprint(f, "new\n")
				files = append(files, f)
			}
			err := Commit(files...)
			want := "it is the same file as " + label.Name(names[c.first]) + ":"
			if err == nil || !strings.HasPrefix(err.Error(), "writing "+label.Name(names[c.second])+": "+want) ||
				errors.As(err, new(*failure.PartlyError)) {
				t.Errorf("%+v, %v: %v", c, known != nil, err)
			}
			for _, name := range names {
				check(t, fold(name), map[bool]string{true: "old and longer\n"}[fold(name) == c.old])
			}
		}
	}
}

// A folder that others keep locked is told of, and nothing is replaced.
func TestLocked(t *testing.T) {
	t.Chdir(t.TempDir())
	fsys := &hurriedFS{}
	unlock, err := fsys.Lock(".", 0)
	if err != nil {
		t.Skip(err)
	}
	if err := putAll(fsys, "one\n", "a"); err != nil { // which needs no lock
		t.Error(err)
	}
	const want = "writing into .: another process has locked it (flock)"
	if err := putAll(fsys, "two\n", "b", "a"); err == nil || err.Error() != want {
		t.Error(err)
	}
	check(t, "a", "one\n")
	check(t, "b", "")
	unlock()
	if err := putAll(fsys, "two\n", "b", "a"); err != nil {
		t.Error(err)
	}
}

// A hurriedFS does not wait for locks.
type hurriedFS struct{ vfs.OS }

func (f hurriedFS) Lock(name string, _ time.Duration) (func(), error) { return f.OS.Lock(name, 0) }

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

// Nothing is done that need not be: a new file is not synced, and neither is its folder.
func TestFresh(t *testing.T) {
	fsys := &faultfs.FS{FS: vfs.OS{}, Err: errors.New("not to be used"), Lasting: true,
		Only: []string{"link", "syncdir", "sync"}}
	if err := put(fsys, filepath.Join(t.TempDir(), "out"), "new\n"); err != nil {
		t.Error(err)
	}
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
			if err := f.giveName(); !errors.Is(err, errEnding) || f.beside != "" {
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

// A process that ends while files are put in their places waits until all are.
func TestRemoveWhilePlacing(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for _, name := range []string{"a", "b", "c", "d"} {
		names = append(names, filepath.Join(dir, name))
		write(t, names[len(names)-1], "old")
	}
	renames, ended := 0, make(chan struct{})
	fsys := &faultfs.FS{FS: vfs.OS{}, At: -1, Before: func(op string) {
		if op != "rename" {
			return
		}
		if renames++; renames != 2 {
			return
		}
		go func() {
			RemoveUnfinished()
			close(ended)
		}()
		for i := 0; i < 1000 && gate.TryRLock(); i++ { // until it waits
			gate.RUnlock()
			time.Sleep(time.Millisecond)
		}
	}}
	if err := putAll(fsys, "new", names...); err != nil {
		t.Error(err)
	}
	<-ended
	for _, name := range names {
		check(t, name, "new")
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
