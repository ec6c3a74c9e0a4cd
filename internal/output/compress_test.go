package output

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/yates-shuffle/yates/internal/memory"
	"github.com/yates-shuffle/yates/internal/packing"
)

// packed returns what a file of that kind has.
func packed(t *testing.T, k packing.Kind, data []byte) string {
	t.Helper()
	if k == packing.None {
		return string(data)
	}
	var b bytes.Buffer
	w := packing.NewWriter(k, b.Write, 1)
	w.Write(data)
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The name alone decides how a file is compressed, and only with Compress: neither memory
// nor workers change what is written. A file that is finished keeps no memory.
func TestCompressed(t *testing.T) {
	data := bytes.Repeat([]byte("some line\n"), packing.MemberSize/8)
	for _, name := range []string{"out.GZ", "out.zst", "out.txt"} {
		for _, data := range [][]byte{[]byte("some line\n"), data} {
			for _, opt := range []Options{{}, {Workers: 1, Memory: 1 << 20}, {Workers: 5, Together: 3}} {
				for _, opt.Compress = range []bool{false, true} {
					name, kind := filepath.Join(t.TempDir(), name), packing.None
					if opt.Compress {
						kind = packing.Named(name)
					}
					f, err := Create(name, opt)
					if err != nil {
						t.Fatal(err)
					}
					f.Write(data)
					if err := f.Finish(); err != nil || f.pack != nil {
						t.Error(err)
					}
					if err := f.Commit(); err != nil {
						t.Error(err)
					}
					check(t, name, packed(t, kind, data))
				}
			}
		}
	}
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
		{[]string{"a.gz", "b.gz", "c.gz", "d.gz", "e.gz"}, 4 << 20, 10, 2 * packing.MemberMemory},
	} {
		if got := CompressionMemory(Options{Memory: c.memory, Workers: c.workers}, c.names...); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	if got := CompressionMemory(Options{}, "out.gz"); got < 0 || got > memory.Default()/8 {
		t.Errorf("%d by default", got)
	}
}
