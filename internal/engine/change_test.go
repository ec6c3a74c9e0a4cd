package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
	"github.com/yates-shuffle/yates/order"
)

// longLines are lines that are long enough for a file of them to be mapped.
func longLines(n int) []byte {
	var b []byte
	for i := range n {
		b = fmt.Appendf(b, "%d %s\n", i, bytes.Repeat([]byte{'x'}, 90))
	}
	return b
}

// changing collects a file, lets it be changed, and writes it. It returns the
// first error.
func changing(t *testing.T, text []byte, tune tuning, change func(name string)) (out []byte, mapped bool, err error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "in")
	writeFile(t, name, string(text))
	// The time of the change is to be another one.
	past := time.Unix(1e9, 0)
	if err := os.Chtimes(name, past, past); err != nil {
		t.Fatal(err)
	}
	fsys := &faultfs.FS{FS: vfs.OS{}, At: -1}
	before := runtime.NumGoroutine()
	defer waitGoroutines(t, before)
	c, err := Collect(context.Background(), Options{Seed: &testSeed, Workers: 2, Memory: 256 << 20,
		TempDir: t.TempDir(), fsys: fsys, tune: tune}, RawFile(name))
	if err != nil {
		t.Fatal(err)
	}
	mapped = c.kept.Input() != nil
	change(name)
	var w bytes.Buffer
	err = c.Write(context.Background(), &w)
	if e := c.Close(); e != nil {
		t.Error(e)
	}
	if left := fsys.Left(); len(left) > 0 {
		t.Errorf("left open: %q", left)
	}
	if err != nil && !bytes.HasPrefix([]byte(err.Error()), []byte("reading "+name+": it ")) {
		t.Errorf("%v does not name the file", err)
	}
	return w.Bytes(), mapped, err
}

// TestChangeAfterCollect changes a file between Collect and Write: where it
// is mapped, that is told; where it was read, it does not matter.
func TestChangeAfterCollect(t *testing.T) {
	long := longLines(40_000)
	one := append(bytes.Repeat([]byte("y"), 3<<20), '\n')
	truncate := func(size int64) func(string) {
		return func(name string) {
			if err := os.Truncate(name, size); err != nil {
				t.Fatal(err)
			}
		}
	}
	open := func(name string, flag int) *os.File {
		f, err := os.OpenFile(name, flag, 0)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, c := range []struct {
		name   string
		text   []byte
		change func(string)
		want   error // where it is mapped
	}{
		{"nothing", long, func(string) {}, nil},
		{"emptied", long, truncate(0), vfs.ErrShorter},
		{"cut off in the middle", long, truncate(int64(len(long) / 2)), vfs.ErrShorter},
		{"cut off by a byte", long, truncate(int64(len(long) - 1)), vfs.ErrShorter},
		{"cut off in one long record", one, truncate(1 << 20), vfs.ErrShorter},
		{"one page", longLines(40), truncate(10), vfs.ErrShorter},
		{"appended to", long, func(name string) {
			f := open(name, os.O_WRONLY|os.O_APPEND)
			defer f.Close()
			f.WriteString("more\n")
		}, nil},
		{"replaced", long, func(name string) {
			writeFile(t, name+"2", "other\n")
			if err := os.Rename(name+"2", name); err != nil {
				t.Fatal(err)
			}
		}, nil},
		{"written over", long, func(name string) {
			f := open(name, os.O_WRONLY)
			defer f.Close()
			f.WriteAt(bytes.Repeat([]byte("\n"), 100_000), 1000)
		}, vfs.ErrChanged},
	} {
		for _, tune := range []tuning{{}, {copy: true}, {pageSize: 100, unitSize: 1000}} {
			out, mapped, err := changing(t, c.text, tune, c.change)
			want := c.want
			if !mapped {
				want = nil
			}
			if runtime.GOOS == "linux" && mapped == tune.copy {
				t.Errorf("%s, %+v: mapped is %v", c.name, tune, mapped)
			}
			if !errors.Is(err, want) {
				t.Errorf("%s, %+v: %v instead of %v", c.name, tune, err, want)
			}
			if err == nil {
				if want := twin(testSeed, false, 0, c.text); !bytes.Equal(out, want) {
					t.Errorf("%s, %+v: %s", c.name, tune, differ(out, want))
				}
			}
		}
	}
}

// A changingFS calls change before the i-th reading or mapping of a file.
type changingFS struct {
	vfs.FS
	change func(op string)
}

type changingFile struct {
	vfs.File
	fs *changingFS
}

func (f *changingFS) Open(name string) (vfs.File, error) {
	file, err := f.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return &changingFile{file, f}, nil
}

func (f *changingFS) Map(file vfs.File, size int) ([]byte, error) {
	b, err := f.FS.Map(file.(*changingFile).File, size)
	f.change("map")
	return b, err
}

func (f *changingFile) ReadAt(b []byte, at int64) (int, error) {
	n, err := f.File.ReadAt(b, at)
	f.fs.change("readat")
	return n, err
}

// TestChangeWhileRead changes a file while it is collected.
func TestChangeWhileRead(t *testing.T) {
	long := longLines(40_000)
	changes := map[string]func(name string) error{
		"emptied": func(name string) error { return os.Truncate(name, 0) },
		"cut off": func(name string) error { return os.Truncate(name, 5000) },
		"last byte overwritten": func(name string) error {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = f.WriteAt([]byte("x"), int64(len(long)-1))
			return err
		},
	}
	for what, change := range changes {
		for _, copied := range []bool{false, true} {
			name := filepath.Join(t.TempDir(), "in")
			writeFile(t, name, string(long))
			past := time.Unix(1e9, 0)
			if err := os.Chtimes(name, past, past); err != nil {
				t.Fatal(err)
			}
			at := "map"
			if copied {
				at = "readat" // the first one, which looks at the last byte
			}
			done := false
			fsys := &changingFS{FS: vfs.OS{}}
			fsys.change = func(op string) {
				if !done && op == at {
					done = true
					if err := change(name); err != nil {
						t.Error(err)
					}
				}
			}
			before := runtime.NumGoroutine()
			var out bytes.Buffer
			opt := Options{Seed: &testSeed, Workers: 2, Memory: 256 << 20, fsys: fsys,
				tune: tuning{chunk: mib, copy: copied}}
			err := Shuffle(context.Background(), &out, opt, RawFile(name))
			if !errors.Is(err, vfs.ErrShorter) && !errors.Is(err, vfs.ErrChanged) {
				if done {
					t.Errorf("%s, copied %v: %v", what, copied, err)
				}
			} else if out.Len() > 0 || !bytes.Contains([]byte(err.Error()), []byte(name)) {
				t.Errorf("%s, copied %v: %v, %d bytes written", what, copied, err, out.Len())
			}
			waitGoroutines(t, before)
		}
	}
}

// TestChangedBorder overwrites the end of a file while it is read: its last record
// must not run into the first one of the next file.
func TestChangedBorder(t *testing.T) {
	for _, draw := range []bool{false, true} {
		dir := t.TempDir()
		a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
		writeFile(t, a, "1\n2\n")
		writeFile(t, b, "3\n4\n")
		done := false
		fsys := &changingFS{FS: vfs.OS{}}
		fsys.change = func(string) {
			if !done {
				done = true
				writeFile(t, a, "1\n23")
			}
		}
		var out bytes.Buffer
		opt := Options{Seed: &testSeed, Workers: 1, fsys: fsys}
		var err error
		if draw {
			opt.Head = 10
			err = Repeat(context.Background(), &out, opt, RawFile(a), RawFile(b))
		} else {
			err = Shuffle(context.Background(), &out, opt, RawFile(a), RawFile(b))
		}
		if want := "reading " + a + ": it changed while it was read"; err == nil || err.Error() != want ||
			out.Len() > 0 {
			t.Errorf("%v instead of %s; writes %q", err, want, out.String())
		}
	}
}

// TestOverItself: the output may be the input, opened to be written over.
func TestOverItself(t *testing.T) {
	long := longLines(30_000)
	name := filepath.Join(t.TempDir(), "in")
	writeFile(t, name, string(long))
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := Shuffle(context.Background(), f, Options{Seed: &testSeed, Memory: 64 << 20}, RawFile(name)); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if want := twin(testSeed, false, 0, long); !bytes.Equal(got, want) {
		t.Error(differ(got, want))
	}
}

// TestInPlace: the output may be an input, read by its name or as an open file.
func TestInPlace(t *testing.T) {
	const text = "a line that is long enough to be mapped, one\n" +
		"a line that is long enough to be mapped, two\n" +
		"and three, which is also as long as need be\n"
	want := string(twin(testSeed, false, 0, []byte(text)))
	for _, open := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "deck")
		writeFile(t, name, text)
		source := RawFile(name)
		if open {
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			source = Reader("standard input", f)
		}
		c, err := Collect(context.Background(), Options{Seed: &testSeed, Memory: 64 << 20}, source)
		if err != nil {
			t.Fatal(err)
		}
		o, err := output.Create(name, output.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Write(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if err := o.Commit(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Error(differ(got, []byte(want)), err)
		}
	}
}

// TestNoSize: files that do not tell their size are read to their ends.
func TestNoSize(t *testing.T) {
	for _, name := range []string{"/proc/self/limits", "/sys/kernel/mm/transparent_hugepage/enabled"} {
		want, err := os.ReadFile(name)
		if err != nil || len(want) == 0 {
			continue
		}
		got, _ := shuffled(t, Options{Seed: &testSeed}, RawFile(name), RawFile(name))
		if want := twin(testSeed, false, 0, want, want); !bytes.Equal(got, want) {
			t.Errorf("%s: %s", name, differ(got, want))
		}
	}
}

// TestTwice: an open file that is given twice is read once, whether it is a
// pipe or not.
func TestTwice(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in")
	writeFile(t, name, "a\nb\n")
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, r := range []io.Reader{f, osPipe(t, []byte("a\nb\n"))} {
		got, _ := shuffled(t, Options{Seed: &testSeed}, Reader("-", r), Reader("-", r))
		if want := twin(testSeed, false, 0, []byte("a\nb\n")); !bytes.Equal(got, want) {
			t.Error(differ(got, want))
		}
	}
}

// cutFS cuts a file off when the spill file is made, after a while in which the
// workers find the records of their chunks.
type cutFS struct {
	vfs.OS
	name string
	size int64
}

func (f cutFS) Scratch(dir string) (vfs.File, error) {
	time.Sleep(500 * time.Millisecond)
	if err := os.Truncate(f.name, f.size); err != nil {
		return nil, err
	}
	return f.OS.Scratch(dir)
}

// A fault while a piece is being filled must not keep those waiting who spill it.
func TestCutWhilePlacing(t *testing.T) {
	const size = 24 << 20
	name := filepath.Join(t.TempDir(), "in")
	line := append(bytes.Repeat([]byte("a"), 63), '\n')
	writeFile(t, name, string(bytes.Repeat(line, size/len(line))))
	fsys := cutFS{name: name, size: 16<<20 - 64<<10}
	opt := Options{Seed: new(order.SeedFromText("cut")), Memory: 1 << 30, Workers: 4, TempDir: t.TempDir(),
		fsys: fsys, Sink: Sink{Head: 1 << 40}}
	opt.tune.chunk, opt.tune.memory, opt.tune.slab = 1<<20, 16<<20, 9<<19
	done := make(chan error, 1)
	go func() {
		c, err := Collect(context.Background(), opt, RawFile(name))
		if err == nil {
			err = c.Close()
		}
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil {
			t.Error("nobody noticed that the file was cut off")
		}
	case <-time.After(30 * time.Second):
		t.Fatal("somebody waits for ever")
	}
}
