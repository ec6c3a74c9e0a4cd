package view

import (
	"fmt"
	"math"
	"strings"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

// evidence draws the evidence over the deals.
func evidence(r *audit.Report) *figure {
	alarm := -math.Log10(r.Alpha)
	low, high, last := 0.0, alarm, 1.0
	var line []audit.Point
	for _, point := range r.Evidence {
		if y := point.Log10E; !math.IsInf(y, 0) && !math.IsNaN(y) {
			line = append(line, point)
			low, high, last = min(low, y), max(high, y), max(last, float64(point.Deals))
		}
	}
	if len(line) == 0 {
		return words("No evidence", evidenceWords(r))
	}
	x := axis{label: r.Unit() + "s", to: last}
	for step, at := float64(round(last, 6)), 0.0; at <= last; at += step {
		x.marks = append(x.marks, mark{at, label.Number(int64(at))})
	}
	y := axis{label: "odds against a fair shuffle, to 1", from: low - 0.03*(high-low), to: high + 0.06*(high-low),
		marks: powers(low, high)}
	const height = 220
	return &figure{
		height: height,
		label:  "The odds against a fair shuffle over the " + r.Unit() + "s: " + evidenceWords(r),
		draw: func(c *canvas) {
			f := newChart(x, y, height, 8)
			f.axes(c)
			c.line("M"+num(f.left)+" "+num(f.atY(alarm))+"H"+num(f.right),
				`stroke="#b14d00" stroke-width="1.2" stroke-dasharray="5 3"`)
			var path strings.Builder
			command := "M"
			for _, point := range line {
				fmt.Fprintf(&path, "%s%s %s", command, num(f.atX(float64(point.Deals))), num(f.atY(point.Log10E)))
				command = "L"
			}
			c.line(path.String(), `stroke="`+colours[0]+`" stroke-width="1.6" stroke-linejoin="round"`)
			// The curve is where the label is not: it begins below the alarm, if it has
			// far to go, and ends above it, if it came far.
			text, name := face{size: 8.5, colour: "#8a3c00"}, "alarm: "+odds(alarm)
			if alarm < (low+high)/2 {
				text.from = "end"
				c.write(text, f.right-4, f.atY(alarm)-4, name)
			} else {
				c.write(text, f.left+4, f.atY(alarm)+11, name)
			}
		},
	}
}

// powers marks powers of ten.
func powers(low, high float64) []mark {
	step := float64(round(high-low, 6))
	var all []mark
	for y := math.Ceil(low/step) * step; y <= high; y += step {
		text := label.Odds(y)
		if y < -3 { // which have one text for all
			text = fmt.Sprintf("10^%g", y)
		}
		all = append(all, mark{y, text})
	}
	return all
}

// evidenceWords says what the figure of the evidence shows.
func evidenceWords(r *audit.Report) string {
	switch {
	case r.Deals == 0:
		return "No deals were audited."
	case r.AlarmAt > 0:
		return fmt.Sprintf("After %s the odds reached %s, the alarm. At the most they were %s.",
			label.Plural(r.AlarmAt, r.Unit()), odds(-math.Log10(r.Alpha)), odds(r.BestLog10E))
	}
	return fmt.Sprintf("In %s the odds never reached %s, the alarm. At the most they were %s, and at the end %s.",
		label.Plural(r.Deals, r.Unit()), odds(-math.Log10(r.Alpha)), odds(r.BestLog10E), odds(r.Log10E))
}

// odds returns 10^l to 1.
func odds(l float64) string { return label.Odds(l) + " to 1" }
