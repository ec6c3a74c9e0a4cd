package records

import (
	"bytes"
	stdgzip "compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
)

// unpack decompresses all of b.
func unpack(f packing, r io.Reader) ([]byte, error) {
	d := newDecompressor(f, r, leastWindow)
	defer d.close()
	return io.ReadAll(d)
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// An archive is a small file that other programs made, of members that each hold
// something.
type archive struct {
	packing packing
	about   string
	members []string // in hex digits
	holds   []string
}

var archives = []archive{
	{gzipped, "gzip -n, and gzip with a name and a time", []string{
		"1f8b08000000000000034be44ae20200972a571804000000",
		"1f8b080800edf369000373756974732e747874004bce294d2ae64ac94ccccdcf4b29e6ca484d2c2a29e62a2e484c492de60200fc3ad8991d000000",
	}, []string{"a\nb\n", "clubs\ndiamonds\nhearts\nspades\n"}},
	{gzipped, "all optional parts of a header, and nothing in it", []string{
		"1f8b081f 00000000 00ff 0300 616263 6e616d6500 636f6d6d656e7400 7688 0300 00000000 00000000",
	}, []string{""}},
	{zstandard, "zstd, zstd --no-check, a frame to be skipped, and zstd of nothing", []string{
		"28b52ffd2404210000610a620a2550b323",
		"28b52ffd201de90000636c7562730a6469616d6f6e64730a6865617274730a7370616465730a",
		"502a4d18 03000000 616263",
		"28b52ffd240001000099e9d851",
	}, []string{"a\nb\n", "clubs\ndiamonds\nhearts\nspades\n", "", ""}},
}

// bytes returns the members.
func (a archive) bytes(t testing.TB) (members [][]byte) {
	for _, m := range a.members {
		members = append(members, unhex(t, m))
	}
	return members
}

// TestTruncated cuts archives off at each byte. Between two members nobody can
// tell.
func TestTruncated(t *testing.T) {
	for _, a := range archives {
		members := a.bytes(t)
		all := slices.Concat(members...)
		whole := map[int]string{} // what is held up to an offset
		end, holds := 0, ""
		for i, m := range members {
			end, holds = end+len(m), holds+a.holds[i]
			whole[end] = holds
		}
		for n := range len(all) + 1 {
			for how, r := range map[string]io.Reader{
				"at once":        bytes.NewReader(all[:n]),
				"byte by byte":   iotest.OneByteReader(bytes.NewReader(all[:n])),
				"data with EOF":  iotest.DataErrReader(bytes.NewReader(all[:n])),
				"half the bytes": iotest.HalfReader(bytes.NewReader(all[:n])),
			} {
				got, err := unpack(a.packing, r)
				if want, ok := whole[n]; ok {
					if err != nil || string(got) != want {
						t.Errorf("%s, %d bytes %s: %q, %v", a.about, n, how, got, err)
					}
				} else if err != errTooSoon {
					t.Errorf("%s, %d of %d bytes %s: %q, %v", a.about, n, len(all), how, got, err)
				}
			}
		}
	}
}

// TestFlipped flips each bit of archives that have checksums: if nothing is wrong,
// then nothing of what they hold has changed.
func TestFlipped(t *testing.T) {
	text := []byte(strings.Repeat("some lines\nwhich can be compressed\n", 9))
	for _, f := range []packing{gzipped, zstandard} {
		b := pack(f, text, 200)
		for i := range 8 * len(b) {
			b[i/8] ^= 1 << (i % 8)
			got, err := unpack(f, bytes.NewReader(b))
			if err == nil && !bytes.Equal(got, text) {
				t.Errorf("packing %d, bit %d of %d is not noticed: %q", f, i, 8*len(b), got)
			}
			b[i/8] ^= 1 << (i % 8)
		}
	}
}

// TestBehind: what may stand behind the compressed data is what gzip and zstd
// allow.
func TestBehind(t *testing.T) {
	zeros := strings.Repeat("\x00", 200_000)
	for _, f := range []packing{gzipped, zstandard} {
		b := pack(f, []byte("a\n"), 100)
		for _, c := range []struct {
			behind     string
			gzip, zstd error
		}{
			{"", nil, nil},
			{zeros, nil, errBehind},
			{"\x00", nil, errTooSoon},
			{zeros + "\x01", errBehind, errBehind},
			{zeros + string(b), errBehind, errBehind},
			{"garbage", errBehind, errBehind},
			{"\n", errBehind, errTooSoon},
			{"\x1f", errTooSoon, errTooSoon},
			{"\x1f\x8bgarbage garbage", errDamaged, errBehind},
			{"\x28\xb5\x2f\xfd\x08garbage", errBehind, errDamaged},
			{"\x50\x2a\x4d\x18\xff\xff\xff\xffabc", errBehind, errTooSoon},
		} {
			want := c.gzip
			if f == zstandard {
				want = c.zstd
			}
			got, err := unpack(f, strings.NewReader(string(b)+c.behind))
			if err != want || string(got) != "a\n" {
				t.Errorf("packing %d, behind it %.20q: %q, %v instead of %v", f, c.behind, got, err, want)
			}
		}
	}
}

// TestNot: files of another format, which begin with anything.
func TestNot(t *testing.T) {
	for _, c := range []struct {
		packing packing
		text    string
		want    string
	}{
		{gzipped, "plain\n", "it is not a gzip file"},
		{gzipped, "\x00\x00\x00", "it is not a gzip file"},
		{gzipped, "x", "it is not a gzip file"},
		{gzipped, string(pack(zstandard, []byte("a\n"), 9)), "it is not a gzip file"},
		{gzipped, "\x1f\x8b\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00", "it is damaged"},
		{zstandard, "plain\n", "it is not a zstd file"},
		{zstandard, "foo", "it is not a zstd file"},
		{zstandard, "\x28\xb5\x2f", "it ends too soon"},
		{zstandard, string(pack(gzipped, []byte("a\n"), 9)), "it is not a zstd file"},
		{zstandard, "", "it ends too soon"},
		{gzipped, "", "it ends too soon"},
		{zstandard, "\x28\xb5\x2f\xfd\x01\x58\x07\x01\x00\x00", "it was compressed with a dictionary, which is not at hand"},
	} {
		got, err := unpack(c.packing, strings.NewReader(c.text))
		if err == nil || err.Error() != c.want || len(got) > 0 {
			t.Errorf("%q: %q, %v instead of %s", c.text, got, err, c.want)
		}
		if not := strings.HasSuffix(c.want, " file"); not != (Hint(err) != "") {
			t.Errorf("%q: the hint of %v is %q", c.text, err, Hint(err))
		}
	}
}

// TestWindow: frames for which there is no memory are refused, before it is taken.
func TestWindow(t *testing.T) {
	frame := func(log int) []byte { // its header, and a last block of one byte
		return append([]byte("\x28\xb5\x2f\xfd\x00"), byte(log-10)<<3, 0x09, 0, 0, 'a')
	}
	for _, c := range []struct {
		log    int
		window int64
		hint   string // or none
	}{
		{23, leastWindow, ""},
		{24, leastWindow, "use more --memory (for one file 1G is always enough)"},
		{27, mostWindow, ""},
		{27, mostWindow / 2, "use more --memory (for one file 1G is always enough)"},
		{28, mostWindow, "zstd -dc --long=31"},
		{41, mostWindow, "zstd -dc --long=31"},
	} {
		d := newDecompressor(zstandard, io.MultiReader(bytes.NewReader(pack(zstandard, []byte("b"), 9)), bytes.NewReader(frame(c.log))), c.window)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := io.ReadAll(d)
		runtime.ReadMemStats(&after)
		d.close()
		if took := after.TotalAlloc - before.TotalAlloc; c.hint != "" && took > 4<<20 {
			t.Errorf("a window of 2^%d: %d bytes were taken", c.log, took)
		}
		if c.hint == "" && (err != nil || string(got) != "ba") || c.hint != "" && !strings.Contains(Hint(err), c.hint) {
			t.Errorf("a window of 2^%d, where %d is the most: %q, %v; %s", c.log, c.window, got, err, Hint(err))
		}
	}
}

// TestTakeWindows: windows are counted, but for what belongs to base.
func TestTakeWindows(t *testing.T) {
	for _, c := range []struct {
		names         []string
		inStep        bool
		memory        int64
		window, taken int64
	}{
		{[]string{"a", "b.gz"}, true, 1 << 30, 0, 0},
		{[]string{"a.zst"}, false, 1, leastWindow, 0},
		{[]string{"a.zst", "b.zst"}, false, 64 << 20, leastWindow, 0},
		{[]string{"a.zst", "b"}, false, 128 << 20, 16 << 20, 8 << 20},
		{[]string{"a", "b.zst"}, false, 1 << 30, mostWindow, 120 << 20},
		{[]string{"a.zst", "b.zst"}, false, 1 << 40, mostWindow, 120 << 20},
		{[]string{"a.zst", "b.zst", "c.gz"}, true, 1 << 30, mostWindow / 2, 120 << 20},
		{[]string{"a.zst", "b.zst", "c.zst", "d.zst"}, true, 16 << 20, leastWindow, 8 << 20},
	} {
		opt := Options{Memory: c.memory, InStep: c.inStep}
		var sources []Source
		for _, name := range c.names {
			sources = append(sources, Decompressed(name))
		}
		opt.takeWindows(sources)
		if opt.tune.window != c.window || opt.Memory != c.memory-c.taken {
			t.Errorf("%+v: windows of %d take %d", c, opt.tune.window, c.memory-opt.Memory)
		}
	}
}

// TestCompressedReadErrors: an error of reading the file is told as it is, even
// one that decompressors take for the end of the file.
func TestCompressedReadErrors(t *testing.T) {
	for _, f := range []packing{gzipped, zstandard} {
		b := pack(f, []byte("a line\n"), 100)
		for _, broken := range []error{errors.New("torn"), io.ErrUnexpectedEOF} {
			for n := range len(b) + 1 {
				r := io.MultiReader(bytes.NewReader(b[:n]), iotest.ErrReader(broken))
				if _, err := unpack(f, r); err != broken {
					t.Errorf("packing %d, after %d of %d bytes: %v", f, n, len(b), err)
				}
			}
		}
	}
}

// TestDecompressed: the end of the name tells, other sources are never
// decompressed, and errors name the file before anything is written.
func TestDecompressed(t *testing.T) {
	dir := t.TempDir()
	text := "a\n"
	for _, c := range []struct {
		name    string
		packing packing
	}{
		{"a.gz", gzipped}, {"a.GZ", gzipped}, {"a.txt.gz", gzipped}, {".gz", gzipped}, {"a.zst", zstandard}, {"a.Zst", zstandard},
		{"a.gz.txt", unpacked}, {"gz", unpacked}, {"a.gzip", unpacked}, {"agz", unpacked}, {"a.", unpacked}, {"gz.d" + string(filepath.Separator) + "a", unpacked}, {"", unpacked},
	} {
		if got := packingOf(c.name); got != c.packing {
			t.Errorf("%q: packing %d", c.name, got)
		}
	}
	name := filepath.Join(dir, "a.gz")
	b := string(pack(gzipped, []byte(text), 9))
	writeFile(t, name, b)
	for want, s := range map[string]Source{
		text:     Decompressed(name),
		b + "\n": File(name),
	} {
		if got, _ := shuffled(t, Options{}, s); string(got) != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
	if got, _ := shuffled(t, Options{}, Reader(name, strings.NewReader(b))); string(got) != b+"\n" {
		t.Errorf("a reader was decompressed: %q", got)
	}
	writeFile(t, name, b[:len(b)-1])
	before := runtime.NumGoroutine()
	var out bytes.Buffer
	err := Shuffle(t.Context(), &out, Options{}, Reader("", strings.NewReader("line\n")), Decompressed(name))
	if err == nil || err.Error() != "reading "+name+": it ends too soon" || out.Len() > 0 {
		t.Errorf("%v, %d bytes written", err, out.Len())
	}
	waitGoroutines(t, before)
}

// TestManyCompressed: each of many files is open only while it is read.
func TestManyCompressed(t *testing.T) {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(13, 14))
	var sources []Source
	var data [][]byte
	for i := range 300 {
		f := packing(i % 3)
		b := lines(func(*rand.Rand) int { return rng.IntN(20) })(rng, 500, '\n')
		name := filepath.Join(dir, fmt.Sprint(i)+[]string{"", ".gz", ".zst"}[f])
		writeFile(t, name, string(pack(f, b, 200)))
		sources, data = append(sources, Decompressed(name)), append(data, b)
	}
	want := twin(testSeed, false, 0, data...)
	if got, _ := shuffled(t, Options{Seed: testSeed}, sources...); !bytes.Equal(got, want) {
		t.Error(differ(got, want))
	}
}

// FuzzDecompress compares with other decoders: what they refuse is refused, but
// for the zeros that may follow gzip members.
func FuzzDecompress(f *testing.F) {
	for _, a := range archives {
		all := slices.Concat(a.bytes(f)...)
		f.Add(all, a.packing == zstandard)
		f.Add(append(all, make([]byte, 20)...), a.packing == zstandard)
	}
	f.Add([]byte{}, false)
	const most = 1 << 24
	f.Fuzz(func(t *testing.T, data []byte, isZstd bool) {
		form := gzipped
		if isZstd {
			form = zstandard
		}
		u := newDecompressor(form, bytes.NewReader(data), leastWindow)
		defer u.close()
		got, err := io.ReadAll(io.LimitReader(u, most))
		if err != nil {
			return
		}
		if isZstd {
			d, err := zstd.NewReader(iotest.HalfReader(bytes.NewReader(data)))
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if want, err := io.ReadAll(io.LimitReader(d, most)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%q is read as %q: %v", data, got, err)
			}
			return
		}
		// The last zeros may be those of a member's size.
		for end := len(bytes.TrimRight(data, "\x00")); end <= len(data); end++ {
			r, err := stdgzip.NewReader(bytes.NewReader(data[:end]))
			if err != nil {
				continue
			}
			if want, err := io.ReadAll(io.LimitReader(r, most)); err == nil && bytes.Equal(got, want) {
				return
			}
		}
		t.Errorf("%q is read as %q", data, got)
	})
}
