package draw

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
)

// secretCommand returns the command "yates draw secret".
func secretCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "secret --key FILE NAME",
		Short: "make the secret of a party, for draws without a beacon",
		Long: `Secret makes a secret for the party NAME. It writes the secret to the new file
of --key, which nobody else can read. It prints a line for the organizer, with
the SHA-256 of the secret and the name.

Parties can draw without a beacon: "yates draw commit" takes these lines as
--party. When the commitment is published, each party reveals the secret, and
"yates draw run" takes them all as --secret.

Nobody can choose the winners as long as one party keeps the secret until the
commitment is published. But the last one to reveal knows the winners first, and
can refuse. Agree beforehand what a refusal means; it must not mean another
draw.`,
		Example: `  yates draw secret --key ann.secret Ann > ann
  yates draw commit --title First -n 1 --party "$(cat ann)" --party "$(cat bob)" names.txt
  yates draw run --secret ann.secret --secret bob.secret first.commit names.txt`,
		ValidArgsFunction: cobra.NoFileCompletions,
		Args:              takes("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := frame.Require(cmd, "key"); err != nil {
				return err
			}
			secret := draw.NewSecret()
			party := secret.Party(args[0])
			if err := party.Check(); err != nil {
				return frame.BadUsage("", "%w", err)
			}
			// Without its line on standard output, the secret is worthless.
			files, err := create(cmd, private, file, output.Stdout)
			if err != nil {
				return err
			}
			return files.WriteTexts(cmd.Context(), nil, []byte(secret.String()+"\n"),
				fmt.Appendf(nil, "%s %s\n", party.Sum, party.Name))
		},
	}
	cmd.Flags().StringVar(&file, "key", "", "write the secret to the new `FILE`")
	return cmd
}
