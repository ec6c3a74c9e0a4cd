// Package cli is what the commands for clusters have in common: flags, messages, and the
// command that runs a whole job.
package cli

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/internal/frame"
)

// JobFlags say what to shuffle.
type JobFlags struct {
	spec   job.Spec
	seed   frame.SeedFlags
	format frame.FormatFlags
}

// Register adds the flags.
func (f *JobFlags) Register(flags *pflag.FlagSet) {
	flags.SortFlags = false
	flags.StringVarP(&f.spec.Output, "output", "o", "",
		"write to `NAME`, where {} is the number of the shard, or the name of a part of --split; "+
			"one shard needs no {}; nothing must be there")
	flags.Var((*frame.AtLeastOne)(&f.spec.Shards), "shards", "write `N` equal shards (default one for each 192M)")
	const parts = "write `PARTS` of the order, one shard each: train=0.8,dev=0.1,test=0.1"
	flags.StringVar(&f.spec.Split, "split", "", parts)
	f.spec.Head = -1
	flags.FuncP("head-count", "n", "write the first `COUNT` records of the order", func(text string) (err error) {
		if strings.HasSuffix(text, "%") {
			return errors.New("for a share of the order write --split first=" + text)
		}
		if f.spec.Head, err = strconv.ParseInt(text, 10, 64); err != nil || f.spec.Head < 0 {
			return errors.New("it is not a number of records")
		}
		return nil
	})
	f.seed.Register(flags)
	f.format.Register(flags)
	const usage = "cut the inputs into segments of `SIZE` (default 192M or more)"
	flags.Func("segment", usage, func(text string) (err error) {
		if f.spec.Segment, err = frame.ParseSize(text); err == nil && f.spec.Segment < 1<<10 {
			err = errors.New("it is less than 1K")
		}
		return err
	})
}

// Spec returns what to shuffle.
func (f *JobFlags) Spec(ui *frame.UI, inputs []string) (job.Spec, error) {
	spec, format := f.spec, f.format
	spec.Inputs = inputs
	spec.Format = job.Format{NUL: format.NUL, CSV: format.CSV, Delimiter: format.Delimiter, Lines: int(format.Lines),
		Start: format.Start, Header: format.Header, Raw: format.Raw}
	if err := format.Check(false); err != nil {
		return spec, err
	}
	switch {
	case len(inputs) == 0:
		return spec, frame.BadUsage("", "name the inputs")
	case slices.Contains(inputs, "-"):
		return spec, frame.BadUsage("", "standard input cannot be read again; yates shuffle reads it (a file is ./-)")
	case spec.Output == "":
		return spec, frame.BadUsage("", "name the output: -o NAME")
	}
	given := f.seed
	if !given.Given() { // then the job may be there, and have a seed
		given.Print = false
	}
	seed, err := given.Seed(ui)
	if given.Given() {
		spec.Seed = &seed
	}
	return spec, err
}

// Tell prints the seed of a job that has drawn it, if the flags ask for that.
func (f *JobFlags) Tell(ui *frame.UI, j *job.Job) error {
	if !f.seed.Print || f.seed.Given() {
		return nil
	}
	return ui.TellSeed(j.Seed(), "")
}
