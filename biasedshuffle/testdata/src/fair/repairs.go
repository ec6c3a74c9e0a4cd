package fair

import (
	"math/rand"
	"slices"
	"time"
)

//corpus:norun numbers without replacement
func lotto() (balls []int) {
	for len(balls) < 6 {
		if n := rand.Intn(49) + 1; !slices.Contains(balls, n) {
			balls = append(balls, n)
		}
	}
	return balls
}

//corpus:norun items without replacement
func raffle(tickets []string) (winners []string) {
	for range 3 {
		i := rand.Intn(len(tickets))
		winners = append(winners, tickets[i])
		tickets = slices.Delete(tickets, i, i+1)
	}
	return winners
}

//corpus:norun one draw for each drawing
func lotteries(n int) (balls [][]int) {
	for range n {
		balls = append(balls, lotto())
	}
	return balls
}

//corpus:norun two draws
func pickOther(a []string, i int) string {
	j := rand.Intn(len(a) - 1)
	if j >= i {
		j++
	}
	return a[j]
}

//corpus:norun two draws, of which one is replaced by what is left
func pickOtherByLast(a []string, i int) string {
	j := rand.Intn(len(a) - 1)
	if j == i {
		j = len(a) - 1
	}
	return a[j]
}

//corpus:norun what is clamped is never too large
func pickClamped(a []string) string {
	i := rand.Intn(len(a))
	if i >= len(a) {
		i = len(a) - 1
	}
	return a[i]
}

//corpus:norun what is looked for is in the items
func lookFor(a []string, what string) {
	i := rand.Intn(len(a))
	for a[i] != what {
		i = rand.Intn(len(a))
	}
	a[0], a[i] = a[i], a[0]
}

var statuses = rand.New(rand.NewSource(time.Now().UnixNano()))

//corpus:norun a number that anyone may guess
func statusCode() int { return []int{200, 404}[statuses.Intn(2)] }

//corpus:norun one draw
func weighed(weights []int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	r := rand.Intn(sum)
	for i, w := range weights {
		if r < w {
			return i
		}
		r -= w
	}
	return -1
}

//corpus:norun one draw
func weighedFromOne(names []string, weights []int) string {
	total, at := 0, 0
	for _, w := range weights {
		total += w
	}
	r := 1 + rand.Intn(total)
	for i, w := range weights {
		at += w
		if r <= at {
			return names[i]
		}
	}
	return ""
}

//corpus:norun a page of all lists
func anyOf(lists [][]string) string {
	all := 0
	for _, l := range lists {
		all += len(l)
	}
	i := rand.Intn(all)
	for _, l := range lists {
		if i < len(l) {
			return l[i]
		}
		i -= len(l)
	}
	return ""
}

//corpus:norun all parts are looked at
func partsAbove(parts []int) (above []int) {
	sum := 0
	for _, p := range parts {
		sum += p
	}
	cut := rand.Intn(sum + 1)
	for _, p := range parts {
		if cut > p {
			above = append(above, p)
			cut -= p
		}
	}
	return above
}

//corpus:norun steps, not weights
func someSteps(steps []int, next func()) {
	length := 0
	for _, s := range steps {
		length += s
	}
	for left := rand.Intn(length + 1); left > 0; left-- {
		next()
	}
}
