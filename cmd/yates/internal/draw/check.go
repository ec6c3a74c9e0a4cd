package draw

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// checkCommand returns the command "yates draw check".
func checkCommand() *cobra.Command {
	var allow []draw.Kind
	cmd := &cobra.Command{
		Use:   "check [FLAG]... LIST",
		Short: "find what is wrong with a list of entries",
		Long: `Check reads a list, with an entry on each line. It prints what two people could
read, copy or count differently, with the line and the kind:

  utf8        text that is not valid UTF-8
  bom         a byte-order mark at the front of the list
  header      a first line that names columns, such as "Name" or "name,city"
  quotes      an odd number of quotation marks: a CSV row that has a line break
  cr          a carriage return at the end of a line
  blank       a blank line
  spaces      leading, trailing, double or unusual spaces
  nfc         text that is not in Unicode's normalization form C
  invisible   characters that cannot be seen
  scripts     words with look-alike letters of several scripts
  duplicates  equal entries, ignoring case, width and spaces

Correct the list yourself: check repairs nothing, so that all have the same
list. --allow accepts what is intended, here and in "yates draw commit", such as
the header of a table for --rank.

The last line shows the number of entries and the SHA-256 that a commitment will
have. If LIST is -, check reads standard input.`,
		Example: `  yates draw check entries.txt
  yates draw check --allow duplicates tickets.txt    each ticket counts`,
		Annotations: frame.Answers("a draw can be made from the list", "something is wrong with the list", ""),
		Args:        takes("LIST"),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			return check(ctx, ui, args[0], allow)
		}),
	}
	allowVar(cmd, &allow)
	return cmd
}

// problems returns what is wrong with a list, a line each.
func problems(list *draw.ListReport) string {
	var b strings.Builder
	for _, p := range list.Problems {
		fmt.Fprintln(&b, p)
	}
	for _, kind := range list.Found() {
		if n := list.Counts[kind]; n > draw.MostProblems {
			fmt.Fprintf(&b, "and %s more (%s)\n", label.Number(int64(n-draw.MostProblems)), kind)
		}
	}
	return b.String()
}

func check(ctx context.Context, ui *frame.UI, name string, allow []draw.Kind) error {
	list, err := checkList(ctx, ui, name, allow, nil)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s: %s, SHA-256 %s\n", problems(list), label.Name(infile.Name(name)),
		label.Plural(int64(list.Count), "entry"), list.Sum)
	switch {
	case list.Count == 0:
		b.WriteString("There is nothing to draw from.\n")
	case list.Err() != nil:
		fmt.Fprintf(&b, "Correct the list, or accept this as it is with --allow %s.\n", kindNames(list.Found()))
	}
	_, err = io.WriteString(ui.Out, b.String())
	if err == nil && list.Err() != nil {
		err = frame.Verdict(1)
	}
	return err
}
