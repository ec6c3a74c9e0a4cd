package draw

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/quote"
)

// readInput opens a file and has it read, until a signal comes. A read that is blocked
// then goes on, so it must not write anything.
func readInput[T any](cmd *cobra.Command, name string, read func(io.Reader) (T, error)) (T, error) {
	return process.Unblocked(cmd.Context(), func() (T, error) { return readFile(cmd, name, read) })
}

// readFile is readInput for a file that does not block. What is compressed is refused:
// a draw is about the bytes of its files.
func readFile[T any](cmd *cobra.Command, name string, read func(io.Reader) (T, error)) (value T, err error) {
	in, err := infile.Open(name, cmd.InOrStdin(), true)
	if err != nil {
		return value, err
	}
	defer in.Close()
	text := bufio.NewReader(&untilDone{cmd.Context(), in})
	head, _ := text.Peek(packing.SniffLen) // reading repeats an error
	kind, err := packing.Sniff(head)
	if kind != packing.None {
		err = &packing.Unreadable{What: "a " + kind.String() + " file", Command: kind.String() + " -dc"}
	}
	if err == nil {
		value, err = read(text)
	}
	if err != nil {
		err = infile.Error(infile.Name(name), err)
	}
	return value, err
}

// An untilDone reader reads until the context is done.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (r *untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// readParsed reads a small text and parses it.
func readParsed[T any](cmd *cobra.Command, name string, parse func(text []byte) (T, error)) (T, error) {
	return readInput(cmd, name, func(r io.Reader) (value T, err error) {
		text, err := io.ReadAll(io.LimitReader(r, draw.MaxTranscript+1))
		if err != nil {
			return value, err
		}
		return parse(text)
	})
}

// readAs reads a text of a draw, which must be of a kind, and parses it.
func readAs[T any](cmd *cobra.Command, name, kind string, parse func(text []byte) (T, error)) (value T, err error) {
	text, err := readParsed(cmd, name, func(text []byte) ([]byte, error) { return text, nil })
	if err != nil {
		return value, err
	}
	shown := label.Name(infile.Name(name))
	switch got := drawtext.KindOf(text); got {
	case kind:
		if value, err = parse(text); err != nil {
			err = drawtext.Changed(shown, err)
		}
		return value, err
	case "":
		return value, frame.BadUsage(cmd.CommandPath()+" --help", "%s is not %s", shown, kind)
	default:
		return value, frame.BadUsage(cmd.CommandPath()+" --help", "%s is %s, and not %s", shown, got, kind)
	}
}

// isHex reports whether a value looks like hexadecimal digits, and not like a file.
func isHex(value string) bool {
	return len(value) > 32 && strings.Trim(value, "0123456789abcdefABCDEF") == ""
}

// readChain returns the chain that a file describes, or quicknet if name is "".
func readChain(cmd *cobra.Command, name string) (*draw.Chain, error) {
	if name == "" {
		return draw.Quicknet(), nil
	}
	return readParsed(cmd, name, draw.ParseChain)
}

// readList has a list read, and refuses a text of a draw.
func readList[T any](cmd *cobra.Command, name string, read func(io.Reader) (T, error)) (T, error) {
	return readInput(cmd, name, func(r io.Reader) (value T, err error) {
		const front = 64 << 10
		text := bufio.NewReaderSize(r, front)
		head, _ := text.Peek(front) // reading repeats an error
		if kind := drawtext.KindOf(head); kind != "" {
			return value, fmt.Errorf("it is %s, and not a list", kind)
		}
		return read(text)
	})
}

// checkList reads a list and looks for problems.
func checkList(cmd *cobra.Command, name string, allow []draw.Kind) (*draw.List, error) {
	return readList(cmd, name, func(r io.Reader) (*draw.List, error) { return draw.Check(r, allow...) })
}

// soundList returns the entries of a list without problems.
func soundList(cmd *cobra.Command, name string, allow []draw.Kind) (draw.Entries, error) {
	list, err := checkList(cmd, name, allow)
	switch {
	case err != nil:
		return draw.Entries{}, err
	case list.Count == 0:
		return draw.Entries{}, fmt.Errorf("%s has no entries", label.Name(infile.Name(name)))
	case list.OK():
		return list.Entries, nil
	}
	first := list.Problems[0]
	return draw.Entries{}, &frame.Problem{
		Err: fmt.Errorf("line %d of %s %s; correct the list, or accept this with --allow %s",
			first.Line, label.Name(infile.Name(name)), first.Reason, first.Kind),
		Remedy: "yates draw check " + quote.New().File(name),
	}
}

// twice refuses a list that cannot be read twice.
func twice(name string) error {
	if info, err := os.Stat(name); name == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return fmt.Errorf("%s is read twice, so it must be a file", label.Name(infile.Name(name)))
	}
	return nil
}

// kinds are the kinds of problems that are accepted.
type kinds []draw.Kind

// Set adds kinds, with commas between them.
func (k *kinds) Set(names string) error {
	for name := range strings.SplitSeq(names, ",") {
		kind := draw.Kind(strings.TrimSpace(name))
		if !slices.Contains(draw.Kinds(), kind) {
			return errors.New("it is not one of " + strings.Join(kindNames(), ", "))
		}
		*k = append(*k, kind)
	}
	return nil
}

func (k *kinds) String() string { return "" }
func (k *kinds) Type() string   { return "KIND" }

func kindNames() (names []string) {
	for _, kind := range draw.Kinds() {
		names = append(names, string(kind))
	}
	return names
}

// allowVar adds the flag --allow.
func allowVar(cmd *cobra.Command, k *kinds) {
	cmd.Flags().Var(k, "allow", "accept problems of `KIND`, or of several: KIND,KIND...")
	values := func() cobra.CompletionFunc { return frame.OneOf(kindNames()...) }
	cmd.RegisterFlagCompletionFunc("allow", frame.Later(values))
}
