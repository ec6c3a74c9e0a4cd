package draw

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/quote"
)

// create returns new files to write to. They replace none: what was published must not be lost.
func create(ui *frame.UI, perm fs.FileMode, names ...string) (*dest.Set, error) {
	return dest.New(ui, output.Options{New: true, Perm: perm}, names...)
}

// private are the permissions of a file that nobody else can read.
const private fs.FileMode = 0o600

// givenAll is given for each of several values, without white space around them.
func givenAll[T any](ctx context.Context, ui *frame.UI, values []string,
	parse func(text string) (T, error)) (all []T, err error) {
	for _, value := range values {
		v, err := drawfile.Given(ctx, ui, value, func(text []byte) (T, error) {
			return parse(strings.TrimSpace(string(text)))
		})
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// checkList reads a list and looks for problems.
func checkList(ctx context.Context, ui *frame.UI, name string, allow []draw.Kind,
	do func(number uint64, entry []byte)) (*draw.ListReport, error) {
	return drawfile.Read(ctx, ui, name, drawfile.AList, func(r io.Reader) (*draw.ListReport, error) {
		return draw.Check(r, do, allow...)
	})
}

// soundList returns the entries of a list without problems.
func soundList(ctx context.Context, ui *frame.UI, name string, allow []draw.Kind,
	do func(number uint64, entry []byte)) (draw.Entries, error) {
	list, err := checkList(ctx, ui, name, allow, do)
	if err != nil {
		return draw.Entries{}, err
	}
	if err := list.Err(); err != nil {
		err = fmt.Errorf("%s: %w; correct it, or accept it with --allow", label.Name(infile.Name(name)), err)
		return draw.Entries{}, &frame.Problem{Err: err, Remedy: "yates draw check " + quote.Words(name)}
	}
	return list.Entries, nil
}

// rank returns the list of a draw that ranks it in the order of the seed, with a rank in front of each row, as a
// spreadsheet can open it.
func rank(ctx context.Context, ui *frame.UI, list string, t *draw.Transcript) ([][]string, error) {
	if err := twice(list); err != nil {
		return nil, err
	}
	rows, err := drawfile.Read(ctx, ui, list, drawfile.AList, draw.ReadTable)
	if err != nil {
		return nil, err
	}
	if rows, err = t.Rank(rows); err != nil {
		return nil, fmt.Errorf("%s: %w", label.Name(list), err)
	}
	place := "rank"
	for i, row := range rows {
		rows[i] = []string{place}
		for _, cell := range row {
			rows[i] = append(rows[i], drawfile.Harmless(cell))
		}
		place = strconv.Itoa(i + 1)
	}
	return rows, nil
}

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
