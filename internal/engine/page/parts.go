package page

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"sort"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// Parts are where the records go: the order is cut into parts, one after the
// other, or dealt to parts by class. Each part has an output.
type Parts struct {
	Open     func(part int) (io.Writer, error)
	Archive  *archive.Kind // that they become, or nil
	Stubs    bool          // whose numbers are written
	Head     []byte        // of each
	Input    *input.Files  // that is read when the first part is open, or nil
	Progress *Progress

	Ends []int64 // of the parts, in records or groups of the order
	Skip int64   // how much of the first part is not written
	// First is how many records, or groups, come before each bucket.
	First [order.Buckets]int64

	// Deal, if not nil, returns the part of the next record of a class, or the number of parts if it is in none. All
	// parts are open at the same time then.
	Deal func(class int32) (part int)

	part int      // of the record that is dealt
	out  []output // of the parts that have been opened
}

// NoEnd is the end of a part that is all of the order.
const NoEnd = int64(math.MaxInt64)

// At returns the part of record, or group, i of bucket b, and how many from there
// on are in the same part. Beyond all parts it returns their number.
func (p *Parts) At(b, i int) (part int, n int64) {
	at := p.First[b] + int64(i)
	part = sort.Search(len(p.Ends), func(k int) bool { return p.Ends[k] > at })
	if part < len(p.Ends) {
		n = p.Ends[part] - at
	}
	return part, n
}

// Wants reports whether bucket b has records that are in a part, and not skipped.
func (p *Parts) Wants(b int) bool {
	skipped := p.Skip > 0 && b+1 < order.Buckets && p.First[b+1] <= p.Skip
	return p.First[b] < p.Ends[len(p.Ends)-1] && !skipped
}

// Write writes a page, which can be filled again then.
func (p *Parts) Write(pg *Page) error {
	if p.Deal != nil {
		return p.deal(pg)
	}
	if err := p.Enter(pg.Part); err != nil {
		return err
	}
	b := pg.Buf
	if len(b) == 0 {
		return nil
	}
	pg.Buf = b[:0]
	return p.out[pg.Part].write(b, p.Progress)
}

// deal writes a page, record by record: outputs may have parts in common.
func (p *Parts) deal(pg *Page) error {
	rest := pg.Buf
	for _, m := range pg.marks {
		if m.class >= 0 {
			p.part = p.Deal(m.class)
		}
		text := rest[:m.n]
		rest = rest[m.n:]
		if p.part == len(p.out) {
			continue
		}
		if err := p.out[p.part].write(text, p.Progress); err != nil {
			return err
		}
	}
	pg.marks, pg.Buf = pg.marks[:0], pg.Buf[:0]
	return nil
}

// Fill opens the parts up to first, has fill write the pages, opens those up to last, which may be empty, and ends
// them.
func (p *Parts) Fill(first, last int, fill func() error) error {
	err := p.Enter(first)
	if err == nil {
		err = fill()
	}
	if err == nil {
		err = cmp.Or(p.Enter(last), p.End())
	}
	return p.Progress.Finish(err)
}

// FillOne fills the only part with the pages of a size that the makers fill, in order.
func (p *Parts) FillOne(ctx context.Context, makers []turns.Maker[*Page], size int) error {
	pages := New(turns.PagesFor(len(makers)), size)
	return p.Fill(0, 0, func() error { return turns.Run(ctx, makers, pages, p.Write) })
}

// Enter opens the parts up to the given one, each with its header.
func (p *Parts) Enter(part int) error {
	for n := len(p.out); n <= part; n++ {
		if p.Deal == nil {
			if err := p.End(); err != nil {
				return err
			}
		}
		to, err := p.Open(n)
		if err != nil {
			return err
		}
		if name, is := p.Input.Is(to); is && (n > 0 || p.Input.Data == nil) {
			return fmt.Errorf("the output of part %d is the input %s, which is being read", n+1, label.Name(name))
		} else if is {
			if err := p.Input.Leave(); err != nil {
				return err
			}
		}
		out := output{to, to}
		if p.Archive != nil {
			out.through = &archive.Writer{To: to}
		}
		if p.Stubs {
			out.through = &stubWriter{to: to}
		}
		p.out = append(p.out, out)
		if len(p.Head) > 0 {
			if err := out.write(p.Head, p.Progress); err != nil {
				return err
			}
		}
	}
	return nil
}

// End ends the part that was opened last, or all parts if they are open at the same time.
func (p *Parts) End() error {
	if p.Archive == nil {
		return nil
	}
	last := max(len(p.out)-1, 0)
	if p.Deal != nil {
		last = 0
	}
	for _, out := range p.out[last:] {
		if err := (output{out.to, out.to}).write(p.Archive.End, p.Progress); err != nil {
			return err
		}
	}
	return nil
}
