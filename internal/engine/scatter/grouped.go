package scatter

import (
	"encoding/binary"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/order"
)

// Grouped throws the records of a group into one bucket, as their key says.
type Grouped struct {
	Idle
	By     *record.Key
	Seed   order.Seed
	Sorted bool // the buckets are intervals of the order of the keys' hashes
}

// After gives each record the bucket of its group, unless it stands alone.
func (g Grouped) After(l *Lot) error {
	return l.EachKey(g.By, func(i int, key []byte, has bool) error {
		switch {
		case g.By.Alone(has):
		case g.Sorted:
			h := order.KeyHash(g.Seed, key)
			l.Digits[i] = binary.BigEndian.Uint16(h[:]) >> 4
		default:
			l.Digits[i] = uint16(order.GroupBucket(g.Seed, key))
		}
		return nil
	})
}
