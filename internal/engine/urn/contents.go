package urn

import "math"

// Contents are what is known of the records to draw from: where each begins and, if a rule asks for it, its weight or
// its class.
type Contents struct {
	*Index
	*Weights
	*Members
}

// NewContents returns those of no records. The index has so many starts; weights and classes take so much memory, with
// what there is to spare for classes.
func NewContents(starts int, memory, spare int64) *Contents {
	return &Contents{
		Index:   &Index{Stride: 1, most: starts},
		Weights: &Weights{most: int(memory / weightBytes), least: math.MaxInt8, largest: math.MinInt8},
		Members: &Members{most: memory + spare, ids: map[string]int32{}},
	}
}
