package kept

import (
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/order"
)

// Texts are the records of a bucket: in files, or copied from a store.
type Texts struct {
	Format  *record.Format
	files   *input.Files // or nil
	bucket  []byte       // memory for a copy
	data    []byte
	entries []record.Entry
	spare   []record.Entry
	starts  []uint32
}

func (t *Texts) Load(segs [][]byte, size int64) {
	if t.files != nil {
		t.data, t.entries = t.files.Data, t.entries[:0]
		for _, seg := range segs {
			t.entries = append(t.entries, spill.As[record.Entry](seg)...)
		}
		return
	}
	if need := int(size) + page.Slack; cap(t.bucket) < need {
		t.bucket = make([]byte, need+need/8)
	}
	data := t.bucket[:0]
	for _, seg := range segs {
		data = append(data, seg...)
	}
	t.Index(data)
}

// Index finds the records of data.
func (t *Texts) Index(data []byte) {
	t.data, t.entries = data, t.entries[:0]
	if t.starts == nil {
		t.starts = make([]uint32, 0, 4096)
	}
	for base := 0; base < len(data); {
		// starts are of 32 bits; those of a stretch of the data fit.
		starts, n := t.Format.AppendStarts(t.starts[:0], data[base:])
		last := len(starts) - 1
		for i := range last {
			t.entries = append(t.entries, record.NewEntry(base+int(starts[i]), int(starts[i+1]-starts[i])))
		}
		t.entries = append(t.entries, record.NewEntry(base+int(starts[last]), n-int(starts[last])))
		base += n
	}
}

// Arrange puts the records into an order: placed says which comes to each place.
func (t *Texts) Arrange(placed []uint32) {
	t.spare = t.spare[:0]
	for _, i := range placed {
		t.spare = append(t.spare, t.entries[i])
	}
	t.entries, t.spare = t.spare, t.entries
}

// Record returns record i.
func (t *Texts) Record(i int) []byte { return t.entries[i].Record(t.data, t.Format) }

func (t *Texts) Len() int { return len(t.entries) }

func (t *Texts) Shuffle(s *order.Shuffler, seed order.Seed, b int) {
	order.ShuffleBucket(s, seed, b, t.entries)
}

func (t *Texts) Put(p *page.Pen, lo, hi int) error {
	return p.PutAll(t.data, t.entries[lo:hi], t.Format, t.files != nil)
}
