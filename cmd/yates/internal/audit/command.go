// Package audit is the commands that tell whether a shuffle is fair: "yates audit", "yates check" and "yates exact".
package audit

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/frame"
)

// status lists the exit statuses of the auditor.
const status = `  0    if and only if nothing was found, and common mistakes would have been
  1    if and only if the shuffle is biased or broken
  2    if and only if there is no verdict; standard error says why
  3    if and only if there is no alarm, but suspicion, or too few deals to tell
`

// sections are the flags under headings.
const sections = `Items: items range cards names decks take first unordered put-back
Source: no-input stream file suspect list jobs timeout
Ending: alpha deals time target go-on
Output: plan report json progress help
Seed: seed seed-hex epoch print-seed`

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
32, to see the cause.

To check one file that was shuffled once, see yates check.

The evidence is given as odds. A fair shuffle reaches odds of 1,000,000 to 1 in
at most one of 1,000,000 audits, however long they run. If audit finds nothing,
it reports which known mistakes it would have found by now. If it would not have
found even common ones (those of --target, or naive and sattolo), there were too
few deals, and audit says how many are needed.

A deal is a row of words, of cells between tabs, semicolons or commas, or a JSON
array. With --stream and --file, each line is a deal; a run of COMMAND can also
print an item a line. Cards are As, 2s, ... Kc; 10h means Th.

With --no-input, --stream and --file, the items are those of the first deal.
Where deals are a part of the items, or a single one, name all items. SIGINT
ends the audit early, with a report of what it knows. The manual page,
cmd/yates/man/yates-audit.1, says what a plan is for, and what a report hides.`,
		Example: `  yates audit -- shuf                              is it fair?
  yates audit --items 10 -- sort -R
  yates audit --no-input --range 1-100 -- shuf -i 1-100 -n 1
  yates audit --items 6 -- python3 shuffle.py
  yates audit --stream --items 20 -- ./dealer
  yates audit --file hands.txt.gz --cards          recorded hands of cards
  yates audit --suspect naive                      a mistake, and its traces`,
		Annotations: map[string]string{frame.ExitStatuses: status, frame.Sections: sections},
		RunE:        frame.RunE(f.run),
	}
	f.register(cmd)
	return cmd
}

// register adds the flags to those of the command.
func (f *flags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.SetInterspersed(false) // arguments after COMMAND belong to it
	set.Var(&f.items, "items", "deal the numbers from 1 to `N` (default 52)")
	set.Func("range", "deal the numbers `LO-HI`", f.numbers.Set)
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
	set.StringVar(&f.suspect, "suspect", "", "audit the known mistake `NAME`, or fair fisher-yates")
	set.BoolVar(&f.list, "list", false, "list the known mistakes; with --items, their deals")
	set.Var(&f.jobs, "jobs", "run `N` COMMANDs at once (default one a processor)")
	f.registerVerdict(cmd)
	frame.NumberVar(set, &f.deals, "deals", usualDeals, "take at most `MAX` deals; with --file, all")
	set.DurationVar(&f.time, "time", usualTime, "take at most `TIME`; with --file, no limit")
	set.DurationVar(&f.timeout, "timeout", 10*time.Second, "wait at most `TIME` for a run or a line")
	set.StringArrayVar(&f.targets, "target", nil, "exit 0 only if the mistake `NAME` would have been found")
	set.BoolVar(&f.goOn, "go-on", false, "after the answer is known, go on to --deals or --time")
	set.StringVar(&f.plan, "plan", "", "write the plan to `FILE` first, or check that FILE has it")
	set.Lookup("seed").Usage = "with --suspect or equal items: same `TEXT`, same result"

	names := frame.OneOf(suspectNames()...)
	cmd.RegisterFlagCompletionFunc("target", names)
	cmd.RegisterFlagCompletionFunc("suspect", names)
}

// registerVerdict adds the flags of all that comes to a verdict.
func (f *flags) registerVerdict(cmd *cobra.Command) {
	set := cmd.Flags()
	f.set = set
	set.Float64Var(&f.alpha, "alpha", 1e-6, "limit the chance of a false alarm to `A`")
	set.StringArrayVar(&f.reports, "report", nil, "also write the report to `FILE`: .html or .json")
	set.BoolVar(&f.json, "json", false, "print the report as JSON")
	frame.ProgressVar(cmd, &f.show)
	f.seed.Register(set)
}
