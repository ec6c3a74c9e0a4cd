package audit

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/progress"
)

// The flags are those of "yates audit", and of "yates check", which has some of them.
type flags struct {
	set *pflag.FlagSet

	items, take, first, decks frame.AtLeastOne
	numbers                   frame.Range
	cards                     bool
	names                     string // a file
	unordered, putBack        bool

	noInput, stream, list bool
	file, suspect         string
	jobs                  frame.AtLeastOne
	timeout               time.Duration
	seed                  frame.SeedFlags

	of, by     string // of check, as the rest here
	jsonl, csv bool   // what records are, if not lines
	header     int

	alpha   float64
	deals   int64         // 0 for no limit
	time    time.Duration // 0 for no limit
	targets []string
	goOn    bool

	plan    string   // a file
	reports []string // files
	show    progress.When

	json bool
}

// check rejects flags that contradict each other or are out of range, and sets the limits.
func (f *flags) check(args []string) error {
	given := f.set.Changed
	if err := frame.Exclude(f.set, conflicts); err != nil {
		return err
	}
	if !f.numbers.Given {
		f.numbers.Lo, f.numbers.Hi = 1, uint64(cmp.Or(f.items, usualItems))
	}
	dealt := f.numbers.Hi - f.numbers.Lo + 1
	for _, name := range f.targets {
		if _, ok := suspects.Find(name); !ok {
			return noSuspect(name)
		}
	}
	for _, rule := range []struct {
		broken bool
		says   string
	}{
		{len(args) > 0 && (given("file") || given("suspect")), "COMMAND, --file and --suspect exclude each other"},
		{len(args) == 0 && !given("file") && !given("suspect"),
			"audit needs a COMMAND, --file (- for standard input) or --suspect; yates check FILE is for one order"},
		{len(args) > 0 && args[0] == "", "the name of COMMAND is empty"},
		{given("file") && f.file == "" || given("names") && f.names == "" || given("plan") && f.plan == "",
			"the name of the file is empty"},
		{f.file == "-" && f.names == "-", "--file and --names cannot both be standard input"},
		{dealt < 2 || dealt > deals.MostItems, "there must be from 2 to 100,000 items"},
		{f.deals < 1 || f.time <= 0 || f.timeout <= 0, "--deals, --time and --timeout must be more than 0"},
		{f.jobs > 1000 || f.decks > 100, "there can be at most 1000 --jobs and 100 --decks"},
	} {
		if rule.broken {
			return frame.BadUsage("yates audit --help", "%s", rule.says)
		}
	}
	if err := f.checkReports(); err != nil {
		return err
	}
	if given("file") && !given("deals") {
		f.deals = 0
	}
	if given("file") && !given("time") {
		f.time = 0
	}
	return nil
}

// checkReports rejects what no report can be made of.
func (f *flags) checkReports() error {
	help := "yates " + f.set.Name() + " --help"
	if slices.ContainsFunc(f.reports, func(name string) bool { return formatOf(name) == "" }) {
		return frame.BadUsage(help, "the name of a report must end in .%s", strings.Join(view.Formats(), ", ."))
	}
	if !(f.alpha > 0 && f.alpha <= 0.5) {
		return frame.BadUsage(help, "--alpha must be more than 0 and at most 0.5, not %v: it is the probability of a "+
			"false alarm, so 0.05 is a confidence of 95%%", f.alpha)
	}
	return nil
}

// formatOf returns the format that the name of a report implies, or "".
func formatOf(name string) string {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if slices.Contains(view.Formats(), format) {
		return format
	}
	return ""
}

// own reports whether the source of the deals has its own items.
func (f *flags) own() bool { return f.noInput || f.stream || f.file != "" }

// conflicts are flags that exclude others.
var conflicts = []frame.Conflict{
	{Flag: "file", Others: "suspect no-input stream jobs timeout"},
	{Flag: "suspect", Others: "range cards names decks first no-input stream jobs timeout"},
	{Flag: "items", Others: "range cards names decks"},
	{Flag: "range", Others: "cards names decks"},
	{Flag: "names", Others: "cards decks"},
	{Flag: "put-back", Others: "take first unordered decks"},
	{Flag: "first", Others: "take"},
	{Flag: "stream", Others: "jobs"},
}

// The defaults of an audit.
const (
	usualItems = 52
	usualDeals = 1_000_000
	usualTime  = time.Minute
)

const statusUnclear = 3

const (
	nameThem = "name the items " + byFlags
	byFlags  = "with --items, --range, --cards or --names"
	cutRest  = "cut what is no item (tail -n +2 leaves out a heading, cut -d' ' -f2- a label)"
)

// hints name the flags that help against faults of deals.
var hints = map[deals.Fault]string{
	deals.PartOrOwn:    "see --take if it deals a part of them, and --no-input if it has its own items",
	deals.SeveralOrOwn: "see --no-input if it has its own items, and --stream if it prints deal after deal",
	deals.Foreign:      "if it is an item, too, name all " + byFlags + "; if not, " + cutRest,
	deals.Own:          "see --no-input if it has its own items",
	deals.Part:         nameThem + ", and " + cutRest,
	deals.Lengths:      "--first K audits the first K items of each deal",
	deals.Late:         "see --timeout",
	deals.Endless:      "see --timeout, and --stream if it prints deal after deal",
	deals.TooMuch:      "see --stream if it prints deal after deal",
	deals.Bracket:      "tr -d '[]' takes brackets away, jq -c .NAME takes an array out of an object",
	deals.Twice: "if items can come again, use --put-back, and if some are equal, --names FILE; " +
		"if the last is another draw, cut its column",
	deals.Decks:    "for several decks use --decks N",
	deals.Short:    "take a --first that every deal has; none can be left out",
	deals.NoNumber: "--of ORIGINAL matches the lines with those of the data in its old order",
	deals.Apart:    "--range says which numbers there are; --of ORIGINAL gives the data in its old order",
}

// hinted adds what helps to an error of deals.
func (j *job) hinted(err error) error {
	if e, ok := errors.AsType[*deals.Error](err); ok {
		return frame.WithHint(err, hints[e.Fault])
	}
	return err
}
