package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/records"
)

// The formatFlags say what a record is, and which records belong together.
type formatFlags struct {
	flags     *pflag.FlagSet
	nul       bool
	csv       bool
	lines     atLeastOne
	start     expression
	header    int
	groupBy   []string
	raw       bool
	delimiter delimiter
}

func (f *formatFlags) register(flags *pflag.FlagSet) {
	f.flags = flags
	flags.BoolVarP(&f.nul, "zero-terminated", "z", false, "end lines with NUL instead of the line feed")
	flags.BoolVar(&f.csv, "csv", false, "shuffle CSV rows, which may have line breaks in quoted fields")
	flags.Var(&f.lines, "lines", "shuffle records of `N` lines each, such as 4 for FASTQ")
	flags.Var(&f.start, "record-start", "begin a record at each line that matches `REGEX`, such as ^> for FASTA")
	numberVar(flags, &f.header, "header", 0, "keep the first `N` lines, or CSV rows, of all files on top, once")
	flags.StringArrayVar(&f.groupBy, "group-by", nil, "keep rows together that are equal in `COLUMN`; may be given again")
	flags.Var(&f.delimiter, "delimiter", "expect `CHAR` between columns (default comma with --csv, else tab)")
	flags.BoolVar(&f.raw, "raw", false, "take the bytes of files as they are: decompress and refuse nothing")
}

// given tells whether anything was said but -z.
func (f *formatFlags) given() bool {
	return f.csv || f.lines > 0 || f.start.Regexp != nil || f.header != 0 || f.flags.Changed("group-by") || f.delimiter != 0
}

// set puts what was asked for into the options.
func (f *formatFlags) set(opt *records.Options) error {
	kinds := 0
	for _, name := range []string{"csv", "lines", "record-start"} {
		if f.flags.Changed(name) {
			kinds++
		}
	}
	switch {
	case kinds > 1:
		return badUsage("", "--csv, --lines and --record-start exclude each other")
	case f.csv && f.nul:
		return badUsage("", "--csv and -z exclude each other: rows end with a line feed")
	case f.header < 0:
		return badUsage("", "--header must not be negative, but is %d", f.header)
	case f.delimiter != 0 && !f.csv && f.groupBy == nil:
		return badUsage("", "--delimiter is for --csv and --group-by")
	}
	opt.NUL, opt.CSV, opt.Lines, opt.Start, opt.Header = f.nul, f.csv, int(f.lines), f.start.Regexp, f.header
	opt.Delimiter = byte(f.delimiter)
	for _, name := range f.groupBy {
		column, err := f.column(name)
		if err != nil {
			return err
		}
		if slices.Contains(opt.GroupBy, column) {
			return badUsage("", "--group-by %s is given twice", label.Name(name))
		}
		opt.GroupBy = append(opt.GroupBy, column)
	}
	return nil
}

// column returns the column that --group-by names.
func (f *formatFlags) column(name string) (column records.Column, err error) {
	n, err := strconv.Atoi(name)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return column, badUsage("", "--group-by: no row has %s columns", name)
	case err == nil && n < 1:
		return column, badUsage("", "--group-by counts columns from 1 on, not from %d", n)
	case err == nil:
		column = records.Column{Number: n}
		if f.header > 0 {
			column.Name = strconv.Itoa(n) // no other column may be called so
		}
		return column, nil
	case f.header == 0:
		return column, badUsage("", "--group-by %q needs a header that has that name: add --header 1", name)
	}
	return records.Column{Name: name}, nil
}

// An atLeastOne is a number from 1 on, or 0 if it was not given.
type atLeastOne int

func (v *atLeastOne) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n == 0 {
		return errors.New("it is not a number from 1 on")
	}
	*v = atLeastOne(n)
	return nil
}

func (v *atLeastOne) String() string { return "" }
func (v *atLeastOne) Type() string   { return "N" }

// An expression is a regular expression, or nil.
type expression struct{ *regexp.Regexp }

func (v *expression) Set(text string) (err error) {
	v.Regexp, err = regexp.Compile(text)
	return err
}

func (v *expression) String() string { return "" }
func (v *expression) Type() string   { return "REGEX" }

// A delimiter is a byte that stands between columns, or 0.
type delimiter byte

func (v *delimiter) Set(text string) error {
	if text == `\t` {
		text = "\t"
	}
	if len(text) != 1 || text == "\n" || text == "\r" || text == `"` || text == "\x00" {
		return fmt.Errorf(`it is not one byte such as ; or \t`)
	}
	*v = delimiter(text[0])
	return nil
}

func (v *delimiter) String() string { return "" }
func (v *delimiter) Type() string   { return "CHAR" }
