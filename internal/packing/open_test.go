package packing

import (
	"archive/tar"
	"bytes"
	stdgzip "compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/yates-shuffle/yates/records/failure"
)

// openAll reads all that Open gives.
func openAll(name string, r io.Reader) ([]byte, error) {
	c := Open(name, r, LeastWindow)
	defer c.Close()
	return io.ReadAll(c)
}

// readers are ways to hand b over.
func readers(b []byte) map[string]io.Reader {
	return map[string]io.Reader{
		"at once":        bytes.NewReader(b),
		"byte by byte":   iotest.OneByteReader(bytes.NewReader(b)),
		"half the bytes": iotest.HalfReader(bytes.NewReader(b)),
		"data with EOF":  iotest.DataErrReader(bytes.NewReader(b)),
		"with pauses":    &pausing{r: iotest.OneByteReader(bytes.NewReader(b))},
	}
}

// A pausing reader reads nothing every second time.
type pausing struct {
	r     io.Reader
	pause bool
}

func (p *pausing) Read(b []byte) (int, error) {
	if p.pause = !p.pause; p.pause {
		return 0, nil
	}
	return p.r.Read(b)
}

// TestOpen: what is held comes out, under any name that does not promise something
// else, and what cannot be read is an error.
func TestOpen(t *testing.T) {
	names := []string{"", "x.gz", "x.ZST"}
	check := func(b, name, want, wantErr string) {
		t.Helper()
		for how, r := range readers([]byte(b)) {
			got, err := openAll(name, r)
			if err == nil && wantErr != "" || err != nil && err.Error() != wantErr || string(got) != want {
				t.Errorf("%q, % .40x %s: %.60q, %v; want %.60q, %s", name, b, how, got, err, want, wantErr)
			}
		}
	}
	texts := append(near(), hearts, strings.Repeat(hearts, 10_000))
	for _, name := range names {
		for _, s := range samples(t) {
			if s.what != "" {
				check(s.head, name, "", "it is "+s.what)
				check(string(pack(Gzip, []byte(s.head), 999)), name, "", "it is "+s.what+" in a gzip file")
				check(string(pack(Zstd, []byte(s.head), 999)), name, "", "it is "+s.what+" in a zstd file")
			}
		}
		for _, text := range texts {
			check(string(pack(Gzip, []byte(text), 999)), name, text, "")
			check(string(pack(Zstd, []byte(text), 999)), name, text, "")
			if Named(name) == None {
				check(text, name, text, "")
			}
		}
		check(string(pack(Gzip, pack(Zstd, []byte("a"), 9), 999)), name, "", "it is a zstd file in a gzip file")
		check(string(pack(Zstd, pack(Zstd, []byte("a"), 9), 999)), name, "", "it is a zstd file in a zstd file")
	}
	for _, text := range []string{"\n", hearts, "BZh9 hello\n"} {
		check(text, "x.gz", "", "it is not a gzip file")
		check(text, "x.zst", "", "it is not a zstd file")
	}
	for _, text := range []string{"", "\x1f", "\x1f\x8b", "\x1f\x8b\x08"} {
		check(text, "x.gz", "", "it ends too soon")
	}
	for _, text := range []string{"", "\x28", "\x28\xb5\x2f", "\x28\xb5\x2f\xfd"} {
		check(text, "x.zst", "", "it ends too soon")
	}
	check("\x1f\x8b\x07 and more\n", "x.gz", "", "it is damaged")
	check("\x28\xb5\x2f\xfd\x01\x58\x07\x01\x00\x00", "x.zst", "",
		"it was compressed with a dictionary, which is not at hand")
	_, err := openAll("x.gz", strings.NewReader(hearts))
	if not, ok := errors.AsType[*failure.NotPackedError](err); !ok || not.Want != "gzip" {
		t.Errorf("the error is %#v", err)
	}
}

// TestOpenNested: the command for what is inside compressed contents reads these.
func TestOpenNested(t *testing.T) {
	for _, c := range []struct {
		kind    Kind
		inside  string
		command string
	}{
		{Gzip, tarOf(t, "a", tar.FormatGNU), "tar -xO -f"},
		{Zstd, tarOf(t, "a", tar.FormatGNU), "tar -xO -f"},
		{Gzip, wide("\ufeffa\n", 16, true), "gzip -dc"},
		{Zstd, "PAR1\x15", "zstd -dc"},
	} {
		_, err := openAll("x", bytes.NewReader(pack(c.kind, []byte(c.inside), 9999)))
		if u, ok := errors.AsType[*failure.UnreadableError](err); !ok || u.Command != c.command {
			t.Errorf("%#v instead of %s", err, c.command)
		}
	}
}

// TestOpenErrors: an error of reading comes as it is, behind what was read before
// it where that is a text, and nothing is read after it, or after the end.
func TestOpenErrors(t *testing.T) {
	gzip, zstd := pack(Gzip, []byte(hearts), 999), pack(Zstd, []byte(hearts), 999)
	for _, name := range []string{"x", "x.gz"} {
		for _, b := range [][]byte{gzip, zstd, []byte(hearts), []byte("x"), []byte("PAR")} {
			for _, end := range []error{errors.New("torn"), io.ErrUnexpectedEOF, io.EOF} {
				for n := range len(b) + 1 {
					ended := false
					r := io.MultiReader(bytes.NewReader(b[:n]), readFunc(func([]byte) (int, error) {
						if ended {
							t.Errorf("%q, %d bytes, %v: read again", name, n, end)
						}
						ended = true
						return 0, end
					}))
					c := Open(name, r, LeastWindow)
					got, err := io.ReadAll(c)
					if b[0] != '\x1f' && b[0] != '\x28' && name == "x" && string(got) != string(b[:n]) {
						t.Errorf("%d bytes of %q: %q", n, b, got)
					}
					if end != io.EOF && err != end && !(name == "x.gz" && b[0] != '\x1f' && n > 0) {
						t.Errorf("%q, %d bytes of %q: %v instead of %v", name, n, b, err, end)
					}
					for range 3 {
						if n, err2 := c.Read(make([]byte, 1)); n != 0 || err2 != err && err2 != io.EOF {
							t.Errorf("after %v: %d bytes, %v", err, n, err2)
						}
					}
				}
			}
		}
	}
	if _, err := openAll("x", readFunc(func([]byte) (int, error) { return 0, nil })); err != io.ErrNoProgress {
		t.Errorf("no bytes for ever: %v", err)
	}
}

type readFunc func(b []byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }

// TestOpenWaits: nothing is read before the first Read, and that does not wait
// for more than the first line, also of what is compressed.
func TestOpenWaits(t *testing.T) {
	for _, packed := range []bool{false, true} {
		r, w := io.Pipe()
		next := make(chan string)
		go func() {
			var out io.Writer = w
			flush := func() error { return nil }
			if packed {
				z := stdgzip.NewWriter(w)
				out, flush = z, z.Flush
			}
			for line := range next {
				if _, err := io.WriteString(out, line); err != nil {
					t.Error(err)
				}
				if err := flush(); err != nil {
					t.Error(err)
				}
			}
		}()
		c := Open("", r, LeastWindow)
		buf := make([]byte, 1000)
		for _, line := range []string{"P\n", "PAR1\n", "another line\n"} {
			next <- line
			for got := ""; got != line; {
				n, err := c.Read(buf)
				if got += string(buf[:n]); err != nil || !strings.HasPrefix(line, got) {
					t.Fatalf("%q, %v instead of %q", got, err, line)
				}
			}
		}
		close(next)
		r.Close()
		c.Close()
	}
	c := Open("x.gz", readFunc(func([]byte) (int, error) { t.Error("it was read"); return 0, io.EOF }), LeastWindow)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// TestOpenFile: a file is read from where it stands, and stays open.
func TestOpenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(name, append([]byte("front"), pack(Zstd, []byte(hearts), 7)...), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(int64(len("front")), io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if got, err := openAll(name, f); err != nil || string(got) != hearts {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := f.Stat(); err != nil {
		t.Error(err)
	}
}

// FuzzOpen: text comes out of its archives under any name, however it is handed
// over; anything comes out as it is, or is an error.
func FuzzOpen(f *testing.F) {
	for _, text := range append(near(), hearts, tarOf(f, "a", tar.FormatPAX)) {
		f.Add([]byte(text), "x", uint8(1))
		f.Add(pack(Gzip, []byte(text), 99), "x.gz", uint8(30))
		f.Add(pack(Zstd, []byte(text), 99), "x.ZST", uint8(200))
	}
	f.Fuzz(func(t *testing.T, text []byte, name string, chunk uint8) {
		open := func(b []byte) ([]byte, error) {
			src := bytes.NewReader(b)
			return openAll(name, readFunc(func(p []byte) (int, error) {
				return src.Read(p[:min(len(p),
					int(chunk)+1)])
			}))
		}
		kind, unreadable := Sniff(text)
		for _, k := range []Kind{Gzip, Zstd} {
			got, err := open(pack(k, text, 99))
			if isText := kind == None && unreadable == nil; isText != (err == nil) ||
				isText && !bytes.Equal(got, text) {
				t.Errorf("%v of %q: %q, %v", k, text, got, err)
			}
		}
		got, err := open(text)
		switch {
		case unreadable != nil:
			if fmt.Sprint(err) != unreadable.Error() {
				t.Errorf("%q: %v instead of %v", text, err, unreadable)
			}
		case kind == None && Named(name) == None:
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("%q: %q, %v", text, got, err)
			}
		case kind == None && err == nil:
			// Only what NewReader takes, and Sniff does not: nothing.
			t.Errorf("%q is read from %s as %q", text, name, got)
		}
	})
}

// TestPlain: what Open reads as it is is plain, and nothing else.
func TestPlain(t *testing.T) {
	zip := []byte("PK\x03\x04\x14\x00\x00\x00\x08\x00 and so on")
	for _, c := range []struct {
		name  string
		text  []byte
		at    int64
		plain bool
	}{
		{"a", []byte("text\n"), 0, true}, {"a", nil, 0, true}, {"a.gz", []byte("text\n"), 0, false},
		{"a", zip, 0, false},
		{"a", zip, 2, true}, {"a", append([]byte("12345"), zip...), 5, false}, {"a", []byte("text\n"), 9, true},
	} {
		if plain, err := Plain(c.name, bytes.NewReader(c.text), c.at, false); plain != c.plain || err != nil {
			t.Errorf("%s, %q from %d: %v, %v", c.name, c.text, c.at, plain, err)
		}
	}
}

// TestWorkbook: what is in a workbook is no text that one would want.
func TestWorkbook(t *testing.T) {
	zip := "PK\x03\x04\x14\x00\x00\x00\x08\x00 and so on"
	for name, command := range map[string]string{"a.zip": "unzip -p", "a": "unzip -p", "a.xlsx": "", "a.ODS": ""} {
		_, err := io.ReadAll(Open(name, strings.NewReader(zip), 0))
		if u, ok := errors.AsType[*failure.UnreadableError](err); !ok || u.Command != command {
			t.Errorf("%s: %v, %+v", name, err, u)
		}
	}
}
