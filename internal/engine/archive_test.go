package engine

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/order"
)

// tarOf returns a tar archive, and its samples, whose names no other has. It also has folders, which are none.
func tarOf(t *testing.T, rng *rand.Rand, n int) (whole []byte, samples [][]byte) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	long := strings.Repeat("a long folder/", 20)
	first := rng.IntN(1 << 30)
	for i := range n {
		folder := []string{"", "./", "set/", long}[rng.IntN(4)]
		members := []string{".jpg", ".seg.png", ".cls"}[:1+rng.IntN(3)]
		switch rng.IntN(12) {
		case 0:
			members = []string{"/"}
		case 1:
			members = []string{".jpg", ".d/", ".cls"} // a folder within a sample
		case 2:
			members = []string{""} // it has no dot
		}
		var sample []byte
		for _, end := range members {
			begin, isFolder := b.Len(), strings.HasSuffix(end, "/")
			h := &tar.Header{Name: fmt.Sprintf("%s%d-%06d%s", folder, first, i, end), Mode: 0o644, Size: int64(rng.IntN(2500) * rng.IntN(2)),
				Format: []tar.Format{tar.FormatUnknown, tar.FormatPAX, tar.FormatGNU}[rng.IntN(3)]}
			if isFolder {
				h.Typeflag, h.Size = tar.TypeDir, 0
			}
			if rng.IntN(5) == 0 {
				h.Format, h.PAXRecords = tar.FormatPAX, map[string]string{"VENDOR.note": strings.Repeat("x", rng.IntN(900)+1)}
			}
			if err := w.WriteHeader(h); err != nil {
				t.Fatal(err)
			}
			data := make([]byte, h.Size)
			for k := range data {
				data[k] = byte(rng.IntN(256))
			}
			w.Write(data)
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			if isFolder { // in all spellings
				last := b.Bytes()[b.Len()-512:]
				last[156] = "50\x00"[rng.IntN(3)]
				checked(last)
			} else {
				sample = append(sample, b.Bytes()[begin:]...)
			}
		}
		if sample != nil {
			samples = append(samples, sample)
		}
	}
	w.Close()
	b.Write(make([]byte, rng.IntN(3)*4096)) // programs fill up their last blocks
	return b.Bytes(), samples
}

// tfOf returns a TFRecord file, and its records.
func tfOf(_ *testing.T, rng *rand.Rand, n int) (whole []byte, all [][]byte) {
	sum := func(b []byte) uint32 {
		crc := crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))
		return (crc>>15 | crc<<17) + 0xa282ead8
	}
	for range n {
		data := make([]byte, rng.IntN(300)*rng.IntN(2))
		for i := range data {
			data[i] = byte(rng.IntN(256))
		}
		r := binary.LittleEndian.AppendUint64(nil, uint64(len(data)))
		r = binary.LittleEndian.AppendUint32(r, sum(r))
		r = append(r, data...)
		r = binary.LittleEndian.AppendUint32(r, sum(data))
		all, whole = append(all, r), append(whole, r...)
	}
	return whole, all
}

var archives = []struct {
	name string
	opt  Options
	make func(t *testing.T, rng *rand.Rand, n int) ([]byte, [][]byte)
	end  []byte
}{
	{"tar", Options{Tar: true}, tarOf, make([]byte, 1024)},
	{"TFRecord", Options{TFRecord: true}, tfOf, nil},
}

// TestArchives: the records of archives come in Order 1, whatever their sizes, in memory, from the
// temporary file and as long records; as heads, windows, parts, draws and one by one.
func TestArchives(t *testing.T) {
	for _, kind := range archives {
		for round := range 60 {
			rng := rand.New(rand.NewPCG(uint64(round), 7))
			opt := kind.opt
			opt.Seed, opt.Memory, opt.Workers = &testSeed, 4<<20, 1+rng.IntN(3)
			opt.tune = []tuning{{}, {chunk: 4096}, {chunk: 4096, memory: 1, slab: 4096, batchSize: 1000, pageSize: 100, unitSize: 100},
				{chunk: 512, long: 900, big: 2000, bigHere: 2000}, {big: 1, bigHere: 1, memory: 1}}[rng.IntN(5)]
			var all [][]byte
			var sources []Source
			for range 1 + rng.IntN(3) {
				whole, some := kind.make(t, rng, rng.IntN(40)*rng.IntN(8))
				var r io.Reader = bytes.NewReader(whole)
				if rng.IntN(4) == 0 && len(whole) < 1e5 {
					r = iotest.OneByteReader(r)
				}
				all, sources = append(all, some...), append(sources, Reader("", r))
			}
			n := len(all)
			want := make([][]byte, n)
			for p, i := range order.Of(testSeed, n) {
				want[p] = all[i]
			}
			archive := func(records [][]byte) []byte { return append(bytes.Join(records, nil), kind.end...) }
			check := func(what string, got []byte, want [][]byte) {
				if !bytes.Equal(got, archive(want)) {
					t.Fatalf("%s, round %d of %d records, %s: %d bytes instead of %d", kind.name, round, n, what, len(got), len(archive(want)))
				}
			}
			var out bytes.Buffer
			var err error
			switch way := rng.IntN(5); way {
			case 0:
				opt.Skip, opt.Head = int64(rng.IntN(n+2)), int64(rng.IntN(n+2))
				lo, hi := min(int(opt.Skip), n), n
				if opt.Head > 0 {
					hi = min(lo+int(opt.Head), n)
				}
				err = Shuffle(context.Background(), &out, opt, sources...)
				want = want[lo:hi]
			case 1:
				opt.Parts = true
				var c *Collection
				if c, err = Collect(context.Background(), opt, sources...); err != nil {
					t.Fatal(err)
				}
				sizes := []int64{int64(n / 3), 0, int64(n) - int64(n/3)}
				var parts [3]bytes.Buffer
				err = c.WriteParts(context.Background(), sizes, func(part int) ([]io.Writer, error) {
					return []io.Writer{&parts[part]}, nil
				})
				c.Close()
				check("part 1", parts[0].Bytes(), want[:n/3])
				check("part 2", parts[1].Bytes(), nil)
				out, want = parts[2], want[n/3:]
			case 2:
				for record, e := range All(context.Background(), opt, sources...) {
					err = e
					out.Write(record)
				}
				out.Write(kind.end)
			case 3:
				opt.Head = int64(3 * n)
				if n == 0 || opt.Tar {
					continue
				}
				err = Repeat(context.Background(), &out, opt, sources...)
				draws := order.NewChoices(testSeed, uint64(n))
				want = nil
				for range 3 * n {
					want = append(want, all[draws.Next()])
				}
			default:
				err = Shuffle(context.Background(), &out, opt, sources...)
			}
			if err != nil {
				t.Fatal(err)
			}
			check("written", out.Bytes(), want)
		}
	}
}

// shuffleArchive returns the error of shuffling an archive.
func shuffleArchive(opt Options, whole []byte) error {
	opt.Seed = &testSeed
	return Shuffle(context.Background(), io.Discard, opt, Reader("", bytes.NewReader(whole)))
}

// TestCutArchives: an archive that is cut off anywhere is an error, unless a TFRecord file has no more
// records then; and so is each byte of a TFRecord file, or of a header of tar, that is another.
func TestCutArchives(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, kind := range archives {
		whole, all := kind.make(t, rng, 9)
		ends := map[int]bool{0: kind.end == nil}
		n := 0
		for _, r := range all {
			n += len(r)
			ends[n] = kind.end == nil
		}
		step := 1 + n/3000
		for at := 0; at < n+len(kind.end); at += step {
			if err := shuffleArchive(kind.opt, whole[:at]); (err == nil) != ends[at] {
				t.Errorf("%s of %d bytes, cut at %d: %v", kind.name, n, at, err)
			}
			damaged := bytes.Clone(whole)
			damaged[at] ^= 1 << rng.IntN(8)
			if err := shuffleArchive(kind.opt, damaged); err == nil && kind.end == nil {
				t.Errorf("byte %d of a TFRecord file is another", at)
			}
		}
	}
	whole, _ := archives[0].make(t, rng, 1)
	for at := range 512 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 1 << rng.IntN(8)
		if err := shuffleArchive(Options{Tar: true}, damaged); err == nil && at != 154 && at != 155 { // ends of the checksum
			t.Errorf("byte %d of a header is another", at)
		}
	}
	want := fmt.Sprintf("behind its end, at byte %d, there is more", len(whole))
	if err := shuffleArchive(Options{Tar: true}, slices.Concat(whole, whole)); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("two archives in one: %v", err)
	}
}

// checked sets the checksum of a header of tar.
func checked(header []byte) {
	copy(header[148:], "        ")
	sum := 0
	for _, c := range header[:512] {
		sum += int(c)
	}
	copy(header[148:], fmt.Sprintf("%06o\x00", sum))
}

// TestBadMembers: what cannot stand anywhere in an archive is refused, with its name.
func TestBadMembers(t *testing.T) {
	reg := func(name string) *tar.Header { return &tar.Header{Name: name} }
	for want, members := range map[string][]*tar.Header{
		"": {reg("a.x"), reg("a.y"), reg("b.x"), reg("c"), reg("b"), reg("d/.e"), reg("d/c"), reg("d/.g"), reg("...")},
		"member c, at byte 1024, is of a sample that has been there":   {reg("c"), reg("b.x"), reg("c")},
		"member d/.e, at byte 512, is of a sample that has been there": {reg("d/.e"), reg("d/.e")},
		"member a.y, at byte 1024, is of a sample that has been there": {reg("a.x"), reg("b.x"), reg("a.y")},
		"member l, at byte 512, is a hard link":                        {reg("a"), {Name: "l", Typeflag: tar.TypeLink, Linkname: "a"}},
		"global PAX header":                                            {{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": "x"}}, reg("a")},
		"of the kind":                                                  {{Name: "v", Typeflag: 'V'}, reg("a")},
		"the header that begins at byte 512 is longer than 1 MiB: pack again with shorter names": {reg("a"),
			{Name: strings.Repeat("x", 1<<20), Format: tar.FormatGNU}},
	} {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, h := range members {
			if err := w.WriteHeader(h); err != nil {
				t.Fatal(err)
			}
		}
		w.Close()
		err := shuffleArchive(Options{Tar: true}, b.Bytes())
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	for want, change := range map[string]func(whole []byte) []byte{
		"":                  func(whole []byte) []byte { return whole },
		"is a sparse file:": func(whole []byte) []byte { whole[156] = tar.TypeGNUSparse; return whole },
		"the member a, at byte 0, is a sparse file: pack again without --sparse": func(whole []byte) []byte {
			var b bytes.Buffer // as PAX has it
			w := tar.NewWriter(&b)
			w.WriteHeader(&tar.Header{Name: "a", PAXRecords: map[string]string{"xxx.sparse.size": "1"}})
			w.Close()
			return bytes.Replace(b.Bytes(), []byte("xxx."), []byte("GNU."), 1)
		},
		"has a header of an unknown variant of tar":                func(whole []byte) []byte { whole[504] = 1; return whole },
		"cut off at byte 1024: two blocks of zeros must":           func(whole []byte) []byte { return whole[:1024] },
		"cut off at byte 512: two blocks of zeros must":            func(whole []byte) []byte { return whole[:512] },
		"cut off at byte 300, in the header that begins at byte 0": func(whole []byte) []byte { return whole[:300] },
	} {
		var b bytes.Buffer
		tar.NewWriter(&b).WriteHeader(&tar.Header{Name: "a", Format: tar.FormatGNU})
		whole := change(append(b.Bytes(), make([]byte, 1024)...))
		if len(whole) >= 512 {
			checked(whole)
		}
		err := shuffleArchive(Options{Tar: true}, whole)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	one, _ := tarOf(t, rand.New(rand.NewPCG(1, 1)), 5)
	if err := Shuffle(context.Background(), io.Discard, Options{Tar: true}, Reader("a", bytes.NewReader(one)),
		Reader("b", bytes.NewReader(one))); err == nil || !strings.Contains(err.Error(), "reading b: the member") {
		t.Errorf("two samples of a name: %v", err)
	}
	if _, err := NewUrn(context.Background(), Options{Tar: true}, Reader("a", bytes.NewReader(one))); err == nil {
		t.Error("samples are drawn again")
	}
	for most, want := range []string{"there are more than 0 samples", "there are more than 1 samples", "<nil>"} {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		w.WriteHeader(reg("a.x"))
		w.WriteHeader(reg("b.x"))
		w.Close()
		_, err := io.Copy(io.Discard, archive.Tar.Read(&b, archive.NewNames(most)))
		if !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("two samples, with room for the names of %d: %v", most, err)
		}
	}
	if err := shuffleArchive(Options{Tar: true}, []byte(strings.Repeat("text\n", 200))); err == nil ||
		!strings.Contains(err.Error(), "is no header of a tar archive") {
		t.Error(err)
	}
	for _, opt := range []Options{{CSV: true}, {Header: 1}, {GroupBy: []Column{{Number: 1}}}, {InStep: true}, {TFRecord: true}} {
		opt.Tar = true
		if err := shuffleArchive(opt, nil); err == nil {
			t.Errorf("%+v is accepted", opt)
		}
	}
}

// TestHugeSizes: a size that sums overflow with is refused, as what cannot be, not a panic or a loop; that of a
// member that has no data means nothing.
func TestHugeSizes(t *testing.T) {
	for _, n := range []uint64{1<<60 + 1, math.MaxInt64 - 600, math.MaxInt64 - 16, math.MaxInt64, 1 << 63, math.MaxUint64 - 27,
		math.MaxUint64 - 15, math.MaxUint64} {
		sum := func(b []byte) uint32 {
			crc := crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))
			return (crc>>15 | crc<<17) + 0xa282ead8
		}
		r := binary.LittleEndian.AppendUint64(nil, n)
		r = append(binary.LittleEndian.AppendUint32(r, sum(r)), "data!"...)
		if err := shuffleArchive(Options{TFRecord: true}, r); err == nil || !strings.Contains(err.Error(), "which cannot be") {
			t.Errorf("a record of %d bytes: %v", n, err)
		}
		if n > math.MaxInt64 {
			continue
		}
		var b bytes.Buffer
		tar.NewWriter(&b).WriteHeader(&tar.Header{Name: "a", Size: int64(n), Format: tar.FormatGNU})
		b.Write(make([]byte, 4096))
		if err := shuffleArchive(Options{Tar: true}, b.Bytes()); err == nil || !strings.Contains(err.Error(), "which cannot be") {
			t.Errorf("a member of %d bytes: %v", n, err)
		}
		for _, kind := range []byte{tar.TypeSymlink, tar.TypeChar, tar.TypeBlock, tar.TypeDir, tar.TypeFifo} {
			whole := append(bytes.Clone(b.Bytes()[:512]), make([]byte, 1024)...)
			whole[156] = kind
			checked(whole)
			if err := shuffleArchive(Options{Tar: true}, whole); err != nil {
				t.Errorf("a member of kind %q with the size %d: %v", kind, n, err)
			}
		}
	}
}
