package draw

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/frame"
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
		Args:              drawArgs(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if file == "" {
				return frame.BadUsage("yates draw secret --help", "secret needs --key")
			}
			secret := draw.NewSecret()
			party := secret.Party(args[0])
			if err := party.Check(); err != nil {
				return frame.BadUsage("", "%w", err)
			}
			return secretFile(file, func(w io.Writer) error {
				if _, err := io.WriteString(w, secret.String()+"\n"); err != nil {
					return err
				}
				// Without this line the secret is worthless.
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s %s\n", party.Sum, party.Name)
				return err
			})
		},
	}
	cmd.Flags().StringVar(&file, "key", "", "write the secret to the new `FILE`")
	return cmd
}
