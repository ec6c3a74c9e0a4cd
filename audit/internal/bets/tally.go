package bets

import "github.com/yates-shuffle/yates/audit/internal/fortune"

// A bet has a group of wagers.
type bet interface{ Own() *fortune.Group }

// A tally is a bet whose fortune follows from how often things have happened. It costs
// nothing until somebody looks, and then it is computed from the counts. So the alarm
// looks at tallies less often than at other bets, and takes them for nothing in
// between, which is never too much.
type tally interface {
	bet
	count() // computes the fortunes
}
