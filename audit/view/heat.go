package view

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Terminal describes the terminal that shows a heat map.
type Terminal struct {
	// Columns is its width; 0 means 80.
	Columns int

	// Colours means that it has 256 colours. Without them, the heat map is ASCII: leave
	// it false for outputs that are not terminals, and if NO_COLOR is set or TERM is
	// dumb.
	Colours bool
}

// shades are the colours −5 … 5 among the 256 of terminals.
var shades = [2*strongest + 1]int{25, 32, 75, 117, 195, 231, 223, 215, 208, 166, 130}

// signs are the classes without colours. Those in between have the nearest to fair.
var signs = map[int]string{-4: "=", -2: "-", 0: ".", 2: "+", 4: "#"}

// Heat writes a heat map for a terminal: a row for each item, from 1 at the top, and two
// columns of characters for each place. Neighbours are joined in blocks if the map does
// not fit or has too few deals to show anything. It fails if w does.
func Heat(w io.Writer, m *Matrix, t Terminal) error {
	columns := t.Columns
	if columns <= 0 {
		columns = 80
	}
	b := bufio.NewWriter(w)
	margin := len(fmt.Sprint(m.items())) + 1
	most := max(1, (columns-margin-1)/2)
	rows := most
	if m.places <= audit.LeastBlocks {
		rows = max(most, mostDrawn) // each item has its line
	}
	g := m.coarse(rows, most)
	shown := ascii
	if t.Colours {
		shown = func(s string) string { return s }
	}
	title := shown(label.Clean(m.Title, max(label.Longest, columns)))
	if title != "" {
		fmt.Fprintf(b, "%s: ", title)
	}
	fmt.Fprintf(b, "%s\n", g.subject())
	if g.empty() {
		return b.Flush()
	}
	row, column := m.things()
	fmt.Fprintf(b, "down: %s, across: %s", row, column)
	if !g.whole() {
		fmt.Fprintf(b, ", in blocks of %s", shown(g.blocks()))
	}
	fmt.Fprintln(b)

	// The number of a block's first place stands above it, where there is room.
	line := []byte(strings.Repeat(" ", margin+1))
	for j := range len(g.cols) - 1 {
		text := fmt.Sprint(g.cols[j] + 1)
		if at := margin + 1 + 2*j; at >= len(line) && at+len(text) <= columns {
			line = append(line, strings.Repeat(" ", at-len(line))...)
			line = append(line, text...)
			line = append(line, ' ')
		}
	}
	fmt.Fprintf(b, "%s\n", strings.TrimRight(string(line), " "))
	for i, row := range g.class {
		fmt.Fprintf(b, "%*d ", margin, g.rows[i]+1)
		cells := ""
		for _, class := range row {
			cells += cell(class, t.Colours)
		}
		if t.Colours {
			cells += "\x1b[0m"
		}
		fmt.Fprintf(b, "%s\n", strings.TrimRight(cells, " "))
	}
	g.legend(b, t.Colours)
	for _, text := range []string{g.ends(t.Colours), g.extremes()} {
		if text == "" {
			continue
		}
		for _, line := range wrap(shown(text), func(line string) bool {
			return utf8.RuneCountInString(line) <= columns
		}) {
			fmt.Fprintf(b, "%s\n", line)
		}
	}
	return b.Flush()
}

// cell is two characters.
func cell(class int, colours bool) string {
	if colours {
		return fmt.Sprintf("\x1b[48;5;%dm  ", shades[class+strongest])
	}
	return fmt.Sprintf("%-2s", signs[class/2*2])
}

func (g *grid) legend(w io.Writer, colours bool) {
	if colours {
		fmt.Fprint(w, "less often ")
		for class := -strongest; class <= strongest; class++ {
			if class == 0 {
				fmt.Fprint(w, cell(class, true), "\x1b[30m fair   \x1b[39m")
				continue
			}
			fmt.Fprint(w, cell(class, true))
		}
		fmt.Fprintf(w, "\x1b[0m more often\n")
	} else {
		fmt.Fprint(w, ".  as fair\n-  less often: -2 or less    +  more often: +2 or more\n"+
			"=  much less: -4 or less     #  much more: +4 or more\n")
	}
}

// ends describes what the colours measure, and the ends of the scale.
func (g *grid) ends(colours bool) string {
	if !colours {
		return g.scale()
	}
	return g.scale() + "; the darkest are −5 or less and +5 or more"
}

// ascii replaces characters that are not ASCII.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '−':
			return '-'
		case r == '×':
			return 'x'
		case r == '“' || r == '”':
			return '"'
		case r > '~':
			return '?'
		}
		return r
	}, strings.ReplaceAll(s, "…", "..."))
}
