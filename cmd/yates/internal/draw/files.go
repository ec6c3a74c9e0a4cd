package draw

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/quote"
)

// create returns outputs of a draw, which have the permissions if they are files. They
// replace none: what was published must not be lost.
func create(ui *frame.UI, perm fs.FileMode, names ...string) (*dest.Set, error) {
	return dest.New(ui, output.Options{New: true, Perm: perm}, names...)
}

// private are the permissions of a file that nobody else can read.
const private fs.FileMode = 0o600

// front is how much of a file tells what it is: more than the longest commitment.
const front = 3 << 20

// aList is the kind of a file that is not one of [drawtext].
const aList = "a list"

// read opens a file of a kind, or of any if that is "", and has it read.
func read[T any](ctx context.Context, ui *frame.UI, name, kind string,
	do func(io.Reader) (T, error)) (value T, err error) {
	in, err := process.Unblocked(ctx, func() (*infile.Input, error) {
		return infile.Open(name, ui.In, true)
	})
	if err != nil {
		return value, err
	}
	defer in.Close()
	text := bufio.NewReaderSize(&unblocked{ctx, in}, front)
	head, _ := text.Peek(front) // reading repeats an error
	if err = isOf(ui, head, kind); err == nil {
		value, err = do(text)
	}
	if err != nil {
		err = infile.Error(infile.Name(name), err)
	}
	return value, err
}

// isOf refuses a text that is not of a kind, unless that is "".
func isOf(ui *frame.UI, text []byte, kind string) error {
	if got := cmp.Or(drawtext.KindOf(text), aList); kind != "" && got != kind {
		return frame.BadUsage(ui.Name+" --help", "it is %s, and not %s", got, kind)
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
func readText[T any](ctx context.Context, ui *frame.UI, name, kind string,
	parse func(text []byte) (T, error)) (T, error) {
	return read(ctx, ui, name, kind, func(r io.Reader) (value T, err error) {
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

// isHex reports whether a value is, or begins with, many hexadecimal digits, perhaps in groups, unlike a file.
func isHex(value string) bool {
	words := strings.Fields(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(value)), "sha256:"))
	return slices.ContainsFunc([]string{append(words, "")[0], strings.Join(words, "")}, func(digits string) bool {
		return len(digits) > 32 && strings.Trim(digits, "0123456789abcdef") == ""
	})
}

// given parses the value of a flag, or the file that it names.
func given[T any](ctx context.Context, ui *frame.UI, value string,
	parse func(text []byte) (T, error)) (T, error) {
	if isHex(value) {
		return parse([]byte(value))
	}
	return readText(ctx, ui, value, "", parse)
}

// givenAll is given for each of several values, without white space around them.
func givenAll[T any](ctx context.Context, ui *frame.UI, values []string,
	parse func(text string) (T, error)) (all []T, err error) {
	for _, value := range values {
		v, err := given(ctx, ui, value, func(text []byte) (T, error) { return parse(strings.TrimSpace(string(text))) })
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// readChain returns the chain that a file describes, or quicknet if name is "".
func readChain(ctx context.Context, ui *frame.UI, name string) (*draw.Chain, error) {
	if name == "" {
		return draw.Quicknet(), nil
	}
	return readText(ctx, ui, name, "", draw.ParseChain)
}

// scan calls do with each entry of a list.
func scan(ctx context.Context, ui *frame.UI, name string,
	do func(number uint64, entry []byte)) (draw.Entries, error) {
	return read(ctx, ui, name, aList, func(r io.Reader) (draw.Entries, error) { return draw.ReadEntries(r, do) })
}

// checkList reads a list and looks for problems.
func checkList(ctx context.Context, ui *frame.UI, name string, allow []draw.Kind) (*draw.List, error) {
	return read(ctx, ui, name, aList, func(r io.Reader) (*draw.List, error) { return draw.Check(r, allow...) })
}

// soundList returns the entries of a list without problems.
func soundList(ctx context.Context, ui *frame.UI, name string, allow []draw.Kind) (draw.Entries, error) {
	list, err := checkList(ctx, ui, name, allow)
	if err != nil {
		return draw.Entries{}, err
	}
	if err := list.Err(); err != nil {
		err = fmt.Errorf("%s: %w; correct it, or accept it with --allow", label.Name(infile.Name(name)), err)
		return draw.Entries{}, &frame.Problem{Err: err, Remedy: "yates draw check " + quote.New().File(name)}
	}
	return list.Entries, nil
}
