package generators

// Fractions are the generators whose choices are scaled, for tests from outside.
var Fractions = fractionGenerators

func (f fraction) Scaled() string               { return f.scaled() }
func (f fraction) Next(s uint64) uint64         { return f.next(s) }
func (f fraction) Choice(s uint64, k int) int32 { return f.choice(s, k) }
