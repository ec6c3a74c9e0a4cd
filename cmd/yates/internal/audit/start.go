package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/order"
)

// run audits what the flags say.
func (f *flags) run(ctx context.Context, ui *frame.UI, args []string) error {
	if f.list {
		return f.printList(ui)
	}
	if err := f.check(args); err != nil {
		return err
	}
	j, err := f.job(ctx, ui, args)
	if err != nil {
		return err
	}
	defer j.deals.Source.Close()
	return j.run(ctx)
}

// printList prints the known mistakes or, of given items, how many deals find each.
func (f *flags) printList(ui *frame.UI) error {
	n := int(cmp.Or(f.items, usualItems))
	take := cmp.Or(int(f.take), n)
	switch {
	case !f.set.Changed("items") && !f.set.Changed("take"):
		return say(ui, "list", suspects.All())
	case n < 2 || n > deals.MostItems || take > n || f.unordered && (take == n || n > audit.MostUnordered):
		return frame.BadUsage("yates audit --help", "there must be from 2 to 100,000 items, and --take a part of them")
	}
	o := audit.Options{Alpha: f.alpha, Take: take, Unordered: f.unordered}
	return say(ui, "foreseen", audit.New(n, o).Conclude())
}

// job returns the audit that the flags ask for.
func (f *flags) job(ctx context.Context, ui *frame.UI, args []string) (*job, error) {
	const help = "yates audit --help"
	recorded, take := f.file != "", int(max(f.take, f.first))
	d := &deals.Reader{Take: take, First: int(f.first), Own: f.own(), Single: f.putBack}
	if f.putBack {
		d.Take = 1
	}
	j := &job{opt: f, ui: ui, deals: d, title: withoutSecrets(args), runs: len(args) > 0 && !f.stream,
		evidence: evidence{thing: "deal"}}
	err := dest.Distinct(append(slices.Clone(f.reports), f.plan, f.file, f.names))
	if err == nil {
		j.reports, err = dest.New(ui, output.Options{OrOverwrite: true}, f.reports...)
	}
	if err == nil && f.plan != "" {
		err = dest.Check(ui, f.plan, output.Options{})
	}
	if err != nil {
		return nil, err
	}
	if d.Items, err = f.known(ctx, ui); err != nil {
		end, err := j.ended(ctx, err)
		return nil, cmp.Or(err, j.nothing(end))
	}
	switch {
	case d.Items == nil && (take > 0 || f.putBack || f.unordered):
		return nil, frame.BadUsage(help, "where a deal is a part of the items, name all of them "+byFlags)
	case d.Items != nil && take > len(d.Items.Names):
		return nil, frame.BadUsage(help, "a deal has at most the %d items, not %d", len(d.Items.Names), take)
	case f.plan == "" || recorded:
	case d.Items == nil:
		return nil, frame.BadUsage(help, "--plan needs the items, which are not known before the first deal: "+
			"name them with --items, --range, --cards or --names")
	case d.Own && d.Take == 0:
		return nil, frame.BadUsage(help, "--plan needs --take K, the number of items in a deal, "+
			"which is not known before the first")
	}
	if err := j.number(); err != nil {
		return nil, err
	}
	switch {
	case f.suspect != "":
		err = j.startSuspect()
	case recorded:
		j.title = f.file
		d.Source, err = j.recorded()
	default:
		err = j.start(ctx, args)
	}
	return j, err
}

// known returns the items to deal, or nil if they must be learned from the deals.
func (f *flags) known(ctx context.Context, ui *frame.UI) (*deals.Items, error) {
	switch {
	case f.cards || f.decks > 0:
		return deals.Shoe(max(int(f.decks), 1)), nil
	case f.names != "":
		l, err := infile.Lines(f.names, ui.In, deals.MostName)
		if err != nil {
			return nil, err
		}
		defer l.Close()
		return deals.ReadItems(ctx, l)
	case f.own() && f.items == 0 && !f.numbers.Given:
		return nil, nil
	}
	return deals.Integers(f.numbers.Lo, f.numbers.Hi), nil
}

// number prepares the numbers of equal items, by the seed of the flags or of the plan, or
// by a new one.
func (j *job) number() error {
	if j.deals.Items == nil || j.deals.Items.Kinds == nil {
		if (j.opt.seed.Given() || j.opt.seed.Print) && j.opt.suspect == "" {
			return frame.BadUsage("yates audit --help", "a seed needs --suspect, or equal items")
		}
		return nil
	}
	seed, err := j.opt.seed.Seed(j.ui)
	if err != nil {
		return err
	}
	var kept terms
	if text, err := infile.Small(j.opt.plan); err == nil && !j.opt.seed.Given() && json.Unmarshal(text, &kept) == nil {
		if numbered, err := order.ParseSeed(kept.Numbering); err == nil {
			seed = numbered
		}
	}
	j.numbering = seed.String()
	j.deals.Random = rand.New(rand.NewChaCha8(seed)).IntN
	return nil
}

// start starts the command.
func (j *job) start(ctx context.Context, args []string) (err error) {
	if _, err := exec.LookPath(args[0]); err != nil {
		return fmt.Errorf("cannot run %q: %w; write ./ before a program, its interpreter before a script, "+
			"--file before deals", args[0], errors.Unwrap(err))
	}
	p := &deals.Program{Args: args, Timeout: j.opt.timeout, Most: j.deals.Items.MostBytes()}
	if j.opt.stream {
		j.deals.Source, err = deals.StartStream(ctx, p)
		return err
	}
	if !j.opt.noInput {
		p.Input, j.deals.Take = j.deals.Items.Lines(), cmp.Or(j.deals.Take, len(j.deals.Items.Names))
	}
	j.deals.Source = deals.StartRuns(ctx, p, cmp.Or(int(j.opt.jobs), runtime.GOMAXPROCS(0)))
	return nil
}

// startSuspect shows a suspect and has it deal.
func (j *job) startSuspect() error {
	s, ok := knownShuffle(j.opt.suspect)
	if !ok {
		return noSuspect(j.opt.suspect)
	}
	seed, err := j.opt.seed.Seed(j.ui)
	if err != nil {
		return err
	}
	if !j.opt.json {
		if err := say(j.ui, "suspect", s); err != nil {
			return err
		}
	}
	j.title = "yates audit --suspect " + j.opt.suspect
	n := int(j.opt.numbers.Hi)
	j.deals.Take = cmp.Or(j.deals.Take, n)
	random := rand.New(rand.NewChaCha8(seed))
	j.deals.Source = &dealer{suspect: s, random: random, deal: make([]int, n), take: j.deals.Take}
	return nil
}

// A job is an audit to run.
type job struct {
	opt       *flags
	ui        *frame.UI
	title     string // what is audited
	runs      bool   // each run of a command is a deal
	deals     *deals.Reader
	numbering string // the seed of the numbers of equal items, in hexadecimal; "" if there are none
	reports   *dest.Set

	plan     *terms
	auditor  *audit.Auditor                  // nil until the items and the length of a deal are known
	order    *audit.Order                    // in its place, of long orders or of few deals of many items
	long     func(ctx context.Context) error // audits long orders, in place of deals, until there are no more
	read     []string                        // what is to be said of how they were read
	evidence evidence
}

// recorded opens the file of the deals.
func (j *job) recorded() (deals.Source, error) {
	return infile.Lines(j.opt.file, j.ui.In, j.deals.Items.MostBytes())
}

// secretName matches the name of a flag or variable whose value is secret.
const secretName = `[^\s='"]*(?i:seed|key|secret|token|password)[^\s='"]*`

// secrets match such names and their values, in arguments that stand on lines: as one
// argument, as two, and inside one, which may be a line for a shell.
var secrets = []string{
	`(?m)^(` + secretName + `=).*`,
	`(?m)^(-` + secretName + `\n)-?[^-\n].*`,
	`([ \t'"])(` + secretName + `=|-` + secretName + `[ \t]+)('[^']*'|"[^"]*"|[^\s'";|&)]+)`,
}

// withoutSecrets returns a command line for a title, without the values of secret flags.
func withoutSecrets(args []string) string {
	line := strings.Join(args, "\n")
	for _, secret := range secrets {
		line = regexp.MustCompile(secret).ReplaceAllString(line, "$1$2…")
	}
	return strings.ReplaceAll(line, "\n", " ")
}
