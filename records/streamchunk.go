package records

import (
	"context"
	"fmt"
	"io"
	"sync"
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
	pos, skipped := 0, uint64(0) // what is before pos has been looked at
	var skips []skip
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
			c.border, c.fresh, c.records = nil, true, 0
			if m := c.in.skipped; m > 0 {
				skips, skipped = append(skips, skip{n, uint64(m)}), skipped+uint64(m)
				if want -= m; want <= n {
					break
				}
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
	k = chunk{number: c.number, data: b[:pos], offset: c.offset, skips: skips}
	c.number++
	c.offset += uint64(pos) + skipped
	return k, nil
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
