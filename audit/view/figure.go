package view

import (
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
)

// A figure is a picture that is not drawn yet. Its label describes it, for readers who
// cannot see it.
type figure struct {
	height float64 // in points
	label  string
	draw   func(c *canvas)
}

const width = 480 // of all figures, in points

// write writes the figure as a file.
func (f *figure) write(w io.Writer) error {
	_, err := io.WriteString(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"+f.svg())
	return err
}

// svg draws the figure as an element for a page.
func (f *figure) svg() string {
	var c canvas
	text, height := html.EscapeString(f.label), num(f.height)
	c.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%dpt" height="%spt" viewBox="0 0 %d %s" `+
		`role="img" aria-label="%s"`, width, height, width, height, text)
	c.add(` font-family="'Liberation Sans',Arial,Helvetica,sans-serif">`+"\n<desc>%s</desc>\n", text)
	c.rectangle(0, 0, width, f.height, "#fff")
	f.draw(&c)
	c.add("</svg>\n")
	return c.text.String()
}

// A canvas takes SVG elements. Its points begin at the top left.
type canvas struct{ text strings.Builder }

func (c *canvas) add(format string, args ...any) { fmt.Fprintf(&c.text, format, args...) }

func (c *canvas) rectangle(x, y, wide, high float64, colour string) {
	c.add(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", num(x), num(y), num(wide), num(high), colour)
}

// line draws a line through a path's points; attributes say how.
func (c *canvas) line(path, attributes string) {
	c.add(`<path d="%s" fill="none" %s/>`+"\n", path, attributes)
}

// A face is the look of a text, and its anchor: the start, or the "middle" or "end".
type face struct {
	size         float64
	colour, from string
}

// write writes a text with the baseline y. It sets the width of the text, because the
// fonts of the viewer may be wider and overlap.
func (c *canvas) write(f face, x, y float64, text string) { c.turned(f, x, y, text, "") }

// turned writes a text with more attributes.
func (c *canvas) turned(f face, x, y float64, text, attributes string) {
	if f.from != "" {
		attributes += ` text-anchor="` + f.from + `"`
	}
	if f.colour != "" {
		attributes += ` fill="` + f.colour + `"`
	}
	if wide, known := textWidth(text, f.size); known && text != "" {
		attributes += ` textLength="` + num(wide) + `" lengthAdjust="spacingAndGlyphs"`
	}
	c.add(`<text x="%s" y="%s" font-size="%s"%s>%s</text>`+"\n", num(x), num(y), num(f.size), attributes,
		html.EscapeString(text))
}

// num returns a number for SVG, rounded to a hundredth.
func num(x float64) string {
	text := strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// above stacks figures.
func above(figures ...*figure) *figure {
	all := &figure{}
	var labels []string
	for _, f := range figures {
		all.height += f.height
		labels = append(labels, f.label)
	}
	all.label = strings.Join(labels, " ")
	all.draw = func(c *canvas) {
		top := 0.0
		for _, f := range figures {
			c.add(`<g transform="translate(0 %s)">`+"\n", num(top))
			f.draw(c)
			c.add("</g>\n")
			top += f.height
		}
	}
	return all
}

// words is a figure of lines of text, the first as a title. Empty lines are left out.
func words(title string, lines ...string) *figure {
	const size, margin, high = 9, 14, 12
	var wrapped []string
	for _, line := range lines {
		if line != "" {
			wrapped = append(wrapped, wrap(line, func(line string) bool {
				wide, _ := textWidth(line, size)
				return wide <= width-2*margin
			})...)
		}
	}
	return &figure{
		height: 30 + high*float64(len(wrapped)),
		label:  strings.TrimSpace(title + ": " + strings.Join(lines, " ")),
		draw: func(c *canvas) {
			c.write(face{size: 12}, margin, 20, title)
			for i, line := range wrapped {
				c.write(face{size: size}, margin, 34+high*float64(i), line)
			}
		},
	}
}

// wrap breaks text into lines that fit, where it has spaces.
func wrap(s string, fits func(line string) bool) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if next := strings.TrimSpace(line + " " + word); fits(next) {
			line = next
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = word
	}
	return append(lines, line)
}

// colours are the classes −5 … 5: blue, white, orange.
var colours = [2*strongest + 1]string{
	"#084a86", "#2b76b5", "#67a4d4", "#a3c9e6", "#d5e5f3", "#f7f7f7",
	"#fde3c8", "#fdc48f", "#f59a4a", "#d66f17", "#984803",
}

// strongest is the class of the cells that are furthest from fair.
const strongest = 5
