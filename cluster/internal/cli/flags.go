// Package cli is what the commands for clusters have in common: flags, messages, and the
// command that runs a whole job.
package cli

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/shares"
)

// JobFlags say what to shuffle.
type JobFlags struct {
	flags  *pflag.FlagSet
	spec   job.Spec
	seed   frame.SeedFlags
	shards frame.AtLeastOne
}

// Register adds the flags.
func (f *JobFlags) Register(flags *pflag.FlagSet) {
	f.flags = flags
	flags.SortFlags = false
	flags.StringVarP(&f.spec.Output, "output", "o", "",
		"write to `NAME`, where {} is the number of the shard, or the name of a part of --split; "+
			"one shard needs no {}; what is there is replaced")
	flags.Var(&f.shards, "shards", "write `N` equal shards (default one for each 192M)")
	const parts = "write `PARTS` of the order, one shard each: train=0.8,dev=0.1,test=0.1"
	flags.Func("split", parts, func(text string) error {
		f.spec.Split = text
		return new(shares.Parts).Set(text)
	})
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
	frame.NumberVar(flags, &f.spec.Header, "header", 0,
		"keep the first `N` lines, or CSV rows, of all inputs on top of each shard")
	flags.BoolVar(&f.spec.CSV, "csv", false, "shuffle CSV rows, which may have line breaks in quoted fields")
	flags.Func("delimiter", "expect `CHAR` between columns of --csv (default comma)", func(text string) error {
		if len(text) != 1 || strings.ContainsAny(text, "\n\r\"\x00") {
			return errors.New("it is not one byte such as ;")
		}
		f.spec.Delimiter = text[0]
		return nil
	})
	frame.NumberVar(flags, &f.spec.Lines, "lines", 0, "shuffle records of `N` lines each")
	flags.Func("record-start", "begin a record at each line that matches `REGEX`", func(text string) (err error) {
		f.spec.Start, err = regexp.Compile(text)
		return err
	})
	flags.BoolVarP(&f.spec.NUL, "zero-terminated", "z", false, "end lines with NUL instead of the line feed")
	flags.BoolVar(&f.spec.Raw, "raw", false, "take the bytes as they are: decompress nothing")
	flags.StringVar(&f.spec.Work, "work", "", "keep the job in the folder `NAME` (default beside the output)")
	const usage = "cut the inputs into segments of `SIZE` (default 192M or more)"
	flags.Func("segment", usage, func(text string) (err error) {
		if f.spec.Segment, err = frame.ParseSize(text); err == nil && f.spec.Segment < 1<<10 {
			err = errors.New("it is less than 1K")
		}
		return err
	})
}

var conflicts = []frame.Conflict{
	{Flag: "shards", Others: "split"}, {Flag: "csv", Others: "lines record-start zero-terminated"},
	{Flag: "lines", Others: "record-start"},
}

// Spec returns what to shuffle.
func (f *JobFlags) Spec(cmd *cobra.Command, inputs []string) (job.Spec, error) {
	spec := f.spec
	spec.Inputs, spec.Shards = inputs, int(f.shards)
	if err := frame.Exclude(f.flags, conflicts); err != nil {
		return spec, err
	}
	switch {
	case len(inputs) == 0:
		return spec, frame.BadUsage("", "name the inputs")
	case slices.Contains(inputs, "-"):
		return spec, frame.BadUsage("", "standard input cannot be read again; yates shuffle reads it (a file is ./-)")
	case spec.Output == "":
		return spec, frame.BadUsage("", "name the output: -o NAME")
	case spec.Header < 0 || spec.Lines < 0:
		return spec, frame.BadUsage("", "--header and --lines must not be negative")
	case spec.Delimiter != 0 && !spec.CSV:
		return spec, frame.BadUsage("", "--delimiter needs --csv")
	}
	seed, err := f.seed.Seed(cmd)
	if f.seed.Given() || f.seed.Print { // else the job may be there, with a seed
		spec.Seed = &seed
	}
	return spec, err
}

// WorkerFlags say what a step may use.
type WorkerFlags struct {
	memory  frame.Memory
	workers frame.AtLeastOne
	tmp     string
}

// Register adds the flags.
func (f *WorkerFlags) Register(flags *pflag.FlagSet) {
	f.memory = 256 << 20
	flags.Var(&f.memory, "memory", "use up to `SIZE` of memory for records, and 96M for the rest (default 256M)")
	flags.Var(&f.workers, "workers", "use `N` processors (default all)")
	flags.StringVar(&f.tmp, "tmp", "",
		"put what does not fit into memory into the folder `DIR` (default $TMPDIR or /tmp)")
}

// Check refuses bad values before anything is done.
func (f *WorkerFlags) Check() error {
	if f.tmp != "" {
		if info, err := os.Stat(f.tmp); err != nil || !info.IsDir() {
			return frame.BadUsage("", "--tmp %s is not a folder", f.tmp)
		}
	}
	process.LimitHeap(int64(f.memory))
	return nil
}

// Limits returns what a step may use.
func (f *WorkerFlags) Limits() job.Limits {
	return job.Limits{Memory: int64(f.memory), Workers: int(f.workers), TempDir: f.tmp}
}
