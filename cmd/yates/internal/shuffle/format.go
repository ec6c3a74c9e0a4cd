package shuffle

import (
	"strings"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
)

// formatOf returns the format that was asked for.
func formatOf(f *flags) engine.Format {
	const kinds = ask.CSV | ask.JSON | ask.Sections | ask.Paragraphs | ask.Tar | ask.TFRecord | ask.Fixed
	return engine.Format{Kind: f.asked() & kinds, NUL: f.NUL, Lines: int(f.Lines), Start: f.Start, Size: f.size,
		Header: f.Header, HeaderLike: f.Like, Delimiter: f.Delimiter}
}

// checkFormat refuses what is no format.
func checkFormat(f *flags) error {
	if f.given("record-size") && f.size < 1 {
		return frame.BadUsage("", "--record-size must be at least 1")
	}
	return f.FormatFlags.CheckDelimiter(len(f.columns()) > 0)
}

// formatted reports whether a flag says what a record is, but for the end of lines.
func formatted(f *flags) bool {
	format := formatOf(f)
	return format.Kind != 0 || format.Lines > 0
}

// fields reports whether a column is a field, or a member of a sample, which has nothing but a name.
func fields(f *flags) bool { return f.json || f.tar }

// unitOf returns what -n counts.
func unitOf(f *flags) string {
	switch rule, format := f.asked()&ask.Rules, formatOf(f); {
	case f.numbers.Given:
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

// commaOf returns what stands between columns if the first file seems to be a table, or 0.
func commaOf(f *flags, files []string) rune {
	name := ""
	if len(files) > 0 {
		name = strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(files[0], ".gz"), ".zst"))
	}
	switch {
	case formatted(f) && !f.CSV, f.NUL, f.words, f.Delimiter == '\n':
		return 0
	case f.Delimiter != 0:
		return rune(f.Delimiter)
	case f.CSV, strings.HasSuffix(name, ".csv"):
		return ','
	case strings.HasSuffix(name, ".tsv"), len(f.columns()) > 0:
		return '\t'
	case f.Header > 0:
		return ','
	}
	return 0
}
