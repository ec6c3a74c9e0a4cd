package audit

import "slices"

// A sameness is what all deals have in common.
type sameness struct {
	first  []int32 // deal
	as     int64   // deals that are the same as it
	sorted int64   // deals in ascending order
}

func (s *sameness) note(deal []int32, deals int64) {
	if slices.IsSorted(deal) {
		s.sorted++
	}
	switch {
	case deals == 0:
		s.first, s.as = append(s.first[:0], deal...), 1
	case s.as == deals && slices.Equal(s.first, deal):
		s.as++
	}
}

// constant reports whether that many deals were all the same: two or more, or one that
// left all items in place.
func (s *sameness) constant(deals int64) bool {
	return deals > 0 && s.as == deals && (deals > 1 || s.unmoved())
}

// unmoved reports whether the first deal left all items in place.
func (s *sameness) unmoved() bool {
	for i, x := range s.first {
		if int(x) != i {
			return false
		}
	}
	return true
}
