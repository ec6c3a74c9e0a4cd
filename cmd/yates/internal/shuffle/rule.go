package shuffle

import (
	"maps"
	"math/big"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/order"
)

// setRule sets the rule that was asked for.
func setRule(f *flags) (err error) {
	rule := &f.Options.Rule
	rule.Kind = f.asked() & ask.Rules &^ ask.Repeat
	for _, flag := range slices.Sorted(maps.Keys(f.by)) {
		columns, err := infile.Columns(flag, f.by[flag], f.is(ask.JSON|ask.Tar), f.hasHeader())
		if err != nil {
			return err
		}
		if flag == "group-by" && rule.Kind&ask.Classes != 0 {
			rule.Groups, rule.Kind = columns, ask.Classes
		} else {
			rule.By = columns
		}
	}
	switch {
	case rule.Kind == ask.Parted:
		rule.Shares, err = sharesByKey(f)
	case rule.Kind == ask.ByKey && f.Head.Share != nil:
		rule.Shares = order.NewParts(f.Head.Share)
	}
	return err
}

// sharesByKey returns the shares of the parts that keys decide.
func sharesByKey(f *flags) (order.Parts, error) {
	if f.split != nil {
		of1, err := f.split.Shares()
		if err != nil {
			return nil, frame.BadUsage("", "%w: --by-key keeps no sizes, as these change with the rows", err)
		}
		return order.NewParts(of1...), nil
	}
	n := f.equal.N
	if n == 0 { // parts of a size
		return nil, frame.BadUsage("", "--by-key decides among a number of parts, and there is none")
	}
	return order.NewParts(slices.Repeat([]*big.Rat{big.NewRat(1, int64(n))}, n)...), nil
}
