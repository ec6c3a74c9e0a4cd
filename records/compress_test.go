package records

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
)

// TestCompressedOutput: neither memory nor workers change what is written, and the
// programs gzip and zstd accept it.
func TestCompressedOutput(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	data := lines(func(*rand.Rand) int { return rng.IntN(40) })(rng, 3*packing.MemberSize+7, '\n')
	dir := t.TempDir()
	for ext, program := range map[string]string{".gz": "gzip", ".zst": "zstd"} {
		for _, data := range [][]byte{nil, data[:100], data} {
			want := string(pack(packing.Named(ext), data, packing.MemberSize))
			name := filepath.Join(dir, "out"+ext)
			for _, opt := range []Options{{}, {Workers: 1, Memory: 1 << 20}, {Workers: 5}} {
				before := runtime.NumGoroutine()
				o, err := CreateCompressed(name, 1, opt, OutputOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := o.Write(data); err != nil {
					t.Fatal(err)
				}
				if err := o.Commit(); err != nil {
					t.Fatal(err)
				}
				waitGoroutines(t, before)
				if got, err := os.ReadFile(name); err != nil || string(got) != want {
					t.Errorf("%s, %+v: %s (%v)", ext, opt, differ(got, []byte(want)), err)
				}
			}
			if out, err := exec.Command(program, "-t", name).CombinedOutput(); err != nil && !errors.Is(err, exec.ErrNotFound) {
				t.Errorf("%s -t: %v\n%s", program, err, out)
			}
		}
	}
	o, err := CreateCompressed(filepath.Join(dir, "out.txt"), 1, Options{}, OutputOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Abort()
	if _, err := o.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
	checkFile(t, filepath.Join(dir, "out.txt"), string(data))
}

// checkFile checks a file's contents, and that nothing is left beside it.
func checkFile(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || string(got) != want {
		t.Errorf("%s has %q instead of %q (%v)", name, got, want, err)
	}
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".yates-") {
			t.Errorf("%s is left behind", e.Name())
		}
	}
}

// TestOutputAborted: what is being compressed is waited for and thrown away, and
// an error of writing is told by each call from then on.
func TestOutputAborted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.gz")
	writeFile(t, name, "old")
	data := bytes.Repeat([]byte("some line\n"), packing.MemberSize/2)
	before := runtime.NumGoroutine()
	for at := range 3 {
		fsys := &faultfs.FS{Base: vfs.OS{}, At: at, Err: syscall.ENOSPC, Only: []string{"write"}}
		o, err := createOutput(fsys, name, OutputOptions{})
		if err != nil {
			t.Fatal(err)
		}
		o.compress(name, 1, Options{Workers: 2})
		_, err = o.Write(data)
		if at < 2 && !errors.Is(err, syscall.ENOSPC) { // the third is left to Commit
			t.Errorf("write %d failed, and it was told: %v", at, err)
		}
		if at == 0 {
			o.Abort()
		} else if e := o.Commit(); !errors.Is(e, syscall.ENOSPC) || err != nil && e.Error() != err.Error() {
			t.Errorf("%v is followed by %v", err, e)
		}
		o.Abort()
		waitGoroutines(t, before)
		checkFile(t, name, "old")
	}
}

// TestFinish: outputs that are finished keep no file open and no memory, and are
// put in place later, or not.
func TestFinish(t *testing.T) {
	dir := t.TempDir()
	fsys := &faultfs.FS{Base: vfs.OS{}, At: -1, Names: true}
	var outs []*Output
	for _, name := range []string{"a", "b.gz", "c.zst"} {
		o, err := createOutput(fsys, filepath.Join(dir, name), OutputOptions{})
		if err != nil {
			t.Fatal(err)
		}
		o.compress(name, 1, Options{})
		if _, err := o.Write([]byte("a line\n")); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := o.Finish(); err != nil {
				t.Fatal(err)
			}
		}
		if left := fsys.Left(); len(left) > 0 || o.pack != nil {
			t.Errorf("left open: %q", left)
		}
		outs = append(outs, o)
	}
	if err := outs[0].Commit(); err != nil {
		t.Error(err)
	}
	if err := outs[1].Commit(); err != nil {
		t.Error(err)
	}
	outs[2].Abort()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
	checkFile(t, filepath.Join(dir, "a"), "a line\n")
	checkFile(t, filepath.Join(dir, "b.gz"), string(pack(packing.Gzip, []byte("a line\n"), packing.MemberSize)))
}

func TestCompressionMemory(t *testing.T) {
	for _, c := range []struct {
		names   []string
		memory  int64
		workers int
		want    int64
	}{
		{nil, 1 << 40, 100, 0},
		{[]string{"out"}, 1 << 40, 100, 0},
		{[]string{"out.gz"}, 1 << 20, 100, 0},
		{[]string{"out.gz"}, 1 << 40, 2, 0},
		{[]string{"out.gz"}, 1 << 40, 10, 8 * packing.MemberMemory},
		{[]string{"out.zst"}, 1 << 30, 1000, 1<<27 - fewMembers*packing.MemberMemory},
		{[]string{"a.gz", "b", "c.zst"}, 1 << 40, 10, 19 * packing.MemberMemory},
		{[]string{"a.gz", "b.gz"}, 1 << 20, 10, 0},
		{[]string{"a.gz", "b.gz", "c.gz", "d.gz", "e.gz"}, 16 << 20, 10, 2 * packing.MemberMemory},
		{[]string{"a.gz", "b.gz", "c.gz", "d.gz", "e.gz"}, 4 << 20, 10, 2 << 20},
	} {
		if got := CompressionMemory(Options{Memory: c.memory, Workers: c.workers}, c.names...); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	if got := CompressionMemory(Options{}, "out.gz"); got < 0 || got > DefaultMemory()/8 {
		t.Errorf("%d by default", got)
	}
}
