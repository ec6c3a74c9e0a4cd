package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/output"
)

// memoryCases are inputs that are larger than the memory, and those for which
// the engine needs the most.
var memoryCases = []struct {
	name   string
	memory int64
	size   int64
	record int // bytes
	opt    Options
	pack   string // how the input and the output are compressed
}{
	{"lines", 1 << 20, 36 << 20, 40, Options{}, ""},
	{"lines", 8 << 20, 36 << 20, 40, Options{Workers: 7}, ""},
	{"lines", 64 << 20, 130 << 20, 100, Options{}, ""},
	{"lines that fit", 64 << 20, 50 << 20, 100, Options{}, ""},
	{"separators only", 1 << 20, 32 << 20, 1, Options{Workers: 7}, ""},
	{"separators only", 16 << 20, 20 << 20, 1, Options{Workers: 2}, ""},
	{"long records", 16 << 20, 60 << 20, 3 << 20, Options{Workers: 7}, ""},
	{"records larger than chunks", 64 << 20, 130 << 20, 9 << 20, Options{Workers: 7}, ""},
	{"a record larger than the memory", 1 << 20, 40 << 20, 40 << 20, Options{Workers: 2}, ""},
	{"a giant record", 1 << 20, 150 << 20, 150 << 20, Options{Workers: 7}, ""},
	{"giant records as a stream", 64 << 20, 300 << 20, 150 << 20, Options{tune: tuning{stream: true}}, ""},
	{"giant records, the head", 1 << 20, 300 << 20, 100 << 20, Options{tune: tuning{stream: true},
		Sink: Sink{Head: 1}}, ""},
	{"giant records, compressed", 16 << 20, 200 << 20, 100 << 20, Options{}, ".zst"},
	{"one large group", 1 << 20, 40 << 20, 20, Options{Workers: 2, Format: Format{Delimiter: 'x'},
		Rule: Rule{Kind: ask.Groups, By: []Column{{Number: 2}}}}, ""},
	{"a head", 1 << 20, 40 << 20, 40, Options{Sink: Sink{Head: 1000}}, ""},
	{"a large head", 16 << 20, 40 << 20, 40, Options{Sink: Sink{Head: 1 << 40}}, ""},
	{"as a stream", 16 << 20, 40 << 20, 40, Options{tune: tuning{stream: true}}, ""},
	{"gzip", 1 << 20, 100 << 20, 40, Options{Workers: 7}, ".gz"},
	{"gzip", 256 << 20, 220 << 20, 100, Options{Workers: 7}, ".gz"},
	{"zstd", 1 << 20, 100 << 20, 40, Options{Workers: 7}, ".zst"},
	{"zstd", 64 << 20, 130 << 20, 100, Options{Workers: 7}, ".zst"},
}

// childEnv tells the test binary to be the process that is measured.
const childEnv = "YATES_MEMORY_CASE"

// TestMemory: the process stays within the memory allowed and 64 MiB. It is
// measured by the peak of a process of its own.
func TestMemory(t *testing.T) {
	if text := os.Getenv(childEnv); text != "" {
		memoryChild(t, text)
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("the peak is read from /proc")
	}
	if testing.Short() {
		t.Skip("the race detector takes memory of its own")
	}
	t.Parallel()
	dir := t.TempDir()
	for i, c := range memoryCases {
		in := filepath.Join(dir, "in"+c.pack)
		writeInput(t, in, c.size, c.record)
		cmd := exec.Command(os.Args[0], "-test.run=^TestMemory$", "-test.count=1")
		cmd.Env = append(os.Environ(), childEnv+"="+fmt.Sprint(i, " ", in))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, out)
		}
		text := string(out)
		_, text, _ = strings.Cut(text, "peak ")
		kib, _, _ := strings.Cut(text, " ")
		peak, err := strconv.ParseInt(kib, 10, 64)
		if err != nil {
			t.Fatalf("%s: %s", c.name, out)
		}
		peak <<= 10
		beyond := (peak - c.memory) >> 20
		t.Logf("%-30s memory %3d MiB, %d beyond", c.name, c.memory>>20, beyond)
		if beyond > 64 {
			t.Errorf("%s: with %d MiB of memory, the peak was %d MiB", c.name, c.memory>>20, peak>>20)
		}
	}
}

// writeInput writes a file of records of a size, the last of which may be
// shorter.
func writeInput(t *testing.T, name string, size int64, record int) {
	t.Helper()
	f, err := output.Create(name, output.Options{Compress: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	var b []byte
	for i := 0; len(b) < max(record, 4<<20); i++ {
		line := fmt.Append(nil, i)
		line = append(line, bytes.Repeat([]byte("x"), record)...)
		b = append(append(b, line[:record-1]...), '\n')
	}
	for left := size; left > 0; left -= int64(len(b)) {
		if _, err := f.Write(b[:min(int64(len(b)), left)]); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
}

func memoryChild(t *testing.T, text string) {
	number, name, _ := strings.Cut(text, " ")
	i, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	c := memoryCases[i]
	opt := c.opt
	opt.Seed, opt.Memory, opt.TempDir = &testSeed, c.memory, filepath.Dir(name)
	out := io.Discard
	if c.pack != "" {
		how := output.Options{Compress: true, Memory: opt.Memory, Workers: opt.Workers}
		o, err := output.Create(filepath.Join(filepath.Dir(name), "out"+c.pack), how)
		if err != nil {
			t.Fatal(err)
		}
		defer o.Commit()
		out = o
		opt.Memory -= output.CompressionMemory(how, c.pack)
	}
	col, err := Collect(context.Background(), opt, Decompressed(RawFile(name)))
	if err != nil {
		t.Fatal(err)
	}
	slabs := col.store.Arena.Held() // no slab has been given back yet
	if err := col.Write(context.Background(), out); err != nil {
		t.Fatal(err)
	}
	if err := col.Close(); err != nil {
		t.Fatal(err)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if after, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			fmt.Printf("peak %s kB, slabs %d MiB, spilled %d MiB\n", strings.Fields(after)[0], slabs>>20,
				col.store.Spilled()>>20)
		}
	}
}

// TestDivision checks the sums that setDefaults promises.
func TestDivision(t *testing.T) {
	for _, memory := range []int64{1, 1 << 20, 8 << 20, 16 << 20, 64 << 20, 256 << 20, 512 << 20, 1 << 30, 8 << 30,
		1 << 40, mostMemory} {
		memory = min(memory, mostMemory)
		for _, workers := range []int{1, 2, 3, 7, 64, 100_000} {
			var tune tuning
			w := workers
			tune.setDefaults(memory, &w)
			total := memory + base
			switch {
			case w < 1 || w > workers:
				t.Errorf("memory %d: %d workers of %d", memory, w, workers)
			case tune.chunk < mib || tune.chunk < leastChunk:
				t.Errorf("memory %d, %d workers: chunk of %d", memory, workers, tune.chunk)
			case tune.long < int64(2*tune.chunk) || tune.long > max(int64(2*tune.chunk), (memory+base)/16):
				t.Errorf("memory %d, %d workers: a long record is one of more than %d bytes", memory, workers,
					tune.long)
			case tune.slab < tune.chunk || tune.unitSize < 1 || tune.pageSize < 1 || tune.batchSize < 1 || tune.big < 1 ||
				tune.bigUnspilled < 1:
				t.Errorf("memory %d, %d workers: %+v", memory, workers, tune)
			// While records are scattered, with starts and digits of 6 bytes for 8.
			case max(tune.memory, int64(tune.slab))+int64(max(w, 2))*int64(tune.chunk)*7/4 > total+total/8:
				t.Errorf("memory %d, %d workers of %d: scattering takes too much: %+v", memory, w, workers, tune)
			// While buckets are written: the groups, and for each worker a bucket, its entries, and the output.
			case 3*tune.batchSize+int64(w)*2*tune.big > total:
				t.Errorf("memory %d, %d workers of %d: shuffling what was spilled takes too much: %+v", memory, w,
					workers, tune)
			case tune.memory+int64(w)*2*tune.bigUnspilled > total:
				t.Errorf("memory %d, %d workers of %d: shuffling takes too much: %+v", memory, w, workers, tune)
			}
		}
	}
}
