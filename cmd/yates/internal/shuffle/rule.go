package shuffle

import (
	"maps"
	"math/big"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/shares"
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

// checkRule refuses what the table of package ask cannot know.
func checkRule(f *flags) error {
	switch asked := f.asked(); {
	case asked&(ask.ByKey|ask.Parted) != 0 && f.Options.Missing == engine.MissingOwn:
		return frame.BadUsage("", "--by-key goes without --missing own: a row without a key has no place of its own")
	case asked&ask.Classes != 0 && asked&ask.Groups == 0 && f.Options.Missing == engine.MissingOwn:
		return frame.BadUsage("", "--stratify and --per go without --missing own: a class of one row has no shares")
	case f.Repeat && f.Head == shares.Head{Count: shares.All} && f.PerClass == 0 && len(f.outputs) > 0 &&
		dest.ToFiles(f.outputs, nil, nil):
		return frame.BadUsage("", "-r never ends without -n, and would fill the disk")
	case f.Head.Share != nil && !f.Repeat && f.Head.Share.Cmp(big.NewRat(1, 1)) > 0:
		return frame.BadUsage("", "-n can be more than 100%% only with -r")
	}
	return nil
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
	return order.NewParts(slices.Repeat([]*big.Rat{big.NewRat(1, int64(n))}, n)...), nil
}
