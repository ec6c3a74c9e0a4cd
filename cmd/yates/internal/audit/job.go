package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/order"
)

// A job is an audit to run.
type job struct {
	opt       *flags
	cmd       *cobra.Command
	title     string // what is audited
	runs      bool   // each run of a command is a deal
	deals     *deals.Reader
	numbering string // the seed of the numbers of equal items, in hexadecimal; "" if there are none

	planText []byte
	auditor  auditor // nil until the items and the length of a deal are known
	evidence evidence
	failed   error // what ended the deals after an alarm
}

// run audits what the flags say.
func (f *flags) run(cmd *cobra.Command, args []string) error {
	if f.list {
		return listSuspects(cmd.OutOrStdout())
	}
	if err := f.check(args); err != nil {
		return err
	}
	ctx := cmd.Context()
	if f.time > 0 {
		limited, stop := context.WithTimeoutCause(ctx, f.time, errTimeIsUp)
		defer stop()
		ctx = limited
	}
	j, err := f.job(ctx, cmd, args)
	if err != nil {
		return err
	}
	defer j.deals.Source.Close()
	return j.run(ctx)
}

// job returns the audit that the flags ask for.
func (f *flags) job(ctx context.Context, cmd *cobra.Command, args []string) (*job, error) {
	const help = "yates audit --help"
	files := append(slices.Clone(f.reports), f.plan)
	for _, input := range []string{f.file, f.names} {
		if err := dest.Distinct(append(slices.Clone(files), input)); err != nil {
			return nil, err
		}
	}
	for _, name := range files {
		if name != "" {
			if err := dest.Check(cmd, name, output.Options{OrOverwrite: name != f.plan}); err != nil {
				return nil, err
			}
		}
	}
	items, err := f.known(ctx, cmd)
	recorded, take := f.set.Changed("file"), int(max(f.take, f.first))
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, f.noDeals(ctx)
	case err != nil:
		return nil, err
	case items == nil && f.plan != "" && !recorded:
		return nil, frame.BadUsage(help, "--plan needs the items, which are not known before the first deal: "+
			"name them with --items, --range, --cards or --names")
	case items != nil && take > len(items.Names):
		return nil, frame.BadUsage(help, "a deal has at most the %d items, not %d", len(items.Names), take)
	}
	d := &deals.Reader{Take: take, First: int(f.first), Column: int(f.column), Items: items,
		Own: f.own(), Ends: recorded, Single: f.putBack}
	if f.putBack {
		d.Take = 1
	}
	if f.plan != "" && f.own() && d.Take == 0 && !recorded {
		return nil, frame.BadUsage(help, "--plan needs --take K, the number of items in a deal, "+
			"which is not known before the first")
	}
	j := &job{opt: f, cmd: cmd, deals: d, title: withoutSecrets(args), runs: len(args) > 0 && !f.stream}
	if err := j.number(); err != nil {
		return nil, err
	}
	switch {
	case f.set.Changed("suspect"):
		err = j.startSuspect()
	case recorded:
		j.title = f.file
		d.Source, err = j.recorded()
	default:
		err = j.start(ctx, args)
	}
	return j, err
}

// own reports whether the source of the deals has its own items.
func (f *flags) own() bool { return f.noInput || f.stream || f.set.Changed("file") }

// known returns the items to deal, or nil if they must be learned from the deals.
func (f *flags) known(ctx context.Context, cmd *cobra.Command) (*deals.Items, error) {
	switch {
	case f.decks > 1:
		return deals.Shoe(int(f.decks)), nil
	case f.cards || f.holeCards || f.decks == 1:
		return deals.Deck(), nil
	case f.numbers.Given:
		return deals.Integers(f.numbers.Lo, f.numbers.Hi), nil
	case f.names != "":
		l, err := infile.Lines(f.names, cmd.InOrStdin(), deals.MostName)
		if err != nil {
			return nil, err
		}
		defer l.Close()
		items, err := deals.ReadItems(ctx, l)
		if err == nil && len(items.Names) < 2 {
			names := label.Plural(len(items.Names), "name")
			err = fmt.Errorf("the file of --names has %s, but a shuffle needs at least 2", names)
		}
		return items, err
	case f.own() && f.items == 0:
		return nil, nil
	}
	return deals.Integers(1, uint64(f.numbersDealt())), nil
}

// numbersDealt returns how many numbers are dealt if nothing else is.
func (f *flags) numbersDealt() int {
	if f.items == 0 {
		return usualItems
	}
	return int(f.items)
}

// number prepares the numbers of equal items, by the seed of the flags or of the plan, or
// by a new one.
func (j *job) number() error {
	if j.deals.Items == nil || j.deals.Items.Kinds() == nil {
		if (j.opt.seed.Given() || j.opt.seed.Print) && j.opt.suspect == "" {
			return frame.BadUsage("yates audit --help", "a seed needs --suspect, or equal items")
		}
		return nil
	}
	seed, err := j.opt.seed.Seed(j.cmd)
	if err != nil {
		return err
	}
	var kept audit.Plan
	if text, err := os.ReadFile(j.opt.plan); err == nil && !j.opt.seed.Given() && json.Unmarshal(text, &kept) == nil {
		if numbered, err := order.ParseSeed(kept.Numbering); err == nil {
			seed = numbered
		}
	}
	j.numbering = seed.String()
	j.deals.Random = rand.New(rand.NewChaCha8(seed)).IntN
	return nil
}

// recorded opens the file of the deals.
func (j *job) recorded() (deals.Source, error) {
	lines, err := infile.Lines(j.opt.file, j.cmd.InOrStdin(), j.deals.Items.MostBytes())
	if err == nil && j.opt.holeCards {
		return deals.HoleCards{Lines: lines}, nil
	}
	return lines, err
}

// start starts the command.
func (j *job) start(ctx context.Context, args []string) (err error) {
	if _, err := exec.LookPath(args[0]); err != nil {
		if e, ok := errors.AsType[*exec.Error](err); ok {
			err = e.Err
		}
		err = fmt.Errorf("cannot run %q: %w", args[0], err)
		if info, stat := os.Stat(args[0]); args[0] == "-" || stat == nil && info.Mode().IsRegular() {
			err = frame.WithHint(err, "write ./ before a program, its interpreter before a script, --file before deals")
		}
		return err
	}
	p := &deals.Program{Args: args, Timeout: j.opt.timeout, Most: j.deals.Items.MostBytes()}
	if j.opt.stream {
		j.deals.Source, err = deals.StartStream(ctx, p)
		return err
	}
	if !j.opt.noInput {
		p.Input = j.deals.Items.Lines()
		if j.deals.Take == 0 {
			j.deals.Take = len(j.deals.Items.Names)
		}
	}
	jobs := int(j.opt.jobs)
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	j.deals.Source = deals.StartRuns(ctx, p, jobs)
	return nil
}
