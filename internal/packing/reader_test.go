package packing

import (
	"bytes"
	stdgzip "compress/gzip"
	"encoding/hex"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"github.com/yates-shuffle/yates/records/failure"
)

// unpack decompresses all of b.
func unpack(k Kind, r io.Reader) ([]byte, error) {
	d := NewReader(k, r, LeastWindow)
	defer d.Close()
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
	kind    Kind
	about   string
	members []string // in hex digits
	holds   []string
}

var archives = []archive{
	{Gzip, "gzip -n, and gzip with a name and a time", []string{
		"1f8b08000000000000034be44ae20200972a571804000000",
		"1f8b080800edf369000373756974732e747874004bce294d2ae64ac94cccc" +
			"dcf4b29e6ca484d2c2a29e62a2e484c492de60200fc3ad8991d000000",
	}, []string{"a\nb\n", "clubs\ndiamonds\nhearts\nspades\n"}},
	{Gzip, "all optional parts of a header, and nothing in it", []string{
		"1f8b081f 00000000 00ff 0300 616263 6e616d6500 636f6d6d656e7400 7688 0300 00000000 00000000",
	}, []string{""}},
	{Zstd, "zstd, zstd --no-check, a frame to be skipped, and zstd of nothing", []string{
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
				got, err := unpack(a.kind, r)
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
	for _, k := range []Kind{Gzip, Zstd} {
		b := pack(k, text, 200)
		for i := range 8 * len(b) {
			b[i/8] ^= 1 << (i % 8)
			got, err := unpack(k, bytes.NewReader(b))
			if err == nil && !bytes.Equal(got, text) {
				t.Errorf("%v, bit %d of %d is not noticed: %q", k, i, 8*len(b), got)
			}
			b[i/8] ^= 1 << (i % 8)
		}
	}
}

// TestBehind: what may stand behind the compressed data is what gzip and zstd
// allow.
func TestBehind(t *testing.T) {
	zeros := strings.Repeat("\x00", 200_000)
	for _, k := range []Kind{Gzip, Zstd} {
		b := pack(k, []byte("a\n"), 100)
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
			if k == Zstd {
				want = c.zstd
			}
			got, err := unpack(k, strings.NewReader(string(b)+c.behind))
			if err != want || string(got) != "a\n" {
				t.Errorf("%v, behind it %.20q: %q, %v instead of %v", k, c.behind, got, err, want)
			}
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
		want   *failure.WindowError
	}{
		{23, LeastWindow, nil},
		{23, 0, nil},
		{24, 0, &failure.WindowError{Allowed: LeastWindow, Most: false}},
		{24, LeastWindow, &failure.WindowError{Allowed: LeastWindow, Most: false}},
		{27, MostWindow, nil},
		{27, MostWindow / 2, &failure.WindowError{Allowed: MostWindow / 2, Most: false}},
		{28, MostWindow, &failure.WindowError{Allowed: MostWindow, Most: true}},
		{28, 1 << 62, &failure.WindowError{Allowed: MostWindow, Most: true}},
		{41, MostWindow, &failure.WindowError{Allowed: MostWindow, Most: true}},
	} {
		d := NewReader(Zstd, io.MultiReader(bytes.NewReader(pack(Zstd, []byte("b"), 9)), bytes.NewReader(frame(c.log))),
			c.window)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := io.ReadAll(d)
		runtime.ReadMemStats(&after)
		d.Close()
		if took := after.TotalAlloc - before.TotalAlloc; c.want != nil && took > 4<<20 {
			t.Errorf("a window of 2^%d: %d bytes were taken", c.log, took)
		}
		if c.want == nil && (err != nil || string(got) != "ba") {
			t.Errorf("a window of 2^%d, where %d is the most: %q, %v", c.log, c.window, got, err)
		}
		if e, ok := errors.AsType[*failure.WindowError](err); c.want != nil && (!ok || *e != *c.want) {
			t.Errorf("a window of 2^%d, where %d is the most: %#v instead of %+v", c.log, c.window, err, c.want)
		}
	}
}

// FuzzDecompress compares with other decoders: what they refuse is refused, but
// for the zeros that may follow gzip members.
func FuzzDecompress(f *testing.F) {
	for _, a := range archives {
		all := slices.Concat(a.bytes(f)...)
		f.Add(all, a.kind == Zstd)
		f.Add(append(all, make([]byte, 20)...), a.kind == Zstd)
	}
	f.Add([]byte{}, false)
	const most = 1 << 24
	f.Fuzz(func(t *testing.T, data []byte, isZstd bool) {
		form := Gzip
		if isZstd {
			form = Zstd
		}
		u := NewReader(form, bytes.NewReader(data), LeastWindow)
		defer u.Close()
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

// TestEmptyMembers: any number of members that hold nothing is passed over at once, as
// a reader that gives nothing again and again is given up.
func TestEmptyMembers(t *testing.T) {
	for _, k := range []Kind{Gzip, Zstd} {
		b := append(bytes.Repeat(pack(k, nil, 1), 1000), pack(k, []byte("a\n"), 9)...)
		got, err := io.ReadAll(Open("x", bytes.NewReader(b), 0))
		if string(got) != "a\n" || err != nil {
			t.Errorf("%s: %q, %v", k, got, err)
		}
	}
}
