// Package urn draws from records: with replacement, by weight, as many of each class, or so that those of a class stand
// apart. Its records stay in input order.
package urn

import (
	"context"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
)

// Records are records to draw from.
type Records struct {
	Index   *Index
	Format  *record.Format
	Parts   *page.Parts           // of which there is one
	Workers func(bytes int64) int // returns how many there may be, if each takes so much memory
	// Reader returns what fills b with the input from a place on, for one worker.
	Reader func() func(b []byte, at int64) error
	Check  func() error // reports whether the input is as it was
}

// unitBytes is about how much is written at a time of what is drawn.
const unitBytes = 256 << 10

// Write writes the n records that are drawn, or any number if n is negative.
func (r *Records) Write(ctx context.Context, n int64, draw Draws) error {
	// A worker takes as many choices as have some 256 KiB together, and may
	// hold the longest record, or a window, three times, with its share of the pages.
	mean := r.Index.Size / int64(max(r.Index.Records, 1))
	piece := min(max(unitBytes/(mean+1), 1), 1<<14)
	r.Parts.Progress.WillWrite(0, max(min(n, math.MaxInt64/(mean+1)), 0)*mean)
	held := min(max(r.Index.Longest, unitBytes), 2*spill.WindowSize)
	makers := make([]turns.Maker[*page.Page], r.Workers(3*held))
	for i := range makers {
		makers[i] = &drawer{chooser: chooser{draw: draw, room: make([]uint64, piece)}, records: r,
			finder: finder{index: r.Index, format: r.Format, read: r.Reader()}}
	}
	return r.Parts.FillOne(ctx, makers, 0)
}

// A drawer makes the text of choices.
type drawer struct {
	chooser
	finder
	records *Records
	buf     []byte
}

// Make looks up the records.
func (d *drawer) Make(out *turns.Out[*page.Page]) error {
	d.buf = d.buf[:0]
	for _, r := range d.part {
		if err := d.appendRecord(out, r); err != nil {
			return err
		}
	}
	if err := d.flush(out); err != nil {
		return err
	}
	return d.records.Check()
}

// flush puts what is in the buffer on a page. The page's memory is the next buffer.
func (d *drawer) flush(out *turns.Out[*page.Page]) error {
	to, err := out.Page()
	if err != nil {
		return err
	}
	to.Buf, d.buf = d.buf, to.Buf[:0]
	out.Flush()
	return nil
}

// appendRecord appends record r to the buffer. What goes beyond the size of a window is put on pages.
func (d *drawer) appendRecord(out *turns.Out[*page.Page], r uint64) error {
	at, end, err := d.find(r)
	if err != nil {
		return err
	}
	for at < end {
		if len(d.buf) >= spill.WindowSize {
			if err := d.flush(out); err != nil {
				return err
			}
		}
		n, more := len(d.buf), int(min(spill.WindowSize, end-at))
		d.buf = slices.Grow(d.buf, more)[:n+more]
		if err := d.read(d.buf[n:], at); err != nil {
			return err
		}
		at += int64(more)
	}
	return nil
}
