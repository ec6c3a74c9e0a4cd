package input

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// Files are regular files that are mapped, one after the other. They are cut up in
// stretches, each of which a worker takes for itself.
type Files struct {
	// Total is how many bytes the records have, with the separators that are
	// missing at the ends of files.
	Total int64

	opt    Options
	files  []*mapped // those that are not empty
	opened []*handle // to be closed
	header *header
	taken  atomic.Int64 // stretches
}

// A mapped file is one of [Files].
type mapped struct {
	*Mapping
	base  int64 // where it begins in the input
	first int64 // the number of its first stretch
	ends  bool  // with a separator
	kept  bool  // by somebody else
}

// mostMapped is how many files are mapped at the same time.
const mostMapped = 16

// openFiles opens the sources if all of them can be mapped, and returns nil if not.
func openFiles(opt Options, sources []Source) (*Files, error) {
	if !opt.Format.Plain() || opt.Streams || len(sources) > mostMapped || twice(sources) {
		return nil, nil
	}
	f := &Files{opt: opt}
	ok, err := f.open(sources)
	if err != nil || !ok {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *Files) open(sources []Source) (ok bool, err error) {
	for _, s := range sources {
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
		f.opened = append(f.opened, h)
		if h.file == nil {
			return false, nil
		}
		if unpack {
			plain, err := packing.Plain(h.name, h.file, h.start)
			if err != nil {
				return false, h.wrap(err)
			}
			if !plain {
				return false, nil // what is wrong with it is said where it is read
			}
		}
		if ok, err := f.add(h); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// add maps a file. Those of /proc and /sys do not tell their sizes and can only be
// read to their ends.
func (f *Files) add(h *handle) (ok bool, err error) {
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
	data, err := f.opt.FS.Map(h.file, int(h.start+h.size))
	if err != nil {
		return false, nil // it can be read all the same
	}
	m := &mapped{Mapping: &Mapping{handle: h, Data: data, From: h.start + int64(len(h.head)), fsys: f.opt.FS},
		ends: last[0] == f.opt.Format.Sep}
	m.base, m.first = f.Total, f.stretches()
	f.Total += m.size()
	f.files = append(f.files, m)
	return true, nil
}

// size returns how many bytes the records of the file have. Where a header is all,
// it may have been given a separator that is not in the file.
func (m *mapped) size() int64 {
	n := int64(len(m.Data)) - m.From
	if n > 0 && !m.ends {
		n++
	}
	return max(n, 0)
}

// stretches returns how many there are.
func (f *Files) stretches() int64 {
	if len(f.files) == 0 {
		return 0
	}
	last := f.files[len(f.files)-1]
	size := int64(f.opt.Chunk)
	return last.first + (last.size()+size-1)/size
}

// Next returns the records that begin in the next stretch; there may be none.
func (f *Files) Next(ctx context.Context, buf *spill.Buffer, await func(int64) error,
	_ func(int64) (io.Writer, error)) (Chunk, error) {
	k := Chunk{Number: f.taken.Add(1) - 1}
	if k.Number >= f.stretches() {
		return k, io.EOF
	}
	i := 0 // of the file; so few need no search
	for i+1 < len(f.files) && f.files[i+1].first <= k.Number {
		i++
	}
	m, sep := f.files[i], f.opt.Format.Sep
	from := m.From + (k.Number-m.first)*int64(f.opt.Chunk)
	to := min(from+int64(f.opt.Chunk), int64(len(m.Data)))
	first, end := from, to
	if from > m.From {
		first = recordFrom(m.Data[:to], from, sep)
	}
	if first < to {
		end = m.recordFrom(to, sep)
	} else {
		m.forget(from-1, to) // which stands in a record that begins before
	}
	k.Data, k.At = m.Data[first:end], m.base+first-m.From
	unended := len(k.Data) > 0 && k.Data[len(k.Data)-1] != sep
	if unended && (m.ends || end < int64(len(m.Data))) { // there was a separator when it was opened
		return k, cmp.Or(m.handle.check(), m.handle.wrap(ErrChanged))
	}
	if end-first > f.opt.Long {
		begin := first + int64(bytes.LastIndexByte(m.Data[first:to-1], sep)+1)
		size := end - begin
		if unended {
			size++
		}
		if size > f.opt.Long {
			k.Long, k.Front = size, int(f.opt.Long)
			k.Data = m.Data[first : begin+f.opt.Long]
			f.opt.Read(int(begin + size - first))
			return k, nil
		}
	}
	if !unended {
		f.opt.Read(len(k.Data))
		return k, nil
	}
	if Large(len(k.Data)+1, f.opt.Chunk) {
		if err := await(k.Number); err != nil {
			return k, err
		}
	}
	b, err := buf.Grow(len(k.Data) + 1)
	if err != nil {
		return k, err
	}
	b[copy(b, k.Data)] = sep
	k.Data = b[:len(k.Data)+1]
	f.opt.Read(len(k.Data))
	return k, nil
}

// recordFrom returns where the first record of data begins that does not begin
// before from, or the length of data.
func recordFrom(data []byte, from int64, sep byte) int64 {
	i := bytes.IndexByte(data[from-1:], sep)
	if i < 0 {
		return int64(len(data))
	}
	return from + int64(i)
}

// recordFrom is recordFrom for all of the file. It lets go of the memory of what it
// passes over, which may be a long record.
func (m *mapped) recordFrom(from int64, sep byte) int64 {
	for at := from - 1; at < int64(len(m.Data)); at += spill.WindowSize {
		end := min(at+spill.WindowSize, int64(len(m.Data)))
		if i := bytes.IndexByte(m.Data[at:end], sep); i >= 0 {
			return at + int64(i) + 1
		}
		m.forget(at, end)
	}
	return int64(len(m.Data))
}

// forget lets go of the memory of a part of the file, unless it is to stay there, and
// of what was read along with it.
func (m *mapped) forget(from, to int64) {
	const around = 1 << 20
	if !m.kept {
		m.fsys.Forget(m.Data[max(0, from-around):to])
	}
}

// WriteLong writes the long record of a chunk to w, by way of buf. It lets go of the
// memory of what it has read.
func (f *Files) WriteLong(ctx context.Context, buf *spill.Buffer, k Chunk, w io.Writer) error {
	b, err := buf.Grow(spill.WindowSize)
	if err != nil {
		return err
	}
	at := k.At + int64(len(k.Whole()))
	m := f.files[f.at(at)]
	at += m.From - m.base
	for end := at + k.Long; at < end; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := copy(b[:min(spill.WindowSize, end-at)], m.Data[min(at, int64(len(m.Data))):])
		if n == 0 { // the separator that is missing
			b[0], n = f.opt.Format.Sep, 1
		} else {
			m.forget(at, at+int64(n))
		}
		if _, err := w.Write(b[:n]); err != nil {
			return err
		}
		at += int64(n)
	}
	return nil
}

// Forget lets go of the memory that the data of a chunk take, until they are read
// again.
func (f *Files) Forget(k Chunk) {
	if len(k.Data) == 0 { // it may stand behind the separator that a file lacks
		return
	}
	m := f.files[f.at(k.At)]
	from := m.From + k.At - m.base
	m.forget(from, min(from+int64(len(k.Data)), int64(len(m.Data))))
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
		in := m.From + at - m.base
		n := min(int64(len(b)), int64(len(m.Data))-in)
		if n > 0 {
			if got, err := m.handle.file.ReadAt(b[:n], in); int64(got) < n {
				if err == io.EOF || err == nil {
					err = ErrShorter
				}
				return m.handle.wrap(err)
			}
			b, at = b[n:], at+n
		}
		if len(b) > 0 && at < m.base+m.size() { // the separator that is missing
			b[0] = f.opt.Format.Sep
			b, at = b[1:], at+1
		}
	}
	return nil
}

// Check reports whether the files are as they were when they were opened.
func (f *Files) Check() error {
	for _, h := range f.opened {
		if err := h.check(); err != nil {
			return err
		}
	}
	return nil
}

// Guard calls read, which reads chunks, and turns a fault into an error: somebody
// cut a file off.
func (f *Files) Guard(read func() error) error {
	for _, m := range f.files {
		read = m.guarded(read)
	}
	return read()
}

func (m *Mapping) guarded(read func() error) func() error {
	return func() error { return m.Guard(read) }
}

// Are reports whether w is one of the files, opened to be written over.
func (f *Files) Are(w io.Writer) bool {
	for _, m := range f.files {
		if m.Is(w) {
			return true
		}
	}
	return false
}

// AreOne reports whether all the input is in one mapping that can be left where it is,
// from its first byte to its last, and has records of some length: to deal in entries of
// those is faster than to copy them, as new memory is dear; short ones are faster to copy.
func (f *Files) AreOne() bool {
	const sample, longish = 64 << 10, 32
	if len(f.files) != 1 || !f.files[0].ends {
		return false
	}
	m, count := f.files[0], 0
	front := m.Data[m.From:][:min(sample, f.Total)]
	err := m.Guard(func() error {
		count = bytes.Count(front, []byte{f.opt.Format.Sep})
		return nil
	})
	return err == nil && len(front) >= longish*count
}

// Take gives the one mapping to the caller, who must close it. The stretches become
// longer, as nothing is copied that the cache should hold.
func (f *Files) Take() *Mapping {
	m := f.files[0]
	f.opt.Chunk *= 4
	f.opt.Long = math.MaxInt64 // records are left where they are
	f.opened = slices.DeleteFunc(f.opened, func(h *handle) bool { return h == m.handle })
	m.kept = true
	return m.Mapping
}

func (f *Files) Headers() [][]byte { return f.header.all() }

func (f *Files) Close() {
	for _, m := range f.files {
		if !m.kept {
			m.fsys.Unmap(m.Data)
		}
	}
	for _, h := range f.opened {
		h.close()
	}
}
