package main

import (
	"io"
	"maps"
	"slices"
	"strings"

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
  'yates completion powershell | Out-String | Invoke-Expression' >> $PROFILE`,
		ValidArgsFunction: frame.FirstOf(slices.Sorted(maps.Keys(scripts))...),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || scripts[args[0]] == nil {
				return frame.BadUsage("yates completion --help", "completion takes the name of one shell: %s",
					strings.Join(slices.Sorted(maps.Keys(scripts)), ", "))
			}
			return scripts[args[0]](cmd.Root(), cmd.OutOrStdout())
		},
	}
}

// scripts write the scripts of shells.
var scripts = map[string]func(*cobra.Command, io.Writer) error{
	"bash":       func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
	"zsh":        (*cobra.Command).GenZshCompletion,
	"fish":       func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
	"powershell": (*cobra.Command).GenPowerShellCompletionWithDesc,
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
