package order

import "github.com/yates-shuffle/yates/internal/stream"

// Choices draws records of an input with replacement. It is not safe for concurrent use.
type Choices struct {
	stream stream.Stream
	n      uint64
}

// NewChoices returns the draws from n records that the seed gives. It panics if n is 0.
func NewChoices(seed Seed, n uint64) *Choices {
	if n == 0 {
		panic("order: NewChoices from no records")
	}
	c := &Choices{n: n}
	c.stream.Reset(seed, "repeat", 0)
	return c
}

// Next returns the number, in [0, n), of the next record drawn. Choices are uniform and
// independent of each other.
func (c *Choices) Next() uint64 { return c.stream.Below(c.n) }

// Fill sets each element of dst to what [Choices.Next] would return, faster.
func (c *Choices) Fill(dst []uint64) {
	for len(dst) > 0 {
		words := c.stream.Words()
		words = words[:min(len(words), len(dst))]
		n := 0
		for _, x := range words {
			if i, ok := stream.Scale(x, c.n); ok {
				dst[n] = i
				n++
			}
		}
		c.stream.Skip(len(words))
		dst = dst[n:]
	}
}
