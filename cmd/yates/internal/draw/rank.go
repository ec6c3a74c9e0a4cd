package draw

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
)

// rankCommand returns the command "yates draw rank".
func rankCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "rank [FLAG]... TRANSCRIPT TABLE",
		Short: "print the ranked list of a draw",
		Long: `Rank prints a table in the order that a draw gave it, in CSV, with the rank of each
row in front. The draw's commitment is one of "yates draw commit --rank".

Each row has as many tickets as its column of --tickets says, or one. The
tickets are drawn one after the other until none is left. All of the smallest
--group are ranked first, then those of the next one. A name stands where its
first ticket does, and only there.

The first in the list are the winners, and the others wait in this order. If
somebody withdraws or is not eligible, strike them out: nobody else's order
changes. Anyone who has TRANSCRIPT and TABLE gets the same list. Whether the
draw is right, "yates draw verify TRANSCRIPT TABLE" reports.`,
		Example: `  yates draw commit --title Flats --rank name --group priority --tickets years \
    --at '2027-01-01 12:00 UTC' -o flats.commit flats.csv
  yates draw run -o flats.draw flats.commit flats.csv
  yates draw rank -o ranked.csv flats.draw flats.csv`,
		Args: takes("TRANSCRIPT TABLE"),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			return rank(ctx, ui, output, args[0], args[1])
		}),
	}
	dest.Var(cmd.Flags(), &output, "write to a new `FILE`, not to standard output")
	return cmd
}

// rank writes the ranked list of a draw that is not wrong.
func rank(ctx context.Context, ui *frame.UI, output, transcript, list string) error {
	t, err := drawfile.Text(ctx, ui, transcript, drawtext.Transcript, draw.ParseTranscript)
	if err != nil {
		return err
	}
	ranking, ok := t.Commitment.Ranking()
	if !ok {
		return errors.New("the commitment of this draw is not one of \"yates draw commit --rank\"")
	}
	out, err := create(ui, 0, output)
	if err != nil {
		return err
	}
	text, err := drawfile.Read(ctx, ui, list, drawfile.AList, io.ReadAll)
	if err != nil {
		return err
	}
	v, err := t.Verify(draw.Given{List: bytes.NewReader(text)})
	if err != nil {
		return err
	}
	if answer, words := drawtext.Conclude(v, time.Now()); answer == draw.Wrong {
		return errors.New(words)
	}
	table, err := ranking.Read(bytes.NewReader(text))
	if err != nil {
		return err
	}
	ranked := [][]string{append([]string{"rank"}, table.Header...)}
	for i, row := range table.Rank(t.Seed) {
		ranked = append(ranked, append([]string{strconv.Itoa(i + 1)}, row...))
	}
	var b bytes.Buffer
	csv.NewWriter(&b).WriteAll(ranked) // a Buffer has no errors
	return out.WriteTexts(ctx, nil, b.Bytes())
}
