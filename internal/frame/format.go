package frame

import (
	"errors"
	"regexp"
	"strings"

	"github.com/spf13/pflag"
)

// The FormatFlags are the flags of commands that cut inputs into records.
type FormatFlags struct {
	NUL, CSV  bool
	Lines     AtLeastOne
	Start     *regexp.Regexp
	Header    int
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

// Check refuses what does not go together. Columns matter also without --csv if byColumn is set.
func (f *FormatFlags) Check(byColumn bool) error {
	err := Exclude(f.flags, []Conflict{
		{Flag: "csv", Others: "lines record-start zero-terminated"}, {Flag: "lines", Others: "record-start"},
	})
	switch {
	case err != nil:
		return err
	case f.Delimiter == '\n' && f.CSV:
		return BadUsage("", "line feeds end the rows of --csv, and cannot be its --delimiter")
	case f.Delimiter != 0 && !f.CSV && !byColumn:
		return BadUsage("", "--delimiter is for --csv and for columns")
	}
	return nil
}
