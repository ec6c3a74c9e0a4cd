package draw

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// verifyCommand returns the command "yates draw verify".
func verifyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [FLAG]... TRANSCRIPT [LIST]",
		Short: "check a draw that somebody made",
		Long: `Verify recomputes a draw from its transcript, without a network. With LIST it
compares the list as well, and prints the winners by name.

No file can show whether the commitment was published before its time, and
whether it was the only one. Look for its SHA-256 where the draw was announced.
--commitment compares the commitment with that SHA-256, or with the published
file.

A beacon other than quicknet proves nothing if the organizer has its key or made
its description. Verify checks a draw with such a beacon only if --chain names
it. First see who runs it.`,
		Example: `  yates draw verify raffle.draw entries.txt
  yates draw verify --commitment raffle.commit raffle.draw entries.txt`,
		Annotations: map[string]string{frame.ExitStatuses: verifyStatus},
		Args:        takes("TRANSCRIPT [LIST]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return verifyDraw(cmd, args)
		},
	}
	flags := cmd.Flags()
	flags.String("commitment", "",
		"compare the commitment with `FILE`, or with a SHA-256")
	flags.String("chain", "",
		"expect the chain of `FILE` or SHA-256 (default quicknet)")
	return cmd
}

// verifyStatus is what the help says of the exit status.
const verifyStatus = `  0    if and only if all that was given was checked and is right
  1    if and only if the draw is wrong
  2    if and only if it was not checked, for a reason that standard error tells
` + frame.Interrupted

// verifyDraw prints the verdict on a transcript.
func verifyDraw(cmd *cobra.Command, args []string) error {
	if len(args) == 2 && args[0] == "-" && args[1] == "-" {
		return frame.BadUsage("", "standard input cannot be both TRANSCRIPT and LIST")
	}
	t, err := readText(cmd, args[0], drawtext.Transcript, draw.ParseTranscript)
	if err != nil {
		return err
	}
	var given draw.Given
	given.Commitment, err = sumGiven(cmd, "commitment", drawtext.Commitment, draw.ParseCommitment,
		(*draw.Commitment).Name)
	if err != nil {
		return err
	}
	given.Chain, err = sumGiven(cmd, "chain", "", draw.ParseChain, (*draw.Chain).Hash)
	if err != nil {
		return err
	}
	v, err := verifyWith(cmd, t, given, append(args, "")[1])
	if err != nil {
		return err
	}
	now := time.Now()
	if _, err := io.WriteString(cmd.OutOrStdout(), verdictText(t, v, now)); err != nil {
		return err
	}
	switch answer, _ := drawtext.Conclude(v, now); answer {
	case drawtext.Right:
		return nil
	case drawtext.Wrong:
		return frame.Verdict(1)
	}
	return frame.Verdict(2)
}

// verifyWith verifies a transcript with the list, unless its name is "".
func verifyWith(cmd *cobra.Command, t *draw.Transcript, given draw.Given, list string) (*draw.Verdict, error) {
	if list == "" {
		return t.Verify(given)
	}
	return readList(cmd, list, func(r io.Reader) (*draw.Verdict, error) {
		given.List = r
		return t.Verify(given)
	})
}

// sumGiven returns the SHA-256 that a flag gives, or that of what is in the file it names. It
// is nil if the flag is not given.
func sumGiven[T any](cmd *cobra.Command, flag, kind string, parse func([]byte) (*T, error),
	sumOf func(*T) draw.Sum) (*draw.Sum, error) {
	value := cmd.Flags().Lookup(flag).Value.String()
	if value == "" {
		return nil, nil
	}
	if digits := strings.ToLower(strings.Join(strings.Fields(value), "")); isHex(digits) { // as on a poster
		sum, err := draw.ParseSum(digits)
		return &sum, err
	}
	named, err := readText(cmd, value, kind, parse)
	if err != nil {
		return nil, err
	}
	sum := sumOf(named)
	return &sum, nil
}

// verdictText returns a verdict in words.
func verdictText(t *draw.Transcript, v *draw.Verdict, now time.Time) string {
	var b, open strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", label.Name(t.Commitment.Title), drawtext.Places(t.Commitment))
	for _, f := range v.Findings {
		switch {
		case f.State == draw.Unprovable:
			fmt.Fprintf(&open, "  %s\n", label.Escape(f.Detail, ""))
			continue
		case f.State == draw.NotChecked && f.Name == "commitment": // its name is shown below
			f.Detail = "whether it is the commitment that was published: see --commitment"
		}
		fmt.Fprintf(&b, "%-11s  %s\n", f.State, label.Escape(f.Detail, ""))
	}
	answer, words := drawtext.Conclude(v, now)
	if answer != drawtext.Wrong {
		fmt.Fprintf(&b, "\n%s\nNo file can prove:\n%s\nThis SHA-256 must have been public before %s:\n\n    %s\n",
			winners(t, v.Names, draw.MaxPlaces), &open, v.Until(), v.Name)
	}
	headings := map[drawtext.Answer]string{drawtext.Right: "RIGHT", drawtext.Wrong: "WRONG"}
	if answer == drawtext.OtherChain {
		words += " with --chain."
	}
	words = cmp.Or(headings[answer], "NOT CHECKED") + ": " + words
	fmt.Fprintf(&b, "\n%s\n", label.Wrap(words, 0, 0, 79))
	return b.String()
}
