package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// number returns an integer with commas.
func number(x int64) string {
	s := strconv.FormatInt(x, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// minus gives a number the sign that is as wide as its plus.
func minus(s string) string { return strings.Replace(s, "-", "−", 1) }

// short returns a number in few digits.
func short(x float64) string {
	if math.Abs(x) >= 1000 && math.Abs(x) < 1e15 {
		return number(int64(math.Round(x)))
	}
	return fmt.Sprintf("%.3g", x)
}

// odds returns 10^l to 1 in words.
func odds(l float64) string {
	switch {
	case math.IsInf(l, -1):
		return "0 to 1"
	case l < 0:
		return "1 to " + power(-l)
	}
	return power(l) + " to 1"
}

// longPower is the logarithm of numbers that are written as powers of ten.
const longPower = 15

// power returns 10^l in words. It rounds down, as evidence must not be overstated.
func power(l float64) string {
	switch {
	case math.IsInf(l, 1):
		return "∞"
	case l >= longPower:
		return fmt.Sprintf("10^%d", int(l+1e-9))
	}
	x := math.Pow(10, l) * (1 + 1e-12)
	for i, word := range []string{" trillion", " billion", " million"} {
		unit := math.Pow(10, float64(12-3*i))
		if x >= unit {
			digits := x / unit
			if digits < 10 {
				return strconv.FormatFloat(math.Floor(digits*10)/10, 'g', -1, 64) + word
			}
			return number(int64(digits)) + word
		}
	}
	if x < 100 {
		return strconv.FormatFloat(math.Floor(x*10)/10, 'g', -1, 64)
	}
	return number(int64(x))
}
