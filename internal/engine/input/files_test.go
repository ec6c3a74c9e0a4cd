//go:build unix && !aix && !solaris && !illumos

package input

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
)

// past makes the time of a file's last change another one than that of the next.
func past(t *testing.T, name string) {
	t.Helper()
	if err := os.Chtimes(name, time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
}

// changes of a file, and what they are told as.
var changes = []struct {
	name   string
	change func(t *testing.T, name string, size int64)
	want   error
}{
	{"nothing", func(*testing.T, string, int64) {}, nil},
	{"emptied", func(t *testing.T, name string, size int64) { truncate(t, name, 0) }, vfs.ErrShorter},
	{"cut in the middle", func(t *testing.T, name string, size int64) { truncate(t, name, size/2) }, vfs.ErrShorter},
	{"cut by a byte", func(t *testing.T, name string, size int64) { truncate(t, name, size-1) }, vfs.ErrShorter},
	{"written over", func(t *testing.T, name string, size int64) { writeAt(t, name, "x", size/2) }, vfs.ErrChanged},
	{"without its last separator", func(t *testing.T, name string, size int64) { writeAt(t, name, "x", size-1) },
		vfs.ErrChanged},
	{"appended to", func(t *testing.T, name string, size int64) { writeAt(t, name, "\"more\n", size) }, nil},
	{"removed", func(t *testing.T, name string, size int64) { os.Remove(name) }, nil},
}

func truncate(t *testing.T, name string, size int64) {
	t.Helper()
	if err := os.Truncate(name, size); err != nil {
		t.Fatal(err)
	}
}

func writeAt(t *testing.T, name, text string, at int64) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte(text), at); err != nil {
		t.Fatal(err)
	}
}

// A file that is changed while it is read is told, with its name, unless it grows: in
// every format, where it is mapped and where it is a stream.
func TestChanged(t *testing.T) {
	t.Parallel()
	const chunk = 10_000
	for _, k := range kinds {
		for _, streams := range []bool{false, true} {
			for _, c := range changes {
				if c.want == nil && c.name == "appended to" && (streams || !k.format.Plain()) {
					continue // what is appended is read
				}
				name := filepath.Join(t.TempDir(), "a")
				text := []byte(strings.Repeat(k.make(func() string { return "some text" }), chunk/2))
				source := file(t, name, text)
				past(t, name)
				fsys := &faultfs.FS{FS: vfs.OS{}, At: -1}
				opt := options(k.format, chunk)
				opt.FS, opt.Streams = fsys, streams
				in, err := Open(opt, []Source{source})
				if err != nil {
					t.Fatal(err)
				}
				got, err := readChanged(t, in, func() { c.change(t, name, int64(len(text))) })
				if !errors.Is(err, c.want) || err != nil && !strings.HasPrefix(err.Error(), "reading "+name+": it ") {
					t.Errorf("%s, streams %v, %s: %v instead of %v", k.name, streams, c.name, err, c.want)
				}
				if err == nil && !bytes.Equal(got, text) {
					t.Errorf("%s, streams %v, %s: other bytes", k.name, streams, c.name)
				}
				in.Close()
				if left := fsys.Left(); len(left) > 0 {
					t.Errorf("%q is left open", left)
				}
			}
		}
	}
}

// readChanged reads a chunk, then calls change, and reads the rest.
func readChanged(t *testing.T, in *Input, change func()) (got []byte, err error) {
	var buf spill.Buffer
	defer buf.Release()
	first := true
	read := func() error {
		for {
			c, err := in.Next(t.Context(), &buf, func(int64) error { return nil }, nil)
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			got = append(got, c.Data...)
			if first {
				first = false
				change()
			}
		}
	}
	if in.Files == nil {
		return got, read()
	}
	if err := in.Files.Guard(read); err != nil {
		return got, err
	}
	return got, in.Files.Check()
}

// What was cut off files is not read again, by ReadAt or through the mapping.
func TestCut(t *testing.T) {
	const page = 64 << 10 // or less
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	text := bytes.Repeat([]byte("a line\n"), page)
	in, err := Open(options(lines, 1000), []Source{file(t, a, text), file(t, b, text)})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	truncate(t, b, page)
	buf := make([]byte, len(text))
	if err := in.Files.ReadAt(buf, 0); err != nil {
		t.Error(err)
	}
	want := "reading " + b + ": it became shorter while it was read"
	if err := in.Files.ReadAt(buf, 2*page); fmt.Sprint(err) != want {
		t.Errorf("%v instead of %s", err, want)
	}
	if err := in.Files.Check(); fmt.Sprint(err) != want {
		t.Errorf("%v instead of %s", err, want)
	}
	m := in.Files.files[1]
	if err := in.Files.Guard(func() error { buf[0] = m.data[len(text)-1]; return nil }); fmt.Sprint(err) != want {
		t.Errorf("%v instead of %s", err, want)
	}
	// A fault that is not of the files, and any other panic, goes on.
	for _, f := range []func(){func() { panic("mine") }, func() { var p *int; *p = 1 },
		func() { var b []byte; b[len(text)] = 1 }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a panic is taken for a file that was cut off")
				}
			}()
			in.Files.Guard(func() error { f(); return nil })
		}()
	}
}

// Stay leaves a file of long records where it is, which can be copied to be written over.
func TestStay(t *testing.T) {
	line := strings.Repeat("x", 40) + "\n"
	open := func(texts ...string) (in *Input, fsys *faultfs.FS, name string) {
		dir := t.TempDir()
		var sources []Source
		for i, text := range texts {
			name = filepath.Join(dir, fmt.Sprint(i))
			sources = append(sources, file(t, name, []byte(text)))
			past(t, name)
		}
		fsys = &faultfs.FS{FS: vfs.OS{}, At: -1}
		opt := options(lines, 100)
		opt.FS, opt.Header = fsys, 1
		in, err := Open(opt, sources)
		if err != nil {
			t.Fatal(err)
		}
		return in, fsys, name
	}
	for _, texts := range [][]string{{"head\n" + line + "short\nshort\n"}, {"head\n" + line + line[1:40]},
		{"head\n" + line, "head\n" + line}, {}} {
		in, _, _ := open(texts...)
		if in.Files.Stay(); in.Files.Data != nil {
			t.Errorf("%q is left where it is", texts)
		}
		in.Close()
	}

	text := "head\n" + strings.Repeat(line, 100)
	in, fsys, name := open(text)
	files := in.Files
	if files.Stay(); string(files.Data) != text[5:] {
		t.Fatalf("%q is left where it is", files.Data)
	}
	chunks, err := readAll(t.Context(), in)
	if err != nil || len(chunks) != (len(text)-5+399)/400 {
		t.Errorf("%d chunks, %v", len(chunks), err)
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	other, err := os.Create(name + "2")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	is := func(files *Files, w io.Writer) bool {
		got, is := files.Is(w)
		return is && got == name
	}
	if !is(files, f) || is(files, other) || is(files, new(bytes.Buffer)) || files.Check() != nil {
		t.Errorf("it is itself: %v, another one: %v; %v", is(files, f), is(files, other), files.Check())
	}
	if err := files.Leave(); err != nil || len(fsys.Left()) > 0 || is(files, f) {
		t.Errorf("%v, %q", err, fsys.Left())
	}
	truncate(t, name, 0)
	if err := files.Check(); err != nil || string(files.Data) != text[5:] {
		t.Errorf("after it was left: %v", err)
	}
	in.Close()

	in, fsys, name = open(text)
	files = in.Files
	files.Stay()
	truncate(t, name, int64(len(text)-1)) // which can be read as zero
	for _, err := range []error{files.Check(), files.Leave()} {
		if !errors.Is(err, vfs.ErrShorter) {
			t.Errorf("%v for a file that was cut off", err)
		}
	}
	in.Close()
	in.Close()
	if left := fsys.Left(); len(left) > 0 {
		t.Errorf("%q is left open", left)
	}
	var none *Files
	none.Close()
	none.Forget(Chunk{Data: []byte("x")})
	if none.Check() != nil || is(none, f) || none.Guard(func() error { return io.EOF }) != io.EOF {
		t.Error("none is something")
	}
}

// A forgetter knows what of each file has been forgotten.
type forgetter struct {
	vfs.OS
	parts [][]byte
}

func (f *forgetter) Forget(b []byte) { f.parts = append(f.parts, b) }

// Of what has been dealt with no memory is kept, of any file, and all of it is told as read.
func TestForget(t *testing.T) {
	t.Parallel()
	for header := range 2 {
		testForget(t, header, strings.Repeat("a line\n", 2<<20/7))
		testForget(t, header, "a line\n"+strings.Repeat("x", 5<<20)) // a long record
	}
}

func testForget(t *testing.T, header int, begin string) {
	const chunk = 300 << 10
	fsys := new(forgetter)
	opt := options(lines, chunk)
	read := int64(0)
	opt.FS, opt.Header, opt.Long, opt.Read = fsys, header, 1<<20, func(n int) { read += int64(n) }
	sources := []Source{file(t, filepath.Join(t.TempDir(), "begin"), []byte("head\n"+begin))}
	dir := t.TempDir()
	for i, size := range []int{2 << 20, 0, 100, 3 << 20, 200_000} {
		text := "head\n" + strings.Repeat("a line\n", size/7) + strings.Repeat("x", size%7)
		sources = append(sources, file(t, filepath.Join(dir, fmt.Sprint(i)), []byte(text)))
	}
	in, err := Open(opt, sources)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	chunks, err := readAll(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if read != in.Files.Total {
		t.Errorf("%d bytes are read, of %d", read, in.Files.Total)
	}
	for _, c := range chunks {
		c.Data = c.Data[:len(c.Data)-int(c.Long)+c.Front] // as Next returned them
		in.Files.Forget(c)
	}
	const page = 4096 // only whole ones can be forgotten
	for _, m := range in.Files.files {
		kept := slices.Repeat([]bool{true}, len(m.all)/page)
		for _, p := range fsys.parts {
			at := uintptr(unsafe.Pointer(&p[0])) - uintptr(unsafe.Pointer(&m.all[0]))
			if at < uintptr(len(m.all)) {
				end := (at + uintptr(len(p))) / page
				clear(kept[min((at+page-1)/page, end):end])
			}
		}
		if i := slices.Index(kept, true); i >= 0 {
			t.Errorf("of %s page %d of %d is kept", m.name, i, len(kept))
		}
	}
}

// A last record without the separator that it had when the file was opened would run
// into the next file.
func TestLostSeparator(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	in, err := Open(options(lines, 100), []Source{file(t, name, []byte("1\n2\n")),
		file(t, name+"2", []byte("3\n"))})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	writeAt(t, name, "x", 3)
	if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil { // so that Check sees nothing
		t.Fatal(err)
	}
	if _, err := readAll(t.Context(), in); fmt.Sprint(err) != "reading "+name+": it changed while it was read" {
		t.Error(err)
	}
}

// The user may close a file of his own before the end.
func TestClosed(t *testing.T) {
	for _, streams := range []bool{false, true} {
		source := openFile(t, filepath.Join(t.TempDir(), "a"), []byte("1\n2"))
		opt := options(lines, 100)
		opt.Streams = streams
		in, err := Open(opt, []Source{source})
		if err != nil {
			t.Fatal(err)
		}
		chunks, err := readAll(t.Context(), in)
		if err != nil || len(chunks) != 1 || string(chunks[0].Data) != "1\n2\n" {
			t.Errorf("%v, %v", chunks, err)
		}
		source.Reader.(*os.File).Close()
		if in.Files != nil {
			if err := in.Files.Check(); err != nil {
				t.Error(err)
			}
		}
		in.Close()
	}
}

// An archive that is cut off while it is read says so, and not that it ends too soon.
func TestCutArchive(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.gz")
	text := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{}).Read(text)
	text = bytes.ReplaceAll(text, []byte{0}, []byte{1}) // as NUL is no text
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(text)
	w.Close()
	if err := os.WriteFile(name, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	opt := options(&record.Format{Sep: '\n', Count: 1}, 10_000)
	opt.Window = packing.LeastWindow
	in, err := Open(opt, []Source{{Name: name, Unpack: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := readChanged(t, in, func() { truncate(t, name, int64(packed.Len()/2)) }); !errors.Is(err,
		vfs.ErrShorter) {
		t.Errorf("%v instead of %v", err, vfs.ErrShorter)
	}
}
