package view

// An axis has marks, and goes from a number to another, which may be smaller.
type axis struct {
	label    string
	from, to float64
	marks    []mark
	size     float64 // of the marks' texts; 0 stands for the usual one
}

// A mark says what is at a number of an axis.
type mark struct {
	at   float64
	text string
}

// A chart is a place for a picture above an axis for x and to the right of one for y.
type chart struct {
	x, y                     axis
	left, right, top, bottom float64 // of the picture, in points
}

const (
	usualSize = 9 // of marks
	apart     = 3 // an axis and the picture
	tick      = 7 // how long the line of a mark is
)

// newChart returns a chart of a height, which leaves room at the top.
func newChart(x, y axis, height, top float64) *chart {
	if y.size == 0 {
		y.size = usualSize
	}
	widest := 0.0
	for _, m := range y.marks {
		wide, _ := textWidth(m.text, y.size)
		widest = max(widest, wide)
	}
	return &chart{x: x, y: y, left: 40 + widest, right: width - 20, top: top, bottom: height - 38}
}

// atX returns where a number of the axis is, in points.
func (f *chart) atX(v float64) float64 {
	return f.left + (v-f.x.from)/(f.x.to-f.x.from)*(f.right-f.left)
}

func (f *chart) atY(v float64) float64 {
	return f.bottom - (v-f.y.from)/(f.y.to-f.y.from)*(f.bottom-f.top)
}

// axes draws the axes.
func (f *chart) axes(c *canvas) {
	left, below := f.left-apart, f.bottom+apart
	path := "M" + num(f.left) + " " + num(below) + "H" + num(f.right) + "M" + num(left) + " " + num(f.top) + "V" +
		num(f.bottom)
	for _, m := range f.x.marks {
		path += "M" + num(f.atX(m.at)) + " " + num(below) + "v" + num(tick)
		c.write(face{size: usualSize, from: "middle"}, f.atX(m.at), below+tick+9, m.text)
	}
	for _, m := range f.y.marks {
		path += "M" + num(left) + " " + num(f.atY(m.at)) + "h" + num(-tick)
		c.write(face{size: f.y.size, from: "end"}, left-tick-3, f.atY(m.at)+0.35*f.y.size, m.text)
	}
	c.line(path, `stroke="#000" stroke-width="0.5"`)
	c.write(face{size: 10, from: "middle"}, (f.left+f.right)/2, below+tick+21, f.x.label)
	x, y := 21.0, (f.top+f.bottom)/2
	c.turned(face{size: 10, from: "middle"}, x, y, f.y.label, ` transform="rotate(-90 `+num(x)+" "+num(y)+`)"`)
}

// every marks the first of n, the multiples of step, and the last if there is room.
func every(step, n int, text func(i int) string) []mark {
	var all []mark
	for i := 1; i <= n; i++ {
		if i%step == 0 && n-i >= step/2 || i == 1 || i == n {
			all = append(all, mark{float64(i), text(i - 1)})
		}
	}
	return all
}

// marks marks round numbers up to n, few enough to be read.
func marks(n int, text func(i int) string) []mark { return every(round(float64(n), 13), n, text) }

// round returns the smallest of 1, 2, 5, 10, 20, 50 and so on that goes into x at most so
// many times.
func round(x, times float64) int {
	for power := 1; ; power *= 10 {
		for _, factor := range []int{1, 2, 5} {
			if x <= times*float64(factor*power) {
				return factor * power
			}
		}
	}
}
