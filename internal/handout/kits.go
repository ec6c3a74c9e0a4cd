package handout

import (
	"fmt"
	"math/rand/v2"
)

// newKit returns a number for an allocation: for an envelope, for a kit of a drug, and in place of the arm for those
// who must not know it. It is drawn, so it says nothing of the arm or the sequence. No two are the same, and the last
// of the nine digits is a check digit (ISO 7064, MOD 11,10), by which all single wrong digits are found. A stratum
// keeps its numbers if others are added, unless two draw the same one of the 9·10⁷.
func newKit(source *rand.Rand, taken map[int]bool) string {
	number := 0
	for number == 0 || taken[number] {
		number = 10_000_000 + source.IntN(90_000_000) // spreadsheets remove zeros at the start
	}
	taken[number] = true
	digits := fmt.Sprint(number)
	return fmt.Sprint(digits, (11-mod11(digits))%10)
}

// mod11 is the product of ISO 7064's system MOD 11,10 after some digits.
func mod11(digits string) int {
	product := 10
	for _, d := range digits {
		sum := (product + int(d-'0')) % 10
		if sum == 0 {
			sum = 10
		}
		product = 2 * sum % 11
	}
	return product
}

// IsKit reports whether the check digit of a number is right.
func IsKit(digits string) bool {
	last := len(digits) - 1
	return last > 0 && (mod11(digits[:last])+int(digits[last]-'0'))%10 == 1
}
