package records

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/yates-shuffle/yates/order"
)

// A stepChunker deals with sources in step: it makes one record of the records
// that stand at the same place in each of them, one after the other. The first
// source alone decides where they go.
type stepChunker struct {
	size   int
	tracks []*track

	mu     sync.Mutex
	number int64
	block  uint64
	drawn  int // digits of the block
	err    error
}

func newStepChunker(opt Options, f *format, sources []Source) *stepChunker {
	c := &stepChunker{size: opt.tune.chunk}
	const least = 64 << 10
	opt.tune.chunk = max(opt.tune.chunk/len(sources), least) // together they take one
	for _, s := range sources {
		c.tracks = append(c.tracks, &track{name: s.name, in: newStreamChunker(opt, f, s)})
	}
	return c
}

func (c *stepChunker) next(ctx context.Context, buf *buffer, await func(int64) error) (chunk, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return chunk{}, c.err
	}
	k, err := c.read(ctx, buf, func(int64) error { return await(c.number) })
	if err != nil {
		c.err = err
	}
	return k, err
}

func (c *stepChunker) read(ctx context.Context, buf *buffer, await func(int64) error) (k chunk, err error) {
	n := 0
	main := c.tracks[0]
	for n < c.size {
		more, err := main.more(ctx, await)
		if err != nil {
			return k, err
		}
		if block := main.offset() >> order.BlockShift; more && block != c.block {
			if n > 0 {
				break
			}
			c.block, c.drawn = block, 0
		}
		if err := c.agree(ctx, await, more); err != nil {
			return k, err
		}
		if !more {
			if n == 0 {
				return k, io.EOF
			}
			break
		}
		if n == 0 {
			k = chunk{number: c.number, inStep: true, block: c.block, drawn: c.drawn}
		}
		c.drawn++
		for _, t := range c.tracks {
			record := t.record()
			if size := n + len(record); size > len(buf.mem) {
				if large(size+size/2, c.size) {
					if err := await(c.number); err != nil {
						return k, err
					}
				}
				if _, err := buf.grow(max(size, c.size)); err != nil {
					return k, err
				}
			}
			n += copy(buf.mem[n:], record)
		}
	}
	k.data = buf.mem[:n]
	c.number++
	return k, nil
}

// agree tells whether all tracks have a further record, or none has.
func (c *stepChunker) agree(ctx context.Context, await func(int64) error, more bool) error {
	main := c.tracks[0]
	for _, t := range c.tracks[1:] {
		has, err := t.more(ctx, await)
		switch {
		case err != nil:
			return err
		case has && !more:
			return fmt.Errorf("%s has more records than %s, which has %d", t.name, main.name, main.records)
		case more && !has:
			return fmt.Errorf("%s has only %d records, fewer than %s", t.name, t.records, main.name)
		}
	}
	return nil
}

func (c *stepChunker) headers() (all [][]byte) {
	for _, t := range c.tracks {
		all = append(all, t.in.in.head)
	}
	return all
}

func (c *stepChunker) close() {
	for _, t := range c.tracks {
		t.in.close()
		t.buf.release()
	}
}

// A track is a source in step with others.
type track struct {
	name    string
	in      *streamChunker
	buf     buffer
	chunk   chunk
	pos     int // in the chunk's data
	records int64
}

// more tells whether there is a further record.
func (t *track) more(ctx context.Context, await func(int64) error) (bool, error) {
	for t.pos == len(t.chunk.data) {
		if large(len(t.buf.mem), t.in.size) { // because of a record that is dealt with
			t.buf.release()
		}
		var err error
		t.chunk, err = t.in.next(ctx, &t.buf, await)
		t.pos = 0
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// offset returns the offset of the next record in the source.
func (t *track) offset() uint64 {
	offset, _ := t.chunk.place(t.pos)
	return offset
}

// record returns the next record; there is one. It is valid until more is called.
func (t *track) record() []byte {
	data := t.chunk.data[t.pos:]
	n := t.in.format.length(data)
	t.pos += n
	t.records++
	return data[:n]
}
