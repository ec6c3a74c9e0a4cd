package draw

import (
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
		Annotations: answers("all that was given was checked and is right", "the draw is wrong"),
		Args:        takes("TRANSCRIPT [LIST]"),
		RunE:        verifyDraw,
	}
	cmd.Flags().String("commitment", "", "compare the commitment with `FILE`, or with a SHA-256")
	cmd.Flags().String("chain", "", "expect the chain of `FILE` or SHA-256 (default quicknet)")
	return cmd
}

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
	text, status := verdictText(t, v, time.Now())
	if _, err := io.WriteString(cmd.OutOrStdout(), text); err != nil {
		return err
	}
	return status
}

// verifyWith verifies a transcript with the list, unless its name is "".
func verifyWith(cmd *cobra.Command, t *draw.Transcript, given draw.Given, list string) (*draw.Verdict, error) {
	if list == "" {
		return t.Verify(given)
	}
	return read(cmd, list, aList, func(r io.Reader) (*draw.Verdict, error) {
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

// verdictText returns a verdict in words, and the exit status.
func verdictText(t *draw.Transcript, v *draw.Verdict, now time.Time) (string, error) {
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
	heading, status := "NOT CHECKED", error(frame.Verdict(2))
	switch answer {
	case drawtext.Right:
		heading, status = "RIGHT", nil
	case drawtext.Wrong:
		heading, status = "WRONG", frame.Verdict(1)
	case drawtext.OtherChain:
		words += " with --chain."
	}
	fmt.Fprintf(&b, "\n%s\n", label.Wrap(heading+": "+words, 0, 0, 79))
	return b.String(), status
}
