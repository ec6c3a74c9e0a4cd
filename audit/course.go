package audit

import (
	"cmp"
	"math"
	"slices"
)

// A course is the evidence over the deals: a point for each of the first, then one for each sixteenth more.
type course struct {
	points      []Point
	last, alarm Point // which are always kept; alarm is that at which the evidence reached 1/α
	best        float64
}

// add records the evidence, and raises the alarm.
func (c *course) add(deals int64, ln, alpha float64) {
	c.last = Point{deals, ln / math.Ln10}
	c.best = math.Max(c.best, ln)
	if c.alarm.Deals == deals || c.alarm.Deals == 0 && ln >= -math.Log(alpha) {
		c.alarm = c.last
	}
	switch last := len(c.points) - 1; {
	case last >= 0 && c.points[last].Deals == deals:
		c.points[last] = c.last
	case last < 0 || deals > c.points[last].Deals+c.points[last].Deals/16:
		c.points = append(c.points, c.last)
	}
}

// with returns the course with the evidence after the last deal, whether it is recorded or not.
func (c *course) with(deals int64, ln, alpha float64) course {
	now := *c
	now.points = slices.Clone(c.points)
	now.add(deals, ln, alpha)
	return now
}

// A cause is named after leastNamed deals at least, one that is told by a comparison with its own deals after
// leastFitted, and both from odds of 10^namedOdds on: what happened to raise the alarm is like many mistakes, and only
// one is like what comes next. (With twice the deals of the alarm, one cause in 50 that was named alone was wrong: 80%
// of the deals naive were called naive. With 32 deals, like sorts and riffles with a cut were taken for others.)
// Nobody need wait for a cause longer than mostWaited deals after the alarm.
const (
	leastNamed  = 32
	leastFitted = 64
	namedOdds   = 24
	mostWaited  = 1024
)

// early reports whether so many deals, or such odds, are too few to name a mistake.
func early(deals int64, bestLog10E float64) bool {
	return deals < leastFitted || bestLog10E < namedOdds
}

// report sets the evidence of a report, of which the present one is given.
func (c *course) report(r *Report, ln float64) {
	r.Log10E, r.BestLog10E, r.AlarmAt, r.Evidence = ln/math.Ln10, c.best/math.Ln10, c.alarm.Deals, c.all()
}

// all returns the points in order.
func (c *course) all() []Point {
	all := append(slices.Clone(c.points), c.last)
	if c.alarm.Deals > 0 {
		all = append(all, c.alarm)
	}
	slices.SortFunc(all, func(p, q Point) int { return cmp.Compare(p.Deals, q.Deals) })
	return slices.Compact(all)
}
