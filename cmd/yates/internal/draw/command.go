// Package draw is the commands that draw so that anyone can check it: "yates draw".
package draw

import (
	"github.com/spf13/cobra"
	"github.com/yates-shuffle/yates/internal/frame"
)

// Command returns the command "yates draw" with its subcommands.
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "draw COMMAND",
		Short: "draw winners so that anyone can check the draw",
		Long: `Draw holds a raffle, or any other draw from a list, so that anyone can check it.

  1. yates draw check     finds what is wrong with the list.
  2. yates draw commit    makes the commitment, a short text that says how many
                          win, from which list, and when. Publish it before that
                          time.
  3. yates draw run       draws at that time. The winners follow from the
                          commitment and a number that a public beacon, drand,
                          publishes then. Nobody knows the number before.
                          Publish the transcript.
  4. yates draw verify    checks the transcript on any machine, offline.

The list has an entry on each line. Only run uses the network. SPEC-draw.md
defines the draw, so that others can check it with programs of their own.`,
		Example: `  yates draw check entries.txt
  yates draw commit --title Raffle -n 3 --at '2027-01-01 12:00 UTC' \
    -o raffle.commit entries.txt
  yates draw run -o raffle.draw raffle.commit entries.txt
  yates draw verify raffle.draw entries.txt`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              frame.NoCommand,
	}
	cmd.AddCommand(checkCommand(), commitCommand(), runCommand(), verifyCommand(), hideCommand(), secretCommand())
	return cmd
}
