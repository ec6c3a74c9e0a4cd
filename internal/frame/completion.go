package frame

import "github.com/spf13/cobra"

// FirstOf completes the first argument to one of the values, and no other argument.
func FirstOf(values ...cobra.Completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return values, cobra.ShellCompDirectiveNoFileComp
	}
}

// OneOf completes to one of the values.
func OneOf(values ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)
}

// Later creates a completion only when it is requested, because few runs need it.
func Later(completion func() cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return completion()(cmd, args, word)
	}
}
