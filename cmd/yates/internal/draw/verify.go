package draw

import (
	"bytes"
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// verifyCommand returns the command "yates draw verify".
func verifyCommand() *cobra.Command {
	var commitment, ranked string
	cmd := &cobra.Command{
		Use:   "verify [FLAG]... TRANSCRIPT [LIST]",
		Short: "check a draw that somebody made",
		Long: `Verify recomputes a draw from its transcript, without a network. With LIST it
compares the list as well, and prints the winners by name.

What no file can show, and would let somebody choose the winners, is a condition
of the verdict:

  RIGHT, IF this was published before ...
      Look for that SHA-256 where the draw was announced. --commitment compares
      the commitment with it, or with the file that you saved before the draw.
      One that came with the transcript proves nothing.
  RIGHT, IF these entries were rightly skipped
      Whoever skips entries after the draw chooses among the winners: see why
      those that are listed were not eligible. By a rule of the commitment: see
      whether it holds for them. Those that the commitment bars are no matter.
  RIGHT, IF the parties did not all work together
      One that you trust is enough. The public beacon is one.

What "yates draw check" would refuse in LIST is shown. If the draw ranks LIST,
--ranked writes it in the order of the draw, with the rank of each row in front.
To strike out a row afterwards changes the order of nobody else.`,
		Example: `  yates draw verify raffle.draw entries.txt
  yates draw verify --commitment raffle.commit raffle.draw entries.txt`,
		Annotations: frame.Answers("the draw is right, without an IF", "the draw is wrong", frame.RightIf),
		Args:        takes("TRANSCRIPT [LIST]"),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			return verifyDraw(ctx, ui, commitment, ranked, args)
		}),
	}
	frame.FileVar(cmd.Flags(), &commitment, "commitment", "",
		"compare the commitment with `FILE`, or with its SHA-256")
	frame.FileVar(cmd.Flags(), &ranked, "ranked", "", "write the ranked list to the new `FILE`, in CSV")
	return cmd
}

// verifyDraw prints the verdict on a transcript.
func verifyDraw(ctx context.Context, ui *frame.UI, commitment, ranked string, args []string) error {
	if len(args) == 2 && args[0] == "-" && args[1] == "-" {
		return frame.BadUsage("", "standard input cannot be both TRANSCRIPT and LIST")
	}
	given := draw.Given{Check: true}
	var err error
	if given.Commitment, err = drawfile.Commitment(ctx, ui, commitment); err != nil {
		return err
	}
	text, err := drawfile.Text(ctx, ui, args[0], drawtext.Transcript, func(b []byte) ([]byte, error) { return b, nil })
	if err != nil {
		return err
	}
	var report *draw.Report
	t, changed := draw.ParseTranscript(text)
	switch {
	case changed != nil:
		report = draw.Malformed(changed)
	case ranked != "" && (t.Commitment.Ranking() == nil || len(args) < 2):
		return frame.BadUsage("", "--ranked needs LIST, and a draw of \"yates draw commit --rank\"")
	default:
		if report, err = verifyWith(ctx, ui, t, given, append(args, "")[1]); err != nil {
			return err
		}
	}
	more := ""
	says, verdict := drawtext.Verdict(t, report, time.Now())
	if list := report.Problems; list != nil && len(list.Problems) > 0 {
		more = "\nIn the list, \"yates draw check\" finds:\n" + problems(list)
	}
	switch {
	case verdict == draw.Wrong || t.Commitment.Ranking() == nil:
	case ranked == "":
		more = "\n" + rankedAdvice + more
	default:
		if err := writeRanked(ctx, ui, ranked, args[1], t); err != nil {
			return err
		}
		more = "\nThe ranked list is in " + label.Name(ranked) + ".\n" + more
	}
	if _, err := io.WriteString(ui.Out, says+more); err != nil || verdict == draw.Right {
		return err
	}
	return frame.Verdict(drawtext.Status(verdict))
}

// rankedAdvice says how the order of a ranked list is seen.
const rankedAdvice = "\"yates draw verify --ranked FILE\" writes the ranked list.\n"

// writeRanked writes the list in the order of a draw.
func writeRanked(ctx context.Context, ui *frame.UI, name, list string, t *draw.Transcript) error {
	out, err := create(ui, 0, name)
	if err != nil {
		return err
	}
	rows, err := rank(ctx, ui, list, t)
	if err != nil {
		return err
	}
	return out.WriteTexts(ctx, drawfile.CSV(rows))
}

// verifyWith verifies a transcript with the list, unless its name is "".
func verifyWith(ctx context.Context, ui *frame.UI, t *draw.Transcript, given draw.Given,
	name string) (*draw.Report, error) {
	if name == "" {
		return t.Verify(given)
	}
	return drawfile.Read(ctx, ui, name, drawfile.AList, func(r io.Reader) (*draw.Report, error) {
		front := make([]byte, len("rank,"))
		n, _ := io.ReadFull(r, front) // reading repeats an error
		given.List = io.MultiReader(bytes.NewReader(front[:n]), r)
		v, err := t.Verify(given)
		if err == nil && v.Names == nil && t.Commitment.Ranking() != nil && string(front) == "rank," {
			err = frame.BadUsage("", "it looks like the ranked list; LIST is the table that was ranked")
		}
		return v, err
	})
}
