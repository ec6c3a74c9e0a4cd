package frame

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
)

// A UI is what a command talks through, and its name.
type UI struct {
	In       io.Reader
	Out, Err io.Writer
	Name     string // as it is typed: yates draw run
}

// UIOf returns the UI of a command.
func UIOf(cmd *cobra.Command) *UI {
	return &UI{In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Err: cmd.ErrOrStderr(), Name: cmd.CommandPath()}
}

// RunE returns what cobra runs for a command.
func RunE(run func(ctx context.Context, ui *UI, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), UIOf(cmd), args) }
}

// Say prints a message.
func (ui *UI) Say(message string) { ui.say(message, "") } // there is nowhere else to report an error

// say prints a message and, unless paste is empty, a line to paste.
func (ui *UI) say(message, paste string) error {
	program, _, _ := strings.Cut(ui.Name, " ")
	message = label.Escape(message, "")
	if paste != "" {
		message += ":\n  " + label.Escape(paste, "")
	}
	_, err := fmt.Fprintf(ui.Err, "%s: %s\n", program, message)
	return err
}

// Tell prints lines that were asked for, when standard output has something else: what to
// publish, who won.
func (ui *UI) Tell(text string) { io.WriteString(ui.Err, label.Escape(text, "\n")) }

// TellSeed prints the flags that give a seed again, and further ones.
func (ui *UI) TellSeed(seed order.Seed, flags string) error {
	if err := ui.say("for the same order again, add", "--seed-hex "+seed.String()+flags); err != nil {
		return fmt.Errorf("the seed cannot be printed to standard error: %w", vfs.Cause(err))
	}
	return nil
}

// StartProgress starts showing progress. It must be stopped.
func (ui *UI) StartProgress(ctx context.Context, when progress.When, g progress.Gauge) *progress.Progress {
	return progress.Start(ctx, when, ui.Err, ui.Say, g)
}
