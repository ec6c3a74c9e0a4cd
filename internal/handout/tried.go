package handout

import (
	"errors"

	"github.com/yates-shuffle/yates/internal/stream"
	"github.com/yates-shuffle/yates/order"
)

// mostChoices is how many choices a draw in which not all is allowed takes before it gives up: some seconds. SPEC.md
// has it.
const mostChoices = 1 << 26

// ErrNone is the error if no draw was found, be it that there is none or that there are too few.
var ErrNone = errors.New("no draw was found")

// numbered returns the numbers below n.
func numbered(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// tried shuffles what stands in places from first on, within each pot of so many places, until each place fits, and
// begins again at one that does not.
func tried(all []int, first, pot int, seed order.Seed, label string, fits func(place int) bool) error {
	var s stream.Stream
	s.Reset(seed, label, 0)
	for i, choices := first, 0; i < len(all); choices++ {
		if choices == mostChoices {
			return ErrNone
		}
		j := i + int(s.Below(uint64(min(len(all), (i/pot+1)*pot)-i)))
		all[i], all[j] = all[j], all[i]
		if i++; !fits(i - 1) {
			i = first
		}
	}
	return nil
}
