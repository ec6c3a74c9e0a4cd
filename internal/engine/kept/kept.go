// Package kept is what the store holds of records between their scattering and their gathering, behind one interface:
// copies of their bytes, entries of those that stay in mapped files, the indices of integers, or stubs, which are rows
// of numbers and keys. [Unscattered] are copies in input order, or nothing.
package kept

import (
	"math"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/order"
)

// A Kept is what the store holds of the records. Each call is for many records.
type Kept interface {
	scatter.Placer
	// Size returns the number of bytes of text of a store.
	Size(s *spill.Store) int64
	// Limits returns how many bytes of the store make about unit bytes of text, of so many records in all, and
	// the most that are held of a bucket.
	Limits(unit, big, records int64) (int64, int64)
	// NewBucket returns what holds a bucket for one worker.
	NewBucket() Bucket
}

// A Bucket is a bucket in memory.
type Bucket interface {
	// Load fills it from segments, which come to so many bytes, in input order.
	Load(segs [][]byte, size int64)
	// Shuffle shuffles bucket b of Order 1.
	Shuffle(s *order.Shuffler, seed order.Seed, b int)
	// Len returns how many records it has.
	Len() int
	// Put puts records lo, …, hi−1 on pages.
	Put(p *page.Pen, lo, hi int) error
}

// Copies are the bytes of records.
type Copies struct{ Format *record.Format }

func (k Copies) Measure(l *scatter.Lot) {
	l.Bytes = [order.Buckets]int{}
	for i, d := range l.Digits {
		from, to := l.Span(i)
		l.Bytes[d%order.Buckets] += to - from
	}
}

func (k Copies) Place(l *scatter.Lot, p *spill.Piece) {
	copy(l.Next[:], p.Start)
	wanted := uint16(len(p.Start) - 2) // the last bucket
	data, dst := l.Data, p.Data
	for i, d := range l.Digits {
		b := d % order.Buckets
		if b > wanted {
			continue
		}
		from, to := l.Span(i)
		at := l.Next[b]
		l.Next[b] = at + to - from
		copy(dst[at:], data[from:to])
	}
}

func (k Copies) Input() *input.Files                      { return nil }
func (k Copies) Size(s *spill.Store) int64                { return s.Bytes() }
func (k Copies) Limits(unit, big, _ int64) (int64, int64) { return unit, big }
func (k Copies) NewBucket() Bucket                        { return &Texts{Format: k.Format} }

// Mapped are the entries of records of files that stay mapped. No bucket of them is big.
type Mapped struct {
	Files  *input.Files
	Format *record.Format
}

func (k Mapped) Measure(l *scatter.Lot) { l.MeasureEach(record.EntryBytes) }

func (k Mapped) Place(l *scatter.Lot, p *spill.Piece) {
	if l.At < 0 {
		panic("kept: records of a mapped file were dropped, and the rule's row does not say that it drops")
	}
	for b := range l.Next {
		l.Next[b] = p.Start[b] / record.EntryBytes
	}
	dst, base := spill.As[record.Entry](p.Data), int(l.At)
	for i, d := range l.Digits {
		b := d % order.Buckets
		from, to := l.Span(i)
		dst[l.Next[b]] = record.NewEntry(base+from, to-from)
		l.Next[b]++
	}
}

func (k Mapped) Input() *input.Files     { return k.Files }
func (k Mapped) Size(*spill.Store) int64 { return int64(len(k.Files.Data)) }
func (k Mapped) NewBucket() Bucket       { return &Texts{Format: k.Format, files: k.Files} }

func (k Mapped) Limits(unit, _, records int64) (int64, int64) {
	mean := int64(len(k.Files.Data)) / max(records, 1)
	return max(unit/max(mean, 1), 1) * int64(record.EntryBytes), math.MaxInt64
}

// Unscattered are the bytes of records in input order, in one bucket, or nothing if they are read again from files.
type Unscattered struct {
	Copies
	Files *input.Files // or nil
}

func (k Unscattered) Measure(l *scatter.Lot) {
	l.Bytes = [order.Buckets]int{}
	if k.Files == nil {
		l.Bytes[0] = len(l.Data)
	}
}

func (k Unscattered) Place(l *scatter.Lot, p *spill.Piece) { copy(p.Data, l.Data) }
func (k Unscattered) Input() *input.Files                  { return k.Files }
