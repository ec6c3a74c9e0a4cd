package gather

import (
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/order"
)

// Parted has the keys of records decide their parts: a class is the records of a part, or of none.
type Parted struct {
	sizes  []int64 // of the parts, and behind them how many records are in none
	key    *record.Key
	seed   order.Seed
	shares order.Parts // of keys
}

// NewParted returns a dealer by a key, of which each part has a share.
func NewParted(seed order.Seed, by *record.Key, shares order.Parts) *Parted {
	return &Parted{key: by, seed: seed, shares: shares}
}

// Key returns the key that decides.
func (p *Parted) Key() *record.Key { return p.key }

// Class returns the part of records with a key.
func (p *Parted) Class(key []byte) (int32, error) { return int32(p.shares.Of(p.seed, key)), nil }

// Divide begins the dealing to as many parts.
func (p *Parted) Divide(sizes []int64) error {
	p.sizes = make([]int64, len(sizes)+1)
	return nil
}

// Deal returns the part.
func (p *Parted) Deal(class int32) int {
	p.sizes[class]++
	return int(class)
}

// Whole reports whether all records are expected to be in a part: how many are in none is not known before.
func (p *Parted) Whole() bool { return true }

// Sizes returns the sizes of the parts, when they have been written.
func (p *Parted) Sizes() []int64 { return p.sizes[:len(p.sizes)-1] }
