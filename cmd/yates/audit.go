package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/cmd/yates/internal/advice"
	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/progress"
)

// The defaults of an audit, and its limits.
const (
	usualItems = 52
	mostJobs   = 1000

	usualDeals = 1_000_000
	usualTime  = time.Minute
	unlimited  = math.MaxInt64
)

// auditStatus lists the exit statuses of the auditor.
const auditStatus = `Exit status:
  0    if and only if nothing was found, and common mistakes would have been
  1    if and only if the shuffle is biased or broken
  2    if and only if there is no verdict; standard error says why
  3    if and only if nothing was found in too few deals to find common mistakes
  141  if the reader closed the output, as in "| head -1"; no message
  143  if SIGTERM ended it; 131 if SIGQUIT did; 129 if SIGHUP did, as when the
       terminal is closed
`

// An inquiry holds the flags of "yates audit".
type inquiry struct {
	flags *pflag.FlagSet
	cmd   *cobra.Command

	count   int
	numbers frame.Range
	cards   bool
	names   string // a file
	take    int

	unordered, holeCards, withReplacement bool
	readFlags

	noInput, stream bool
	file, suspect   string
	list            bool
	seed            frame.SeedFlags
	targets         []string
	plan            string // a file
	planText        []byte

	alpha    float64
	deals    int64
	time     time.Duration
	goOn     bool
	jobs     int
	timeout  time.Duration
	json     bool
	reports  []string // files
	picture  bool
	show     progress.When
	evidence evidence
}

// newAuditCommand returns the command "yates audit".
func newAuditCommand() *cobra.Command {
	q := inquiry{show: progress.Auto}
	cmd := &cobra.Command{
		Use:   "audit [FLAG]... -- COMMAND [ARG]...",
		Short: "report whether a shuffle is fair",
		Long: `Audit reports whether a shuffle is biased, what is wrong with it, and how strong the
evidence is. It runs COMMAND repeatedly, with the numbers from 1 to 52 on its standard
input, one a line. What a run prints is a deal: the same numbers in another order.
Audit stops as soon as it knows the answer, but not before deal 16, to see the cause.

The evidence is given as odds. Odds of 1,000,000 to 1 mean that a gambler who bets on
a bias at fair odds has turned 1 coin into 1,000,000. With a fair shuffle that happens
in at most one of 1,000,000 audits, however long they run. If audit finds nothing, it
reports which known mistakes it would have found by now. If even common mistakes would
not have been found, there were too few deals, and audit says how many it takes. The
common mistakes are naive and sattolo; seed-8 where it is not known how many deals show
them, as for sets and equal items; or those of --target.

Items to deal, instead of 52 numbers:
  --items N         the numbers from 1 to N
  --range LO-HI     the numbers from LO to HI
  --cards           the cards of a deck: As, 2s, ... Kc; 10h is the same as Th, and
                    [Ah Td 2c] and AhTd2c are the same as Ah Td 2c
  --names FILE      the names in FILE, one a line; equal ones cannot be told apart
  --decks N         the cards of N decks, whose equal cards cannot be told apart
  --take K          K of the items in each deal, as "shuf -n K" prints
  --first K         of longer deals only the first K items count. If a deal has fewer,
                    audit refuses: how many there are may depend on the items
  --unordered       a deal is a set: hands, or lottery numbers in ascending order
  --put-back        items are put back before the next is drawn, as with dice: each
                    number counts by itself

Where deals come from:
  -- COMMAND        each run is a deal; all its output counts
  --no-input        COMMAND has its own items and gets none
  --stream          COMMAND prints one deal a line, endlessly, and gets no items
  --file FILE       recorded deals, one a line, also rows of a spreadsheet as CSV
  --hole-cards      FILE has histories of poker hands: each "Dealt to NAME [Ah Td]" is
                    a deal. Only your own cards count: which others you see depends
                    on how people play
  --stratify COLUMN deals of several tables or seats: COLUMN is the number of the column
                    that names the table. Audit bets half of the coin on all deals
                    together and half on those of each table, and names a bad one. The
                    table must not depend on the items. At most 100 tables
  --suspect NAME    a known mistake, to see how audit finds it, or the fair shuffle
                    fisher-yates; --list shows them all

A deal is words separated by white space, commas or semicolons, or a JSON array. Names
with spaces need tabs, commas or semicolons between them, or JSON. If COMMAND prints
several lines, each may be a name; but the words are the items if all of them are
numbers or cards, or if the items are known and the lines are not among them. With
--stream and --file, a deal is a line.

With --no-input, --stream and --file, audit learns the items from the deals unless you
name them. Name them if you can: audit cannot learn an item that never occurs.

Places that are ?, -- or (of cards) XX in each deal are face down: the others are audited.
If they differ from deal to deal, audit refuses, as what is shown may depend on the items.

Equal items are numbered at random before they are audited, by a seed that the report
names; --seed-hex repeats it.

Deals count in the order in which their runs started. SIGINT ends the audit early, with
a report of what it knows. Processes that COMMAND starts end with it, unless they leave
its process group.

For an audit that others can check, write the plan with --plan before the first deal and
publish it. It says what is bet on, with what weights, and when the audit ends; of
recorded deals also how many there are, and the SHA-256 of their file. If FILE exists,
the audit starts only if FILE has its plan. A report names the SHA-256 of the
plan and of the deals, one a line, with a space between items.

A report shows the command, but not the values of flags whose names contain seed, key,
secret, token or password. It does show short flags, URLs and the output of the command:
before you publish a report, put other secrets into the environment.`,
		Example: `  yates audit -- shuf                              is it fair?
  yates audit --items 10 -- sort -R
  yates audit --no-input --range 1-100 -- shuf -i 1-100 -n 1
  yates audit --items 6 -- python3 shuffle.py
  yates audit --stream --items 20 -- ./dealer
  yates audit --file hands.txt.gz --cards          recorded hands of cards
  yates audit --suspect naive                      a known mistake, and its traces`,
		Annotations:           map[string]string{frame.ExitStatuses: auditStatus},
		DisableFlagsInUseLine: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			q.cmd = cmd
			return frame.Answering(cmd, func() error { return q.run(cmd.Context(), args) })
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.SetInterspersed(false) // arguments after COMMAND belong to it
	q.flags = flags
	frame.NumberVar(flags, &q.count, "items", usualItems, "deal the numbers from 1 to `N`")
	flags.Var(&q.numbers, "range", "deal the numbers `LO-HI`")
	flags.BoolVar(&q.cards, "cards", false, "deal the 52 cards of a deck")
	flags.StringVar(&q.names, "names", "", "deal the names in `FILE`, or in standard input (-), in their order")
	frame.NumberVar(flags, &q.take, "take", 0, "expect `K` of the items in a deal (default all, or as many as the first has)")
	flags.BoolVar(&q.unordered, "unordered", false, "a deal is a set: audit which items it has, not their order")
	flags.BoolVar(&q.withReplacement, "put-back", false, "count each number by itself, as with dice")
	flags.BoolVar(&q.holeCards, "hole-cards", false, "audit the cards dealt to you in FILE, histories of poker hands")
	q.readFlags.register(flags)
	flags.BoolVar(&q.noInput, "no-input", false, "give COMMAND no input")
	flags.BoolVar(&q.stream, "stream", false, "start COMMAND once; each line it prints is a deal")
	flags.StringVar(&q.file, "file", "", "read deals from `FILE`, also gzip or zstd, or from standard input (-)")
	flags.StringVar(&q.suspect, "suspect", "", "audit the known mistake `NAME`")
	flags.BoolVar(&q.list, "list", false, "list the known mistakes")
	flags.Float64Var(&q.alpha, "alpha", 1e-6, "call a fair shuffle biased with a probability of at most `A`")
	frame.NumberVar(flags, &q.deals, "deals", usualDeals, "take at most `MAX` deals; with --file, all of them")
	flags.DurationVar(&q.time, "time", usualTime, "take at most `TIME`, such as 90s or 2h; with --file, no limit")
	flags.StringArrayVar(&q.targets, "target", nil, "exit 0 only if the mistake `NAME` would have been found")
	flags.BoolVar(&q.goOn, "go-on", false, "continue to the limit of --deals or --time when the answer is known")
	frame.NumberVar(flags, &q.jobs, "jobs", 0, "run `N` COMMANDs at the same time (default one for each processor)")
	flags.DurationVar(&q.timeout, "timeout", 10*time.Second, "wait at most `TIME` for a run or for a line of a stream")
	q.seed.Register(flags)
	flags.Lookup("seed").Usage = "with --suspect or equal items, give the same result for the same `TEXT`"
	flags.Lookup("seed-hex").Usage = "with --suspect or equal items, give the seed as 64 hexadecimal `DIGITS`"
	flags.Lookup("print-seed").Usage = "with --suspect or equal items, print the seed to standard error"
	flags.StringVar(&q.plan, "plan", "", "write the plan to `FILE` before the first deal, or check that FILE has it")
	flags.StringArrayVar(&q.reports, "report", nil, "also write the report to `FILE`, in the format of .html, .json or .svg")
	flags.BoolVar(&q.picture, "heat", false, "show where the items went as a heat map on the terminal")
	flags.BoolVar(&q.json, "json", false, "print the report as JSON")
	flags.Var(&q.show, "progress", "show progress `WHEN`: auto (default), always or never")
	cmd.RegisterFlagCompletionFunc("progress", frame.OneOf(string(progress.Auto), string(progress.Always), string(progress.Never)))
	cmd.RegisterFlagCompletionFunc("target", frame.Later(func() cobra.CompletionFunc { return frame.OneOf(suspectNames()...) }))
	cmd.RegisterFlagCompletionFunc("suspect", frame.Later(func() cobra.CompletionFunc { return frame.OneOf(suspectNames()...) }))
	return cmd
}

// check rejects flags that contradict each other or are out of range.
func (q *inquiry) check(args []string) error {
	const help = "yates audit --help"
	changed := q.flags.Changed
	origins := 0
	for _, given := range []bool{len(args) > 0, changed("file"), changed("suspect")} {
		if given {
			origins++
		}
	}
	sets := 0
	for _, name := range []string{"items", "range", "cards", "names"} {
		if changed(name) {
			sets++
		}
	}
	unknown := slices.IndexFunc(q.targets, func(name string) bool { _, ok := suspects.Find(name); return !ok })
	size := int64(q.count)
	if q.numbers.Given {
		size = int64(min(q.numbers.Hi-q.numbers.Lo+1, math.MaxInt64))
	} else if q.cards || changed("decks") {
		size = usualItems
	}
	if changed("decks") && !q.cards {
		sets++
	}
	switch {
	case origins > 1:
		return frame.BadUsage(help, "COMMAND, --file and --suspect exclude each other")
	case origins == 0 && feeds(q.cmd.InOrStdin()):
		return &advice.MisplacedError{Err: errNoDeals, Last: 0, Meant: []string{"--file", "-"}}
	case origins == 0:
		return frame.BadUsage(help, "%w", errNoDeals)
	case len(args) > 0 && args[0] == "":
		return frame.BadUsage(help, "the name of COMMAND is empty")
	case changed("file") && q.file == "", changed("names") && q.names == "", changed("plan") && q.plan == "":
		return frame.BadUsage(help, "the name of the file is empty")
	case len(args) == 0 && (q.noInput || q.stream || changed("jobs") || changed("timeout")):
		return frame.BadUsage(help, "--no-input, --stream, --jobs and --timeout need a COMMAND")
	case q.stream && changed("jobs"):
		return frame.BadUsage(help, "--stream starts COMMAND once, so --jobs does not apply")
	case !changed("suspect") && !changed("decks") && !changed("names") && (q.seed.Given() || q.seed.Print):
		return frame.BadUsage(help, "a seed needs --suspect, or equal items")
	case sets > 1:
		return frame.BadUsage(help, "--items, --range, --cards, --decks and --names exclude each other")
	case q.file == "-" && q.names == "-":
		return frame.BadUsage(help, "--file and --names cannot both be standard input")
	case changed("suspect") && (q.cards || q.numbers.Given || changed("names")):
		return frame.BadUsage(help, "--suspect shuffles only the numbers of --items")
	case size < 2:
		return frame.BadUsage(help, "there must be at least 2 items, not %d: there is nothing to shuffle", size)
	case size > deals.MostItems:
		return frame.BadUsage(help, "there can be at most %s items, not %s", label.Number(deals.MostItems), label.Number(size))
	case changed("take") && q.take < 1:
		return frame.BadUsage(help, "--take must be at least 1, not %d", q.take)
	case q.withReplacement && (changed("take") || q.unordered):
		return frame.BadUsage(help, "--put-back excludes --take and --unordered: each draw is one item")
	case q.holeCards && !changed("file"):
		return frame.BadUsage(help, "--hole-cards needs --file")
	case q.holeCards && (sets > 1 || sets == 1 && !q.cards || changed("decks") || q.withReplacement):
		return frame.BadUsage(help, "--hole-cards audits the cards of one deck")
	case q.json && q.picture:
		return frame.BadUsage(help, "--json and --heat exclude each other")
	case slices.ContainsFunc(q.reports, func(name string) bool { return reportFormat(name) == "" }):
		return frame.BadUsage(help, "the name of a report must end in .%s", strings.Join(view.Formats(), ", ."))
	case unknown >= 0:
		return frame.BadUsage("yates audit --list", "there is no suspect %q", q.targets[unknown])
	case !(q.alpha > 0 && q.alpha < 1):
		return frame.BadUsage(help, "--alpha must be between 0 and 1, not %v", q.alpha)
	case q.alpha > 0.5:
		return frame.BadUsage(help, "--alpha must be at most 0.5, not %v: it is the probability of a false alarm, so 0.05 is a confidence of 95%%", q.alpha)
	case q.deals < 1:
		return frame.BadUsage(help, "--deals must be at least 1, not %d", q.deals)
	case q.time <= 0:
		return frame.BadUsage(help, "--time must be more than 0, not %v", q.time)
	case q.timeout <= 0:
		return frame.BadUsage(help, "--timeout must be more than 0, not %v", q.timeout)
	case changed("jobs") && (q.jobs < 1 || q.jobs > mostJobs):
		return frame.BadUsage(help, "--jobs must be from 1 to %d, not %d", mostJobs, q.jobs)
	case isLayout(args):
		return q.inOrder(args, sets > 0)
	}
	return q.readFlags.check(q)
}

func (q *inquiry) run(ctx context.Context, args []string) error {
	if q.list {
		if len(args) > 0 || q.flags.NFlag() > 1 {
			return frame.BadUsage("yates audit --list", "--list takes no other flags or arguments")
		}
		return listSuspects(q.cmd.OutOrStdout())
	}
	if err := q.check(args); err != nil {
		return err
	}
	for _, name := range q.reports {
		if err := dest.Check(q.cmd, name, reportOptions); err != nil {
			return err
		}
	}
	if q.plan != "" {
		if err := dest.Check(q.cmd, q.plan, output.Options{}); err != nil {
			return err
		}
	}
	ctx, stop := q.limited(ctx)
	defer stop()
	items, err := q.items(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return q.noDeals(ctx)
	case err != nil:
		return err
	case items != nil && q.take > len(items.Names):
		return frame.BadUsage("yates audit --help", "--take must be at most the %d items, not %d", len(items.Names), q.take)
	case items != nil && q.first > len(items.Names):
		return frame.BadUsage("yates audit --help", "--first must be at most the %d items, not %d", len(items.Names), q.first)
	}
	d := &deals.Reader{Take: max(q.take, q.first), First: q.first, Column: q.column, Items: items, Own: q.own(), Ends: q.flags.Changed("file"), Single: q.withReplacement}
	if err := q.number(d); err != nil {
		return err
	}
	if q.withReplacement {
		d.Take = 1
	}
	switch recorded := q.flags.Changed("file"); {
	case q.plan != "" && items == nil && !recorded:
		return frame.BadUsage("yates audit --help", "--plan needs the items, which are not known before the first deal: name them with --items, --range, --cards or --names")
	case q.plan != "" && q.own() && d.Take == 0 && !recorded:
		return frame.BadUsage("yates audit --help", "--plan needs --take K, as the number of items in a deal is not known before the first")
	}
	title := "yates audit --suspect " + q.suspect
	switch {
	case q.flags.Changed("suspect"):
		s, ok := knownShuffle(q.suspect)
		if !ok {
			return frame.BadUsage("yates audit --list", "there is no suspect %q", q.suspect)
		}
		seed, err := q.seed.Seed(q.cmd)
		if err != nil {
			return err
		}
		if !q.json {
			if err := showSuspect(q.cmd.OutOrStdout(), s); err != nil {
				return err
			}
		}
		if d.Take == 0 {
			d.Take = q.count
		}
		d.Source = newDealer(s, q.count, d.Take, seed)
	case q.flags.Changed("file"):
		title = q.file
		d.Source, err = q.recorded(d)
	default:
		title = withoutSecrets(args)
		d.Source, err = q.start(ctx, args, d)
	}
	if err != nil {
		return err
	}
	defer d.Source.Close()
	return q.audit(ctx, d, title)
}

// limited returns a context that ends when the time is up.
func (q *inquiry) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if q.flags.Changed("file") && !q.flags.Changed("time") {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, q.time, errTimeIsUp)
}

var errTimeIsUp = errors.New("time is up")

// own reports whether the source of the deals has its own items.
func (q *inquiry) own() bool { return q.noInput || q.stream || q.flags.Changed("file") }

// items returns the items to deal, or nil if they must be learned from the deals.
func (q *inquiry) items(ctx context.Context) (*deals.Items, error) {
	switch {
	case q.decks > 1:
		return deals.Shoe(q.decks), nil
	case q.cards || q.holeCards || q.decks == 1:
		return deals.Deck(), nil
	case q.numbers.Given:
		return deals.Integers(q.numbers.Lo, q.numbers.Hi), nil
	case q.names != "":
		return namedItems(ctx, q.names, q.cmd.InOrStdin())
	case q.own() && !q.flags.Changed("items"):
		return nil, nil
	}
	return deals.Integers(1, uint64(q.count)), nil
}

// recorded opens the file of the deals.
func (q *inquiry) recorded(d *deals.Reader) (deals.Source, error) {
	lines, err := infile.Lines(q.file, q.cmd.InOrStdin(), d.Items.MostBytes())
	if err == nil && q.holeCards {
		return deals.HoleCards{Lines: lines}, nil
	}
	return lines, err
}

// start starts the command.
func (q *inquiry) start(ctx context.Context, args []string, d *deals.Reader) (deals.Source, error) {
	if _, err := exec.LookPath(args[0]); err != nil {
		if e, ok := errors.AsType[*exec.Error](err); ok {
			err = e.Err
		}
		err = fmt.Errorf("cannot run %q: %w", args[0], err)
		if meant := likely(args); meant != nil {
			return nil, &advice.MisplacedError{Err: err, Last: len(args), Meant: meant}
		}
		return nil, err
	}
	p := &deals.Program{Args: args, Timeout: q.timeout, Most: d.Items.MostBytes()}
	if q.stream {
		return deals.StartStream(ctx, p)
	}
	if !q.noInput {
		p.Input = d.Items.Lines()
		if d.Take == 0 {
			d.Take = len(d.Items.Names)
		}
	}
	if q.jobs == 0 {
		q.jobs = runtime.GOMAXPROCS(0)
	}
	return deals.StartRuns(ctx, p, q.jobs), nil
}
