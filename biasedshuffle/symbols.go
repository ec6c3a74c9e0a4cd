package biasedshuffle

import (
	"go/types"
)

// symbols are what a loop takes from outside: integers, which are any values, and the items of
// slices. They are the same on each path. A key says what it is of: a variable, its field, ….
type symbols struct {
	values []int64
	index  map[string]int
	first  int64
	vars   map[string]types.Object // of the integers that are variables
	items  map[string]int          // the first item of a slice
	made   int                     // items
}

func newSymbols(values []int64, index map[string]int, n int) *symbols {
	if index == nil {
		index = make(map[string]int)
	}
	return &symbols{values: values, index: index, first: int64(n), vars: map[string]types.Object{},
		items: map[string]int{}}
}

func (s *symbols) of(key string) int64 {
	i, ok := s.index[key]
	if !ok {
		i = len(s.index)
		s.index[key] = i
	}
	for i >= len(s.values) {
		s.values = append(s.values, s.first)
	}
	return s.values[i]
}
