package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newCompletionCommand returns the command "yates completion".
func newCompletionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "print a completion script for your shell",
		Long: `Completion prints a script with which bash, zsh, fish or powershell completes the
commands, flags and values of yates. The examples, one for each shell, install it;
start a new shell afterwards. For bash, install the package bash-completion first.`,
		Example: `  echo 'source <(yates completion bash)' >> ~/.bashrc
  echo 'source <(yates completion zsh)' >> ~/.zshrc
  echo 'yates completion fish | source' >> ~/.config/fish/config.fish
  echo 'yates completion powershell | Out-String | Invoke-Expression' >> $PROFILE`,
		DisableFlagsInUseLine: true,
		ValidArgsFunction:     firstOf("bash", "zsh", "fish", "powershell"),
		RunE: func(cmd *cobra.Command, args []string) error {
			const help = "yates completion --help"
			switch {
			case len(args) == 0:
				return badUsage(help, "completion needs the name of a shell")
			case len(args) > 1:
				return badUsage(help, "completion takes one shell, but was given %q, too", args[1])
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
			return badUsage(help, "completion does not know the shell %q", args[0])
		},
	}
}

// completeValues makes shells complete the values of all flags that do not say
// themselves how, by the names that their usage gives to the values: FILE is any
// file, DIR a directory, and else there is nothing to propose.
func completeValues(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		propose := cobra.NoFileCompletions
		switch name, _ := pflag.UnquoteUsage(f); {
		case name == "" || name == "FILE": // no value, or what shells do of their own
			return
		case name == "DIR":
			propose = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
		}
		if _, own := cmd.GetFlagCompletionFunc(f.Name); !own {
			cmd.RegisterFlagCompletionFunc(f.Name, propose) // which fails only where there is one
		}
	})
	for _, sub := range cmd.Commands() {
		completeValues(sub)
	}
}

// explainFlags makes the usage of flags, which shells show beside them, plain text.
func explainFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	for _, sub := range cmd.Commands() {
		explainFlags(sub)
	}
}

// firstOf completes the first argument to one of those given, and no other.
func firstOf(values ...cobra.Completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return values, cobra.ShellCompDirectiveNoFileComp
	}
}

// oneOf completes a value to one of those given.
func oneOf(values ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)
}

// later makes a completion when it is asked for, as few runs ask.
func later(completion func() cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return completion()(cmd, args, word)
	}
}
