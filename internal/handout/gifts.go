package handout

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/stream"
	"github.com/yates-shuffle/yates/order"
)

// mostChoices is how many receivers [Gifts] chooses in all before it gives up: some
// seconds. SPEC.md has it.
const mostChoices = 1 << 26

// ErrNoGifts is the error of [Gifts] if no draw was found, be it that there is none or that
// there are too few.
var ErrNoGifts = errors.New("no draw was found")

// Gifts draws who gives to whom, as SPEC.md defines it: giver i gives to receiver to[i]. Each
// draw in which all gifts are allowed is equally likely.
//
// It tries orders of the receivers until one is allowed, and leaves an order at the first gift
// that is not. If each of n givers may not give to d of them, one try in about e^d succeeds,
// which takes C = n·e^d/d choices on average; so [ErrNoGifts] comes with a probability of
// e^(−2²⁶/C), which is less than 10⁻⁹ up to d = 12 for 100 givers, and 10 for 1,000.
func Gifts(n int, allowed func(giver, receiver int) bool, seed order.Seed) (to []int, err error) {
	to = numbered(n)
	return to, tried(to, 0, seed, "santa", func(i int) bool { return allowed(i, to[i]) })
}

// Circle draws who gives to whom in one circle, in which each of n people comes once, as SPEC.md defines it. Each
// circle in which all gifts are allowed is equally likely. It tries orders of all but the first of them, and takes
// about as many choices as [Gifts]. There must be at least two people.
func Circle(n int, allowed func(giver, receiver int) bool, seed order.Seed) (to []int, err error) {
	c, to := numbered(n), make([]int, n)
	err = tried(c, 1, seed, "circle", func(i int) bool {
		return allowed(c[i-1], c[i]) && (i < n-1 || allowed(c[i], c[0]))
	})
	for i, giver := range c {
		to[giver] = c[(i+1)%n]
	}
	return to, err
}

// numbered returns the numbers below n.
func numbered(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// tried shuffles what stands in places from first on until each place fits, and begins again at one that does not.
func tried(all []int, first int, seed order.Seed, label string, fits func(place int) bool) error {
	var s stream.Stream
	s.Reset(seed, label, 0)
	for i, choices := first, 0; i < len(all); choices++ {
		if choices == mostChoices {
			return ErrNoGifts
		}
		j := i + int(s.Below(uint64(len(all)-i)))
		all[i], all[j] = all[j], all[i]
		if i++; !fits(i - 1) {
			i = first
		}
	}
	return nil
}

// GiftsText returns who gives to whom, a line each.
func GiftsText(names []string, to []int) (text []byte) {
	width := 0
	for _, name := range names {
		width = max(width, utf8.RuneCountInString(name))
	}
	for i, j := range to {
		text = append(text, label.Escape(fmt.Sprintf("%-*s -> %s", width, names[i], names[j]), "")+"\n"...)
	}
	return text
}
