// Package slices stands in for golang.org/x/exp/slices.
package slices

func SortFunc[E any](x []E, cmp func(a, b E) int) {}
