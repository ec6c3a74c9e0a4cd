package view

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

// mostDrawn is how many rows and columns a figure has room for, and mostNumbers how
// many if numbers stand in them.
const (
	mostDrawn   = 104
	mostNumbers = 13
)

// colours are the classes −5 … 5: blue, white, orange.
var colours = [2*strongest + 1]color.NRGBA{
	rgb(0x084a86), rgb(0x2b76b5), rgb(0x67a4d4), rgb(0xa3c9e6), rgb(0xd5e5f3), rgb(0xf7f7f7),
	rgb(0xfde3c8), rgb(0xfdc48f), rgb(0xf59a4a), rgb(0xd66f17), rgb(0x984803),
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// ink can be read on a class.
func ink(class int) color.Color {
	if class <= -4 || class >= 4 {
		return color.White
	}
	return color.Black
}

// Write writes the heat map as "svg" or "png", and fails for other formats, or if w
// does.
func (m *Matrix) Write(w io.Writer, format string) error {
	if format != "svg" && format != "png" {
		return fmt.Errorf("view: no format %q of heat maps: choose one of png, svg", format)
	}
	g := m.coarse(mostDrawn, mostDrawn)
	return above(words(label.Clean(m.Title, 2*label.Longest), g.text(), g.numbers()), g.figure()).write(w, format)
}

// text says in words what a grid shows.
func (g *grid) text() string {
	subject := g.subject()
	subject = strings.ToUpper(subject[:1]) + subject[1:] + "."
	if g.empty() {
		return subject
	}
	return strings.TrimSpace(subject + " " + g.extremes())
}

// figure draws the grid with its axes and the key to its colours.
func (g *grid) figure() *figure {
	m := g.of
	if g.empty() {
		return words("No heat map", "There is nothing to see.")
	}
	const heights = width - 40
	p := newPlot()
	p.X.Label.Text, p.Y.Label.Text = "place (after the shuffle)", "item (in the order before the shuffle)"
	p.Y.Tick.Marker = ticks(m.items(), true, func(i int) string { return strconv.Itoa(i + 1) })
	p.X.Tick.Marker = ticks(m.places, false, func(i int) string { return strconv.Itoa(i + 1) })
	if m.Names != nil {
		p.Y.Label.Text = "item"
		if m.items() <= 60 {
			p.Y.Tick.Marker = all(m.items(), m.short)
			p.Y.Tick.Label.Font.Size = min(9, heights*0.8/vg.Length(m.items()))
		} else {
			p.Y.Tick.Marker = ticks(m.items(), true, m.short)
		}
	}
	p.Add(g)
	body := &figure{width: width, height: heights, draw: func(c draw.Canvas) {
		fill(c, c.Rectangle, color.White)
		p.Draw(draw.Crop(c, 12, -12, 0, 0))
	}}
	f := above(body, g.key())
	f.label = "Heat map: " + g.text() + " Colours: " + g.scale() + "."
	return f
}

// DataRange makes a grid a plotter. Item 1 is at the top: item x is at −x.
func (g *grid) DataRange() (xmin, xmax, ymin, ymax float64) {
	return 0.5, float64(g.of.places) + 0.5, -float64(g.of.items()) - 0.5, -0.5
}

// Plot draws the blocks, those of one colour as one path. Where there are few, they
// have their numbers written on them.
func (g *grid) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	rows, cols := len(g.rows)-1, len(g.cols)-1
	at := func(i, j int) vg.Rectangle {
		return rectangle(trX(float64(g.cols[j])+0.5), trY(-float64(g.rows[i+1])-0.5),
			trX(float64(g.cols[j+1])+0.5), trY(-float64(g.rows[i])-0.5))
	}
	gap := vg.Length(0)
	if rows <= 64 && cols <= 64 {
		gap = 0.3
	}
	// The gaps are grey, so that white blocks can be told apart.
	fill(c, rectangle(trX(0.5), trY(-float64(g.of.items())-0.5), trX(float64(g.of.places)+0.5), trY(-0.5)), rgb(0xdddddd))
	for class := -strongest; class <= strongest; class++ {
		var path vg.Path
		for i := range rows {
			for j := range cols {
				if g.class[i][j] == class {
					r := at(i, j)
					path = append(path, rectangle(r.Min.X+gap, r.Min.Y+gap, r.Max.X-gap, r.Max.Y-gap).Path()...)
				}
			}
		}
		if path != nil {
			c.SetColor(colours[class+strongest])
			c.Fill(path)
		}
	}
	if g.numbers() == "" {
		return
	}
	room := g.room()
	for i := range rows {
		for j := range cols {
			r := at(i, j)
			if r.Size().X < room+2 || r.Size().Y < 11 {
				continue // the last blocks may be smaller
			}
			sty := style(9, ink(g.class[i][j]))
			sty.XAlign, sty.YAlign = draw.XCenter, draw.YCenter
			c.FillText(sty, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, g.written(i, j))
		}
	}
}

// written is what stands on a block: how often it came, or how much that is above
// or below fair, if blocks differ in size.
func (g *grid) written(i, j int) string {
	ratio := g.count[i][j] / g.fair[i][j]
	switch {
	case g.of.exact:
		return fmt.Sprintf("%.3g", ratio)
	case g.whole():
		return label.Number(int64(g.count[i][j]))
	case g.fair[i][j] == 0:
		return ""
	}
	return minus(fmt.Sprintf("%+.0f%%", 100*(ratio-1)))
}

// minus gives a number the sign that is as wide as its plus.
func minus(s string) string { return strings.Replace(s, "-", "−", 1) }

// numbers says what the numbers on the blocks are; "" if there is no room for them.
func (g *grid) numbers() string {
	rows, cols := len(g.rows)-1, len(g.cols)-1
	if g.empty() || rows > mostNumbers || cols > mostNumbers {
		return ""
	}
	names := vg.Length(0)
	for i := range g.of.items() {
		names = max(names, style(9, color.Black).Width(g.of.short(i)))
	}
	if (width-50-names)/vg.Length(g.of.places)*vg.Length(g.cols[1]) < g.room()+2 { // 50 for what else is beside them
		return ""
	}
	switch {
	case g.of.exact:
		return "The numbers are how many times as often as fair it is."
	case g.whole():
		return "The numbers are how often the item came to the place."
	}
	return "The numbers are how much above or below fair the block is."
}

// room returns how wide the widest number is.
func (g *grid) room() vg.Length {
	most := vg.Length(0)
	for i := range len(g.rows) - 1 {
		for j := range len(g.cols) - 1 {
			most = max(most, style(9, color.Black).Width(g.written(i, j)))
		}
	}
	return most
}

// key explains the colours.
func (g *grid) key() *figure {
	return &figure{width: width, height: 66, draw: func(c draw.Canvas) {
		fill(c, c.Rectangle, color.White)
		left, top := c.Min.X+56, c.Max.Y-10
		box := (c.Max.X - 20 - left) / vg.Length(len(colours))
		small := style(8, color.Black)
		small.XAlign, small.YAlign = draw.XCenter, draw.YTop
		for i, colour := range colours {
			fill(c, rectangle(left+vg.Length(i)*box, top-12, left+vg.Length(i+1)*box, top), colour)
		}
		for i, bound := range g.bounds() {
			c.FillText(small, vg.Point{X: left + vg.Length(i+1)*box, Y: top - 14}, bound)
		}
		middle := left + box*vg.Length(len(colours))/2
		c.FillText(small, vg.Point{X: middle, Y: top - 42}, g.scale())
		c.FillText(small, vg.Point{X: middle, Y: top - 28}, "fair")
		small.XAlign = draw.XLeft
		c.FillText(small, vg.Point{X: left, Y: top - 28}, "◄ less often")
		small.XAlign = draw.XRight
		c.FillText(small, vg.Point{X: left + box*vg.Length(len(colours)), Y: top - 28}, "more often ►")
	}}
}

// all marks each of n.
func all(n int, text func(i int) string) plot.ConstantTicks {
	var marks plot.ConstantTicks
	for i := range n {
		marks = append(marks, plot.Tick{Value: -float64(i + 1), Label: text(i)})
	}
	return marks
}

// ticks marks the first of n, round numbers, and the last if there is room.
func ticks(n int, down bool, text func(i int) string) plot.ConstantTicks {
	step := 1
	for _, factor := range []int{2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000} {
		if n > 13*step {
			step = factor
		}
	}
	sign := map[bool]float64{true: -1, false: 1}[down]
	var marks plot.ConstantTicks
	for i := 1; i <= n; i++ {
		if i%step == 0 && n-i >= step/2 || i == 1 || i == n {
			marks = append(marks, plot.Tick{Value: sign * float64(i), Label: text(i - 1)})
		}
	}
	return marks
}

// evidence draws the evidence over the deals.
func evidence(r *audit.Report) *figure {
	var line plotter.XYs
	alarm := -math.Log10(r.Alpha)
	low, high := 0.0, alarm
	last := 1.0
	for _, point := range r.Evidence {
		y := point.Log10E
		if math.IsInf(y, 0) || math.IsNaN(y) {
			continue
		}
		line = append(line, plotter.XY{X: float64(point.Deals), Y: y})
		low, high, last = min(low, y), max(high, y), max(last, float64(point.Deals))
	}
	if len(line) == 0 {
		return words("No evidence", evidenceWords(r))
	}
	p := newPlot()
	p.X.Label.Text, p.Y.Label.Text = "deals", "odds against a fair shuffle, to 1"
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, last, low-0.03*(high-low), high+0.06*(high-low)
	p.Y.Tick.Marker = powers(low, high)
	p.X.Tick.Marker = plot.TickerFunc(func(min, max float64) []plot.Tick {
		marks := plot.DefaultTicks{}.Ticks(min, max)
		for i := range marks {
			if marks[i].Value != math.Trunc(marks[i].Value) {
				marks[i].Label = "" // there are no half deals
			} else if marks[i].Label != "" {
				marks[i].Label = label.Few(marks[i].Value)
			}
		}
		return marks
	})
	curve, err := plotter.NewLine(line)
	if err != nil {
		panic(err) // only infinite numbers are errors
	}
	curve.Color, curve.Width = rgb(0x084a86), 1.6
	level := plotter.XYs{{X: 0, Y: alarm}, {X: last, Y: alarm}}
	limit, _ := plotter.NewLine(level)
	limit.Color, limit.Width, limit.Dashes = rgb(0xb14d00), 1.2, []vg.Length{5, 3}
	p.Add(limit, curve)
	body := &figure{width: width, height: 220, draw: func(c draw.Canvas) {
		fill(c, c.Rectangle, color.White)
		inside := draw.Crop(c, 12, -20, 8, 0)
		p.Draw(inside)
		data := p.DataCanvas(inside)
		trX, trY := p.Transforms(&data)
		// The curve is where the label is not: it begins below the alarm, if it has
		// far to go, and ends above it, if it came far.
		sty, at := style(8.5, rgb(0x8a3c00)), vg.Point{X: trX(0) + 4, Y: trY(alarm) - 11}
		if alarm < (low+high)/2 {
			sty.XAlign, at = draw.XRight, vg.Point{X: trX(last) - 4, Y: trY(alarm) + 4}
		}
		c.FillText(sty, at, "alarm: "+odds(alarm))
	}}
	body.label = "The odds against a fair shuffle over the deals: " + evidenceWords(r)
	return body
}

// powers marks powers of ten.
func powers(low, high float64) plot.ConstantTicks {
	step := 1.0
	for _, wider := range []float64{2, 3, 6, 9, 15, 30, 60, 150, 300} {
		if high-low > 6*step {
			step = wider
		}
	}
	for high-low > 6*step {
		step *= 2
	}
	var marks plot.ConstantTicks
	for y := math.Ceil(low/step) * step; y <= high; y += step {
		text := label.Odds(y)
		if y < -3 { // which have one text for all
			text = fmt.Sprintf("10^%g", y)
		}
		marks = append(marks, plot.Tick{Value: y, Label: text})
	}
	return marks
}

// evidenceWords says what the figure of the evidence shows.
func evidenceWords(r *audit.Report) string {
	switch {
	case r.Deals == 0:
		return "No deals were audited."
	case r.AlarmAt > 0:
		return fmt.Sprintf("After %s deals the odds reached %s, the alarm. At the most they were %s.",
			label.Number(r.AlarmAt), odds(-math.Log10(r.Alpha)), odds(r.BestLog10E))
	}
	return fmt.Sprintf("In %s deals the odds never reached %s, the alarm. At the most they were %s, and at the end %s.",
		label.Number(r.Deals), odds(-math.Log10(r.Alpha)), odds(r.BestLog10E), odds(r.Log10E))
}

// poster is the whole report as one figure.
func (p *Page) poster() *figure {
	figures := []*figure{words(p.title(), p.verdict())}
	if m := Observed(p.Report); m == nil {
		figures = append(figures, words("No heat map", "There are too many items to keep count of where each came to."))
	} else {
		g := m.coarse(mostDrawn, mostDrawn)
		figures = append(figures, words(m.Title, g.text(), g.numbers()), g.figure())
	}
	return above(append(figures, words("The evidence against a fair shuffle", evidenceWords(p.Report)), evidence(p.Report))...)
}
