package advice

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// Small names the values of --per that have fewer units than asked for.
func Small(ui *frame.UI, c *engine.Collection, asked int64, unit string) {
	all := c.ClassesBelow(asked)
	if all == 0 {
		return
	}
	var names []string
	for _, texts := range c.SmallClasses() {
		names = append(names, label.Name(fmt.Sprintf("%.40s", strings.Join(texts, ", "))))
	}
	if all > len(names) {
		names = append(names, "…")
	}
	ui.Say(fmt.Sprintf("%s of --per with fewer than %s: %s", label.Plural(all, "value"),
		label.Plural(asked, unit), strings.Join(names, "; ")))
}

// Balanced says how many units of each class are written, or with -1 as many as the largest has, and how often those of
// the smallest come.
func Balanced(ui *frame.UI, sizes []int, each int64, unit string) {
	least := int64(slices.Min(sizes))
	if each < 0 {
		each = int64(slices.Max(sizes))
	}
	text := fmt.Sprintf("%s with %s each", label.Plural(len(sizes), "value"), label.Plural(each, unit))
	if least < each {
		text += fmt.Sprintf("; of the rarest, which has %s, each comes up to %s times", label.Number(least),
			label.Number((each-1)/least+1))
	}
	ui.Say(text)
}

// SampledByKey says how large a sample of a share of the keys is, and how far off it may be: by Wilson's interval, as
// it is not known how many keys there are.
func SampledByKey(ui *frame.UI, of []uint64, keys float64, unit string) {
	const likely = 2.576 // standard deviations, within which a normal law is 99 times in 100
	v := likely * likely / 2 * (1 - float64(of[0])/(1<<64))
	ui.Say(fmt.Sprintf("size by key: %s; it is within %.0f of its share 99 times in 100",
		label.Plural(int64(keys), unit), math.Ceil(v+math.Sqrt(v*(v+2*keys)))))
}

// PartedByKey says how large parts are that keys decide, and how far off they may be: Bernstein's inequality holds for
// few rows and small shares, too. A size that is further off has a cause.
func PartedByKey(ui *frame.UI, ends []uint64, sizes []int64, n int64, unit string) {
	within, off, share, before := 0.0, 0.0, 0.0, 0.0
	odds := math.Log(2 * float64(len(sizes)) / 0.01)
	for i, size := range sizes {
		end := 1.0
		if i < len(ends) {
			end = float64(ends[i]) / (1 << 64)
		}
		share, before = end-before, end
		within = max(within, math.Ceil(odds/3+math.Sqrt(odds*odds/9+2*odds*float64(n)*share*(1-share))))
		off = max(off, math.Abs(float64(size)-float64(n)*share))
	}
	text := strings.Trim(fmt.Sprint(sizes[:min(len(sizes), 5)]), "[]")
	if len(sizes) > 5 {
		text += " …"
	}
	ui.Say(fmt.Sprintf("sizes by key: %s of %s; if all keys differ, each is within %.0f of its share 99 times in 100",
		text, label.Plural(n, unit), within))
	if off > within {
		ui.Say(fmt.Sprintf("a size is %.0f off: were these keys divided by this seed before? take another --seed "+
			"(or few keys have many %ss)", off, unit))
	}
}
