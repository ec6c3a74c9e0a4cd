package draw

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// takes requires files, such as "COMMIT [LIST]".
func takes(files string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if most := len(strings.Fields(files)); len(args) < most-strings.Count(files, "[") || len(args) > most {
			return frame.BadUsage(cmd.CommandPath()+" --help", "%s takes %s, but was given %s", cmd.Name(), files,
				label.Plural(len(args), "argument"))
		}
		return nil
	}
}

// twice refuses a list that cannot be read twice.
func twice(name string) error {
	if info, err := os.Stat(name); name == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return fmt.Errorf("%s is read twice, so it must be a file", label.Name(infile.Name(name)))
	}
	return nil
}

// kindNames joins the names of kinds.
func kindNames(kinds []draw.Kind) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(kinds), " ", ","), "[]")
}

// allowVar adds the flag --allow.
func allowVar(cmd *cobra.Command, allow *[]draw.Kind) {
	all := kindNames(draw.Kinds())
	cmd.Flags().Func("allow", "accept problems of `KIND`, or of several: KIND,KIND...", func(value string) error {
		for name := range strings.SplitSeq(value, ",") {
			kind := draw.Kind(strings.TrimSpace(name))
			if !slices.Contains(draw.Kinds(), kind) {
				return errors.New("it is not one of " + all)
			}
			*allow = append(*allow, kind)
		}
		return nil
	})
	cmd.RegisterFlagCompletionFunc("allow", frame.OneOf(strings.Split(all, ",")...))
}
