// Package drawfile reads the files of draws, for all rooms of the command that draw.
package drawfile

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/process"
)

// front is how much of a file tells what it is: more than the longest commitment.
const front = 3 << 20

// AList is the kind of a file that is not one of [drawtext].
const AList = "a list"

// Read opens a file of a kind, or of any if that is "", and has it read.
func Read[T any](ctx context.Context, ui *frame.UI, name, kind string,
	do func(io.Reader) (T, error)) (value T, err error) {
	in, err := process.Unblocked(ctx, func() (*infile.Input, error) {
		return infile.Open(name, ui.In, true)
	})
	if err != nil {
		return value, err
	}
	defer in.Close()
	text := bufio.NewReaderSize(infile.Until(ctx, in), front)
	head, _ := text.Peek(front) // reading repeats an error
	if err = isOf(ui, head, kind); err == nil {
		value, err = do(text)
	}
	switch {
	case ctx.Err() != nil: // the text may have ended with it
		err = ctx.Err()
	case err != nil:
		err = infile.Error(infile.Name(name), err)
	}
	return value, err
}

// isOf refuses a text that is not of a kind, unless that is "".
func isOf(ui *frame.UI, text []byte, kind string) error {
	if got := cmp.Or(drawtext.KindOf(text), AList); kind != "" && got != kind {
		return frame.BadUsage(ui.Name+" --help", "it is %s, and not %s", got, kind)
	}
	return nil
}

// Text reads a small text and parses it. It is of a kind of [drawtext], or of none.
func Text[T any](ctx context.Context, ui *frame.UI, name, kind string,
	parse func(text []byte) (T, error)) (T, error) {
	return Read(ctx, ui, name, kind, func(r io.Reader) (value T, err error) {
		text, err := io.ReadAll(io.LimitReader(r, draw.MaxTranscript+1))
		if err == nil {
			value, err = parsed(text, kind, parse)
		}
		return value, err
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

// isHex reports whether a value begins with many hexadecimal digits, perhaps in groups, unlike a file.
func isHex(value string) bool {
	digits := drawtext.Digits(value)
	return len(digits) > 32 && strings.Trim(digits[:33], "0123456789abcdef") == ""
}

// Given parses the value of a flag, or the file that it names.
func Given[T any](ctx context.Context, ui *frame.UI, value string, parse func(text []byte) (T, error)) (T, error) {
	if isHex(value) {
		return parse([]byte(value))
	}
	return Text(ctx, ui, value, "", parse)
}

// Commitment returns the name of the commitment that --commitment gives, as a SHA-256 or a file that has it or is the
// commitment; or nil.
func Commitment(ctx context.Context, ui *frame.UI, value string) (*draw.Sum, error) {
	if value == "" {
		return nil, nil
	}
	sum, err := Given(ctx, ui, value, func(text []byte) (draw.Sum, error) {
		if sum, err := drawtext.Sum(string(text)); err == nil || isHex(string(text)) {
			return sum, err
		}
		if err := isOf(ui, text, drawtext.Commitment); err != nil {
			return draw.Sum{}, err
		}
		c, err := parsed(text, drawtext.Commitment, draw.ParseCommitment)
		if err != nil {
			return draw.Sum{}, err
		}
		return c.Sum(), nil
	})
	return &sum, err
}

// IsFormula reports whether a spreadsheet can take a cell for a formula. Some of them do so with the wide forms of
// the signs, too. A whole number is none.
func IsFormula(cell string) bool {
	number := strings.Trim(strings.TrimPrefix(cell, "-"), "0123456789") == ""
	return strings.TrimLeft(cell, " =+-@＝＋－＠") != cell && !number
}

// Harmless returns a cell: after OWASP's rule, a formula gets an apostrophe in front.
func Harmless(cell string) string {
	if IsFormula(cell) {
		return "'" + cell
	}
	return cell
}

// CSV returns rows as CSV.
func CSV(rows [][]string) []byte {
	var b bytes.Buffer
	csv.NewWriter(&b).WriteAll(rows) // a Buffer has no errors
	return b.Bytes()
}
