package audit

import (
	"cmp"
	"math"
	"slices"
)

// A course is the evidence over the deals: a point for each of the first, then one for each sixteenth more.
type course struct {
	points      []Point
	last, alarm Point   // which are always kept; alarm is that at which the evidence reached 1/α
	bestLn      float64 // the natural logarithm of the most that it ever was
}

// add records the evidence, and raises the alarm.
func (c *course) add(deals int64, ln, alpha float64) {
	c.last = Point{deals, ln / math.Ln10}
	c.bestLn = math.Max(c.bestLn, ln)
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

// report sets the evidence of a report, of which the present one is given.
func (c *course) report(r *Report, ln float64) {
	r.Log10E, r.BestLog10E, r.AlarmAt, r.Evidence = ln/math.Ln10, c.bestLn/math.Ln10, c.alarm.Deals, c.all()
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
