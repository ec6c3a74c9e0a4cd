package draw

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
)

// verifyCommand returns the command "yates draw verify".
func verifyCommand() *cobra.Command {
	var commitment, chain, ranked string
	cmd := &cobra.Command{
		Use:   "verify [FLAG]... TRANSCRIPT [LIST]",
		Short: "check a draw that somebody made",
		Long: `Verify recomputes a draw from its transcript, without a network. With LIST it
compares the list as well, and prints the winners by name.

What no file can show, and would let somebody choose the winners, is a condition
of the verdict:

  RIGHT, IF this was published before ...
      Look for that SHA-256 where the draw was announced. --commitment compares
      the commitment with it, or with the published file.
  RIGHT, IF these entries were rightly skipped
      Whoever skips entries after the draw chooses among the winners: see why
      those that are listed were not eligible. By a rule of the commitment: see
      whether it holds for them. Those that the commitment bars are no matter.
  RIGHT, IF the parties did not all work together
      One that you trust is enough. A public beacon is one.

What "yates draw check" would refuse in LIST is shown. If the draw ranks LIST,
--ranked writes it in the order of the draw, with the rank of each row in front.
To strike out a row afterwards changes the order of nobody else.

A beacon other than quicknet proves nothing if the organizer has its key or made
its description. Verify checks a draw with such a beacon alone only if --chain
names it. First see who runs it.`,
		Example: `  yates draw verify raffle.draw entries.txt
  yates draw verify --commitment raffle.commit raffle.draw entries.txt`,
		Annotations: answers("the draw is right, without an IF", "the draw is wrong",
			"  3    if and only if it is right if what the first line says is so\n"),
		Args: takes("TRANSCRIPT [LIST]"),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			return verifyDraw(ctx, ui, commitment, chain, ranked, args)
		}),
	}
	cmd.Flags().StringVar(&commitment, "commitment", "", "compare the commitment with `FILE`, or with its SHA-256")
	cmd.Flags().StringVar(&chain, "chain", "", "expect the chain of `FILE` or SHA-256 (default quicknet)")
	cmd.Flags().StringVar(&ranked, "ranked", "", "write the ranked list to the new `FILE`, in CSV")
	return cmd
}

// verifyDraw prints the verdict on a transcript.
func verifyDraw(ctx context.Context, ui *frame.UI, commitment, chain, ranked string, args []string) error {
	if len(args) == 2 && args[0] == "-" && args[1] == "-" {
		return frame.BadUsage("", "standard input cannot be both TRANSCRIPT and LIST")
	}
	t, err := drawfile.Text(ctx, ui, args[0], drawtext.Transcript, draw.ParseTranscript)
	if err != nil {
		return err
	}
	if ranked != "" && (t.Commitment.Ranking() == nil || len(args) < 2) {
		return frame.BadUsage("", "--ranked needs LIST, and a draw of \"yates draw commit --rank\"")
	}
	given := draw.Given{Check: true}
	given.Commitment, err = drawfile.Sum(ctx, ui, commitment, drawtext.Commitment, draw.ParseCommitment,
		(*draw.Commitment).Name)
	if err != nil {
		return err
	}
	if chain == quicknet {
		chain = draw.Quicknet().Hash().String()
	}
	given.Chain, err = drawfile.Sum(ctx, ui, chain, "", draw.ParseChain, (*draw.Chain).Hash)
	if err != nil {
		return err
	}
	v, err := verifyWith(ctx, ui, t, given, append(args, "")[1])
	if err != nil {
		return err
	}
	text, answer := drawtext.Verdict(t, v, time.Now())
	if list := v.Problems; list != nil && len(list.Problems) > 0 {
		text += fmt.Sprintf("\nIn the list, \"yates draw check\" finds:\n%s", problems(list))
	}
	if ranked != "" && answer != draw.Wrong {
		out, err := create(ui, 0, ranked)
		if err != nil {
			return err
		}
		rows, err := rank(ctx, ui, args[1], t)
		if err != nil {
			return err
		}
		if err := out.WriteTexts(ctx, nil, drawfile.CSV(rows)); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(ui.Out, text); err != nil || answer == draw.Right {
		return err
	}
	return frame.Verdict(drawtext.Status(answer))
}

// verifyWith verifies a transcript with the list, unless its name is "".
func verifyWith(ctx context.Context, ui *frame.UI, t *draw.Transcript, given draw.Given,
	name string) (*draw.Verdict, error) {
	if name == "" {
		return t.Verify(given)
	}
	return drawfile.Read(ctx, ui, name, drawfile.AList, func(r io.Reader) (*draw.Verdict, error) {
		given.List = r
		return t.Verify(given)
	})
}
