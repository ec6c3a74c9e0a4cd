package strict

import (
	"math"
	"math/rand"
)

// Biases that are reported with -strict.

func cell() int {
	return int(math.Floor(rand.Float64()*40) * 20) // want `53 random bits · 40: 32 values come once more in 2\^53`
}

func cellOf30() int32 {
	x := math.Floor(rand.Float64()*float64(600/20)) * float64(20)
	return int32(x) // want `53 random bits · 30: 2 values come once more in 2\^53`
}

func halved() int {
	return int(math.Floor(rand.Float64()*80) / 2) // want `53 random bits · 40: 32 values come once more in 2\^53`
}

func power() int {
	return int(math.Floor(rand.Float64()*32) * 20)
}
