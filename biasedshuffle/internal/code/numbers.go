package code

import "fmt"

func Come(n int64) string {
	if n == 1 {
		return "comes"
	}
	return "come"
}

var numerals = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve"}

func Numeral(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return fmt.Sprint(n)
}

// Count is a number of things, such as "1 swap".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprint(n, " ", thing, "s")
}

// Orders is a number of orders that come.
func Orders(n int) string {
	if n == 1 {
		return "one order comes"
	}
	return Numeral(n) + " orders come"
}

// Falling returns n·(n−1)···(n−k+1).
func Falling(n, k int) int64 {
	f := int64(1)
	for i := range k {
		f *= int64(n - i)
	}
	return f
}

// Huge is what no number of items or steps is in a program: a limit of a type.
const Huge = 1 << 30
