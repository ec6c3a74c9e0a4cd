package view

import (
	"fmt"
	"math"
	"strings"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Matrix counts how often each item comes to each place.
type Matrix struct {
	Title string
	Names []string // of the items; without them, they are numbered from 1

	places int
	part   int // items of a row, and places of a column, of one long order; else 0
	deals  int64
	cells  [][]float64 // [item][place]
}

// Observed returns the matrix of a report, or nil if the report has too many items for
// one.
func Observed(r *audit.Report) *Matrix {
	if r.Positions == nil {
		return nil
	}
	m := &Matrix{Title: "Where each item came to", Names: r.Names, places: r.Take, deals: r.Deals}
	if r.Ordered != nil {
		m.places = len(r.Positions)
		m.part = (r.Items + m.places - 1) / m.places
		m.deals = r.Deals / int64(m.places)
		m.Title = "Where each part of the data came to"
	}
	for _, counts := range r.Positions {
		row := make([]float64, len(counts))
		for i, count := range counts {
			row[i] = float64(count)
		}
		m.cells = append(m.cells, row)
	}
	return m
}

// things returns what rows and columns are.
func (m *Matrix) things() (row, column string) {
	if m.part > 0 {
		return "part of the data", "part of the order"
	}
	return "item", "place"
}

// items returns the number of items.
func (m *Matrix) items() int { return len(m.cells) }

// name returns the name of an item.
func (m *Matrix) name(item int) string { return label.Item(m.Names, item) }

// short returns the name of an item beside a figure.
func (m *Matrix) short(item int) string { return label.Clean(m.name(item), 12) }

// A grid is a matrix in blocks of neighbours. Block (i, j) has the items from
// rows[i] to before rows[i+1], and the places from cols[j] to before cols[j+1].
type grid struct {
	of         *Matrix
	rows, cols []int
	count      [][]float64
	fair       [][]float64 // what it should be
	far        [][]float64 // from fair, in standard errors
	class      [][]int     // −5 … 5: as many of them
}

// coarse returns the grid that shows most: with at most that many rows and columns, and
// enough items in a block.
func (m *Matrix) coarse(mostRows, mostCols int) *grid {
	high, wide := 1, 1
	if m.deals > 0 {
		high, wide = audit.Blocks(m.items(), m.places, m.deals)
	}
	return m.grid(max(high, sideFor(m.items(), mostRows)), max(wide, sideFor(m.places, mostCols)))
}

// sideFor returns the size of blocks that divides n into at most that many.
func sideFor(n, most int) int { return max(1, (n+most-1)/most) }

// grid returns the matrix in blocks of that many items and places; the last blocks may be
// smaller.
//
// Of a fair deal, a block of r items and c places gets rc/n items on average.
func (m *Matrix) grid(high, wide int) *grid {
	n := float64(m.items())
	g := &grid{of: m, rows: edges(m.items(), high), cols: edges(m.places, wide)}
	for i := range len(g.rows) - 1 {
		cols := len(g.cols) - 1
		count, fair, far := make([]float64, cols), make([]float64, cols), make([]float64, cols)
		for j := range cols {
			for _, row := range m.cells[g.rows[i]:g.rows[i+1]] {
				for _, c := range row[g.cols[j]:g.cols[j+1]] {
					count[j] += c
				}
			}
			r, c := float64(g.rows[i+1]-g.rows[i]), float64(g.cols[j+1]-g.cols[j])
			fair[j] = float64(m.deals) * r * c / n
			far[j] = distance(count[j], float64(m.deals), n, min(r, c), max(r, c))
		}
		class := make([]int, cols)
		for j, far := range far {
			class[j] = int(max(-strongest, min(strongest, far)))
		}
		g.count, g.fair, g.far, g.class = append(g.count, count), append(g.fair, fair), append(g.far, far),
			append(g.class, class)
	}
	return g
}

// distance returns the distance from fair, in standard errors, of the number of items
// that a block got in that many deals. small and large are the smaller and the larger of
// its numbers of items and places.
//
// One deal gives it a hypergeometric number; with one item or one place, the sum is
// binomial. Few are not normal, so what counts as standard errors is the signed root
// of the deviance, with the count taken half a step nearer to fair. The tail of the
// binomial is between those of the normal at a whole step nearer and at none (Zubkov
// and Serov, A complete proof of universal inequalities for the distribution function
// of the binomial law, Theory of Probability and its Applications 57, 2013). In larger
// blocks it is the deviance of a binomial with as many items at most, scaled to the
// hypergeometric variance.
func distance(count, deals, n, small, large float64) float64 {
	most, mean := deals*small, deals*small*large/n
	off := math.Abs(count-mean) - 0.5
	if off <= 0 || large == n {
		return 0
	}
	off = math.Copysign(off, count-mean)
	part := func(x, fair float64) float64 { // 0·log 0 is 0
		if x <= 0 {
			return 0
		}
		return x * math.Log(x/fair)
	}
	deviance := 2 * (part(mean+off, mean) + part(most-mean-off, most-mean))
	return math.Copysign(math.Sqrt(max(deviance, 0)*(n-1)/(n-small)), off)
}

// edges splits [0, n) into parts of a size, but for the last.
func edges(n, size int) []int {
	all := []int{0}
	for at := 0; at < n; {
		at = min(n, at+size)
		all = append(all, at)
	}
	return all
}

// whole reports whether each block is one item at one place.
func (g *grid) whole() bool {
	return len(g.rows) == g.of.items()+1 && len(g.cols) == g.of.places+1
}

// empty reports whether there is nothing to show.
func (g *grid) empty() bool {
	return g.of.items() == 0 || g.of.places == 0 || g.of.deals == 0
}

// subject says what the picture is made of.
func (g *grid) subject() string {
	if g.of.part > 0 {
		return fmt.Sprintf("one order in %s of %s", label.Plural(g.of.places, "part"), label.Plural(g.of.part, "item"))
	}
	return (&audit.Report{Deals: g.of.deals, Game: audit.Game{Items: g.of.items(), Take: g.of.places}}).Seen()
}

// scale says what the colours measure.
func (g *grid) scale() string {
	what := "each item at each place"
	if !g.whole() {
		what = "a block of " + g.blocks()
	}
	fair := label.Few(g.fair[0][0]) + " times"
	if fair == "1 times" {
		fair = "1 time"
	}
	return fmt.Sprintf("standard errors from fair; fair is %s for %s", fair, what)
}

// blocks says how large the blocks are.
func (g *grid) blocks() string {
	if g.of.part > 0 {
		return label.Plural(g.rows[1]*g.of.part, "item") + " × " + label.Plural(g.cols[1]*g.of.part, "place")
	}
	return label.Plural(g.rows[1], "item") + " × " + label.Plural(g.cols[1], "place")
}

// extremes describes the blocks that are furthest from fair.
func (g *grid) extremes() string {
	if len(g.rows) == 2 || len(g.cols) == 2 && g.of.places == g.of.items() {
		return "" // a block of all items gets as many as it has places, always
	}
	blocks := (len(g.rows) - 1) * (len(g.cols) - 1)
	limit := math.Sqrt2 * math.Erfcinv(0.01/float64(blocks))
	var low, high [2]int
	beyond, same := 0, true
	above := func(a, b [2]int) bool { // also of those that are less than half an item from fair
		if x, y := g.far[a[0]][a[1]], g.far[b[0]][b[1]]; x != y {
			return x > y
		}
		return g.count[a[0]][a[1]]-g.fair[a[0]][a[1]] > g.count[b[0]][b[1]]-g.fair[b[0]][b[1]]
	}
	for i, row := range g.far {
		for j, far := range row {
			at := [2]int{i, j}
			if above(at, high) {
				high = at
			}
			if above(low, at) {
				low = at
			}
			if math.Abs(far) > limit {
				beyond++
			}
			same = same && math.Abs(g.count[i][j]-g.fair[i][j]) <= 1e-12*g.fair[i][j]
		}
	}
	switch {
	case same && !g.whole():
		return "Every block is as often as in a fair shuffle."
	case same:
		return "Every item came equally often to every place."
	}
	text := "Furthest above fair: " + g.block(high) + ". Furthest below: " + g.block(low) + "."
	what := "cells"
	if !g.whole() {
		what = "blocks"
	}
	return fmt.Sprintf("%s Of %s %s, %s further from fair than %.2g standard errors; 99 of 100 pictures of fair "+
		"shuffles have none.",
		text, label.Number(int64(blocks)), what, are(beyond), limit)
}

// are counts in a sentence.
func are(x int) string {
	switch x {
	case 0:
		return "none is"
	case 1:
		return "1 is"
	}
	return label.Number(int64(x)) + " are"
}

// block says how often a block came.
func (g *grid) block(at [2]int) string {
	i, j := at[0], at[1]
	if part := g.of.part; part > 0 {
		return fmt.Sprintf("items %d to %d at places %d to %d, %s where %s would be fair", g.rows[i]*part+1,
			g.rows[i+1]*part, g.cols[j]*part+1, g.cols[j+1]*part, label.Times(int64(g.count[i][j])),
			label.Few(g.fair[i][j]))
	}
	item := "item " + g.of.name(g.rows[i])
	if last := g.rows[i+1] - 1; last > g.rows[i] {
		item = "items " + g.of.name(g.rows[i]) + " to " + g.of.name(last)
	}
	place := fmt.Sprintf("place %d", g.cols[j]+1)
	if g.cols[j+1] > g.cols[j]+1 {
		place = fmt.Sprintf("places %d to %d", g.cols[j]+1, g.cols[j+1])
	}
	return fmt.Sprintf("%s at %s, %s where %s would be fair", item, place, label.Times(int64(g.count[i][j])),
		label.Few(g.fair[i][j]))
}

// minus gives a negative number a minus sign as wide as a plus sign.
func minus(s string) string { return strings.Replace(s, "-", "−", 1) }
