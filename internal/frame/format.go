package frame

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// The FormatFlags are the flags of commands that cut inputs into records.
type FormatFlags struct {
	NUL, CSV  bool
	Lines     AtLeastOne
	Start     *regexp.Regexp
	Header    int
	Like      *regexp.Regexp // of the lines of the header, in place of their number
	NoHeader  bool
	Delimiter byte
	Raw       bool

	flags *pflag.FlagSet
}

// Register adds the flags to those of a command.
func (f *FormatFlags) Register(flags *pflag.FlagSet) {
	f.flags = flags
	flags.BoolVarP(&f.NUL, "zero-terminated", "z", false, "end lines with NUL instead of the line feed")
	flags.BoolVar(&f.CSV, "csv", false, "shuffle CSV rows, also with quoted line breaks")
	flags.Var(&f.Lines, "lines", "shuffle records of `N` lines, such as 4 for FASTQ")
	flags.Func("record-start", "start records at lines matching `REGEX`: ^> for FASTA",
		func(text string) (err error) {
			if f.Start, err = regexp.Compile(text); text == "" {
				err = errors.New("it is empty, and would match every line")
			}
			return err
		})
	NumberVar(flags, &f.Header, "header", 0, "keep the first `N` lines (CSV rows) on top, only once")
	flags.BoolVar(&f.NoHeader, "no-header", false, "the first line is a record, whatever it looks like")
	flags.Func("delimiter", "expect `CHAR` between columns (default comma or tab)", func(text string) error {
		switch {
		case text == `\t`:
			f.Delimiter = '\t'
		case text == `\n`:
			f.Delimiter = '\n'
		case len(text) != 1 || strings.Contains("\n\r\"\x00", text):
			return errors.New(`it is not one byte such as ; or \t`)
		default:
			f.Delimiter = text[0]
		}
		return nil
	})
	flags.BoolVar(&f.Raw, "raw", false, "take bytes as they are: decompress, refuse nothing")
}

// HasHeader reports whether there is a header.
func (f *FormatFlags) HasHeader() bool { return f.Header > 0 || f.Like != nil }

// TakePattern makes --header take a pattern, too.
func (f *FormatFlags) TakePattern() {
	header := f.flags.Lookup("header")
	header.Usage = "keep the first `N` lines, or those like ^#, on top"
	header.Value = pattern{f}
}

// A pattern is the value of a --header that is a number, or matches lines from their beginnings on.
type pattern struct{ f *FormatFlags }

func (p pattern) Set(text string) (err error) {
	if p.f.Header, p.f.Like = 0, nil; strings.HasPrefix(text, "^") {
		p.f.Like, err = regexp.Compile(text)
		return err
	}
	if err = (number[int]{&p.f.Header}).Set(text); err != nil {
		err = errors.New("it is not a number such as 1, or out of range, nor does it begin with ^ as a pattern does")
	}
	return err
}

func (p pattern) String() string { return number[int]{&p.f.Header}.String() }
func (p pattern) Type() string   { return "N" }

// HeaderOf1 returns the arguments of a command line, in which --header without a number or a pattern has a 1.
func HeaderOf1(args []string) []string {
	args = slices.Clone(args)
	for i, arg := range args {
		isNumber := i+1 < len(args) && args[i+1] != "" && (args[i+1][0] == '^' ||
			strings.Trim(args[i+1], "-0123456789") == "")
		switch {
		case arg == "--":
			return args
		case arg == "--header" && !isNumber:
			args[i] = "--header=1"
		}
	}
	return args
}

// Check refuses what does not go together. Columns matter also without --csv if byColumn is set.
func (f *FormatFlags) Check(byColumn bool) error {
	err := Exclude(f.flags, []Conflict{
		{Flag: "csv", Others: "lines record-start zero-terminated"}, {Flag: "lines", Others: "record-start"},
		{Flag: "header", Others: "no-header"},
	})
	if err != nil {
		return err
	}
	return f.CheckDelimiter(byColumn)
}

// CheckDelimiter refuses a delimiter that separates nothing. Columns matter also without --csv if byColumn is set.
func (f *FormatFlags) CheckDelimiter(byColumn bool) error {
	switch {
	case f.Delimiter == '\n' && f.CSV:
		return BadUsage("", "line feeds end the rows of --csv, and cannot be its --delimiter")
	case f.Delimiter != 0 && !f.CSV && !byColumn:
		return BadUsage("", "--delimiter is for --csv and for columns")
	}
	return nil
}
