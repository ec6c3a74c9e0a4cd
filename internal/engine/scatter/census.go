package scatter

import (
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Class is the records that have the same texts in the columns of a rule, or the groups whose first records have
// them. It is known by the hash of its key, so that a long key takes no more memory.
type Class = [32]byte

// ClassBytes is about what each class takes at most: in a map of counts, in one of numbers and in a list.
const ClassBytes = 240

// A Census counts the records, or groups, of each class.
type Census struct {
	most  int        // classes, for which there is memory
	mu    sync.Mutex // guards Count
	Count map[Class]int64
}

// NewCensus returns a census of no classes, within so much memory.
func NewCensus(memory int64) *Census {
	return &Census{most: int(memory / ClassBytes), Count: map[Class]int64{}}
}

// CountOne counts one of a class for a worker, who has these sizes and keeps only some of them to itself.
func (c *Census) CountOne(sizes map[Class]int64, class Class) error {
	sizes[class]++
	const many = 4096
	if len(sizes) < many {
		return nil
	}
	return c.AddSizes(sizes)
}

// AddSizes adds what a worker has counted, and clears that. It is safe for concurrent use.
func (c *Census) AddSizes(sizes map[Class]int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for class, n := range sizes {
		c.Count[class] += n
	}
	clear(sizes)
	if len(c.Count) > c.most {
		return &failure.TooManyError{What: "classes", Most: c.most}
	}
	return nil
}

// Classed counts the records of each class.
type Classed struct {
	Idle
	By     *record.Key
	Seed   order.Seed
	Census *Census
	sizes  map[Class]int64
}

// After counts those of the lot.
func (c *Classed) After(l *Lot) error {
	if c.sizes == nil {
		c.sizes = map[Class]int64{}
	}
	err := l.EachKey(c.By, func(_ int, key []byte, _ bool) error {
		return c.Census.CountOne(c.sizes, order.ClassHash(c.Seed, key))
	})
	if err != nil {
		return err
	}
	return c.Census.AddSizes(c.sizes)
}
