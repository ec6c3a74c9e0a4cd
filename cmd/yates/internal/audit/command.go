// Package audit is the commands that tell whether a shuffle is fair: "yates audit" and
// "yates exact".
package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/progress"
)

// The defaults of an audit.
const (
	usualItems = 52
	usualDeals = 1_000_000
	usualTime  = time.Minute
)

// status lists the exit statuses of the auditor.
const status = `  0    if and only if nothing was found, and common mistakes would have been
  1    if and only if the shuffle is biased or broken
  2    if and only if there is no verdict; standard error says why
  3    if and only if nothing was found in too few deals to find common mistakes
`

const statusTooFew = 3

// sections are the flags under headings.
const sections = `Items: items range cards names decks take first unordered put-back
Source: no-input stream file stratify suspect list jobs timeout
Ending: alpha deals time target go-on
Output: plan report json heat progress help
Seed: seed seed-hex epoch print-seed`

// The flags are those of "yates audit".
type flags struct {
	items, take, first, decks frame.AtLeastOne
	numbers                   frame.Range
	cards                     bool
	names                     string // a file
	unordered, putBack        bool

	noInput, stream, list bool
	file, suspect         string
	column, jobs          frame.AtLeastOne
	timeout               time.Duration
	seed                  frame.SeedFlags

	alpha   float64
	deals   int64         // 0 for no limit
	time    time.Duration // 0 for no limit
	targets []string
	goOn    bool

	plan    string   // a file
	reports []string // files
	show    progress.When

	json, heat bool
}

// Command returns the command "yates audit".
func Command() *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "audit [FLAG]... -- COMMAND [ARG]...",
		Short: "report whether a shuffle is fair",
		Long: `Audit reports whether a shuffle is biased, what is wrong with it, and how strong
the evidence is. It runs COMMAND repeatedly, and gives it the numbers from 1 to
52 on standard input, one a line. Each run prints a deal: the same numbers in
another order. Audit stops as soon as it knows the answer, but not before deal
16, to see the cause.

The evidence is given as odds. A fair shuffle reaches odds of 1,000,000 to 1 in
at most one of 1,000,000 audits, however long they run. If audit finds nothing,
it reports which known mistakes it would have found by now. If it would not have
found even common ones (those of --target, or naive and sattolo), there were too
few deals, and audit says how many are needed.

A deal is words separated by white space, commas or semicolons, or a JSON array.
Names with spaces need tabs, commas or semicolons between them, or JSON, or a
line each. With --stream and --file, each line is a deal, and can be a CSV row
of a spreadsheet. Cards are As, 2s, ... Kc; 10h means Th, and AhTd2c means
Ah Td 2c.

With --no-input, --stream and --file, audit learns the items from the deals
unless you name them. Name them if you can: audit cannot learn an item that
never occurs. It refuses to learn what can hardly be an item: words with a
bracket, labels, headings, numbers of rows.

Which items a deal shows must not depend on the items. So audit refuses deals
that are shorter than --first. The groups of --stratify, such as tables or
seats, must not depend on the items either. Half of the stake is bet on all
groups together.

SIGINT ends the audit early, with a report of what it knows. Processes that
COMMAND starts end with it, unless they leave its process group.

For an audit that others can check, publish the plan of --plan before the first
deal: it says what is bet on, and when the audit ends. The report names the
SHA-256 of the plan and of the deals (one a line, a space between items).

A report shows the command, but not the values of flags whose names contain
seed, key, secret, token or password. It does show short flags, URLs and the
output of the command: put other secrets into the environment.`,
		Example: `  yates audit -- shuf                              is it fair?
  yates audit --items 10 -- sort -R
  yates audit --no-input --range 1-100 -- shuf -i 1-100 -n 1
  yates audit --items 6 -- python3 shuffle.py
  yates audit --stream --items 20 -- ./dealer
  yates audit --file hands.txt.gz --cards          recorded hands of cards
  yates audit --suspect naive                      a mistake, and its traces`,
		Annotations: map[string]string{frame.ExitStatuses: status, frame.Sections: sections},
		RunE:        f.run,
	}
	f.register(cmd)
	cmd.SetFlagErrorFunc(frame.FlagError(otherFlags))
	return cmd
}

// otherFlags say what "yates audit" has in place of flags that people expect.
var otherFlags = map[string]string{
	"header":     "tail -n +2 removes a heading",
	"csv":        "--file reads rows of a spreadsheet as they are",
	"columns":    "cut chooses columns, for example with -d, -f2-",
	"sorted":     "for numbers in ascending order see --unordered",
	"lottery":    "for lottery numbers see --range and --unordered",
	"confidence": "for a confidence of 95% use --alpha 0.05",
}

// register adds the flags to those of the command.
func (f *flags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.SetInterspersed(false) // arguments after COMMAND belong to it
	set.Var(&f.items, "items", "deal the numbers from 1 to `N` (default 52)")
	set.Var(&f.numbers, "range", "deal the numbers `LO-HI`")
	set.BoolVar(&f.cards, "cards", false, "deal the 52 cards of a deck")
	set.StringVar(&f.names, "names", "", "deal the names in `FILE`, one a line; - is standard input")
	set.Var(&f.decks, "decks", "deal `N` decks; their equal cards cannot be told apart")
	set.Var(&f.take, "take", "expect `K` items in a deal (default all, or as in the first)")
	set.Var(&f.first, "first", "of longer deals, count only the first `K` items")
	set.BoolVar(&f.unordered, "unordered", false, "a deal is a set, like lottery numbers; ignore the order")
	set.BoolVar(&f.putBack, "put-back", false, "count each number by itself, as with dice")
	set.BoolVar(&f.noInput, "no-input", false, "give COMMAND no input: it has its own items")
	set.BoolVar(&f.stream, "stream", false, "start COMMAND once; each line it prints is a deal")
	set.StringVar(&f.file, "file", "", "read deals from `FILE`, also gzip or zstd (- is stdin)")
	set.Var(&f.column, "stratify", "also audit each group in `COLUMN` by itself")
	set.StringVar(&f.suspect, "suspect", "", "audit the known mistake `NAME`, or fair fisher-yates")
	set.BoolVar(&f.list, "list", false, "list the known mistakes")
	set.Var(&f.jobs, "jobs", "run `N` COMMANDs at once (default one a processor)")
	set.Float64Var(&f.alpha, "alpha", 1e-6, "limit the chance of a false alarm to `A`")
	frame.NumberVar(set, &f.deals, "deals", usualDeals, "take at most `MAX` deals; with --file, all")
	set.DurationVar(&f.time, "time", usualTime, "take at most `TIME`; with --file, no limit")
	set.DurationVar(&f.timeout, "timeout", 10*time.Second, "wait at most `TIME` for a run or a line")
	set.StringArrayVar(&f.targets, "target", nil, "exit 0 only if the mistake `NAME` would have been found")
	set.BoolVar(&f.goOn, "go-on", false, "after the answer is known, go on to --deals or --time")
	set.StringVar(&f.plan, "plan", "", "write the plan to `FILE` first, or check that FILE has it")
	set.StringArrayVar(&f.reports, "report", nil, "also write the report to `FILE`: .html, .json or .svg")
	set.BoolVar(&f.json, "json", false, "print the report as JSON")
	set.BoolVar(&f.heat, "heat", false, "show where the items went as a heat map on the terminal")
	frame.ProgressVar(cmd, &f.show)
	f.seed.Register(set)
	set.Lookup("seed").Usage = "with --suspect or equal items: same `TEXT`, same result"

	names := frame.Later(func() cobra.CompletionFunc { return frame.OneOf(suspectNames()...) })
	cmd.RegisterFlagCompletionFunc("target", names)
	cmd.RegisterFlagCompletionFunc("suspect", names)
}

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
	{Flag: "json", Others: "heat"},
}

// check rejects flags that contradict each other or are out of range, and sets the limits.
func (f *flags) check(cmd *cobra.Command, args []string) error {
	given := cmd.Flags().Changed
	if err := frame.Exclude(cmd.Flags(), conflicts); err != nil {
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
			"audit needs a COMMAND, --file (- for standard input) or --suspect"},
		{len(args) > 0 && args[0] == "", "the name of COMMAND is empty"},
		{given("file") && f.file == "" || given("names") && f.names == "" || given("plan") && f.plan == "",
			"the name of the file is empty"},
		{f.file == "-" && f.names == "-", "--file and --names cannot both be standard input"},
		{dealt < 2 || dealt > deals.MostItems, "there must be from 2 to 100,000 items"},
		{given("stratify") && !given("file") && !f.stream,
			"--stratify needs rows with columns, from --file or --stream"},
		{slices.ContainsFunc(f.reports, func(name string) bool { return formatOf(name) == "" }),
			"the name of a report must end in ." + strings.Join(view.Formats(), ", .")},
		{!(f.alpha > 0 && f.alpha <= 0.5), fmt.Sprintf("--alpha must be more than 0 and at most 0.5, not %v: "+
			"it is the probability of a false alarm, so 0.05 is a confidence of 95%%", f.alpha)},
		{f.deals < 1 || f.time <= 0 || f.timeout <= 0, "--deals, --time and --timeout must be more than 0"},
		{f.jobs > 1000 || f.decks > 100, "there can be at most 1000 --jobs and 100 --decks"},
	} {
		if rule.broken {
			return frame.BadUsage("yates audit --help", "%s", rule.says)
		}
	}
	if given("file") && !given("deals") {
		f.deals = 0
	}
	if given("file") && !given("time") {
		f.time = 0
	}
	return nil
}

// noSuspect returns the error of a name that is not of a known mistake.
func noSuspect(name string) error {
	return frame.BadUsage("yates audit --list", "there is no suspect %q", name)
}
