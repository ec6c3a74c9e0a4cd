package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/records"
)

// The formatFlags say what a record is, and which records belong together.
type formatFlags struct {
	flags     *pflag.FlagSet
	nul       bool
	csv       bool
	lines     frame.AtLeastOne
	start     expression
	header    int
	unique    bool
	groupBy   []string
	stratify  []string
	weight    string
	raw       bool
	delimiter delimiter
}

func (f *formatFlags) register(flags *pflag.FlagSet) {
	f.flags = flags
	flags.BoolVarP(&f.nul, "zero-terminated", "z", false, "end lines with NUL instead of the line feed")
	flags.BoolVar(&f.csv, "csv", false, "shuffle CSV rows, which may have line breaks in quoted fields")
	flags.Var(&f.lines, "lines", "shuffle records of `N` lines each, such as 4 for FASTQ")
	flags.Var(&f.start, "record-start", "begin a record at each line that matches `REGEX`, such as ^> for FASTA")
	frame.NumberVar(flags, &f.header, "header", 0, "keep the first `N` lines, or CSV rows, of all files on top, once")
	flags.StringArrayVar(&f.groupBy, "group-by", nil, "keep rows together that are equal in `COLUMN`; may be given again")
	flags.StringArrayVar(&f.stratify, "stratify", nil, "give each part its share of each class in `COLUMN`")
	flags.StringVar(&f.weight, "weight", "", "draw by the weights in `COLUMN`: 2 has twice the chance of 1")
	flags.BoolVar(&f.unique, "unique", false, "drop lines that equal an earlier one")
	flags.Var(&f.delimiter, "delimiter", "expect `CHAR` between columns (default comma with --csv, else tab)")
	flags.BoolVar(&f.raw, "raw", false, "take the bytes of files as they are: decompress and refuse nothing")
}

// given reports whether anything was said but -z.
func (f *formatFlags) given() bool {
	return f.csv || f.lines > 0 || f.start.Regexp != nil || f.header != 0 || f.unique || f.byColumn() || f.delimiter != 0
}

// byColumn reports whether a column matters.
func (f *formatFlags) byColumn() bool {
	return len(f.groupBy) > 0 || len(f.stratify) > 0 || f.flags.Changed("weight")
}

// unit returns what -n counts.
func (f *formatFlags) unit() string {
	switch {
	case len(f.groupBy) > 0:
		return "group"
	case f.csv:
		return "row"
	case f.lines > 0 || f.start.Regexp != nil:
		return "record"
	}
	return "line"
}

// set puts what was asked for into the options.
func (f *formatFlags) set(opt *records.Options) error {
	switch {
	case f.header < 0:
		return frame.BadUsage("", "--header must not be negative, but is %d", f.header)
	case f.delimiter != 0 && !f.csv && !f.byColumn():
		return frame.BadUsage("", "--delimiter is for --csv and for columns")
	}
	opt.NUL, opt.CSV, opt.Lines, opt.Start, opt.Header = f.nul, f.csv, int(f.lines), f.start.Regexp, f.header
	opt.Delimiter, opt.Unique = byte(f.delimiter), f.unique
	var err error
	if opt.GroupBy, err = f.columns("group-by", f.groupBy); err != nil {
		return err
	}
	if opt.StratifyBy, err = f.columns("stratify", f.stratify); err != nil {
		return err
	}
	if f.flags.Changed("weight") {
		column, err := f.column("weight", f.weight)
		if err != nil {
			return err
		}
		opt.Weight = &column
	}
	return nil
}

// columns returns the columns that a flag names.
func (f *formatFlags) columns(flag string, names []string) (columns []records.Column, err error) {
	for _, name := range names {
		column, err := f.column(flag, name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(columns, column) {
			return nil, frame.BadUsage("", "--%s %s is given twice", flag, label.Name(name))
		}
		columns = append(columns, column)
	}
	return columns, nil
}

// column returns the column that a flag names.
func (f *formatFlags) column(flag, name string) (column records.Column, err error) {
	n, err := strconv.Atoi(name)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return column, frame.BadUsage("", "--%s: no row has %s columns", flag, name)
	case err == nil && n < 1:
		return column, frame.BadUsage("", "--%s counts columns from 1 on, not from %d", flag, n)
	case err == nil:
		column = records.Column{Number: n}
		if f.header > 0 {
			column.Name = strconv.Itoa(n) // no other column may be called so
		}
		return column, nil
	case f.header == 0:
		return column, frame.BadUsage("", "--%s %q needs a header that has that name: add --header 1", flag, name)
	}
	return records.Column{Name: name}, nil
}

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
