package input

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"unsafe"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// Files are regular files that are mapped, one after the other. They are cut up in
// stretches, each of which a worker takes for itself. They stay open, so that it can be
// told in the end whether they were left alone: what is cut off a file can be read as
// zeros up to the end of the page. The methods that only ask or protect may be called for
// nil, which is no files.
type Files struct {
	// Total is how many bytes the records have, with the separators that are
	// missing at the ends of files.
	Total int64
	// Data is the records, if they stay where they are until Close.
	Data []byte

	opt     Options
	files   []*mapped // those that are not empty
	opened  []*handle // to be closed
	header  *header
	claimed atomic.Int64 // stretches
}

// mostMapped is how many files are mapped at the same time.
const mostMapped = 16

// openFiles opens the sources if all of them can be mapped, and returns nil if not.
func openFiles(opt Options, sources []Source) (*Files, error) {
	anywhere := opt.Format.Plain() || opt.Format.Unit == record.Fixed // ends are known
	if !anywhere || opt.Streams || len(sources) > mostMapped || twice(sources) {
		return nil, nil
	}
	f := &Files{opt: opt, header: new(header)}
	for _, s := range sources {
		if ok, err := f.open(s); err != nil || !ok {
			f.Close()
			return nil, err
		}
	}
	return f, nil
}

// open opens and maps a source, if it can be mapped. Files of /proc and /sys do not tell
// their sizes and can only be read to their ends.
func (f *Files) open(s Source) (ok bool, err error) {
	// What is no regular file is not opened twice: to open a pipe is an event at
	// its other end.
	if s.Reader == nil {
		if info, err := f.opt.FS.Stat(s.Name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return false, nil
		}
	}
	unpack := s.Unpack
	s.Unpack = false
	h, err := s.open(&f.opt)
	if err != nil {
		return false, err
	}
	h.marked = unpack && f.opt.Format.Text()
	f.opened = append(f.opened, h)
	if h.file == nil {
		return false, nil
	}
	if unpack {
		plain, err := packing.Plain(h.name, h.file, h.start, !f.opt.Format.Text())
		if err != nil {
			return false, h.wrap(err)
		}
		if !plain {
			return false, nil // what is wrong with it is said where it is read
		}
	}
	var last [1]byte
	n, err := h.file.ReadAt(last[:], h.start+max(h.size-1, 0))
	if err != nil && err != io.EOF {
		return false, h.wrap(err)
	}
	if n > 0 != (h.size > 0) || h.start+h.size > math.MaxInt {
		return false, nil
	}
	if h.size == 0 {
		return true, nil
	}
	h.r = io.NewSectionReader(h.file, h.start, h.size)
	if f.header, err = h.takeHeader(&f.opt, f.header); err != nil {
		return false, err
	}
	if _, err := io.CopyN(io.Discard, h.r, mostFront); err != nil && err != io.EOF { // so that the front is looked at
		return false, h.wrap(err)
	}
	all, err := f.opt.FS.Map(h.file, int(h.start+h.size))
	if err != nil {
		return false, nil // it can be read all the same
	}
	// Where a header is all, it may have been given a separator that is not in the file.
	from := min(h.start+int64(len(h.head)), int64(len(all)))
	m := &mapped{handle: h, all: all, data: all[from:], base: f.Total, first: f.stretches(),
		ends: !f.opt.Format.Unended(last[0])}
	if err := h.whole(&f.opt, int64(len(m.data))); err != nil {
		f.opt.FS.Unmap(all)
		return false, err
	}
	f.Total += m.total()
	f.files = append(f.files, m)
	return true, nil
}

// stretches returns how many there are.
func (f *Files) stretches() int64 {
	if len(f.files) == 0 {
		return 0
	}
	last := f.files[len(f.files)-1]
	size := int64(f.opt.Chunk)
	return last.first + (last.total()+size-1)/size
}

// Next returns the records that begin in the next stretch; there may be none.
func (f *Files) Next(ctx context.Context, buf *spill.Buffer, await func(int64) error,
	_ func(int64) (io.Writer, error)) (Chunk, error) {
	k := Chunk{Number: f.claimed.Add(1) - 1}
	if k.Number >= f.stretches() {
		return k, io.EOF
	}
	i := 0 // of the file; so few need no search
	for i+1 < len(f.files) && f.files[i+1].first <= k.Number {
		i++
	}
	m, format := f.files[i], f.opt.Format
	from := (k.Number - m.first) * int64(f.opt.Chunk)
	to := min(from+int64(f.opt.Chunk), int64(len(m.data)))
	first, end := from, to
	if from > 0 {
		first = f.recordFrom(m, from, to)
	}
	if first < to {
		end = f.recordFrom(m, to, int64(len(m.data)))
	}
	k.Data, k.At = m.data[first:end], m.base+first
	unended := len(k.Data) > 0 && format.Unended(k.Data[len(k.Data)-1])
	if unended && (m.ends || end < int64(len(m.data))) { // there was a separator when it was opened
		return k, cmp.Or(m.check(), m.wrap(vfs.ErrChanged))
	}
	if end-first > f.opt.Long {
		begin := end - format.Size
		if format.Text() {
			begin = first + int64(bytes.LastIndexByte(m.data[first:to-1], format.Sep)+1)
		}
		size := end - begin
		if unended {
			size++
		}
		if size > f.opt.Long {
			k.Long, k.Front = size, int(f.opt.Long)
			k.Data = m.data[first : begin+f.opt.Long]
			f.opt.Read(int(begin + size - first))
			return k, nil
		}
	}
	if !unended {
		f.opt.Read(len(k.Data))
		return k, nil
	}
	b, err := grow(buf, len(k.Data)+1, f.opt.Chunk, k.Number, await)
	if err != nil {
		return k, err
	}
	b[copy(b, k.Data)] = format.Sep
	k.Data = b[:len(k.Data)+1]
	f.opt.Read(len(k.Data))
	return k, nil
}

// recordFrom returns where the first record of a file begins that does not begin before
// from, or behind if none does up to there. It lets go of the memory of what it passes
// over, which stands in a record that begins before and may be long.
func (f *Files) recordFrom(m *mapped, from, behind int64) int64 {
	if size := f.opt.Format.Size; size > 0 {
		return min((from+size-1)/size*size, behind)
	}
	for at := from - 1; at < behind; at += spill.WindowSize {
		end := min(at+spill.WindowSize, behind)
		if i := bytes.IndexByte(m.data[at:end], f.opt.Format.Sep); i >= 0 {
			return at + int64(i) + 1
		}
		f.forget(m, at, end)
	}
	return behind
}

// forget lets go of the memory of a part of a file, unless it is to stay there, and
// of what was read along with it.
func (f *Files) forget(m *mapped, from, to int64) {
	const around = 1 << 20
	if f.Data == nil {
		f.opt.FS.Forget(m.all[max(0, m.from()+from-around) : m.from()+to])
	}
}

// Forget lets go of the memory that the data of a chunk take, until they are read
// again, unless they are to stay there.
func (f *Files) Forget(k Chunk) {
	if f == nil || len(k.Data) == 0 { // it may stand behind the separator that a file lacks
		return
	}
	m := f.files[f.at(k.At)]
	from := k.At - m.base
	f.forget(m, from, min(from+int64(len(k.Data)), int64(len(m.data))))
}

// WriteLong writes the long record of a chunk to w, by way of buf.
func (f *Files) WriteLong(ctx context.Context, buf *spill.Buffer, k Chunk, w io.Writer) error {
	b, err := buf.Grow(spill.WindowSize)
	if err != nil {
		return err
	}
	at := k.At + int64(len(k.Whole()))
	for end := at + k.Long; at < end; at += int64(len(b)) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		b = b[:min(spill.WindowSize, end-at)]
		if err := f.ReadAt(b, at); err != nil {
			return err
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// at returns the number of the file that a place in the input is in.
func (f *Files) at(at int64) (i int) {
	for i+1 < len(f.files) && f.files[i+1].base <= at {
		i++
	}
	return i
}

// ReadAt fills b with the records from a place in the input on.
func (f *Files) ReadAt(b []byte, at int64) error {
	for i := f.at(at); len(b) > 0; i++ {
		m := f.files[i]
		in := at - m.base
		n := min(int64(len(b)), int64(len(m.data))-in)
		if n > 0 {
			if got, err := m.file.ReadAt(b[:n], m.from()+in); int64(got) < n {
				if err == io.EOF || err == nil {
					err = vfs.ErrShorter
				}
				return m.wrap(err)
			}
			b, at = b[n:], at+n
		}
		if len(b) > 0 && at < m.base+m.total() { // the separator that is missing
			b[0] = f.opt.Format.Sep
			b, at = b[1:], at+1
		}
	}
	return nil
}

// Check reports whether the files are as they were when they were opened.
func (f *Files) Check() error {
	if f == nil {
		return nil
	}
	for _, h := range f.opened {
		if err := h.check(); err != nil {
			return err
		}
	}
	return nil
}

// Is reports whether w, which has the Stat method of an *os.File then, is one of the files
// that are open, opened to be written over, and returns its name.
func (f *Files) Is(w io.Writer) (name string, is bool) {
	file, ok := w.(interface{ Stat() (fs.FileInfo, error) })
	if f == nil || !ok {
		return "", false
	}
	info, err := file.Stat()
	if err != nil {
		return "", false
	}
	for _, m := range f.files {
		if f.opt.FS.Same(info, m.info) {
			return m.name, true
		}
	}
	return "", false
}

// Stay leaves the records where they are, in Data, if all the input is in one mapping,
// from its first byte to its last, and has records of some length: to deal in entries of
// those is faster than to copy them, as new memory is dear; short ones are faster to copy.
// The stretches become longer then, as nothing is copied that the cache should hold, and
// no record is long.
func (f *Files) Stay() {
	const sample, longish = 64 << 10, 32
	if len(f.files) != 1 || !f.files[0].ends {
		return
	}
	m, count := f.files[0], 0
	front := m.data[:min(sample, len(m.data))]
	err := f.Guard(func() error {
		if count = bytes.Count(front, []byte{f.opt.Format.Sep}); f.opt.Format.Unit == record.Fixed {
			count = int(int64(len(front)) / f.opt.Format.Size)
		}
		return nil
	})
	if err == nil && len(front) >= max(longish*count, 1) {
		f.Data = m.data
		f.opt.Chunk *= 4
		f.opt.Long = math.MaxInt64
	}
}

// Leave copies the Data and closes the files, so that they can be written over.
func (f *Files) Leave() error {
	if err := f.Check(); err != nil {
		return err
	}
	var data []byte
	err := f.Guard(func() error {
		data = bytes.Clone(f.Data)
		return nil
	})
	if err == nil {
		f.Close()
		f.Data = data
	}
	return err
}

// Header returns the one header.
func (f *Files) Header() []byte { return f.header.text }

// First returns the name of its source, or "".
func (f *Files) First() string { return f.header.name }

// Close ends the mappings and closes the files. It may be called again.
func (f *Files) Close() {
	if f == nil {
		return
	}
	for _, m := range f.files {
		f.opt.FS.Unmap(m.all)
	}
	for _, h := range f.opened {
		h.close()
	}
	f.Data, f.files, f.opened = nil, nil, nil
}

// A mapped file is one of [Files], which is read as memory.
type mapped struct {
	*handle
	all   []byte // what is mapped
	data  []byte // the records in it
	base  int64  // where they begin in the input
	first int64  // the number of its first stretch
	ends  bool   // with a separator
}

// from returns where the records begin in the file.
func (m *mapped) from() int64 { return int64(len(m.all) - len(m.data)) }

// total returns how many bytes the records of the file have, with the separator.
func (m *mapped) total() int64 {
	n := int64(len(m.data))
	if n > 0 && !m.ends {
		n++
	}
	return n
}

// has reports whether an address is in the mapping, or in the page behind it.
func (m *mapped) has(address uintptr) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(m.all)))
	return begin <= address && address-begin < uintptr(len(m.all)+os.Getpagesize())
}

// Guard calls read, which reads chunks, and turns a fault into an error: somebody
// cut a file off.
func (f *Files) Guard(read func() error) (err error) {
	if f == nil {
		return read()
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		r := recover()
		if fault, ok := r.(interface {
			runtime.Error
			Addr() uintptr
		}); ok {
			for _, m := range f.files {
				if m.has(fault.Addr()) {
					err = m.wrap(vfs.ErrShorter)
					return
				}
			}
		}
		if r != nil {
			panic(r)
		}
	}()
	return read()
}
