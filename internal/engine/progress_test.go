package engine

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/page"
)

// In the end all bytes have been read and written, however they went.
func TestProgress(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	data := [][]byte{
		lines(func(*rand.Rand) int { return 50 })(rng, mib+1, '\n'),
		nil,
		bytes.TrimSuffix(lines(func(*rand.Rand) int { return 9 })(rng, mib/2, '\n'), []byte("\n")),
		[]byte("last"),
	}
	small := tuning{chunk: mib, memory: 1000, slab: 1000, batchSize: 2000, big: 500, bigUnspilled: 500, unitSize: 300,
		pageSize: 100}
	size := int64(len(twin(testSeed, false, 0, data...)))
	for _, tune := range []tuning{{}, {copy: true}, small} {
		for _, w := range ways {
			for _, head := range []int64{0, 7} {
				p := new(Progress)
				opt := Options{Seed: &testSeed, Memory: 1 << 24, Workers: 2, tune: tune, Progress: p, Sink: Sink{Head: head}}
				got, _ := shuffled(t, opt, w.hand(t, false, data)...)
				read, toRead := p.Read()
				if read != size || toRead != 0 && toRead != size {
					t.Errorf("%s, %+v: %d of %d bytes are read, not %d", w, tune, read, toRead, size)
				}
				written, toWrite, begun := p.Written()
				if written != int64(len(got)) || toWrite != size*(1-head/7) || !begun {
					t.Errorf("%s, %+v, head %d: %d of %d bytes are written, %v, not %d", w, tune, head, written, toWrite,
						begun, len(got))
				}
			}
		}
	}
}

// Headers are no records, but are written to each part; of what is not all of the
// order it is not known how many bytes it has.
func TestProgressOfParts(t *testing.T) {
	type counts struct{ read, written, toWrite int64 }
	dir := t.TempDir()
	var files []Source
	for _, name := range []string{"a", "b"} {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte("top\n1 one\n2 two\n1 three\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, RawFile(name))
	}
	long := filepath.Join(dir, "long") // is mapped
	if err := os.WriteFile(long, []byte("top\n"+strings.Repeat(strings.Repeat("x", 99)+"\n", 3)), 0o666); err != nil {
		t.Fatal(err)
	}
	header, spaces, parts := Format{Header: 1}, Format{Header: 1, Delimiter: ' '}, Sink{Parts: true}
	groups := Rule{Kind: ask.Groups, By: []Column{{Number: 1}}}
	for name, test := range map[string]struct {
		opt     Options
		sources []Source
		sizes   []int64
		want    counts
	}{
		"file":   {Options{Format: header, Sink: parts}, files[:1], []int64{2, 1}, counts{20, 28, 28}},
		"mapped": {Options{Format: header, Sink: parts}, []Source{RawFile(long)}, []int64{2, 1}, counts{300, 308, 308}},
		"copied": {Options{tune: tuning{copy: true}, Format: header, Sink: parts}, files[:1], []int64{2, 1},
			counts{20, 28, 28}},
		"stream": {Options{tune: tuning{stream: true}, Format: header, Sink: parts}, files[:1], []int64{2, 1},
			counts{20, 28, 28}},
		"two files":    {Options{Format: header, Sink: parts}, files, []int64{6}, counts{40, 44, 44}},
		"nothing":      {Options{Format: header, Sink: parts}, files, []int64{0, 0}, counts{40, 8, 0}},
		"groups":       {Options{Format: spaces, Rule: groups, Sink: parts}, files[:1], []int64{1, 1}, counts{20, 28, 28}},
		"whole groups": {Options{Format: spaces, Rule: groups}, files[:1], []int64{page.NoEnd}, counts{20, 24, 24}},
	} {
		t.Run(name, func(t *testing.T) {
			var p Progress
			test.opt.Seed, test.opt.Progress = &testSeed, &p
			c, err := Collect(t.Context(), test.opt, test.sources...)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			var out bytes.Buffer
			if err := c.WriteParts(t.Context(), test.sizes,
				func(int) (io.Writer, error) { return &out, nil }); err != nil {
				t.Fatal(err)
			}
			read, toRead := p.Read()
			written, toWrite, _ := p.Written()
			if got := (counts{read, written, toWrite}); got != test.want || int(written) != out.Len() ||
				toRead != 0 && toRead != read {
				t.Errorf("counts %+v, not %+v, and %d bytes to read; %d bytes came", got, test.want, toRead, out.Len())
			}
		})
	}
}

// A watcher looks at the progress at each Read and Write.
type watcher struct {
	in   io.Reader
	p    *Progress
	look func()
}

func (w *watcher) Read(b []byte) (int, error)  { w.look(); return w.in.Read(b) }
func (w *watcher) Write(b []byte) (int, error) { w.look(); return len(b), nil }

// On its way the progress never goes back, is never ahead, and tells what it knows.
func TestProgressOnItsWay(t *testing.T) {
	b := lines(func(*rand.Rand) int { return 50 })(rand.New(rand.NewPCG(7, 8)), 9*mib, '\n')
	size := int64(len(b))
	var p Progress
	var lastRead, lastWritten int64
	lastShare := 0.0
	steps := map[bool]int{} // while reading, and writing
	w := &watcher{in: bytes.NewReader(b), p: &p}
	w.look = func() {
		read, toRead := p.Read()
		written, toWrite, begun := p.Written()
		if read > lastRead || written > lastWritten {
			steps[begun]++
		}
		if read < lastRead || written < lastWritten || read > size || written > size || toRead != 0 {
			t.Errorf("after %d and %d: %d read of %d, %d written", lastRead, lastWritten, read, toRead, written)
		}
		if begun != (toWrite == size) || begun && read != size || !begun && written > 0 {
			t.Errorf("%d read, %d of %d written, %v", read, written, toWrite, begun)
		}
		if share, ok := p.Share(); ok != begun || share < lastShare || share > 1 || begun && share < 0.5 {
			t.Errorf("a share of %v, %v, after %v", share, ok, lastShare)
		} else {
			lastShare = share
		}
		lastRead, lastWritten = read, written
	}
	if err := Shuffle(t.Context(), w, Options{Seed: &testSeed, Workers: 1, Progress: &p}, Reader("b", w)); err != nil {
		t.Fatal(err)
	}
	if share, ok := p.Share(); share != 1 || !ok {
		t.Errorf("at the end the share is %v, %v", share, ok)
	}
	if steps[false] < 3 || steps[true] < 3 {
		t.Errorf("it was told in %v steps", steps)
	}
}
