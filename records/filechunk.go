package records

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/vfs"
)

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

// read fills b with the input from offset on. Where a part ended with a separator
// when it was opened, one must still be there, as what follows would be taken for
// more of the part's last record.
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
			if end := at + n; end == p.size && c.base[i]+end == c.base[i+1] && b[n-1] != c.sep {
				return fmt.Errorf("reading %s: %w", p.name, errChanged)
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
		c.head, _, err = readHeader(&inputReader{c: c}, &format{sep: c.sep}, n, mostHeader)
	}
	if err == errLongHeader {
		err = fmt.Errorf("reading %s: %w", c.name(), err)
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
