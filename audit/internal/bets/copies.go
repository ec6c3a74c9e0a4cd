package bets

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/internal/label"
)

// AsBefore is the name of what copies show.
const AsBefore = "deals as before"

// Copies bet that some deals are copies of earlier ones: of the deal j before, up to eight, with the share s(j), and of
// any that came, all as likely, with the share s(0). Of t deals, c of which had the order x, the bet on x is
//
//	q(x) = Σ s(j)·[the deal j before is x] + s(0)·c/t + (1 − Σ s)/N.
//
// The shares are learned from the deals before: a copy counts for the last deal that had its order, but as much for
// any as that has of the two. Few seeds repeat ever more deals, and copies always as many: so who is right of the two
// shows in when deals repeat.
type copies struct {
	*fortune.Group
	ln    float64                 // of N
	last  [mostCopied][2]uint64   // deals, in turn, by the bits that repeats remember
	times [mostCopied + 1]float64 // what copies counted for
	seen  [mostCopied + 1]int64   // copies of the deal so many before; 0: of older ones
	all   int64                   // of them
	first int64                   // deal
	deals float64
	due   func() float64 // how many deals repeat an earlier one if the shuffle is fair
}

// mostCopied is how many deals back are looked at.
const mostCopied = 8

// newCopies returns the bet on copies of deals that have exp(ln) orders, so many that fair deals hardly ever repeat.
func newCopies(ln, weight float64) *copies {
	c := &copies{ln: ln}
	found := func(int) string {
		return fmt.Sprintf("some deals have the order of %s, as deal %s was the first to have:", c.which(),
			label.Number(c.first))
	}
	size := func(int) *fortune.Told {
		return shareOf(float64(c.all), c.deals, c.due(), 1)
	}
	c.Group = fortune.NewGroup(fortune.Repeats, fortune.About{Suspect: AsBefore, From: fortune.Change, Found: found,
		Size: size, Text: fortune.Plainly("some deals have the order of an earlier deal")}, weight, 1, 1)
	return c
}

// which says which deals were copied, nearly always.
func (c *copies) which() string {
	for back, times := range c.seen {
		switch {
		case 10*times < 9*c.all || back == 0:
		case back == 1:
			return "the deal before"
		default:
			return fmt.Sprintf("the deal %d before", back)
		}
	}
	if c.seen[0] == 0 {
		return "one of the eight deals before"
	}
	return "an earlier deal"
}

// bet bets on a deal after so many, by its bits, and how many of those remembered had its order. Of a copy, it returns
// the logarithm of how likely this one was among all.
func (c *copies) bet(deals int64, key [2]uint64, came, remembered float64) (among float64) {
	if deals == 0 {
		c.deals, c.last[0] = 1, key
		return 0
	}
	nearest, sum, rest := 0, 0.0, 1.0
	var parts [mostCopied + 1]float64 // of the sum
	for back := range min(deals, mostCopied) + 1 {
		share, is := c.times[back]+1./16, 1.0
		if back < 2 { // which are copied most often
			share += 7. / 16
		}
		if back == 0 {
			is = came / max(remembered, 1)
		} else if c.last[(deals-back)%mostCopied] != key {
			is = 0
		} else if nearest == 0 {
			nearest = int(back)
		}
		share /= float64(deals) + 8
		parts[back] = share * is
		sum, rest = sum+parts[back], rest-share
	}
	c.last[deals%mostCopied] = key
	if c.deals++; sum == 0 {
		c.Wagers[0].Times(rest)
		return 0
	}
	c.Wagers[0].Add(fortune.LogSum(math.Log(sum)+c.ln, math.Log(rest)))
	ofAny := parts[0] / (parts[0] + parts[nearest])
	if nearest == 0 {
		ofAny = 1
	}
	c.times[0] += ofAny
	c.times[nearest] += 1 - ofAny
	c.all++
	if c.seen[nearest]++; c.first == 0 {
		c.first = deals + 1
	}
	return math.Log(sum / (1 - rest))
}

func (c *copies) reset() { *c = copies{Group: c.Group, ln: c.ln, due: c.due}; c.Group.Reset() }
