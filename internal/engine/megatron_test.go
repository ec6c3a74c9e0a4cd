package engine

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	slow "github.com/yates-shuffle/yates/internal/twin"
)

// A document is sequences of tokens of two bytes.
type document [][]uint16

// pairOf returns the files of documents, as Megatron's IndexedDatasetBuilder makes them.
func pairOf(docs []document) (bin, idx []byte) {
	var sizes, starts, begins []byte
	sequences := 0
	le := binary.LittleEndian
	begins = le.AppendUint64(nil, 0)
	for _, doc := range docs {
		for _, sequence := range doc {
			sizes = le.AppendUint32(sizes, uint32(len(sequence)))
			starts = le.AppendUint64(starts, uint64(len(bin)))
			for _, token := range sequence {
				bin = le.AppendUint16(bin, token)
			}
			sequences++
		}
		begins = le.AppendUint64(begins, uint64(sequences))
	}
	idx = append([]byte("MMIDIDX\x00\x00"), 1, 0, 0, 0, 0, 0, 0, 0, 8)
	idx = le.AppendUint64(le.AppendUint64(idx, uint64(sequences)), uint64(len(docs)+1))
	return bin, slices.Concat(idx, sizes, starts, begins)
}

// somePairs returns documents of two files, of which empty ones are none, and the names of the files.
func somePairs(t *testing.T, rng *rand.Rand, n int) (docs []document, names []string) {
	for f := range 2 {
		var some []document
		for i := range n {
			doc := make(document, rng.IntN(4))
			for s := range doc {
				doc[s] = slices.Repeat([]uint16{uint16(i)}, rng.IntN(9)*rng.IntN(9))
			}
			some = append(some, doc)
		}
		names = append(names, filepath.Join(t.TempDir(), "docs.bin"))
		bin, idx := pairOf(some)
		writeFile(t, names[f], string(bin))
		writeFile(t, strings.TrimSuffix(names[f], "bin")+"idx", string(idx))
		docs = append(docs, slices.DeleteFunc(some, func(doc document) bool { return len(doc) == 0 })...)
	}
	return docs, names
}

// TestMegatron: documents come out in the order of as many records, each with all of its sequences, in parts that each
// have an index; whatever the memory is.
func TestMegatron(t *testing.T) {
	for i, tune := range []tuning{{}, {chunk: 100, memory: 2000, slab: 500, long: 60, pageSize: 17}} {
		docs, names := somePairs(t, rand.New(rand.NewPCG(1, uint64(i))), 300)
		order := slow.Order(testSeed, len(docs))
		for _, sizes := range [][]int{{len(docs)}, {100, 0, len(docs) - 110}} {
			opt := Options{Seed: &testSeed, Megatron: true, Parts: true, tune: tune, TempDir: t.TempDir(), Memory: 16 << 20}
			c, err := Collect(t.Context(), opt, RawFile(names[0]), RawFile(names[1]))
			if err != nil {
				t.Fatal(err)
			}
			if empty, _ := c.LeftOut(); empty != int64(2*300-len(docs)) || empty == 0 {
				t.Errorf("%d empty documents, and %d others of 600", empty, len(docs))
			}
			var got [][2]bytes.Buffer
			var asked []int64
			for _, size := range sizes {
				asked = append(asked, int64(size))
			}
			got = make([][2]bytes.Buffer, len(sizes))
			if err := c.WriteParts(t.Context(), asked, func(part int) ([]io.Writer, error) {
				return []io.Writer{&got[part][0], &got[part][1]}, nil
			}); err != nil {
				t.Fatal(err)
			}
			rest := order
			for part, size := range sizes {
				var want []document
				for _, r := range rest[:size] {
					want = append(want, docs[r])
				}
				rest = rest[size:]
				bin, idx := pairOf(want)
				if !bytes.Equal(got[part][0].Bytes(), bin) || !bytes.Equal(got[part][1].Bytes(), idx) {
					t.Errorf("%+v, part %d of %d: %s; %s", tune, part, size, differ(got[part][0].Bytes(), bin),
						differ(got[part][1].Bytes(), idx))
				}
			}
			c.Close()
		}
	}
}

// TestBadPairs: an index that is cut off, damaged, or of something else is an error, which names the file.
func TestBadPairs(t *testing.T) {
	bin, idx := pairOf([]document{{{1, 2}, {3}}, {{4, 5, 6}}, {}, {{7}}})
	const sizes, starts, docs = 34, 34 + 4*4, 34 + 12*4
	put := func(at int, n uint64, bytes int) func() {
		return func() { copy(idx[at:], binary.LittleEndian.AppendUint64(nil, n)[:bytes]) }
	}
	for _, c := range []struct {
		want   string
		change func()
	}{
		{"", func() {}},
		{"docs.bin: its index is cut off within its head", func() { idx = idx[:33] }},
		{"docs.bin: its index has 121 bytes in place of 122, for 4 sequences and 5 ends", func() { idx = idx[:121] }},
		{"in place of 122", func() { idx = append(idx, 0) }},
		{"modes", func() { idx = append(idx, 0, 0, 0, 0) }},
		{"is not an index of Megatron, version 1", put(9, 2, 8)},
		{"is not an index of Megatron, version 1", put(0, 0, 8)},
		{"tokens of kind 9", put(17, 9, 1)},
		{"in place of", put(18, 1<<63, 8)},
		{"in place of", put(26, 1<<64-1, 8)},
		{"sequence 1 has fewer than 0 tokens", put(sizes+4, 1<<64-1, 4)},
		{"sequence 1 begins at byte 4, but the one before ends at byte 6", put(sizes, 3, 4)},
		{"sequence 2 begins at byte 7, but the one before ends at byte 6", put(starts+2*8, 7, 8)},
		{"first document", put(docs, 1, 8)},
		{"not in order", put(docs+8, 1<<63, 8)},
		{"not in order", put(docs+8, 9, 8)},
		{"not in order", put(docs+3*8, 2, 8)},
		{"has 4 sequences, of which no document has the last", put(docs+4*8, 3, 8)},
		{"docs.bin: it is cut off at byte 13, in sequence 3", func() { bin = bin[:13] }},
		{"docs.bin: behind its last sequence, at byte 14, there is more", func() { bin = append(bin, 0) }},
		{"docs.idx: no such file", func() { idx = nil }},
	} {
		was, wasBin := idx, bin
		idx, bin = bytes.Clone(idx), bytes.Clone(bin)
		c.change()
		name := filepath.Join(t.TempDir(), "docs")
		writeFile(t, name+".bin", string(bin))
		if idx != nil {
			writeFile(t, name+".idx", string(idx))
		}
		col, err := Collect(t.Context(), Options{Megatron: true, Seed: &testSeed}, RawFile(name+".bin"))
		if err == nil {
			col.Close()
		}
		if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v", c.want, err)
		}
		idx, bin = was, wasBin
	}
	other := filepath.Join(t.TempDir(), "other")
	writeFile(t, other+".bin", string(bin))
	idx[17] = 3 // int16
	writeFile(t, other+".idx", string(idx))
	_, names := somePairs(t, rand.New(rand.NewPCG(1, 1)), 3)
	for want, source := range map[string]Source{
		"another kind": RawFile(other + ".bin"), "ends in .bin": RawFile(other + ".idx"), "must be a file": Reader("x.bin", os.Stdin),
	} {
		_, err := Collect(t.Context(), Options{Megatron: true}, RawFile(names[0]), source)
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
