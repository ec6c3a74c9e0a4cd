package audit

import "fmt"

// Items numbers things, so that deals of them can be audited: cards, names, lines
// of text. It does not change; several goroutines may use it at the same time.
type Items[T comparable] struct {
	all    []T
	number map[T]int
}

// NewItems returns the items with their numbers 0, 1, …, in the order that they
// have before the shuffle. It fails if two of them are equal: nobody can tell then
// which one came where, so an auditor needs items that are all different.
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

// Len returns how many items there are.
func (items *Items[T]) Len() int { return len(items.all) }

// Item returns the item with a number. It panics if there is none.
func (items *Items[T]) Item(number int) T { return items.all[number] }

// Deal appends the numbers of a deal's items to dst, for [Auditor.Observe], and
// returns it. A thing that is not among the items gets the number −1, which Observe
// reports as a broken deal.
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
