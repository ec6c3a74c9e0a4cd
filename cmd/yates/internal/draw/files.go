package draw

import (
	"bufio"
	"cmp"
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

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/quote"
)

// create returns outputs of a draw, which have the permissions if they are files. They
// replace none: what was published must not be lost.
func create(cmd *cobra.Command, perm fs.FileMode, names ...string) (*dest.Set, error) {
	return dest.With(cmd, output.Options{New: true, Perm: perm}, names...)
}

// private are the permissions of a file that nobody else can read.
const private fs.FileMode = 0o600

// winners returns the places of a draw, one a line, with the entries where they are known:
// the first most of them.
func winners(t *draw.Transcript, names map[uint64]string, most int) string {
	var b strings.Builder
	for _, prize := range drawtext.Prizes(t, names, most) {
		fmt.Fprintf(&b, "%s:\n", prize.Name)
		writePlaces(&b, t, prize.Places)
		if prize.Lacks != "" {
			fmt.Fprintf(&b, "  %s\n", prize.Lacks)
		}
	}
	return b.String()
}

// writePlaces writes places of a draw, one a line.
func writePlaces(b *strings.Builder, t *draw.Transcript, places []drawtext.Place) {
	width := len(strconv.FormatUint(t.Commitment.Entries.Count, 10))
	for _, p := range places {
		line := fmt.Sprintf("  %*d  %s", width, p.Entry, p.Name)
		if p.Skipped != "" {
			line += "  " + drawtext.Skipped + ": " + p.Skipped
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}

// front is how much of a file tells what it is: more than the longest commitment.
const front = 3 << 20

// aList is the kind of a file that is not one of [drawtext].
const aList = "a list"

// read opens a file of a kind, or of any if that is "", and has it read.
func read[T any](cmd *cobra.Command, name, kind string, do func(io.Reader) (T, error)) (value T, err error) {
	in, err := process.Unblocked(cmd.Context(), func() (*infile.Input, error) {
		return infile.Open(name, cmd.InOrStdin(), true)
	})
	if err != nil {
		return value, err
	}
	defer in.Close()
	text := bufio.NewReaderSize(&unblocked{cmd.Context(), in}, front)
	head, _ := text.Peek(front) // reading repeats an error
	if err = isOf(cmd, head, kind); err == nil {
		value, err = do(text)
	}
	if err != nil {
		err = infile.Error(infile.Name(name), err)
	}
	return value, err
}

// isOf refuses a text that is not of a kind, unless that is "".
func isOf(cmd *cobra.Command, text []byte, kind string) error {
	if got := cmp.Or(drawtext.KindOf(text), aList); kind != "" && got != kind {
		return frame.BadUsage(cmd.CommandPath()+" --help", "it is %s, and not %s", got, kind)
	}
	return nil
}

// An unblocked reader reads until the context is done, even if a read is blocked then.
type unblocked struct {
	ctx context.Context
	r   io.Reader
}

func (r *unblocked) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return process.Unblocked(r.ctx, func() (int, error) { return r.r.Read(p) })
}

// readText reads a small text and parses it. It is of a kind of [drawtext], or of none.
func readText[T any](cmd *cobra.Command, name, kind string, parse func(text []byte) (T, error)) (T, error) {
	return read(cmd, name, kind, func(r io.Reader) (value T, err error) {
		text, err := io.ReadAll(io.LimitReader(r, draw.MaxTranscript+1))
		if err != nil {
			return value, err
		}
		return parsed(text, kind, parse)
	})
}

// parsed parses a text of a kind, or of none.
func parsed[T any](text []byte, kind string, parse func(text []byte) (T, error)) (T, error) {
	value, err := parse(text)
	if err != nil && kind != "" {
		err = drawtext.Changed("it", err)
	}
	return value, err
}

// isHex reports whether a value begins with many hexadecimal digits, unlike a file.
func isHex(value string) bool {
	digits := append(strings.Fields(value), "")[0]
	return len(digits) > 32 && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}

// given parses the value of a flag, or the file that it names, without white space around it.
func given[T any](cmd *cobra.Command, value string, parse func(text string) (T, error)) (T, error) {
	if isHex(value) {
		return parse(strings.TrimSpace(value))
	}
	return readText(cmd, value, "", func(text []byte) (T, error) { return parse(strings.TrimSpace(string(text))) })
}

// givenAll is given for each of several values.
func givenAll[T any](cmd *cobra.Command, values []string, parse func(text string) (T, error)) (all []T, err error) {
	for _, value := range values {
		v, err := given(cmd, value, parse)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// readChain returns the chain that a file describes, or quicknet if name is "".
func readChain(cmd *cobra.Command, name string) (*draw.Chain, error) {
	if name == "" {
		return draw.Quicknet(), nil
	}
	return readText(cmd, name, "", draw.ParseChain)
}

// scan calls do with each entry of a list.
func scan(cmd *cobra.Command, name string, do func(number uint64, entry []byte)) (draw.Entries, error) {
	return read(cmd, name, aList, func(r io.Reader) (draw.Entries, error) { return draw.ReadEntries(r, do) })
}

// checkList reads a list and looks for problems.
func checkList(cmd *cobra.Command, name string, allow []draw.Kind) (*draw.List, error) {
	return read(cmd, name, aList, func(r io.Reader) (*draw.List, error) { return draw.Check(r, allow...) })
}

// soundList returns the entries of a list without problems.
func soundList(cmd *cobra.Command, name string, allow []draw.Kind) (draw.Entries, error) {
	list, err := checkList(cmd, name, allow)
	if err != nil {
		return draw.Entries{}, err
	}
	if err := list.Err(); err != nil {
		err = fmt.Errorf("%s: %w; correct it, or accept it with --allow", label.Name(infile.Name(name)), err)
		return draw.Entries{}, &frame.Problem{Err: err, Remedy: "yates draw check " + quote.New().File(name)}
	}
	return list.Entries, nil
}

// twice refuses a list that cannot be read twice.
func twice(name string) error {
	if info, err := os.Stat(name); name == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return fmt.Errorf("%s is read twice, so it must be a file", label.Name(infile.Name(name)))
	}
	return nil
}

// names joins the names of kinds.
func names(kinds []draw.Kind) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(kinds), " ", ","), "[]")
}

// allowVar adds the flag --allow.
func allowVar(cmd *cobra.Command, allow *[]draw.Kind) {
	all := names(draw.Kinds())
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
