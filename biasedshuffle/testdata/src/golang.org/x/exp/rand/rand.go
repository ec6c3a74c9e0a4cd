// Package rand stands in for golang.org/x/exp/rand.
package rand

func Intn(n int) int { return 0 }
