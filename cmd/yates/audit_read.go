package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// The readFlags are the flags of how deals are read, besides which items they have.
type readFlags struct {
	decks, first, column int
	numbering            string // seed of the numbers of equal items, in hexadecimal; "" if there are none
}

// mostDecks is the most decks of a shoe.
const mostDecks = 100

func (r *readFlags) register(flags *pflag.FlagSet) {
	frame.NumberVar(flags, &r.decks, "decks", 0, "deal the cards of `N` decks, whose equal cards cannot be told apart")
	frame.NumberVar(flags, &r.first, "first", 0, "of longer deals, count only the first `K` items")
	frame.NumberVar(flags, &r.column, "stratify", 0, "also audit the deals of each group in `COLUMN` by themselves")
}

// check rejects flags that contradict each other.
func (r *readFlags) check(q *inquiry) error {
	const help = "yates audit --help"
	changed := q.flags.Changed
	switch {
	case changed("decks") && (r.decks < 1 || r.decks > mostDecks):
		return frame.BadUsage(help, "--decks must be from 1 to %d, not %d", mostDecks, r.decks)
	case changed("decks") && changed("suspect"):
		return frame.BadUsage(help, "--suspect shuffles only the numbers of --items")
	case changed("decks") && q.withReplacement:
		return frame.BadUsage(help, "--put-back needs no --decks: each draw is one of the 52 cards")
	case changed("first") && r.first < 1:
		return frame.BadUsage(help, "--first must be at least 1, not %d", r.first)
	case changed("first") && (changed("take") || q.withReplacement || changed("suspect") || q.holeCards):
		return frame.BadUsage(help, "--first excludes --take, --put-back, --suspect and --hole-cards")
	case changed("stratify") && r.column < 1:
		return frame.BadUsage(help, "--stratify must be at least 1, not %d: the number of a column", r.column)
	case changed("stratify") && (!changed("file") && !q.stream || q.holeCards):
		return frame.BadUsage(help, "--stratify needs rows with columns, from --file or --stream")
	}
	return nil
}

// number prepares the numbers of equal items, by the seed of the flags or of the plan, or
// by a new one.
func (q *inquiry) number(d *deals.Reader) error {
	if d.Items == nil || d.Items.Kinds() == nil {
		if (q.seed.Given() || q.seed.Print) && !q.flags.Changed("suspect") {
			return frame.BadUsage("yates audit --help", "a seed needs --suspect, or equal items")
		}
		return nil
	}
	seed, err := q.seed.Seed(q.cmd)
	if err != nil {
		return err
	}
	if kept, ok := numberingOf(q.plan); ok && !q.seed.Given() {
		seed = kept
	}
	q.numbering = seed.String()
	d.Random = rand.New(rand.NewChaCha8(seed)).IntN
	return nil
}

// numberingOf returns the seed in the plan of a file that exists.
func numberingOf(file string) (order.Seed, bool) {
	text, err := os.ReadFile(file)
	if file == "" || err != nil {
		return order.Seed{}, false
	}
	var p audit.Plan
	if json.Unmarshal(text, &p) != nil {
		return order.Seed{}, false
	}
	seed, err := order.ParseSeed(p.Numbering)
	return seed, err == nil
}

// facts says how the deals were read, if something was left out or added.
func (q *inquiry) facts(d *deals.Reader) []string {
	var all []string
	if left := d.Left(); left != "" {
		all = append(all, left)
	}
	if q.numbering != "" {
		all = append(all, "equal items were numbered at random, as if they differed, by --seed-hex "+q.numbering)
	}
	return all
}

// An auditing is an auditor of deals, in strata or not.
type auditing interface {
	Alarm() bool
	Deals() int64
	LogE() float64
	Report() *audit.Report
	Conclude(targets ...string) *audit.Report
	Plan(targets ...string) *audit.Plan
}

// newAuditing returns the auditor of the items.
func (q *inquiry) newAuditing(items int, o audit.Options) auditing {
	if q.column > 0 {
		return audit.NewStrata(items, o)
	}
	return audit.New(items, o)
}

// explained reports whether an alarm can be explained by now, if ever.
func explained(a auditing) bool {
	if s, ok := a.(*audit.Strata); ok {
		return s.Explained()
	}
	return a.Deals() >= audit.LeastNamed
}

// observe audits the last deal.
func observe(a auditing, d *deals.Reader, deal []int) error {
	if s, ok := a.(*audit.Strata); ok {
		err := s.Observe(d.Stratum(), deal)
		if e, ok := err.(*audit.StrataError); ok {
			return fmt.Errorf("%s is the group %s, but there are already %s; is it the right column?", d.Where(), label.Name(e.Name), label.Plural(audit.MostStrata, "group"))
		}
		return err
	}
	return a.(*audit.Auditor).Observe(deal)
}

// groups prints what was found in each group, the worst first.
func (res *result) groups(line func(string, ...any)) {
	const most = 12
	all := res.Report.Worst()
	if len(all) == 0 {
		return
	}
	line("\nGroup by group, the highest odds first:")
	width := 0
	for _, s := range all[:min(len(all), most)] {
		width = max(width, len([]rune(label.Clean(s.Name, label.Longest))))
	}
	for _, s := range all[:min(len(all), most)] {
		name, says := label.Clean(s.Name, label.Longest), "no alarm"
		if s.AlarmAt > 0 {
			says = "BIASED"
		}
		line("  %s%s  %s, odds %s to 1 in %s", name, strings.Repeat(" ", width-len([]rune(name))), says, label.Odds(s.Log10E), label.Plural(s.Deals, "deal"))
	}
	if len(all) > most {
		line("  and %d more", len(all)-most)
	}
}
