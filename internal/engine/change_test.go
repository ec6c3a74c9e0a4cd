package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
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

// TestChangeAfterCollect changes a file between Collect and Write: where it is mapped, that is told, with its name;
// where it was read, it does not matter. How a file can change meanwhile, the tests of input go through.
func TestChangeAfterCollect(t *testing.T) {
	long := longLines(40_000)
	one := append(bytes.Repeat([]byte("y"), 3<<20), '\n')
	truncate := func(size int64) func(string) error {
		return func(name string) error { return os.Truncate(name, size) }
	}
	for _, c := range []struct {
		name   string
		text   []byte
		change func(string) error
		want   error // where it is mapped
	}{
		{"emptied", long, truncate(0), vfs.ErrShorter},
		{"cut off by a byte", long, truncate(int64(len(long) - 1)), vfs.ErrShorter},
		{"cut off in one long record", one, truncate(1 << 20), vfs.ErrShorter},
		{"one page", longLines(40), truncate(10), vfs.ErrShorter},
		{"replaced", long, func(name string) error {
			return cmp.Or(os.WriteFile(name+"2", []byte("other\n"), 0o600), os.Rename(name+"2", name))
		}, nil},
		{"written over", long, func(name string) error { return os.WriteFile(name, bytes.ToUpper(long), 0) },
			vfs.ErrChanged},
	} {
		for _, tune := range []tuning{{}, {copy: true}, {pageSize: 100, unitSize: 1000}} {
			name := filepath.Join(t.TempDir(), "in")
			writeFile(t, name, string(c.text))
			past := time.Unix(1e9, 0) // the time of the change is to be another one
			if err := os.Chtimes(name, past, past); err != nil {
				t.Fatal(err)
			}
			before, fsys := runtime.NumGoroutine(), &faultfs.FS{FS: vfs.OS{}, At: -1}
			in, err := Collect(t.Context(), Options{Seed: &testSeed, Workers: 2, Memory: 256 << 20,
				TempDir: t.TempDir(), fsys: fsys, tune: tune}, RawFile(name))
			if err != nil {
				t.Fatal(err)
			}
			mapped, want := in.kept.Input() != nil, c.want
			if !mapped {
				want = nil
			}
			if err := c.change(name); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			err = in.Write(t.Context(), &out)
			if e := in.Close(); e != nil || len(fsys.Left()) > 0 {
				t.Errorf("%v; left open: %q", e, fsys.Left())
			}
			waitGoroutines(t, before)
			if !errors.Is(err, want) || err != nil && !strings.HasPrefix(err.Error(), "reading "+name+": it ") ||
				runtime.GOOS == "linux" && mapped == tune.copy {
				t.Errorf("%s, %+v: %v instead of %v; mapped is %v", c.name, tune, err, want, mapped)
			}
			if want := twin(testSeed, false, 0, c.text); err == nil && !bytes.Equal(out.Bytes(), want) {
				t.Errorf("%s, %+v: %s", c.name, tune, differ(out.Bytes(), want))
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
