package audit

import (
	"errors"

	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
)

const (
	nameThem = "name the items " + byFlags
	byFlags  = "with --items, --range, --cards or --names"
	cutRest  = "cut what is no item (tail -n +2 leaves out a heading, cut -d' ' -f2- a label)"
)

// hints name the flags that help against faults of deals.
var hints = map[deals.Fault]string{
	deals.PartOrOwn:    "see --take if it deals a part of them, and --no-input if it has its own items",
	deals.SeveralOrOwn: "see --no-input if it has its own items, and --stream if it prints deal after deal",
	deals.Foreign:      "if it is an item, too, name all " + byFlags + "; if not, " + cutRest,
	deals.Own:          "see --no-input if it has its own items",
	deals.Part:         nameThem + ", and " + cutRest,
	deals.Lengths:      "--first K audits the first K items of each deal",
	deals.Late:         "see --timeout",
	deals.Endless:      "see --timeout, and --stream if it prints deal after deal",
	deals.TooMuch:      "see --stream if it prints deal after deal",
	deals.Bracket:      "tr -d '[]' takes brackets away, jq -c .NAME takes an array out of an object",
	deals.Twice: "if items can come again, use --put-back, and if some are equal, --names FILE; " +
		"if the last is another draw, cut its column",
	deals.Decks:    "for several decks use --decks N",
	deals.Short:    "take a --first that every deal has; none can be left out",
	deals.NoNumber: "--of ORIGINAL matches the lines with those of the data in its old order",
	deals.Apart:    "--range says which numbers there are; --of ORIGINAL gives the data in its old order",
}

// hinted adds what helps to an error of deals.
func (j *job) hinted(err error) error {
	if e, ok := errors.AsType[*deals.Error](err); ok {
		return frame.WithHint(err, hints[e.Fault])
	}
	return err
}
