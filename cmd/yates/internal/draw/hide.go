package draw

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
)

// A drawHide is what "yates draw hide" was asked for.
type drawHide struct {
	key, output string
	salts       bool
	allow       []draw.Kind
}

// hideCommand returns the command "yates draw hide".
func hideCommand() *cobra.Command {
	var d drawHide
	cmd := &cobra.Command{
		Use:   "hide --key FILE [FLAG]... LIST",
		Short: "turn a private list into one that can be published",
		Long: `Hide turns a private list into one that you can publish and draw from. Each line
becomes a SHA-256 with a salt, from which nobody can guess the entry. The order
stays: if it says something, as in an alphabetical list, shuffle LIST first.

The salts come from a key. Hide writes the key to the new file of --key; keep it
secret. Hide refuses LIST if "yates draw check" finds problems.

--salts prints the number, the salt and the text of each entry, with tabs
between them. Give each entrant their own line: with it, they find themselves in
the hidden list, as SPEC-draw.md and docs/draws.md say.`,
		Example: `  yates draw hide --key entries.key -o entries.hidden entries.txt
  yates draw hide --key entries.key --salts -o entries.salts entries.txt`,
		Args:    takes("LIST"),
		PreRunE: frame.Needs([]string{"key"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			if err := twice(args[0]); err != nil {
				return err
			}
			if d.salts {
				return d.showSalts(ctx, ui, args[0])
			}
			return d.hide(ctx, ui, args[0])
		}),
	}
	flags := cmd.Flags()
	frame.FileVar(flags, &d.key, "key", "", "write the key to the new `FILE`, or with --salts read it")
	flags.BoolVar(&d.salts, "salts", false, "print the salt of each entry; keep them secret")
	allowVar(cmd, &d.allow)
	dest.Var(flags, &d.output, "write to a new `FILE`, not to standard output")
	return cmd
}

// hide writes the hidden list and the key.
func (d *drawHide) hide(ctx context.Context, ui *frame.UI, list string) error {
	files, err := create(ui, 0, d.output, d.key)
	if err != nil {
		return err
	}
	defer files.Abort()
	if _, err := soundList(ctx, ui, list, d.allow, nil); err != nil {
		return err
	}
	to, err := files.Open(d.output)
	if err != nil {
		return err
	}
	hiding, err := hideList(ctx, ui, list, draw.NewSecret(), to, io.Discard)
	if err != nil {
		return err
	}
	files.Perm = private
	return files.Write(d.key, func(w io.Writer) error {
		_, err := w.Write(hiding.Text())
		return err
	})
}

// hideList writes a hidden list, and the salts of its entries.
func hideList(ctx context.Context, ui *frame.UI, list string, key draw.Secret,
	hidden, salts io.Writer) (*draw.Hiding, error) {
	return drawfile.Read(ctx, ui, list, drawfile.AList, func(r io.Reader) (*draw.Hiding, error) {
		return draw.Hide(key, r, hidden, salts)
	})
}

// showSalts writes the salt of each entry.
func (d *drawHide) showSalts(ctx context.Context, ui *frame.UI, list string) error {
	hiding, err := drawfile.Text(ctx, ui, d.key, drawtext.Key, draw.ParseHiding)
	if err != nil {
		return err
	}
	again, err := hideList(ctx, ui, list, hiding.Key, io.Discard, io.Discard)
	switch {
	case err != nil:
		return err
	case again.Entries != hiding.Entries:
		return fmt.Errorf("%s is not the list that was hidden with %s", label.Name(list), label.Name(d.key))
	}
	out, err := create(ui, private, d.output)
	if err != nil {
		return err
	}
	defer out.Abort()
	return out.Write(d.output, func(w io.Writer) error {
		_, err := hideList(ctx, ui, list, hiding.Key, io.Discard, w)
		return err
	})
}

// secretCommand returns the command "yates draw secret".
func secretCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "secret --key FILE NAME",
		Short: "make the secret of a party, in place of a beacon or beside it",
		Long: `Secret makes a secret for the party NAME. It writes the secret to the new file
of --key, which nobody else can read. It prints a line for the organizer, with
the SHA-256 of the secret and the name.

Parties can draw without a beacon, or beside it: "yates draw commit" takes these
lines as --party. When the commitment is published, each party reveals the
secret, and "yates draw run" takes them all as --secret.

Nobody can choose the winners as long as one party keeps the secret until the
commitment is published. But the last one to reveal knows the winners first, and
can refuse. Agree beforehand what a refusal means; it must not mean another
draw.`,
		Example: `  yates draw secret --key ann.secret Ann > ann
  yates draw commit --title First -n 1 --party "$(cat ann)" \
    --party "$(cat bob)" names.txt
  yates draw run --secret ann.secret --secret bob.secret first.commit names.txt`,
		ValidArgsFunction: cobra.NoFileCompletions,
		Args:              takes("NAME"),
		PreRunE:           frame.Needs([]string{"key"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			secret := draw.NewSecret()
			party := secret.Party(args[0])
			if err := party.Check(); err != nil {
				return frame.BadUsage("", "%w", err)
			}
			// Without its line on standard output, the secret is worthless.
			files, err := create(ui, private, file, output.Stdout)
			if err != nil {
				return err
			}
			return files.WriteTexts(ctx, []byte(secret.String()+"\n"),
				fmt.Appendf(nil, "%s %s\n", party.Sum, party.Name))
		}),
	}
	frame.FileVar(cmd.Flags(), &file, "key", "", "write the secret to the new `FILE`")
	return cmd
}
