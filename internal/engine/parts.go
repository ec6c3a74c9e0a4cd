package engine

import (
	"fmt"
	"io"
	"math"
	"sort"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// parts is where the records go: the order is cut into parts, one after the
// other or by strata, each of which has an output.
type parts struct {
	archive *archive.Kind // that they become, or nil
	stubs   bool          // whose numbers they are
	head    []byte        // of each
	ends    []int64       // of the parts, in records or groups of the order
	skip    int64         // how much of the first part is not written
	first   [order.Buckets]int64
	open    func(part int) (io.Writer, error)
	input   *input.Files // that is read when the first part is open, or nil

	strata *strata // unless the parts are consecutive

	out []io.Writer // of the parts that have been opened

	progress *Progress
}

// onePart is all of the order.
var onePart = []int64{math.MaxInt64}

// of returns the part of record, or group, i of bucket b, and how many from there
// on are in the same part. Beyond all parts it returns their number.
func (p *parts) of(b, i int) (part int, n int64) {
	at := p.first[b] + int64(i)
	part = sort.Search(len(p.ends), func(k int) bool { return p.ends[k] > at })
	if part < len(p.ends) {
		n = p.ends[part] - at
	}
	return part, n
}

// wanted reports whether bucket b has records that are in a part, and not skipped.
func (p *parts) wanted(b int) bool {
	skipped := p.skip > 0 && b+1 < order.Buckets && p.first[b+1] <= p.skip
	return p.first[b] < p.ends[len(p.ends)-1] && !skipped
}

// write writes a page, which can be filled again then.
func (p *parts) write(pg *page) error {
	if p.strata != nil {
		return p.writeMarked(pg)
	}
	if err := p.enter(pg.part); err != nil {
		return err
	}
	b := pg.buf
	if len(b) == 0 {
		return nil
	}
	pg.buf = b[:0]
	return writeAll(p.out[pg.part], b, p.progress)
}

// writeMarked writes a page, record by record: outputs may have parts in common.
func (p *parts) writeMarked(pg *page) error {
	s := p.strata
	rest := pg.buf
	for _, m := range pg.marks {
		if m.class >= 0 {
			s.part = s.next(m.class)
		}
		text := rest[:m.n]
		rest = rest[m.n:]
		if s.part == s.parts {
			continue
		}
		if err := writeAll(p.out[s.part], text, p.progress); err != nil {
			return err
		}
	}
	pg.marks, pg.buf = pg.marks[:0], pg.buf[:0]
	return nil
}

// enter opens the parts up to the given one, each with its header.
func (p *parts) enter(part int) error {
	for n := len(p.out); n <= part; n++ {
		if p.strata == nil {
			if err := p.end(); err != nil {
				return err
			}
		}
		out, err := p.open(n)
		if err != nil {
			return err
		}
		if name, is := p.input.Is(out); is && n > 0 {
			return fmt.Errorf("the output of part %d is the input %s, which is being read", n+1, label.Name(name))
		} else if is {
			if err := p.input.Leave(); err != nil {
				return err
			}
		}
		if p.archive != nil {
			out = &archive.Writer{To: out}
		}
		if p.stubs {
			out = &stubWriter{to: out}
		}
		p.out = append(p.out, out)
		if len(p.head) > 0 {
			if err := writeAll(out, p.head, p.progress); err != nil {
				return err
			}
		}
	}
	return nil
}

// end ends the part that was opened last, or all parts if they are open at the same time.
func (p *parts) end() error {
	if p.archive == nil {
		return nil
	}
	last := max(len(p.out)-1, 0)
	if p.strata != nil {
		last = 0
	}
	for _, out := range p.out[last:] {
		if err := endArchive(out, p.archive, p.progress); err != nil {
			return err
		}
	}
	return nil
}
