package shuffle

import (
	"errors"
	"regexp"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
)

// formatOf returns the format that was asked for.
func formatOf(f *flags) engine.Format {
	const kinds = ask.CSV | ask.JSON | ask.Sections | ask.Paragraphs | ask.Tar | ask.TFRecord | ask.Fixed
	return engine.Format{Kind: f.asked() & kinds, NUL: f.nul, Lines: int(f.lines), Start: f.start, Size: f.size,
		Header: f.header, HeaderLike: f.headerLike, Delimiter: f.delimiter}
}

// setHeader sets the header to that of a text: a number, or a pattern that matches lines from their beginnings on.
func (f *flags) setHeader(text string) (err error) {
	if f.header, f.headerLike = 0, nil; strings.HasPrefix(text, "^") {
		f.headerLike, err = regexp.Compile(text)
	} else if frame.Number(&f.header).Set(text) != nil {
		err = errors.New("it is not a number such as 1, or out of range, nor does it begin with ^ as a pattern does")
	}
	return err
}

// checkFormat refuses what is no format.
func checkFormat(f *flags) error {
	switch {
	case f.is(ask.Fixed) && f.size < 1:
		return frame.BadUsage("", "--record-size must be at least 1")
	case f.delimiter == '\n' && f.is(ask.CSV):
		return frame.BadUsage("", "line feeds end the rows of --csv, and cannot be its --delimiter")
	case f.delimiter != 0 && !f.is(ask.CSV) && len(f.by) == 0:
		return frame.BadUsage("", "--delimiter is for --csv and for columns")
	}
	return nil
}

// formatted reports whether a flag says what a record is, but for the end of lines.
func formatted(f *flags) bool {
	format := formatOf(f)
	return format.Kind != 0 || format.Lines > 0
}

// unitOf returns what -n counts.
func unitOf(f *flags) string {
	switch rule, format := f.asked()&ask.Rules, formatOf(f); {
	case f.integers.Given:
		return "integer"
	case rule&ask.Groups != 0:
		return "group"
	case rule == ask.ByKey:
		return "key"
	case format.Kind == ask.CSV:
		return "row"
	case format.Kind == ask.Tar:
		return "sample"
	case formatted(f) && format.Kind != ask.JSON:
		return "record"
	}
	return "line"
}

// tableOf returns what stands between columns if the lines of the first file seem to be rows of a table, or 0. It is 0
// for tabs, as quotation marks beside them are often text.
func tableOf(f *flags, files []string) byte {
	name := ""
	if len(files) > 0 {
		name = strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(files[0], ".gz"), ".zst"))
	}
	csv, tabs := strings.HasSuffix(name, ".csv"), strings.HasSuffix(name, ".tsv") || len(f.by) > 0
	switch {
	case formatted(f), f.nul, f.echo, f.raw, f.delimiter == '\n', f.delimiter == '\t':
		return 0
	case f.delimiter != 0:
		return f.delimiter
	case csv, !tabs && f.header > 0:
		return ','
	}
	return 0
}
