package label

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Number returns a number with thousands separated by commas.
func Number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Plural returns a number of things, adding s to their name if needed.
func Plural[N int | int64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if stem, ok := strings.CutSuffix(thing, "y"); ok && strings.TrimRight(stem, "aeou") == stem {
		thing = stem + "ie"
	}
	return Number(int64(n)) + " " + thing + "s"
}

// Letters names an order of the items a, b, c, ...
func Letters(order []int) string {
	b := make([]byte, len(order))
	for place, item := range order {
		b[place] = 'a' + byte(item)
	}
	return string(b)
}

// Moment renders a time as people read it.
func Moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// Size returns a number of bytes in the decimal units that disks are sold in.
func Size(bytes float64) string {
	unit := 0
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	for bytes >= 999.5 && unit+1 < len(units) {
		bytes /= 1000
		unit++
	}
	digits := 0
	if unit > 0 && bytes < 99.95 {
		digits = 1
	}
	return strconv.FormatFloat(bytes, 'f', digits, 64) + " " + units[unit]
}

// Few returns a non-negative number with three figures.
func Few(x float64) string {
	if x > 0 && x < 0.001 {
		return "less than 0.001"
	}
	return Figures(x, 3)
}

// About returns a positive number with two figures.
func About(x float64) string {
	digit := math.Pow10(int(math.Log10(x)) - 1)
	return Figures(math.Round(x/digit)*digit, 2)
}

// Figures returns x, which must not be negative, with the given number of significant
// figures, and with all those before the point.
func Figures(x float64, most int) string {
	decimals := 0
	if x > 0 {
		decimals = most - 1 - int(math.Floor(math.Log10(x)))
	}
	if decimals <= 0 {
		return Number(int64(math.Round(x)))
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', decimals, 64), "0"), ".")
}

// Odds returns 10^l in few digits, rounded down.
func Odds(l float64) string {
	const most = 15
	switch {
	case math.IsNaN(l):
		return "?"
	case math.IsInf(l, 1):
		return "∞"
	case l >= most:
		return "10^" + strconv.FormatFloat(math.Floor(l), 'f', 0, 64)
	}
	x := math.Pow(10, l)
	switch {
	case x < 1e-3:
		return "0.001 or less"
	case x < 1:
		unit := math.Pow(10, math.Floor(l)) // one digit
		return strconv.FormatFloat(math.Floor(x/unit*(1+1e-12))*unit, 'g', 1, 64)
	case x < 10:
		return strconv.FormatFloat(math.Floor(x*1e2*(1+1e-12))/1e2, 'g', 3, 64)
	}
	unit := math.Pow(10, math.Max(0, math.Floor(l)-2)) // three digits
	return Number(int64(math.Floor(x/unit*(1+1e-12)) * unit))
}
