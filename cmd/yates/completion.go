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
commands, flags and values of yates. The examples, one for each shell, install it;
start a new shell afterwards. For bash, install the package bash-completion first.`,
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

// completeValues makes shells complete the values of all flags without a completion
// of their own, by the names of the values in the usage: FILE is any file, DIR a
// directory, and for others nothing is proposed.
func completeValues(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		propose := cobra.NoFileCompletions
		switch name, _ := pflag.UnquoteUsage(f); {
		case name == "" || name == "FILE": // no value, or what shells do by default
			return
		case name == "DIR":
			propose = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
		}
		if _, own := cmd.GetFlagCompletionFunc(f.Name); !own {
			cmd.RegisterFlagCompletionFunc(f.Name, propose) // fails only if there is one
		}
	})
	for _, sub := range cmd.Commands() {
		completeValues(sub)
	}
}

// explainFlags turns the usage of flags, which shells show beside them, into plain text.
func explainFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	for _, sub := range cmd.Commands() {
		explainFlags(sub)
	}
}
