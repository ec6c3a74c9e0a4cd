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

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	slow "github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/internal/twin/trial"
)

// archiveOf returns an archive of that kind, and the job of shuffling it.
func archiveOf(kind *trial.Kind) (*slow.Job, []byte) {
	tr := trial.New(1, 7)
	tr.Kind, tr.Files, tr.Size, tr.Longest, tr.Sound, tr.Job = kind, 1, 9000, 2500, true, slow.Job{Head: -1}
	tr.Settle()
	tr.Make()
	return &tr.Job, tr.Sources[0]
}

// shuffleArchive returns the error of shuffling an archive.
func shuffleArchive(opt Options, whole []byte) error {
	opt.Seed = &testSeed
	return Shuffle(context.Background(), io.Discard, opt, Reader("", bytes.NewReader(whole)))
}

// TestCutArchives: an archive that is cut off anywhere is an error, unless a TFRecord file has no more
// records then; and so is each byte of a TFRecord file, or of a header of tar, that is another.
func TestCutArchives(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, kind := range []*trial.Kind{trial.Tar, trial.TFRecord} {
		job, whole := archiveOf(kind)
		end := len(bytes.TrimRight(whole, "\x00"))
		for at := 0; at < end; at += 1 + end/3000 {
			_, want := job.Outputs([][]byte{whole[:at]})
			if err := shuffleArchive(optionsOf(job), whole[:at]); (err == nil) != (want == nil) {
				t.Errorf("%s of %d bytes, cut at %d: %v", kind.Name, end, at, err)
			}
			damaged := bytes.Clone(whole)
			damaged[at] ^= 1 << rng.IntN(8)
			if err := shuffleArchive(optionsOf(job), damaged); err == nil && kind == trial.TFRecord {
				t.Errorf("byte %d of a TFRecord file is another", at)
			}
		}
	}
	_, whole := archiveOf(trial.Tar)
	for at := range 512 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 1 << rng.IntN(8)
		if err := shuffleArchive(Options{Format: Format{Kind: ask.Tar}},
			damaged); err == nil && at != 154 && at != 155 { // ends of the checksum
			t.Errorf("byte %d of a header is another", at)
		}
	}
	want := fmt.Sprintf("behind its end, at byte %d, there is more", len(whole))
	if err := shuffleArchive(Options{Format: Format{Kind: ask.Tar}}, slices.Concat(whole, whole)); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("two archives in one: %v", err)
	}
}

// TestBadMembers: what cannot stand anywhere in an archive is refused, with its name.
func TestBadMembers(t *testing.T) {
	t.Parallel()
	reg := func(name string) *tar.Header { return &tar.Header{Name: name} }
	for want, members := range map[string][]*tar.Header{
		"": {reg("a.x"), reg("a.y"), reg("b.x"), reg("c"), reg("b"), reg("d/.e"), reg("d/c"), reg("d/.g"), reg("...")},
		"no samples, whose names have a dot: only 5 files (c)": {reg("c"), reg("d/.e"), reg("c"),
			reg("README.md"), reg("x/license.txt")},
		"member a.y, at byte 1024, is of a sample that has been there": {reg("a.x"), reg("b.x"), reg("a.y")},
		"member l, at byte 512, is a hard link": {reg("a"), {Name: "l", Typeflag: tar.TypeLink,
			Linkname: "a"}},
		"global PAX header": {{Typeflag: tar.TypeXGlobalHeader,
			PAXRecords: map[string]string{"comment": "x"}}, reg("a")},
		"of the kind": {{Name: "v", Typeflag: 'V'}, reg("a")},
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
		err := shuffleArchive(Options{Format: Format{Kind: ask.Tar}}, b.Bytes())
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	for want, change := range map[string]func(whole []byte) []byte{
		"":                  func(whole []byte) []byte { return whole },
		"is a sparse file:": func(whole []byte) []byte { whole[156] = tar.TypeGNUSparse; return whole },
		"the member a.x, at byte 0, is a sparse file: pack again without --sparse": func(whole []byte) []byte {
			var b bytes.Buffer // as PAX has it
			w := tar.NewWriter(&b)
			w.WriteHeader(&tar.Header{Name: "a.x", PAXRecords: map[string]string{"xxx.sparse.size": "1"}})
			w.Close()
			return bytes.Replace(b.Bytes(), []byte("xxx."), []byte("GNU."), 1)
		},
		"cut off at byte 1024: two blocks of zeros must":           func(whole []byte) []byte { return whole[:1024] },
		"cut off at byte 512: two blocks of zeros must":            func(whole []byte) []byte { return whole[:512] },
		"cut off at byte 300, in the header that begins at byte 0": func(whole []byte) []byte { return whole[:300] },
	} {
		var b bytes.Buffer
		tar.NewWriter(&b).WriteHeader(&tar.Header{Name: "a.x", Format: tar.FormatGNU})
		whole := change(append(b.Bytes(), make([]byte, 1024)...))
		if len(whole) >= 512 {
			trial.SetChecksum(whole)
		}
		err := shuffleArchive(Options{Format: Format{Kind: ask.Tar}}, whole)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	_, one := archiveOf(trial.Tar)
	if _, err := NewUrn(context.Background(), Options{Format: Format{Kind: ask.Tar}}, Reader("a",
		bytes.NewReader(one))); err == nil {
		t.Error("samples are drawn again")
	}
	for most, want := range []string{"there are more than 0 samples", "there are more than 1 samples", "<nil>"} {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		w.WriteHeader(reg("a.x"))
		w.WriteHeader(reg("b.x"))
		w.Close()
		_, err := io.Copy(io.Discard, archive.Tar.Read(&b, archive.NewKnown(most)))
		if !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("two samples, with room for the names of %d: %v", most, err)
		}
	}
	if err := shuffleArchive(Options{Format: Format{Kind: ask.Tar}}, []byte(strings.Repeat("text\n",
		200))); err == nil ||
		!strings.Contains(err.Error(), "is no header of a tar archive") {
		t.Error(err)
	}
	for _, opt := range []Options{{Format: Format{Kind: ask.CSV}}, {Format: Format{Header: 1}},
		{Rule: Rule{Kind: ask.Groups, By: []Column{{Number: 1}}}}, {Rule: Rule{Kind: ask.Weights,
			By: []Column{{Name: "w"}}}}, {Format: Format{Kind: ask.TFRecord}}} {
		opt.Format.Kind |= ask.Tar
		if err := shuffleArchive(opt, nil); err == nil {
			t.Errorf("%+v is accepted", opt)
		}
	}
}

// TestHugeSizes: a size that sums overflow with is refused, as what cannot be, not a panic or a loop; that of a
// member that has no data means nothing.
func TestHugeSizes(t *testing.T) {
	t.Parallel()
	for _, n := range []uint64{1<<60 + 1, math.MaxInt64 - 600, math.MaxInt64 - 16, math.MaxInt64, 1 << 63,
		math.MaxUint64 - 27,
		math.MaxUint64 - 15, math.MaxUint64} {
		sum := func(b []byte) uint32 {
			crc := crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))
			return (crc>>15 | crc<<17) + 0xa282ead8
		}
		r := binary.LittleEndian.AppendUint64(nil, n)
		r = append(binary.LittleEndian.AppendUint32(r, sum(r)), "data!"...)
		if err := shuffleArchive(Options{Format: Format{Kind: ask.TFRecord}},
			r); err == nil || !strings.Contains(err.Error(), "which cannot be") {
			t.Errorf("a record of %d bytes: %v", n, err)
		}
		if n > math.MaxInt64 {
			continue
		}
		var b bytes.Buffer
		tar.NewWriter(&b).WriteHeader(&tar.Header{Name: "a.x", Size: int64(n), Format: tar.FormatGNU})
		b.Write(make([]byte, 4096))
		if err := shuffleArchive(Options{Format: Format{Kind: ask.Tar}},
			b.Bytes()); err == nil || !strings.Contains(err.Error(), "which cannot be") {
			t.Errorf("a member of %d bytes: %v", n, err)
		}
		for _, kind := range []byte{tar.TypeSymlink, tar.TypeChar, tar.TypeBlock, tar.TypeDir, tar.TypeFifo} {
			whole := append(bytes.Clone(b.Bytes()[:512]), make([]byte, 1024)...)
			whole[156] = kind
			trial.SetChecksum(whole)
			if err := shuffleArchive(Options{Format: Format{Kind: ask.Tar}}, whole); err != nil {
				t.Errorf("a member of kind %q with the size %d: %v", kind, n, err)
			}
		}
	}
}

// TestSameNames: samples of one name are refused, also if they are in two archives; what is of no sample is left out,
// and counted.
func TestSameNames(t *testing.T) {
	t.Parallel()
	read := func(second ...string) (*Collection, error) {
		tarOf := func(names ...string) Source {
			var b bytes.Buffer
			w := tar.NewWriter(&b)
			for _, name := range names {
				w.WriteHeader(&tar.Header{Name: name})
			}
			w.Close()
			return Reader(names[0], &b)
		}
		return Collect(t.Context(), Options{Format: Format{Kind: ask.Tar}},
			tarOf("README.md", "set/1.cls", "set/2.cls"), tarOf(second...))
	}
	c, err := read("Makefile", "set/3.cls", "1.cls")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if left, first := c.LeftOut(); left != 2 || first != "README.md" {
		t.Error(left, first)
	}
	for _, name := range []string{"set/1.jpg", "set/2.jpg"} {
		want := "reading " + name + ": the member " + name + ", at byte 0, is of a sample that has been there"
		if _, err := read(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
	}
}

// TestMembersAsColumns: classes and groups are by the contents of members, or by fields of JSON in them.
func TestMembersAsColumns(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := range 300 {
		class := []string{"cat", "dog", "owl"}[i%3]
		for _, m := range [][2]string{{"cls", class + "\n"}, {"json", fmt.Sprintf(`{"label": {"id": %d}}`, i%5)},
			{"x.jpg", strings.Repeat("j", i)}} {
			w.WriteHeader(&tar.Header{Name: fmt.Sprintf("%d.%s", i, m[0]), Size: int64(len(m[1]))})
			io.WriteString(w, m[1])
		}
	}
	w.WriteHeader(&tar.Header{Name: "last.jpg"})
	w.Close()
	count := func(part []byte, end string) map[string]int {
		n := map[string]int{}
		for r := tar.NewReader(bytes.NewReader(part)); ; {
			h, err := r.Next()
			if err == io.EOF {
				return n
			} else if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(h.Name, end) {
				text, _ := io.ReadAll(r)
				n[string(text)]++
			}
		}
	}
	for column, want := range map[string]string{"cls": "map[cat\n:30 dog\n:30 owl\n:30]",
		"json:label.id": `map[{"label": {"id": 0}}:18 {"label": {"id": 1}}:18 {"label": {"id": 2}}:18 {"label": {"id": 3}}:18 {"label": {"id": 4}}:18]`} {
		opt := Options{Seed: &testSeed, tune: tuning{chunk: 4000}, Format: Format{Kind: ask.Tar},
			Rule: Rule{Kind: ask.Classes, By: []Column{{Name: column}}, Missing: MissingDrop}, Sink: Sink{Parts: true}}
		parts, err := writtenParts(t, opt, []Source{Reader("tar", bytes.NewReader(b.Bytes()))},
			func(int) []int { return []int{90, 210} })
		if err != nil {
			t.Fatal(err)
		}
		end, _, _ := strings.Cut(column, ":")
		if got := fmt.Sprint(count(parts[0], "."+end)); got != want {
			t.Errorf("%s: %s, not %s", column, got, want)
		}
		opt.Rule.Kind = ask.Groups
		c, err := Collect(t.Context(), opt, Reader("tar", bytes.NewReader(b.Bytes())))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := c.Len(t.Context()); err != nil || int(n) != strings.Count(want, ":18")+strings.Count(want, ":30") {
			t.Errorf("%s: %d groups, %v", column, n, err)
		}
		c.Close()
	}
	for want, opt := range map[string]Options{
		`record 301: there is no member "cls"`: {Rule: Rule{Kind: ask.Classes, By: []Column{{Name: "cls"}}}},
		`there is no member "txt" in any record`: {Rule: Rule{Kind: ask.Classes, By: []Column{{Name: "txt"}},
			Missing: MissingOwn}},
		"record 1: it is not one valid JSON object": {Rule: Rule{Kind: ask.Groups, By: []Column{{Name: "cls:a"}}}},
		"have no numbers": {Rule: Rule{Kind: ask.Groups, By: []Column{{Number: 1}}}},
		"do not end within its first 1000 bytes": {tune: tuning{long: 1000, chunk: 500},
			Rule: Rule{Kind: ask.Groups, By: []Column{{Name: "x.jpg"}}}},
	} {
		opt.Format.Kind = ask.Tar
		if err := shuffleArchive(opt, b.Bytes()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
