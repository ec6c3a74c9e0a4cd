package records

import (
	"context"
	"slices"
)

// A chunk is the whole records that begin in a stretch of the input of some
// blocks: what one worker scatters at a time.
type chunk struct {
	number int64  // of the chunk, from 0 on; the last one has number total-1
	data   []byte // the records
	offset uint64 // of data in the input, without the skips
	skips  []skip // from front to end
	name   string // of the file, where it is one

	// Of files in step all records begin in this block, wherever their data are,
	// and its first drawn digits belong to the chunks before.
	inStep bool
	block  uint64
	drawn  int
}

// A skip is bytes of the input that are no records, before data[at] of a chunk.
type skip struct {
	at    int
	bytes uint64
}

// place returns the offset of data[at] in the input and up to where in data there
// is no further skip. It must be asked from front to end.
func (c *chunk) place(at int) (offset uint64, until int) {
	for len(c.skips) > 0 && c.skips[0].at <= at {
		c.offset += c.skips[0].bytes
		c.skips = c.skips[1:]
	}
	until = len(c.data)
	if len(c.skips) > 0 {
		until = c.skips[0].at
	}
	return c.offset + uint64(at), until
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

// newChunker opens the sources: side by side if all are regular files, and few,
// and what their records are shows anywhere in them, else as a stream. It sets
// large if they are known to be larger than memory.
func newChunker(opt Options, f *format, sources []Source, large *bool) (chunker, error) {
	const few = 16 // open files
	switch {
	case opt.InStep:
		return newStepChunker(opt, f, sources), nil
	case f.plain() && len(sources) <= few && (opt.Header == 0 || len(sources) == 1) && !opt.tune.stream:
		var parts []*part
		closeAll := func() {
			for _, p := range parts {
				p.close()
			}
		}
		regular := true
		for i, s := range sources {
			if s.packing != unpacked {
				regular = false
				break
			}
			// Of a file that is given twice the second reading finds nothing left.
			if s.reader != nil && slices.ContainsFunc(sources[:i], func(t Source) bool { return t.same(s) }) {
				regular = false
				break
			}
			// A source that is no regular file is not opened twice: to open a
			// pipe is an event at its other end.
			if s.reader == nil {
				if info, err := opt.fsys.Stat(s.name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
					regular = false
					break
				}
			}
			p, err := s.open(opt.fsys)
			if err != nil {
				closeAll()
				return nil, err
			}
			parts = append(parts, p)
			if p.at == nil {
				regular = false
				break
			}
		}
		if regular {
			c, err := newFileChunker(parts, opt.tune.chunk, f.sep)
			if err == nil && c != nil {
				err = c.setAside(opt.Header)
			}
			if err != nil {
				closeAll()
				return nil, err
			}
			if c != nil {
				c.opened = parts
				*large = c.total() > opt.tune.memory && opt.Head == 0
				return c, nil
			}
		}
		closeAll()
	}
	return newStreamChunker(opt, f, sources...), nil
}
