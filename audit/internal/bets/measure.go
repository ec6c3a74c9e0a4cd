package bets

import (
	"math"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// A Measure returns mean and variance of a gain from deals of a suspect.
type Measure func(gain func(deal []int) float64) laws.Moments

// mostSummed is the most items of which all orders are summed up.
const mostSummed = 8

// sumUp returns the moments of the logarithm of the ratio itself, over all orders.
func sumUp(n int, ratio func(deal []int) float64) laws.Moments {
	orders := laws.Orders(n)
	var m laws.Moments
	for rank := range orders {
		ln := ratio(yates.Unrank(n, uint64(rank)))
		m.Add(ln, math.Exp(ln)/float64(orders))
	}
	return m
}
