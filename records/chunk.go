package records

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
)

// A chunk is the whole records that begin in a stretch of the input of some
// blocks: what one worker scatters at a time.
type chunk struct {
	number int64  // of the chunk, from 0 on; the last one has number total-1
	data   []byte // the records
	offset uint64 // of data in the input
	name   string // of the file, where it is one

	// The first drawn digits of this block belong to the chunks before.
	block uint64
	drawn int
	// All records begin in that block, wherever their data are: files in step.
	inStep bool
}

// A chunker cuts the input into chunks. It is used by all workers at the same
// time.
type chunker interface {
	// next returns the next chunk, its data in buf or in a larger buffer that
	// replaces it, or io.EOF. It calls await with the chunk's number before it
	// makes the buffer large: await returns when all chunks before are dealt
	// with, so that no two workers have large buffers.
	next(ctx context.Context, buf *buffer, await func(number int64) error) (chunk, error)
	// headers returns the header of each of the sources in step, when the first
	// chunk has been read.
	headers() [][]byte
	close()
}

// A buffer is what a worker reads into: memory outside the Go heap, where there is
// a way, as what it outgrows is to go at once and not when garbage is collected.
type buffer struct{ mem slab }

// grow makes the buffer at least n long, keeps what it holds, and returns it.
// Where it must grow it grows by half, so that a large record is not copied again
// and again.
func (b *buffer) grow(n int) ([]byte, error) {
	if len(b.mem) < n {
		mem, err := newSlab(max(n, min(2*len(b.mem), n+n/2)))
		if err != nil {
			return nil, err
		}
		copy(mem, b.mem)
		b.release()
		b.mem = mem
	}
	return b.mem, nil
}

func (b *buffer) release() {
	if b.mem != nil {
		b.mem.release()
		b.mem = nil
	}
}

// large tells whether a buffer of n bytes is too large for each worker to have
// one, where chunks have that size.
func large(n, size int) bool { return n > 2*size }

// To find the end of the last record of a chunk, beyond bytes are read at first
// and up to mostBeyond at a time later.
const (
	beyond     = 64 << 10
	mostBeyond = 1 << 20
)

// A streamChunker cuts up what can only be read from front to end, or whose
// records can only be told from there. The worker that asks for a chunk reads it
// while the others scatter theirs.
type streamChunker struct {
	size   int
	format *format

	mu      sync.Mutex
	in      *stream
	cut     cutter
	number  int64
	carry   []byte // what was read beyond the last chunk
	offset  uint64 // of carry in the input
	records int64  // that have ended, of the source that is being read
	block   uint64 // in which the last chunk ended,
	drawn   int    // if it ended within one: the records that begin there
	fresh   bool   // the next record is the first one of a source
	border  error  // what follows carry: nil if more of the same source
	err     error

	progress *Progress
}

func newStreamChunker(opt Options, f *format, sources ...Source) *streamChunker {
	in := &stream{fsys: opt.fsys, sources: sources, format: f, header: opt.Header, window: opt.tune.window}
	return &streamChunker{size: opt.tune.chunk, format: f, in: in, cut: cutter{format: f}, progress: opt.Progress}
}

func (c *streamChunker) next(ctx context.Context, buf *buffer, await func(int64) error) (chunk, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return chunk{}, c.err
	}
	k, err := c.read(ctx, buf, await)
	if err != nil {
		c.err = err
	}
	return k, err
}

func (c *streamChunker) read(ctx context.Context, buf *buffer, await func(int64) error) (k chunk, err error) {
	// The chunk is to hold the records that begin before a multiple of the size.
	want := c.size - int(c.offset%uint64(c.size))
	b, err := buf.grow(max(want, len(c.carry)))
	if err != nil {
		return k, err
	}
	n := copy(b, c.carry)
	pos, skipped := 0, 0 // what is before pos has been looked at
	for more := beyond; ; {
		var done bool
		if pos, done, err = c.scan(b[:n], pos, want); err != nil || done {
			break
		}
		if c.border != nil {
			pos = n
			if err = c.complete(); err != nil || c.border == io.EOF {
				break
			}
			c.border, c.fresh, c.records, skipped = nil, true, 0, c.in.skipped
			if skipped > 0 {
				break
			}
		}
		if err := ctx.Err(); err != nil {
			return k, err
		}
		limit := want
		if n >= want {
			if large(n+n/2, c.size) {
				if err := await(c.number); err != nil {
					return k, err
				}
			}
			limit = n + more
			more = min(2*more, mostBeyond)
		}
		if b, err = buf.grow(limit); err != nil {
			return k, err
		}
		m, err := c.in.Read(b[n:limit])
		n += m
		c.progress.addRead(m)
		if err == io.EOF || err == errBorder {
			c.border = err
		} else if err != nil {
			return k, err
		}
	}
	if err != nil {
		return k, err
	}
	if n == 0 && c.border == io.EOF {
		return k, io.EOF
	}
	c.carry = append(c.carry[:0], b[pos:n]...)
	k = chunk{number: c.number, data: b[:pos], offset: c.offset, block: c.block, drawn: c.drawn}
	c.number++
	c.offset += uint64(pos) + uint64(skipped)
	if skipped > 0 {
		c.endWithin(k)
	}
	return k, nil
}

// endWithin counts the records of a chunk that begin in the same block as the
// next chunk.
func (c *streamChunker) endWithin(k chunk) {
	if block := c.offset >> order.BlockShift; block != c.block {
		c.block, c.drawn = block, 0
	}
	for pos := 0; pos < len(k.data); pos += c.format.length(k.data[pos:]) {
		if (k.offset+uint64(pos))>>order.BlockShift == c.block {
			c.drawn++
		}
	}
}

// scan looks for the first end of a record in b that is not before want. It
// returns where that is, or where to go on when there are more data.
func (c *streamChunker) scan(b []byte, pos, want int) (int, bool, error) {
	last := c.border != nil
	if c.format.plain() {
		if len(b) < want {
			return pos, false, nil
		}
		pos = max(pos, want-1) // nothing before it can be the end
	}
	if c.fresh && pos < len(b) {
		if c.format.unit == startedLines {
			switch begins, known := c.format.begins(b[pos:], last); {
			case !known:
				return pos, false, nil
			case !begins:
				return pos, false, fmt.Errorf("reading %s: its first line does not begin a record", c.source())
			}
		}
		c.fresh = false
	}
	for pos < len(b) {
		end, used := c.cut.next(b[pos:], last)
		if end < 0 {
			return pos + used, false, nil
		}
		pos += end
		c.records++
		if pos >= want {
			return pos, true, nil
		}
	}
	return pos, false, nil
}

// complete tells what is wrong with the end of a source, if anything is.
func (c *streamChunker) complete() error {
	switch {
	case c.cut.odd:
		return fmt.Errorf("reading %s: a quotation mark in its record %d is never closed", c.source(), c.records+1)
	case c.cut.done > 0:
		return fmt.Errorf("reading %s: its last record has only %d of %d lines", c.source(), c.cut.done, c.format.count)
	}
	return nil
}

// source names the source that the data to be scanned come from.
func (c *streamChunker) source() string {
	if c.border != nil {
		return c.in.ended
	}
	return c.in.name
}

func (c *streamChunker) headers() [][]byte { return [][]byte{c.in.head} }

func (c *streamChunker) close() { c.in.close() }

// A fileChunker cuts up regular files, one after the other as if they were one
// file. Each worker reads its own chunks.
type fileChunker struct {
	size   int64
	sep    byte
	parts  []*part // those that are not empty
	opened []*part // to be closed
	mapped []byte  // the whole input, where it could be mapped
	base   []int64 // base[i] is where part i begins in the input; the last one is its end
	head   []byte  // the header, which the input begins with
	taken  atomic.Int64
}

// newFileChunker returns nil where a part is not a regular file, or one that
// does not tell its size, as those of /proc and /sys, which can only be read to
// their ends.
func newFileChunker(parts []*part, size int, sep byte) (*fileChunker, error) {
	c := &fileChunker{size: int64(size), sep: sep, base: []int64{0}}
	total := int64(0)
	for _, p := range parts {
		if p.at == nil {
			return nil, nil
		}
		var last [1]byte
		n, err := p.at.ReadAt(last[:], p.start+max(p.size-1, 0))
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("reading %s: %w", p.name, cause(err))
		}
		if n > 0 != (p.size > 0) {
			return nil, nil
		}
		if p.size == 0 {
			continue
		}
		total += p.size
		if last[0] != sep {
			total++
		}
		c.parts, c.base = append(c.parts, p), append(c.base, total)
	}
	return c, nil
}

// name names the file that the input ends with.
func (c *fileChunker) name() string {
	if len(c.parts) == 0 {
		return ""
	}
	return c.parts[len(c.parts)-1].name
}

func (c *fileChunker) total() int64 { return c.base[len(c.base)-1] }

func (c *fileChunker) next(ctx context.Context, buf *buffer, await func(int64) error) (chunk, error) {
	number := c.taken.Add(1) - 1
	from := number * c.size
	if from >= c.total() {
		return chunk{}, io.EOF
	}
	to := min(from+c.size, c.total())
	lead := min(from, 1)
	if front := int64(len(c.head)); from <= front {
		if to <= front {
			return chunk{number: number, offset: uint64(from)}, nil
		}
		from, lead = front, 0
	}
	if c.mapped != nil {
		first, end := from, to
		if lead == 1 {
			first = recordFrom(c.mapped[:to], from, c.sep)
		}
		if first < to {
			end = recordFrom(c.mapped, to, c.sep)
		}
		return chunk{number: number, data: c.mapped[first:end], offset: uint64(first), name: c.name()}, nil
	}
	// One byte more at the front, lead, tells whether a record begins at from.
	n := int(to - from + lead)
	b, err := buf.grow(n + beyond)
	if err != nil {
		return chunk{}, err
	}
	if err := c.read(b[:n], from-lead); err != nil {
		return chunk{}, err
	}
	first := 0
	if lead == 1 {
		first = bytes.IndexByte(b[:n], c.sep) + 1
		if first == 0 || first == n {
			return chunk{number: number, offset: uint64(from)}, nil
		}
	}
	end := n
	for more := beyond; b[end-1] != c.sep; more = min(2*more, mostBeyond) {
		if err := ctx.Err(); err != nil {
			return chunk{}, err
		}
		m := int(min(int64(more), c.total()-(from-lead)-int64(n)))
		if m == 0 {
			break // with a separator at the end when it was opened, but not now
		}
		if large(n+n/2, int(c.size)) {
			if err := await(number); err != nil {
				return chunk{}, err
			}
		}
		if b, err = buf.grow(n + m); err != nil {
			return chunk{}, err
		}
		if err := c.read(b[n:n+m], from-lead+int64(n)); err != nil {
			return chunk{}, err
		}
		i := bytes.IndexByte(b[n:n+m], c.sep)
		n += m
		end = n
		if i >= 0 {
			end = n - m + i + 1
		}
	}
	return chunk{number: number, data: b[first:end], offset: uint64(from-lead) + uint64(first), name: c.name()}, nil
}

// recordFrom returns where the first record of data begins that does not begin
// before from, which is not 0, or the length of data.
func recordFrom(data []byte, from int64, sep byte) int64 {
	i := bytes.IndexByte(data[from-1:], sep)
	if i < 0 {
		return int64(len(data))
	}
	return from + int64(i)
}

// read fills b with the input from offset on.
func (c *fileChunker) read(b []byte, offset int64) error {
	// The part in which offset lies; small numbers of parts need no search.
	i := 0
	for c.base[i+1] <= offset {
		i++
	}
	for ; len(b) > 0; i++ {
		p, at := c.parts[i], offset-c.base[i]
		n := min(int64(len(b)), p.size-at)
		if n > 0 {
			if err := readPart(p, b[:n], at); err != nil {
				return err
			}
			b, offset = b[n:], offset+n
		}
		if len(b) > 0 && offset < c.base[i+1] { // the separator that is missing
			b[0] = c.sep
			b, offset = b[1:], offset+1
		}
	}
	return nil
}

func readPart(p *part, b []byte, at int64) error {
	n, err := p.at.ReadAt(b, p.start+at)
	if n == len(b) {
		return nil
	}
	if err == io.EOF || err == nil {
		return fmt.Errorf("reading %s: %w", p.name, errShorter)
	}
	return fmt.Errorf("reading %s: %w", p.name, cause(err))
}

// mapping returns the input as memory, if it is one file, ends with a separator,
// and has records of some length: to leave those where they are and to deal in
// entries is faster than to copy them, as new memory is dear; short ones are
// faster to copy. It returns nil where that is not so or not possible.
func (c *fileChunker) mapping(fsys vfs.FS) (*mapping, error) {
	const sample, longish = 64 << 10, 32
	if len(c.parts) != 1 || c.parts[0].start != 0 || c.parts[0].size != c.total() || c.total() > math.MaxInt {
		return nil, nil
	}
	front := make([]byte, min(sample, c.total()))
	if err := c.read(front, 0); err != nil {
		return nil, err
	}
	if len(front) < longish*bytes.Count(front, []byte{c.sep}) {
		return nil, nil
	}
	p := c.parts[0]
	data, err := fsys.Map(p.at, int(c.total()))
	if err != nil {
		return nil, nil // it can be read all the same
	}
	m := &mapping{name: p.name, data: data, info: p.info, file: p.at, owned: p.file != nil, fsys: fsys}
	p.file = nil // now the mapping's
	c.mapped = data
	return m, nil
}

// setAside reads the header, n lines that the input begins with.
func (c *fileChunker) setAside(n int) (err error) {
	if n > 0 {
		c.head, _, err = readHeader(&inputReader{c: c}, &format{sep: c.sep}, n)
	}
	return err
}

// An inputReader reads the input of a fileChunker from its beginning.
type inputReader struct {
	c  *fileChunker
	at int64
}

func (r *inputReader) Read(p []byte) (int, error) {
	n := min(int64(len(p)), r.c.total()-r.at)
	if n == 0 {
		return 0, io.EOF
	}
	err := r.c.read(p[:n], r.at)
	r.at += n
	return int(n), err
}

func (c *fileChunker) headers() [][]byte { return [][]byte{c.head} }

func (c *fileChunker) close() {
	for _, p := range c.opened {
		p.close()
	}
}

// chunkSize is how much of the input a worker with that much memory takes at a
// time, a multiple of the block so that the digits of a block are drawn by one
// worker. The starts and digits of its records take as much again at most.
func chunkSize(memory int64) int {
	const most = 2 * order.BlockSize
	size := order.BlockSize
	for 2*int64(2*size) <= memory && size < most {
		size *= 2
	}
	return size
}
