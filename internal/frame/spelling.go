package frame

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/quote"
)

// Nearest returns a name that begins with name or, if there is none, one that differs in a
// letter or in the order of two. It returns "" if there is none.
func Nearest(names []string, name string) string {
	name = strings.ToLower(name)
	for _, alike := range []func(a, b string) bool{strings.HasPrefix, slip} {
		i := slices.IndexFunc(names, func(other string) bool { return alike(strings.ToLower(other), name) })
		if i >= 0 && name != "" {
			return names[i]
		}
	}
	return ""
}

// slip reports whether texts of three letters or more differ in one letter, or in the order of two.
func slip(other, name string) bool {
	a, b := []rune(other), []rune(name)
	if len(b) < 3 {
		return false
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// NoCommand is the run of a command that only has others below it: it prints the help, or says that
// there is no such command.
func NoCommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	io.WriteString(cmd.ErrOrStderr(), cmd.UsageString())
	return Verdict(StatusUsage)
}

// Execute executes the command below root that args ask for, and returns it.
func Execute(ctx context.Context, root *cobra.Command, args []string) (*cobra.Command, error) {
	if err := oneDash(root, args); err != nil {
		return root, err
	}
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	cmd, err := root.ExecuteContextC(ctx)
	if _, _, missing := root.Find(args); missing != nil {
		if strings.HasPrefix(args[0], "-") {
			return root, BadUsage(root.Name()+" shuffle "+quote.Words(args...), "there is no command before %s",
				label.Name(args[0]))
		}
		return root, UnknownCommand(root, args[0])
	}
	return cmd, err
}

// oneDash returns an error if a long flag was given with one dash: -output would be -o utput. What belongs to a COMMAND
// is not looked at.
func oneDash(root *cobra.Command, args []string) error {
	cmd, _, err := root.Find(args)
	if err != nil || strings.Contains(cmd.Use, " -- ") {
		return nil
	}
	for _, arg := range args[:slices.Index(slices.Concat(args, []string{"--"}), "--")] {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if f := cmd.Flags().Lookup(name); f != nil && f.Name == name && len(name) > 2 && arg[0] == '-' {
			return BadUsage("", "-%s needs two dashes: --%s", name, name)
		}
	}
	return nil
}

// UnknownCommand returns the error of a command that does not exist below another one.
func UnknownCommand(parent *cobra.Command, name string) error {
	of, help, names := "", parent.CommandPath()+" --help", []string(nil)
	if parent.HasParent() {
		of = " of " + parent.Name()
	}
	for _, cmd := range parent.Commands() {
		names = append(names, cmd.Name())
	}
	if parent.Flags().Lookup(name) != nil { // version
		help = parent.CommandPath() + " --" + name
	} else if near := Nearest(names, name); near != "" {
		return BadUsage("", "unknown command%s: %q; did you mean %s?", of, name, near)
	} else if isFile(name) && !parent.HasParent() {
		help = parent.Name() + " shuffle " + quote.Words(name)
	}
	return BadUsage(help, "unknown command%s: %q", of, name)
}
