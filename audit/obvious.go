package audit

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/internal/label"
)

// ascending reports whether the deals look as if their items were sorted afterwards.
func (a reporter) ascending() bool {
	const least = 3 // deals
	o := a.of
	return !o.options.Unordered && 1 < o.k && o.k < o.n && o.deals() >= least && o.sorted == o.deals()
}

// obvious returns the finding that all deals are the same, or come from a few, or are in ascending order, if they
// are. All bets together are its evidence.
func (a reporter) obvious() []Finding {
	ln := a.ln / math.Ln10
	f := Finding{Kind: KindConstant, From: FromDeal, Log10E: ln, OwnLog10E: ln}
	w := a.of.book.Whole()
	switch deals := a.of.deals(); {
	case deals > 0 && a.of.still == deals:
		f.Reason, f.Text = unmoved, "nothing moves: every deal has the items in the order before the shuffle"
	case deals > 1 && a.of.options.Kinds == nil && w.Same(deals):
		f.Reason = allSame
		f.Text = "every deal is the same, as if nothing were shuffled, or each run started from the same seed"
	case w.Few() > 0:
		f.Reason = fewOrders
		f.Text = fmt.Sprintf("only %d different deals came, again and again", w.Distinct())
		if e := w.Examples[0]; e.Earlier > 0 {
			f.Text += fmt.Sprintf("; deal %s was the first to come again, as deal %s", label.Number(e.Earlier),
				label.Number(e.Deal))
		}
	case a.ascending():
		f.Kind, f.Text = "ascending",
			"every deal is in ascending order; if they are written sorted, audit them as sets"
	default:
		return nil
	}
	return []Finding{f}
}
