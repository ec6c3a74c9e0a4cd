package engine

import (
	"encoding/binary"
	"math"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/order"
)

// A kept is what the store holds of the records: their bytes, entries of records that stay in mapped files, or
// the indices of integers. Each call is for many records.
type kept interface {
	// measure counts the bytes in the store of each bucket of a lot.
	measure(l *lot)
	// place puts a lot into its piece.
	place(l *lot, p *spill.Piece)
	// input returns the files that are still read, or nil.
	input() *input.Files
	// size returns the number of bytes of text of a store.
	size(s *spill.Store) int64
	// limits returns how many bytes of the store make about unit bytes of text, of so many records in all, and
	// the most that are held of a bucket.
	limits(unit, big, records int64) (int64, int64)
	// hold returns what holds a bucket for one worker.
	hold() held
}

// A held is a bucket in memory.
type held interface {
	// load fills it from segments, which come to so many bytes, in input order.
	load(segs [][]byte, size int64)
	// shuffle shuffles bucket b of Order 1.
	shuffle(s *order.Shuffler, seed order.Seed, b int)
	len() int
	// put puts records lo, …, hi−1 on pages.
	put(p *pen, lo, hi int) error
}

// copies are the bytes of records.
type copies struct{ format *record.Format }

func (k copies) measure(l *lot) {
	l.bytes = [order.Buckets]int{}
	starts := l.starts
	last := len(starts) - 1
	if last < 0 {
		return
	}
	digit := l.digit[:len(starts)]
	for i := range last {
		l.bytes[digit[i]%order.Buckets] += int(starts[i+1] - starts[i])
	}
	l.bytes[digit[last]] += len(l.data) - int(starts[last])
}

func (k copies) place(l *lot, p *spill.Piece) {
	copy(l.next[:], p.Start)
	wanted := uint16(len(p.Start) - 2) // the last bucket
	starts, digit, data, dst := l.starts, l.digit[:len(l.starts)], l.data, p.Data
	last := len(starts) - 1
	for i := range last {
		b := digit[i] % order.Buckets
		if b > wanted {
			continue
		}
		from, to := int(starts[i]), int(starts[i+1])
		at := l.next[b]
		l.next[b] = at + to - from
		copyRecord(dst[at:], data[from:to])
	}
	if b := digit[last]; b <= wanted {
		copy(dst[l.next[b]:], data[starts[last]:])
	}
}

func (k copies) input() *input.Files                      { return nil }
func (k copies) size(s *spill.Store) int64                { return s.Bytes() }
func (k copies) limits(unit, big, _ int64) (int64, int64) { return unit, big }
func (k copies) hold() held                               { return &texts{format: k.format} }

// copyRecord is copy for records that are mostly short: it saves the call for
// those of 4 to 16 bytes, by two loads and stores that may overlap.
func copyRecord(dst, src []byte) {
	n := len(src)
	switch {
	case n > 16 || n < 4:
		copy(dst, src)
	case n >= 8:
		dst = dst[:n]
		head, foot := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[n-8:])
		binary.LittleEndian.PutUint64(dst, head)
		binary.LittleEndian.PutUint64(dst[n-8:], foot)
	default:
		dst = dst[:n]
		head, foot := binary.LittleEndian.Uint32(src), binary.LittleEndian.Uint32(src[n-4:])
		binary.LittleEndian.PutUint32(dst, head)
		binary.LittleEndian.PutUint32(dst[n-4:], foot)
	}
}

// mapped are the entries of records of files that stay mapped. No bucket of them is big.
type mapped struct {
	files  *input.Files
	format *record.Format
}

func (k mapped) measure(l *lot) { l.measureEach(entryBytes) }

func (k mapped) place(l *lot, p *spill.Piece) {
	for b := range l.next {
		l.next[b] = p.Start[b] / entryBytes
	}
	starts, digit, dst := l.starts, l.digit, entriesIn(p.Data)
	base, size := int(l.at), len(l.data)
	for i, d := range digit {
		b := d % order.Buckets
		from, to := int(starts[i]), size
		if i+1 < len(starts) {
			to = int(starts[i+1])
		}
		dst[l.next[b]] = newEntry(base+from, to-from)
		l.next[b]++
	}
}

func (k mapped) input() *input.Files     { return k.files }
func (k mapped) size(*spill.Store) int64 { return int64(len(k.files.Data)) }
func (k mapped) hold() held              { return &texts{format: k.format, files: k.files} }

func (k mapped) limits(unit, _, records int64) (int64, int64) {
	mean := int64(len(k.files.Data)) / max(records, 1)
	return max(unit/max(mean, 1), 1) * int64(entryBytes), math.MaxInt64
}

// inOrder are the bytes of records in input order, in one bucket, or nothing if they are read again from files.
type inOrder struct {
	copies
	files *input.Files // or nil
}

func (k inOrder) measure(l *lot) {
	l.bytes = [order.Buckets]int{}
	if k.files == nil {
		l.bytes[0] = len(l.data)
	}
}

func (k inOrder) place(l *lot, p *spill.Piece) { copy(p.Data, l.data) }
func (k inOrder) input() *input.Files          { return k.files }

// texts are the records of a bucket: in files, or copied from a store.
type texts struct {
	format  *record.Format
	files   *input.Files // or nil
	bucket  []byte       // memory for a copy
	data    []byte
	entries []entry
	spare   []entry
	starts  []uint32
}

func (t *texts) load(segs [][]byte, size int64) {
	if t.files != nil {
		t.data, t.entries = t.files.Data, t.entries[:0]
		for _, seg := range segs {
			t.entries = append(t.entries, entriesIn(seg)...)
		}
		return
	}
	if need := int(size) + slack; cap(t.bucket) < need {
		t.bucket = make([]byte, need+need/8)
	}
	data := t.bucket[:0]
	for _, seg := range segs {
		data = append(data, seg...)
	}
	t.index(data)
}

// index finds the records of data.
func (t *texts) index(data []byte) {
	t.data, t.entries = data, t.entries[:0]
	if t.starts == nil {
		t.starts = make([]uint32, 0, 4096)
	}
	for base := 0; base < len(data); {
		// starts are of 32 bits; those of a stretch of the data fit.
		starts, n := t.format.AppendStarts(t.starts[:0], data[base:])
		last := len(starts) - 1
		for i := range last {
			t.entries = append(t.entries, newEntry(base+int(starts[i]), int(starts[i+1]-starts[i])))
		}
		t.entries = append(t.entries, newEntry(base+int(starts[last]), n-int(starts[last])))
		base += n
	}
}

// arrange puts the records into an order: placed says which comes to each place.
func (t *texts) arrange(placed []uint32) {
	t.spare = t.spare[:0]
	for _, i := range placed {
		t.spare = append(t.spare, t.entries[i])
	}
	t.entries, t.spare = t.spare, t.entries
}

// record returns record i.
func (t *texts) record(i int) []byte { return t.entries[i].record(t.data, t.format) }

func (t *texts) len() int { return len(t.entries) }

func (t *texts) shuffle(s *order.Shuffler, seed order.Seed, b int) {
	order.ShuffleBucket(s, seed, b, t.entries)
}

func (t *texts) put(p *pen, lo, hi int) error {
	return p.putAll(t.data, t.entries[lo:hi], t.format, t.files != nil)
}
