package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/frame"
)

// newCompletionCommand returns the command "yates completion".
func newCompletionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "print a completion script for your shell",
		Long: `Completion prints a script that lets bash, zsh, fish or powershell complete the
commands, flags and values of yates. The examples, one for each shell, install
it; start a new shell afterwards. For bash, install the package bash-completion
first.`,
		Example: `  echo 'source <(yates completion bash)' >> ~/.bashrc
  echo 'source <(yates completion zsh)' >> ~/.zshrc
  echo 'yates completion fish | source' >> ~/.config/fish/config.fish
  echo 'yates completion powershell | Out-String | Invoke-Expression' >> $PROFILE`,
		DisableFlagsInUseLine: true,
		ValidArgsFunction:     frame.FirstOf("bash", "zsh", "fish", "powershell"),
		RunE: func(cmd *cobra.Command, args []string) error {
			const help = "yates completion --help"
			switch {
			case len(args) == 0:
				return frame.BadUsage(help, "completion needs the name of a shell")
			case len(args) > 1:
				return frame.BadUsage(help, "completion takes one shell, but was also given %q", args[1])
			}
			root, w := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(w, true)
			case "zsh":
				return root.GenZshCompletion(w)
			case "fish":
				return root.GenFishCompletion(w, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(w)
			}
			return frame.BadUsage(help, "completion does not know the shell %q", args[0])
		},
	}
}

// complete makes shells show the usage of flags as plain text, and complete the values of
// those without a completion of their own by their names in the usage: FILE is any file, DIR
// a directory, and for others nothing is proposed.
func complete(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		propose := cobra.NoFileCompletions
		name, usage := pflag.UnquoteUsage(f)
		switch f.Usage = usage; name {
		case "", "FILE": // no value, or what shells do by default
			return
		case "DIR":
			propose = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
		}
		cmd.RegisterFlagCompletionFunc(f.Name, propose) // fails if there is one
	})
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
}
