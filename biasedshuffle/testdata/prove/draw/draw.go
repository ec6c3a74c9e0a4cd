// Package draw is where the generators beside it take their choices from.
package draw

// Intn returns a choice among k.
var Intn func(k int) int

// Unit returns a number in [0, 1) from one of twelve equal parts, which is exact
// for all code that tells apart thirds and quarters at the most, and sixths of
// the line.
func Unit() float64 { return (float64(Intn(12)) + 0.5) / 12 }

// Never panics: words cannot be enumerated.
func Never() { panic("a word of more than 8 bits cannot be enumerated") }
