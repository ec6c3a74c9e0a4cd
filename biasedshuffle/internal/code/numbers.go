package code

import (
	"fmt"
	"math/big"
)

// Come is a number of things that come, such as "1 value comes".
func Come(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing + " comes"
	}
	return fmt.Sprint(n, " ", thing, "s come")
}

// Falling returns n·(n−1)···(n−k+1).
func Falling(n, k int) int64 { return new(big.Int).MulRange(int64(n-k+1), int64(n)).Int64() }

// Huge is what no number of items or steps is in a program: a limit of a type.
const Huge = 1 << 30
