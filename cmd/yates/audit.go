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
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/progress"
)

// What an audit does unless it is told otherwise, and the most that it can do.
const (
	usualItems = 52
	mostPower  = 256 // items of which audit computes what would have been found
	mostJobs   = 1000

	usualDeals = 1_000_000
	usualTime  = time.Minute
	unlimited  = math.MaxInt64
)

// auditStatus is what the help of the auditor says of the exit status.
const auditStatus = `Exit status:
  0    if and only if the audit was done and nothing was found
  1    if and only if the shuffle is biased or broken
  2    if and only if there was no audit, for a reason that standard error tells
  141  if the reader of the output went away, as in "| head -1"; no message
  143  if SIGTERM ended it; 131 if SIGQUIT did; 129 if SIGHUP did, as when the
       terminal is closed
`

// An inquiry is what "yates audit" was asked for.
type inquiry struct {
	flags *pflag.FlagSet
	cmd   *cobra.Command

	count   int
	numbers integers
	cards   bool
	names   string // a file
	take    int

	noInput, stream bool
	file, suspect   string
	list            bool
	seed            seedFlags

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
		Short: "tell whether a shuffle is fair",
		Long: `Audit tells whether a shuffle is biased, what is wrong with it, and how sure that
is. It runs COMMAND again and again, with the numbers from 1 to 52 on its standard
input, one a line, and takes what each run prints for a deal: the same numbers in
another order. It stops as soon as it knows.

The evidence is given as odds. Odds of 1,000,000 to 1 mean that somebody who bets
on a bias, at fair odds, has turned 1 coin into 1,000,000. With a fair shuffle that
happens in one of 1,000,000 audits at most, however long one looks. Where nothing
is found, audit tells which known mistakes would have been.

Other deals than those of 52 numbers:
  --items N         of the numbers from 1 to N
  --range LO-HI     of the numbers from LO to HI
  --cards           of the cards of a deck: As, 2s, ... Kc; 10h is as good as Th,
                    and [Ah Td 2c] and AhTd2c as Ah Td 2c
  --names FILE      of the names in FILE, a line each
  --take K          of K of the items, as "shuf -n K" gives

Where deals come from:
  -- COMMAND        each run is a deal; all its output counts
  --no-input        COMMAND has its own items and gets none
  --stream          COMMAND prints a deal a line, for ever, and gets no items
  --file FILE       deals that were recorded, a line each
  --suspect NAME    a known mistake, from the museum; --list shows what it has

A deal is words with white space or commas between them, or an array in JSON. Where
COMMAND prints several lines, each may be an item, so names may have spaces; but if
all words are numbers or cards, or the items are known and these are none, it is the
words. In --stream and --file, a deal is a line, and names with spaces need JSON.

The items of --no-input, --stream and --file are learned from the deals unless they
are said; an item that never comes is not learned, so it is better to say them.

Deals are taken in the order in which their runs were started. SIGINT ends the
audit early: it reports what it knows. What COMMAND starts is ended with it, unless
it leaves the process group.

A report shows the command, but not the values of flags whose names have seed, key,
secret, token or password in them. Short flags, URLs and what the command itself says
are shown: before you publish a report, put other secrets into its environment.`,
		Example: `  yates audit -- shuf                              is it fair?
  yates audit --items 10 -- sort -R
  yates audit --no-input --range 1-100 -- shuf -i 1-100 -n 1
  yates audit --items 6 -- python3 shuffle.py
  yates audit --stream --items 20 -- ./dealer
  yates audit --file hands.txt.gz --cards          recorded hands of cards
  yates audit --suspect naive                      a mistake, and what is seen of it`,
		Annotations:           map[string]string{exitStatuses: auditStatus},
		DisableFlagsInUseLine: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			q.cmd = cmd
			return answering(cmd, func() error { return q.run(cmd.Context(), args) })
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.SetInterspersed(false) // what follows COMMAND is its own
	q.flags = flags
	numberVar(flags, &q.count, "items", usualItems, "deal the numbers from 1 to `N`")
	flags.Var(&q.numbers, "range", "deal the numbers `LO-HI`")
	flags.BoolVar(&q.cards, "cards", false, "deal the 52 cards of a deck")
	flags.StringVar(&q.names, "names", "", "deal the names in `FILE`, in their order; or in standard input (-)")
	numberVar(flags, &q.take, "take", 0, "expect `K` of the items in a deal (default all, or as many as the first has)")
	flags.BoolVar(&q.noInput, "no-input", false, "give COMMAND no input")
	flags.BoolVar(&q.stream, "stream", false, "start COMMAND once; each line that it prints is a deal")
	flags.StringVar(&q.file, "file", "", "read deals from `FILE`, gzip and zstd too, or from standard input (-)")
	flags.StringVar(&q.suspect, "suspect", "", "audit the known mistake `NAME`")
	flags.BoolVar(&q.list, "list", false, "list the known mistakes")
	flags.Float64Var(&q.alpha, "alpha", 1e-6, "call a fair shuffle biased with a probability of at most `A`")
	numberVar(flags, &q.deals, "deals", usualDeals, "take at most `MAX` deals; of a file all")
	flags.DurationVar(&q.time, "time", usualTime, "take at most `TIME`, such as 90s or 2h; for a file no limit")
	flags.BoolVar(&q.goOn, "go-on", false, "do not stop when the answer is known, but when --deals or --time say so")
	numberVar(flags, &q.jobs, "jobs", 0, "run COMMAND `N` times at the same time (default one for each processor)")
	flags.DurationVar(&q.timeout, "timeout", 10*time.Second, "wait at most `TIME` for a run, or a line of a stream")
	q.seed.register(flags)
	flags.Lookup("seed").Usage = "with --suspect, the same deals for the same `TEXT` always"
	flags.Lookup("seed-hex").Usage = "with --suspect, the seed as 64 hexadecimal `DIGITS`"
	flags.Lookup("print-seed").Usage = "with --suspect, tell the seed on standard error"
	flags.StringArrayVar(&q.reports, "report", nil, "write the report to `FILE` too; .html, .json or .svg says how")
	flags.BoolVar(&q.picture, "heat", false, "show where the items came to as a heat map, on the terminal")
	flags.BoolVar(&q.json, "json", false, "print the report as JSON")
	flags.Var(&q.show, "progress", "show how far the audit is, `WHEN`: auto (default), always or never")
	cmd.RegisterFlagCompletionFunc("progress", oneOf(string(progress.Auto), string(progress.Always), string(progress.Never)))
	cmd.RegisterFlagCompletionFunc("suspect", later(func() cobra.CompletionFunc { return oneOf(suspectNames()...) }))
	return cmd
}

// check refuses what cannot be done.
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
	size := int64(q.count)
	if q.numbers.given {
		size = int64(min(q.numbers.hi-q.numbers.lo+1, math.MaxInt64))
	} else if q.cards {
		size = usualItems
	}
	switch {
	case origins > 1:
		return badUsage(help, "COMMAND, --file and --suspect exclude each other")
	case origins == 0:
		return badUsage(help, "there is no COMMAND to audit")
	case len(args) > 0 && args[0] == "":
		return badUsage(help, "the name of COMMAND is empty")
	case changed("file") && q.file == "", changed("names") && q.names == "":
		return badUsage(help, "the name of the file is empty")
	case len(args) == 0 && (q.noInput || q.stream || changed("jobs") || changed("timeout")):
		return badUsage(help, "--no-input, --stream, --jobs and --timeout are for COMMAND")
	case q.stream && changed("jobs"):
		return badUsage(help, "--stream starts COMMAND once, so there is nothing for --jobs")
	case !changed("suspect") && (changed("seed") || changed("seed-hex") || q.seed.print):
		return badUsage(help, "a seed is for --suspect")
	case sets > 1:
		return badUsage(help, "--items, --range, --cards and --names exclude each other")
	case q.file == "-" && q.names == "-":
		return badUsage(help, "--file and --names cannot both be standard input")
	case changed("suspect") && (q.cards || q.numbers.given || changed("names")):
		return badUsage(help, "--suspect shuffles the numbers of --items")
	case size < 2:
		return badUsage(help, "there must be at least 2 items, not %d: there is nothing to shuffle", size)
	case size > deals.MostItems:
		return badUsage(help, "there can be at most %s items, not %s", label.Number(deals.MostItems), label.Number(size))
	case changed("take") && q.take < 1:
		return badUsage(help, "--take must be at least 1, not %d", q.take)
	case q.json && q.picture:
		return badUsage(help, "--json and --heat exclude each other")
	case slices.ContainsFunc(q.reports, func(name string) bool { return reportFormat(name) == "" }):
		return badUsage(help, "the name of a report ends in .%s", strings.Join(view.Formats(), ", ."))
	case !(q.alpha > 0 && q.alpha < 1):
		return badUsage(help, "--alpha must be between 0 and 1, not %v", q.alpha)
	case q.deals < 1:
		return badUsage(help, "--deals must be at least 1, not %d", q.deals)
	case q.time <= 0:
		return badUsage(help, "--time must be more than 0, not %v", q.time)
	case q.timeout <= 0:
		return badUsage(help, "--timeout must be more than 0, not %v", q.timeout)
	case changed("jobs") && (q.jobs < 1 || q.jobs > mostJobs):
		return badUsage(help, "--jobs must be from 1 to %d, not %d", mostJobs, q.jobs)
	}
	return nil
}

func (q *inquiry) run(ctx context.Context, args []string) error {
	if q.list {
		if len(args) > 0 || q.flags.NFlag() > 1 {
			return badUsage("yates audit --list", "--list goes with nothing else")
		}
		return listSuspects(q.cmd.OutOrStdout())
	}
	if err := q.check(args); err != nil {
		return err
	}
	for _, name := range q.reports {
		if err := checkOutput(name, reportOptions, q.cmd.ErrOrStderr()); err != nil {
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
		return badUsage("yates audit --help", "--take %d is more than the %d items", q.take, len(items.Names))
	}
	d := &deals.Reader{Take: q.take, Items: items, Own: q.own()}
	title := "yates audit --suspect " + q.suspect
	switch {
	case q.flags.Changed("suspect"):
		s, ok := suspects.Find(q.suspect)
		if !ok {
			return badUsage("yates audit --list", "there is no suspect %q", q.suspect)
		}
		seed, err := q.seed.seed(q.cmd.ErrOrStderr())
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
		d.Source, err = openLines(q.file, q.cmd.InOrStdin(), d.Items.MostBytes())
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

// limited returns the context that ends with the time.
func (q *inquiry) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if q.flags.Changed("file") && !q.flags.Changed("time") {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, q.time, errTimeIsUp)
}

var errTimeIsUp = errors.New("time is up")

// own says whether what deals has items that it was not given.
func (q *inquiry) own() bool { return q.noInput || q.stream || q.flags.Changed("file") }

// items returns what is dealt; nil if the deals must tell.
func (q *inquiry) items(ctx context.Context) (*deals.Items, error) {
	switch {
	case q.cards:
		return deals.Deck(), nil
	case q.numbers.given:
		return deals.Integers(q.numbers.lo, q.numbers.hi), nil
	case q.names != "":
		return namedItems(ctx, q.names, q.cmd.InOrStdin())
	case q.own() && !q.flags.Changed("items"):
		return nil, nil
	}
	return deals.Integers(1, uint64(q.count)), nil
}

// start starts the command.
func (q *inquiry) start(ctx context.Context, args []string, d *deals.Reader) (deals.Source, error) {
	if _, err := exec.LookPath(args[0]); err != nil {
		if e, ok := errors.AsType[*exec.Error](err); ok {
			err = e.Err
		}
		return nil, fmt.Errorf("cannot run %q: %w", args[0], err)
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
