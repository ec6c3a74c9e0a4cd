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
	var s stream.Stream
	s.Reset(seed, "santa", 0)
	to = make([]int, n)
	for i := range to {
		to[i] = i
	}
	for i, choices := 0, 0; i < n; choices++ {
		if choices == mostChoices {
			return nil, ErrNoGifts
		}
		j := i + int(s.Below(uint64(n-i)))
		to[i], to[j] = to[j], to[i]
		if i++; !allowed(i-1, to[i-1]) {
			i = 0
		}
	}
	return to, nil
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
