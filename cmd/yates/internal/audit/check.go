package audit

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
)

// checkSections are the flags of check under headings.
const checkSections = `Order: of jsonl csv by header items range
Verdict: alpha report json progress help
Seed: seed seed-hex epoch print-seed`

// orderStatus lists the exit statuses of check, which foresees one mistake: a shuffle buffer of half of the records.
var orderStatus = strings.NewReplacer("shuffle", "order", "common mistakes", "a buffer of half",
	"deals to tell", "records").Replace(status)

// CheckCommand returns the command "yates check".
func CheckCommand() *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "check [FLAG]... FILE...",
		Short: "report whether a file is shuffled",
		Long: `Check reports whether one order is shuffled, such as a file, or what a loader
reads in an epoch: what is lost or doubled, and whether it is like a buffer,
shards or no shuffle at all. Each record is a game by itself, so one order is
enough.

FILE has the numbers of its records in the old order, one a line, from 0 or 1;
or --of ORIGINAL names the data in its old order, in which the lines of FILE are
found. Equal lines cannot be told apart: --jsonl or --csv with --by COLUMN finds
records by a column. The name data.csv means --csv.

Several FILEs are epochs: each is checked by itself, and against the one before.
FILE can be -, which is standard input, and compressed by gzip or zstd.

A fair shuffle reaches odds of 1,000,000 to 1 in at most one of 1,000,000
checks. SIGINT ends the check early, with a report of what it knows.`,
		Example: `  yates check --of data.jsonl shuffled.jsonl
  yates check --of data.csv --by id shuffled.csv
  yates check epoch0.txt epoch1.txt              numbers, one a line
  loader | yates check --range 0-49999 -`,
		Annotations: map[string]string{frame.ExitStatuses: orderStatus, frame.Sections: checkSections},
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			j, err := f.checking(ui, args)
			if err != nil {
				return err
			}
			return j.run(ctx)
		}),
	}
	f.registerVerdict(cmd)
	set := cmd.Flags()
	frame.FileVar(set, &f.of, "of", "", "find the records of FILE in `ORIGINAL`, the old order")
	set.BoolVar(&f.jsonl, "jsonl", false, "lines are JSON objects; --by names a field of them")
	set.BoolVar(&f.csv, "csv", false, "records are CSV rows, also with quoted line breaks")
	frame.FileVar(set, &f.by, "by", "", "find records by `COLUMN` alone: number, name or field")
	frame.NumberVar(set, &f.header, "header", 0, "the first `N` lines (CSV rows) of each file are no records")
	set.Var(&f.items, "items", "there are `N` items, from 0 or 1 on")
	set.Func("range", "the items are the numbers `LO-HI`", f.numbers.Set)
	set.Lookup("seed").Usage = "with equal records: same `TEXT`, same result"
	return cmd
}

// checkConflicts are flags of check that exclude others.
var checkConflicts = []frame.Conflict{
	{Flag: "of", Others: "items range"}, {Flag: "items", Others: "range"}, {Flag: "jsonl", Others: "csv header"},
}

// named is the name of a table.
var named = regexp.MustCompile(`(?i)\.csv(\.gz|\.zst)?$`)

// checking returns the audit of long orders.
func (f *flags) checking(ui *frame.UI, files []string) (*job, error) {
	const help = "yates check --help"
	if err := frame.Exclude(f.set, checkConflicts); err != nil {
		return nil, err
	}
	inputs := append(slices.Clone(files), f.of)
	once := slices.Compact(slices.Sorted(slices.Values(inputs)))
	if err := dest.Distinct(slices.Concat(f.reports, once)); err != nil {
		return nil, err
	}
	switch {
	case len(files) == 0:
		return nil, frame.BadUsage(help, "check needs a FILE, or - for standard input")
	case len(slices.DeleteFunc(inputs, func(name string) bool { return name != "-" })) > 1:
		return nil, frame.BadUsage(help, "only one file can be standard input")
	case f.of == "" && (f.jsonl || f.csv || f.header > 0 || f.by != ""):
		return nil, frame.BadUsage(help, "--header, --csv, --jsonl and --by need --of ORIGINAL, the data in its old "+
			"order")
	}
	if err := f.checkReports(); err != nil {
		return nil, err
	}
	// As shuffle takes FILE.csv for CSV, rows with quoted line breaks are records here, too, and a name of a column
	// stands in a header.
	guessed, says := !f.csv && !f.jsonl && named.MatchString(f.of), " is read as --csv"
	if _, err := strconv.Atoi(f.by); guessed && f.by != "" && err != nil && f.header == 0 {
		f.header, says = 1, says+" --header 1"
	}
	j := &job{opt: f, ui: ui, title: strings.Join(files, " "), evidence: evidence{thing: "item"},
		deals: &deals.Reader{}}
	o := &ordering{job: j, files: files, lo: int64(f.numbers.Lo), hi: int64(f.numbers.Hi), format: engine.Options{
		Format: engine.Format{Header: f.header}}}
	switch {
	case f.jsonl:
		o.format.Format.Kind = ask.JSON
	case f.csv || guessed:
		o.format.Format.Kind = ask.CSV
	}
	var err error
	if f.by != "" {
		if o.columns, err = infile.Columns("by", []string{f.by}, f.jsonl, f.header > 0); err != nil {
			return nil, err
		}
	}
	if guessed {
		j.read = append(j.read, label.Name(f.of)+says+", as its name says")
	}
	j.long = o.observe
	j.reports, err = dest.New(ui, output.Options{OrOverwrite: true}, f.reports...)
	return j, err
}
