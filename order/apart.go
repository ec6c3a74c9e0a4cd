package order

import (
	"fmt"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/internal/apart"
	"github.com/yates-shuffle/yates/internal/stream"
)

// A CrowdedError is the error of [Apart]: the one of package yates, with records and classes for elements and keys.
type CrowdedError = yates.CrowdedError

// Apart returns the order that the seed gives to records of these classes if no more than run of the same class may
// stand in a row: result[p] is the number, counted from 0, of the record at place p. Each such order is equally likely,
// as nearly as SPEC.md says; those of a class stand as [Of] puts them. If there is no such order, it returns a
// [*CrowdedError]. It panics if run is less than 1, or if there are more than [ApartLimit] records.
func Apart[C comparable](seed Seed, classes []C, run int) ([]int, error) {
	if run < 1 || len(classes) > ApartLimit(run) {
		panic(fmt.Sprintf("order: Apart of %d records with runs of %d", len(classes), run))
	}
	var s stream.Stream
	s.Reset(seed, "apart", 0)
	order, crowd := apart.Order(classes, Of(seed, len(classes)), run, s.Below)
	if crowd != nil {
		return nil, (*CrowdedError)(crowd)
	}
	return order, nil
}

// ApartLimit returns how many records [Apart] takes: 20,000, or 1,000 with a run above 1. More would take minutes.
func ApartLimit(run int) int { return apart.Limit(run) }
