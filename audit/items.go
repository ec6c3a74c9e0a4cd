package audit

import "fmt"

// Items numbers things such as cards, names or lines of text, so that deals of them can
// be audited. It is immutable, and safe for concurrent use.
type Items[T comparable] struct {
	all    []T
	number map[T]int
}

// NewItems numbers the items 0, 1, …, in the order before the shuffle. It fails if two of
// them are equal, because an auditor must know which item is at which place.
func NewItems[T comparable](all []T) (*Items[T], error) {
	items := &Items[T]{append([]T(nil), all...), make(map[T]int, len(all))}
	for i, x := range all {
		if j, ok := items.number[x]; ok {
			return nil, fmt.Errorf("audit: items %d and %d are the same: %v", j+1, i+1, x)
		}
		items.number[x] = i
	}
	return items, nil
}

// Len returns the number of items.
func (items *Items[T]) Len() int { return len(items.all) }

// Item returns the item with a number. It panics if there is none.
func (items *Items[T]) Item(number int) T { return items.all[number] }

// Deal appends the numbers of a deal's items to dst, for [Auditor.Observe], and returns
// it. An unknown item gets the number −1, which Observe reports as a broken deal.
func (items *Items[T]) Deal(dst []int, deal []T) []int {
	for _, x := range deal {
		number, ok := items.number[x]
		if !ok {
			number = -1
		}
		dst = append(dst, number)
	}
	return dst
}
