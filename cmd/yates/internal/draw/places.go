package draw

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
)

// winners returns the places of a draw, one a line, with the entries where they are known:
// the first most of them.
func winners(t *draw.Transcript, names map[uint64]string, most int) string {
	var b strings.Builder
	for _, prize := range drawtext.Prizes(t, names, most) {
		fmt.Fprintf(&b, "%s:\n", prize.Name)
		writePlaces(&b, t, prize.Places)
		if prize.Lacks != "" {
			fmt.Fprintf(&b, "  %s\n", prize.Lacks)
		}
	}
	return b.String()
}

// writePlaces writes places of a draw, one a line.
func writePlaces(b *strings.Builder, t *draw.Transcript, places []drawtext.Place) {
	width := len(strconv.FormatUint(t.Commitment.Entries.Count, 10))
	for _, p := range places {
		line := fmt.Sprintf("  %*d  %s", width, p.Entry, p.Name)
		if p.Skipped != "" {
			line += "  " + drawtext.Skipped + ": " + p.Skipped
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}
