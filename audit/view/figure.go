package view

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/yates-shuffle/yates/internal/label"
)

// A figure is a picture that is not drawn yet. Its label says what is on it, for who
// does not see it.
type figure struct {
	width, height vg.Length
	label         string
	draw          func(c draw.Canvas)
}

const (
	width = 480 // of all figures, in points
	dpi   = 144
)

// write draws the figure as "svg" or "png".
func (f *figure) write(w io.Writer, format string) error {
	if format == "png" {
		c := vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(dpi))
		f.draw(draw.New(pixels{c}))
		_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
		return err
	}
	_, err := io.WriteString(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"+f.svg())
	return err
}

// pixels leaves out what turns directions, as letters become pixels from left to
// right anyway and fonts have no sign for it.
type pixels struct{ *vgimg.Canvas }

func (p pixels) FillString(f font.Face, at vg.Point, s string) {
	p.Canvas.FillString(f, at, label.WithoutIsolates(s))
}

// svg draws the figure as an element that may stand in a page.
func (f *figure) svg() string {
	c := &letters{Canvas: vgsvg.New(f.width, f.height)}
	f.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		panic(err) // a buffer has no errors
	}
	// The library's own start has no text for who does not see the picture.
	_, body, _ := strings.Cut(b.String(), "<svg")
	_, body, _ = strings.Cut(body, ">")
	text := html.EscapeString(f.label)
	start := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%gpt" height="%gpt" viewBox="0 0 %g %g" role="img" aria-label="%s">`+"\n<desc>%s</desc>",
		f.width.Points(), f.height.Points(), f.width.Points(), f.height.Points(), text, text)
	parts := strings.Split(body, "<text ")
	for i, length := range c.lengths {
		parts[i+1] = fmt.Sprintf(`<text textLength="%.5g" lengthAdjust="spacingAndGlyphs" `, length.Points()) + parts[i+1]
	}
	return start + strings.ReplaceAll(strings.Join(parts, ""), "font-family:Liberation Sans", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif")
}

// letters notes how long each text is, as the fonts of the machine that shows it
// may be wider and run into each other.
type letters struct {
	*vgsvg.Canvas
	lengths []vg.Length
}

func (l *letters) FillString(f font.Face, at vg.Point, s string) {
	l.lengths = append(l.lengths, f.Width(s))
	l.Canvas.FillString(f, at, s)
}

// above puts figures above each other.
func above(figures ...*figure) *figure {
	all := &figure{width: width}
	var labels []string
	for _, f := range figures {
		all.height += f.height
		labels = append(labels, f.label)
	}
	all.label = strings.Join(labels, " ")
	all.draw = func(c draw.Canvas) {
		top := c.Max.Y
		for _, f := range figures {
			part := c
			part.Max.Y, part.Min.Y = top, top-f.height
			f.draw(part)
			top -= f.height
		}
	}
	return all
}

// words is a figure of lines of text, the first as a title. Empty lines are left out.
func words(title string, lines ...string) *figure {
	f := &figure{width: width, height: 30, label: strings.TrimSpace(title + ": " + strings.Join(lines, " "))}
	size := style(9, color.Black)
	var wrapped []string
	for _, line := range lines {
		if line == "" {
			continue
		}
		wrapped = append(wrapped, wrap(line, func(line string) bool { return size.Width(line) <= width-28 })...)
	}
	f.height += vg.Length(len(wrapped)) * 12
	f.draw = func(c draw.Canvas) {
		fill(c, c.Rectangle, color.White)
		c.FillText(style(12, color.Black), vg.Point{X: c.Min.X + 14, Y: c.Max.Y - 20}, title)
		for i, line := range wrapped {
			c.FillText(size, vg.Point{X: c.Min.X + 14, Y: c.Max.Y - 34 - vg.Length(i)*12}, line)
		}
	}
	return f
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

// style is text of a size in a colour.
func style(size vg.Length, colour color.Color) draw.TextStyle {
	return draw.TextStyle{
		Color: colour, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: text.Plain{Fonts: font.DefaultCache},
	}
}

// newPlot returns a plot in the style of all figures.
func newPlot() *plot.Plot {
	p := plot.New()
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font.Variant, axis.Label.TextStyle.Font.Size = "Sans", 10
		axis.Tick.Label.Font.Variant, axis.Tick.Label.Font.Size = "Sans", 9
		axis.Padding = 2
	}
	return p
}

func fill(c draw.Canvas, r vg.Rectangle, colour color.Color) {
	c.SetColor(colour)
	c.Fill(r.Path())
}

func rectangle(left, bottom, right, top vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: right, Y: top}}
}
