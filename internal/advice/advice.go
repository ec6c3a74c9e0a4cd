// Package advice says what to type: it adds hints to errors of libraries and of command lines. It also says what became
// of rows, in the words of flags.
package advice

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/records/failure"
)

const asItIs = "--raw takes it as it is"

// Hinted adds advice to the error of a command that has these flags.
func Hinted(err error, has func(flag string) bool) error {
	if is[*failure.UnreadableError](err) && has("raw") {
		err = fmt.Errorf("%w (%s)", err, asItIs)
	}
	text := ""
	if i := slices.IndexFunc(hints, func(h hint) bool { return h.of(err) && (h.flag == "" || has(h.flag)) }); i >= 0 {
		text = hints[i].text
	} else if filter := unreadable(err); filter != "" {
		text = "turn it into text with " + filter + " FILE first"
	}
	if out, ok := errors.AsType[*output.Error](err); ok && has("output") {
		err = out // it alone, as it names the file
	}
	return frame.WithHint(err, text)
}

// A hint is advice in words.
type hint struct {
	of   func(error) bool
	flag string // which the command must have, or ""
	text string
}

// The first of the hints that is of an error applies.
var hints = []hint{
	{both(is[*output.Error], wraps(syscall.ENOSPC, syscall.EDQUOT)), "output",
		"free some space, or write elsewhere with -o FILE"},
	{both(is[*output.Error], wraps(fs.ErrExist)), "", "remove it first, or give another name"},
	{both(is[*output.Error], wraps(syscall.EFBIG)), "output", "see ulimit -f, or write elsewhere with -o FILE"},
	{holds(failure.Members), "tar",
		"--tar shuffles its samples; for the lines of its files, tar -xO -f FILE | yates shuffle"},
	{holds(failure.Examples), "tfrecord", "--tfrecord shuffles its records"},
	{holds(failure.Array), "input-range", "-i 0-LAST -o order.npy has an order of its rows, for numpy.take"},
	{holds(failure.Parquet), "input-range", "to shuffle its rows, type yates-parquet shuffle -o NAME FILE"},
	{holds(failure.Rows), "input-range",
		"read its rows in the order of yates shuffle -i 0-LAST"},
	{holds(failure.Image), "input-range", "shuffle the names of such files: find . | yates shuffle"},
	{holds(failure.Bytes), "record-size", "--record-size N shuffles records of N bytes, such as tokens, and -z what " +
		"ends with NUL; iconv -f UTF-16LE -t UTF-8 FILE turns such text into UTF-8"},
	{wraps(failure.ErrLargeRange), "head-count", "-n COUNT draws some of them"},
	{is[*failure.NotPackedError], "raw", asItIs},
	{is[*failure.NotPackedError], "", "to read it as it is, give it as standard input"},
	{wraps(syscall.ENOMEM), "memory", "use less --memory, or see ulimit -v"},
	{wraps(syscall.EMFILE, syscall.ENFILE), "", "see ulimit -n"},
	{is[*failure.MemoryError], "", "use more --memory, or ask for less"},
	{both(temporary, wraps(syscall.EFBIG)), "", "see ulimit -f, or use more --memory"},
	{both(temporary, wraps(fs.ErrNotExist, fs.ErrPermission, syscall.EROFS, syscall.ENOTDIR)), "",
		"use --tmp DIR for a directory that can be written to, or more --memory"},
	{temporary, "", "use --tmp DIR for a directory with more space, or more --memory"},
	{longField, "", "a longer field needs more --memory, 16 times its size"},
	{is[*failure.TooManyError], "", "use more --memory; the manual page says how much each takes"},
	{is[*failure.LongError], "", "use more --memory"},
	{is[*failure.KeyError], "", "use more --memory, of which the columns may take a sixteenth"},
	{both(is[*failure.WindowError], func(err error) bool { return unreadable(err) == "" }), "",
		"use more --memory (for one file 1G is enough, unless its window has more than 128 MiB)"},
	{is[*failure.HeaderError], "no-header", "with --no-header, headers are ordinary lines"},
	{wraps(failure.ErrObject), "", "--jsonl takes a COLUMN as the name of a field"},
	{wraps(failure.ErrJSON), "", "if it goes over several lines, jq -c . FILE makes it one; jq -c '.[]' FILE " +
		"makes a line of each object of an array"},
	{wraps(engine.ErrTorn), "", "--csv reads such rows, and --lines 1 takes lines as they are"},
	{is[*failure.DelimiterError], "delimiter",
		`see --delimiter and --csv; --delimiter '\n' makes each line one column`},
	{is[*failure.ReplaceError], "", "write to another name, and copy that into it"},
}

// is reports whether an error is, or wraps, one of a type.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// wraps returns whether an error wraps one of several.
func wraps(some ...error) func(error) bool {
	return func(err error) bool {
		return slices.ContainsFunc(some, func(e error) bool { return errors.Is(err, e) })
	}
}

func both(a, b func(error) bool) func(error) bool {
	return func(err error) bool { return a(err) && b(err) }
}

// holds returns what reports whether an error is of a format of a family.
func holds(family failure.Family) func(error) bool {
	return func(err error) bool {
		e, ok := errors.AsType[*failure.UnreadableError](err)
		return ok && e.Holds == family
	}
}

// temporary reports whether a temporary file could not be written.
func temporary(err error) bool {
	e, ok := errors.AsType[*failure.TempError](err)
	return ok && e.Op == "writing"
}

// longField reports whether a quoted field is longer than is allowed, or never ends.
func longField(err error) bool {
	e, ok := errors.AsType[*failure.QuoteError](err)
	return ok && e.Within > 0
}

// unreadable returns the command that turns what an error is of into text, or "".
func unreadable(err error) string {
	if e, ok := errors.AsType[*failure.UnreadableError](err); ok {
		return e.Command
	}
	if e, ok := errors.AsType[*failure.WindowError](err); ok && e.Most {
		return "zstd -dc --long=31"
	}
	return ""
}
