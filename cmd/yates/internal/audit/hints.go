package audit

import (
	"errors"
	"fmt"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// hints name the flags that help against faults of deals.
var hints = map[deals.Fault]string{
	deals.PartOrOwn:    "see --take if it deals a part of them, and --no-input if it has its own items",
	deals.SeveralOrOwn: "see --no-input if it has its own items, and --stream if it prints deal after deal",
	deals.Foreign:      "name the items with --items, --range, --cards or --names",
	deals.Own:          "see --no-input if it has its own items",
	deals.TooFew:       "name them with --items, --range, --cards or --names",
	deals.TooMany:      "name them with --range, --cards or --names",
	deals.Lengths:      "--first K audits the first K items of each deal",
	deals.Late:         "see --timeout",
	deals.Endless:      "see --timeout, and --stream if it prints deal after deal",
	deals.TooMuch:      "see --stream if it prints deal after deal",
	deals.Heading:      "tail -n +2 leaves it out",
	deals.Column:       "for example with cut -d, -f2-",
	deals.Label:        "name the items with --items, --range, --cards or --names",
	deals.Twice:        "if items can come again, use --put-back",
	deals.Decks:        "for several decks use --decks N",
	deals.Unseen:       "cut the columns that are not seen in every deal",
}

// hinted adds what helps to an error of deals.
func (j *job) hinted(err error) error {
	if e, ok := errors.AsType[*audit.StrataError](err); ok {
		return fmt.Errorf("%s is the group %s, but there are already %s; is it the right column?", j.deals.Where(),
			label.Name(e.Name), label.Plural(audit.MostStrata, "group"))
	}
	e, ok := errors.AsType[*deals.Error](err)
	if !ok {
		return err
	}
	hint := hints[e.Fault]
	switch {
	case e.Fault == deals.Twice && j.opt.file != "" && e.Column == e.Columns && e.Columns > 2:
		hint = fmt.Sprintf("if column %d is another draw, cut it; %s", e.Column, hint)
	case e.Fault == deals.Label && e.Column > 1:
		hint = fmt.Sprintf("cut it, as with cut -d' ' -f%d --complement; if it is an item, %s", e.Column, hint)
	case e.Fault == deals.Label:
		hint = "cut it, as with cut -d' ' -f2-; if it is an item, " + hint
	case e.Fault == deals.Lengths && j.opt.holeCards:
		hint = "audit the hands of each game by themselves; of stud, choose your lines with grep 'Dealt to NAME '"
	case e.Fault == deals.Short && e.Column > 0:
		hint = fmt.Sprintf("--first %d has room for it", e.Column)
	case e.Fault == deals.Unseen && e.Column > 1:
		hint = fmt.Sprintf("--first %d audits only the places before, or %s", e.Column-1, hint)
	}
	return frame.WithHint(err, hint)
}
