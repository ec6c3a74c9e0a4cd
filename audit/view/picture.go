package view

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/label"
)

// mostDrawn is the largest number of rows and columns in a figure.
const mostDrawn = 104

// WriteSVG writes the heat map as a picture, and fails if w does.
func (m *Matrix) WriteSVG(w io.Writer) error {
	g := m.coarse(mostDrawn, mostDrawn)
	return above(words(label.Clean(m.Title, 2*label.Longest), g.says()), g.figure()).write(w)
}

// says is in words what a grid shows.
func (g *grid) says() string {
	subject := g.subject()
	subject = strings.ToUpper(subject[:1]) + subject[1:] + "."
	if g.empty() {
		return subject
	}
	return strings.TrimSpace(subject + " " + g.extremes())
}

// heatHeight is how high the grid and its axes are.
const heatHeight = width - 40

// chart returns the axes of the grid. Item 1 is at the top.
func (g *grid) chart() *chart {
	m := g.of
	number := func(i int) string { return strconv.Itoa(i + 1) }
	row, column := m.things()
	x := axis{label: column + " (after the shuffle)", from: 0.5, to: float64(m.places) + 0.5,
		marks: marks(m.places, number)}
	y := axis{label: row + " (in the order before the shuffle)", from: float64(m.items()) + 0.5, to: 0.5}
	switch {
	case m.Names == nil:
		y.marks = marks(m.items(), number)
	case m.items() <= 60:
		y.label, y.marks, y.size = "item", every(1, m.items(), m.short),
			min(usualSize, heatHeight*0.8/float64(m.items()))
	default:
		y.label, y.marks = "item", marks(m.items(), m.short)
	}
	return newChart(x, y, heatHeight, 0)
}

// figure draws the grid with its axes and the key to its colours.
func (g *grid) figure() *figure {
	if g.empty() {
		return words("No heat map", "There is nothing to see.")
	}
	body := &figure{height: heatHeight, draw: func(c *canvas) {
		f := g.chart()
		f.axes(c)
		g.blocksIn(f, c)
	}}
	f := above(body, g.key())
	f.label = "Heat map: " + g.says() + " Colours: " + g.scale() + "."
	return f
}

// blocksIn draws the blocks, those of one colour as one path.
func (g *grid) blocksIn(f *chart, c *canvas) {
	rows, cols := len(g.rows)-1, len(g.cols)-1
	at := func(i, j int) (x, y, wide, high float64) {
		x, y = f.atX(float64(g.cols[j])+0.5), f.atY(float64(g.rows[i])+0.5)
		return x, y, f.atX(float64(g.cols[j+1])+0.5) - x, f.atY(float64(g.rows[i+1])+0.5) - y
	}
	gap := 0.0
	if rows <= 64 && cols <= 64 {
		gap = 0.3
	}
	// The gaps are grey, so that white blocks can be distinguished.
	c.rectangle(f.left, f.top, f.right-f.left, f.bottom-f.top, "#ddd")
	for class := -strongest; class <= strongest; class++ {
		var path strings.Builder
		for i := range rows {
			for j := range cols {
				if g.class[i][j] == class {
					x, y, wide, high := at(i, j)
					fmt.Fprintf(&path, "M%s %sh%sv%sh%sz", num(x+gap), num(y+gap), num(wide-2*gap), num(high-2*gap),
						num(2*gap-wide))
				}
			}
		}
		if path.Len() > 0 {
			c.add(`<path d="%s" fill="%s"/>`+"\n", &path, colours[class+strongest])
		}
	}
}

// key explains the colours.
func (g *grid) key() *figure {
	return &figure{height: 66, draw: func(c *canvas) {
		const left, right = 56.0, width - 20.0
		const box = (right - left) / float64(len(colours))
		for i, colour := range colours {
			c.rectangle(left+float64(i)*box, 10, box, 12, colour)
		}
		for i, errors := range []int{-5, -4, -3, -2, -1, 1, 2, 3, 4, 5} { // where the next colour begins
			c.write(face{size: 8, from: "middle"}, left+float64(i+1)*box, 31, minus(fmt.Sprintf("%+d", errors)))
		}
		c.write(face{size: 8}, left, 45, "◄ less often")
		c.write(face{size: 8, from: "middle"}, (left+right)/2, 45, "fair")
		c.write(face{size: 8, from: "end"}, right, 45, "more often ►")
		c.write(face{size: 8, from: "middle"}, (left+right)/2, 59, g.scale())
	}}
}

// poster is the whole report as one figure.
func (p *Page) poster() *figure {
	figures := []*figure{words(p.title(), p.Report.Says())}
	if m := Observed(p.Report); m == nil {
		figures = append(figures, words("No heat map", "There are too many items to keep count of where each came to."))
	} else {
		g := m.coarse(mostDrawn, mostDrawn)
		figures = append(figures, words(m.Title, g.says()), g.figure())
	}
	return above(append(figures, words("The evidence against a fair shuffle", evidenceWords(p.Report)),
		evidence(p.Report))...)
}
