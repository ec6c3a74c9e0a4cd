package packing

import (
	"bytes"
	stdgzip "compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// pack is the twin of Writer: it makes one member after the other.
func pack(k Kind, b []byte, size int) []byte {
	member := newEncoder(k)
	var out []byte
	var sizes []uint32
	for i := 0; i == 0 || i < len(b); i += size {
		before, plain := len(out), b[i:min(i+size, len(b))]
		out = member(out, plain)
		sizes = append(sizes, uint32(len(out)-before), uint32(len(plain)))
	}
	if k == Gzip {
		return out
	}
	table := bytes.NewBuffer(out)
	for _, v := range []any{uint32(0x184D2A5E), uint32(4*len(sizes) + 9), sizes, uint32(len(sizes) / 2), byte(0), uint32(0x8F92EAB1)} {
		binary.Write(table, binary.LittleEndian, v)
	}
	return table.Bytes()
}

// TestSeek: each frame of zstd can be read by itself, by the table at the end of the file.
func TestSeek(t *testing.T) {
	data := someLines(3*MemberSize + 100)
	var out bytes.Buffer
	w := NewWriter(Zstd, out.Write, 2)
	w.Write(data)
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	file := out.Bytes()
	word := func(at int) int64 { return int64(binary.LittleEndian.Uint32(file[at:])) }
	n := int(word(len(file) - 9))
	table := len(file) - 9 - 8*n
	if n != 4 || word(len(file)-4) != 0x8F92EAB1 || word(table-8) != 0x184D2A5E || word(table-4) != int64(8*n+9) {
		t.Fatalf("there are %d frames", n)
	}
	from, at := 0, 0
	for k := range n {
		packed, size := int(word(table+8*k)), int(word(table+8*k+4))
		if got := plainOf(t, Zstd, file[from:from+packed]); !bytes.Equal(got, data[at:at+size]) {
			t.Errorf("frame %d is another", k)
		}
		from, at = from+packed, at+size
	}
	if from != table-8 || at != len(data) {
		t.Errorf("the frames take %d bytes, for %d", from, at)
	}
}

// someLines returns about n bytes of lines, which compress well.
func someLines(n int) []byte {
	rng := rand.New(rand.NewPCG(9, 10))
	var b []byte
	for len(b) < n {
		b = append(b, "the same few words, and a letter: "...)
		b = append(b[:len(b)-rng.IntN(30)], byte('a'+rng.IntN(26)), '\n')
	}
	return b
}

// plainOf decompresses b, not by this package.
func plainOf(t *testing.T, k Kind, b []byte) []byte {
	t.Helper()
	var r io.Reader
	if k == Gzip {
		z, err := stdgzip.NewReader(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		r = z
	} else {
		d, err := zstd.NewReader(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		r = d
	}
	got, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestWriter: what comes out is what one encoder makes of one member after the
// other, however it is written and however many members are compressed at a time.
func TestWriter(t *testing.T) {
	const size = 1000
	data := someLines(50 * size)
	for _, k := range []Kind{Gzip, Zstd} {
		for _, n := range []int{0, 1, size - 1, size, size + 1, 2 * size, 3*size - 1, 7 * size, 50 * size} {
			want := pack(k, data[:n], size)
			if got := plainOf(t, k, want); !bytes.Equal(got, data[:n]) {
				t.Fatalf("%d bytes come back as %d", n, len(got))
			}
			for _, most := range []int{1, 2, 3, 8} {
				for _, step := range []int{1, size / 3, size, 5*size + 1} {
					var out bytes.Buffer
					w := NewWriter(k, out.Write, most)
					w.size = size
					for b := data[:n]; len(b) > 0; {
						m, err := w.Write(b[:min(step, len(b))])
						if m != min(step, len(b)) || err != nil || len(w.queue) >= most {
							t.Fatal(m, err, len(w.queue))
						}
						b = b[m:]
					}
					if err := w.Finish(); err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(out.Bytes(), want) {
						t.Errorf("%v, %d bytes, %d at a time, %d members: another output", k, n, step, most)
					}
				}
			}
		}
	}
}

// TestHeaders: no time, no name, and no operating system stand in what comes out.
func TestHeaders(t *testing.T) {
	if got := newEncoder(Gzip)(nil, []byte("a\n")); !bytes.HasPrefix(got,
		[]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff")) {
		t.Errorf("gzip: % x", got)
	}
	if got, want := newEncoder(Zstd)(nil, nil), "\x28\xb5\x2f\xfd\x20\x00\x01\x00\x00"; string(got) != want {
		t.Errorf("zstd of nothing: % x", got)
	}
}

// TestWriteErrors: the first error of out is told by each call from then on, and
// nothing more is handed to out.
func TestWriteErrors(t *testing.T) {
	const size = 100
	data := someLines(5 * size)
	full := errors.New("full")
	for at := range 7 {
		calls := 0
		w := NewWriter(Gzip, func(b []byte) (int, error) {
			if calls++; calls > at {
				return 0, full
			}
			return len(b), nil
		}, 2)
		w.size = size
		var err error
		for i := 0; i < len(data) && err == nil; i += 10 {
			_, err = w.Write(data[i:min(i+10, len(data))])
		}
		members := (len(data) + size - 1) / size
		if at < members-2 && err != full {
			t.Errorf("member %d was not written, and Write told: %v", at, err)
		}
		for range 2 {
			if n, again := w.Write(data[:1]); err != nil && (n != 0 || again != err) {
				t.Errorf("member %d: Write of %d bytes, %v", at, n, again)
			}
		}
		want := full
		if at >= members {
			want = nil
		}
		if err := w.Finish(); err != want {
			t.Errorf("member %d of %d: Finish told: %v", at, members, err)
		}
		if calls > at+1 {
			t.Errorf("member %d: out was called %d times", at, calls)
		}
	}
}

// TestWait: no member is compressed any more when Wait returns.
func TestWait(t *testing.T) {
	const slow = -1
	var ended atomic.Bool
	encoders[slow] = &sync.Pool{New: func() any {
		return encoder(func(dst, src []byte) []byte {
			time.Sleep(20 * time.Millisecond)
			ended.Store(true)
			return dst
		})
	}}
	defer delete(encoders, slow)
	w := NewWriter(slow, io.Discard.Write, 2)
	w.size = 10
	if _, err := w.Write(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if w.Wait(); !ended.Load() {
		t.Error("it did not wait")
	}
}
