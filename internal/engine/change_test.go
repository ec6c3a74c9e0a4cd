package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

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
