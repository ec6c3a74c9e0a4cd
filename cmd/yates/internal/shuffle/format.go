package shuffle

import (
	"errors"
	"regexp"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
)

// kindOf returns the format that was asked for.
func kindOf(f *flags) ask.Things {
	const kinds = ask.CSV | ask.JSON | ask.Sections | ask.Paragraphs | ask.Tar | ask.TFRecord | ask.Fixed
	return f.asked() & kinds
}

// setHeader sets the header to that of a text: a number, or a pattern that matches lines from their beginnings on.
func (f *flags) setHeader(text string) (err error) {
	if f.Options.Header, f.Options.HeaderLike = 0, nil; strings.HasPrefix(text, "^") {
		f.Options.HeaderLike, err = regexp.Compile(text)
	} else if frame.Number(&f.Options.Header).Set(text) != nil {
		err = errors.New("it is not a number such as 1, or out of range, nor does it begin with ^ as a pattern does")
	}
	return err
}

// formatted reports whether a flag says what a record is, but for the end of lines.
func formatted(f *flags) bool { return kindOf(f) != 0 || f.Options.Lines > 0 }

// unitOf returns what -n counts.
func unitOf(f *flags) string {
	switch rule, kind := f.asked()&ask.Rules, kindOf(f); {
	case f.integers.Given:
		return "integer"
	case rule&ask.Groups != 0:
		return "group"
	case rule == ask.ByKey:
		return "key"
	case kind == ask.CSV:
		return "row"
	case kind == ask.Tar:
		return "sample"
	case formatted(f) && kind != ask.JSON:
		return "record"
	}
	return "line"
}

// tableOf returns what stands between columns if the lines of the first file seem to be rows of a table, or 0. It is 0
// for tabs, as quotation marks beside them are often text.
func tableOf(f *flags, files []string) byte {
	name := ""
	if len(files) > 0 {
		name = kindOfFile(files[0])
	}
	switch tabs := name == "tsv" || len(f.by) > 0; {
	case formatted(f), f.Options.NUL, f.echo, f.Raw, f.Options.Delimiter == '\n', f.Options.Delimiter == '\t':
		return 0
	case f.Options.Delimiter != 0:
		return f.Options.Delimiter
	case name == "csv", !tabs && f.Options.Header > 0:
		return ','
	}
	return 0
}
