package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/order"
)

// The jobFlags say what to shuffle.
type jobFlags struct {
	flags     *pflag.FlagSet
	spec      job.Spec
	seed, hex string
	delimiter string
	segment   frame.Size
	head      count
}

func (f *jobFlags) register(flags *pflag.FlagSet, steps bool) {
	f.flags = flags
	flags.SortFlags = false
	flags.StringVarP(&f.spec.Output, "output", "o", "", "write to `NAME`, where {} is the number of the shard, or the name of a part of --split; what is there is replaced")
	flags.IntVar(&f.spec.Shards, "shards", 0, "write `N` equal shards (default one for each 256M)")
	flags.StringVar(&f.spec.Split, "split", "", "write `PARTS` of the order, one shard each: train=0.8,dev=0.1,test=0.1")
	f.head = all
	flags.VarP(&f.head, "head-count", "n", "write the first `COUNT` records of the order")
	flags.StringVar(&f.seed, "seed", "", "give the same order each time for the same `TEXT`")
	flags.StringVar(&f.hex, "seed-hex", "", "give the seed as 64 hexadecimal `DIGITS`")
	flags.IntVar(&f.spec.Header, "header", 0, "keep the first `N` lines, or CSV rows, of all inputs on top of each shard")
	flags.BoolVar(&f.spec.CSV, "csv", false, "shuffle CSV rows, which may have line breaks in quoted fields")
	flags.StringVar(&f.delimiter, "delimiter", "", "expect `CHAR` between columns of --csv (default comma)")
	flags.IntVar(&f.spec.Lines, "lines", 0, "shuffle records of `N` lines each")
	flags.StringVar(&f.spec.Start, "record-start", "", "begin a record at each line that matches `REGEX`")
	flags.BoolVarP(&f.spec.NUL, "zero-terminated", "z", false, "end lines with NUL instead of the line feed")
	flags.BoolVar(&f.spec.Raw, "raw", false, "take the bytes as they are: decompress nothing")
	if steps {
		flags.StringVar(&f.spec.Work, "work", "", "keep the job in the folder `NAME` (default beside the output)")
		flags.Var(&f.segment, "segment", "cut the inputs into segments of `SIZE` (default 256M or more)")
	}
}

// get returns what to shuffle.
func (f *jobFlags) get(inputs []string) (job.Spec, error) {
	spec := f.spec
	spec.Inputs, spec.Segment, spec.Head = inputs, int64(f.segment), int64(f.head)
	text, hex := f.flags.Changed("seed"), f.flags.Changed("seed-hex")
	switch {
	case len(inputs) == 0:
		return spec, badUsage("", "name the inputs")
	case spec.Output == "":
		return spec, badUsage("", "name the output: -o NAME")
	case f.foreign() != nil:
		return spec, badUsage("", "%w", f.foreign())
	case text && hex:
		return spec, badUsage("", "--seed and --seed-hex exclude each other")
	case f.flags.Changed("shards") && spec.Shards < 1:
		return spec, badUsage("", "--shards must be at least 1, but is %d", spec.Shards)
	case f.flags.Changed("shards") && f.flags.Changed("split"):
		return spec, badUsage("", "--shards and --split exclude each other")
	case f.flags.Changed("split") && new(shares.Parts).Set(spec.Split) != nil:
		return spec, badUsage("", "--split: %w", new(shares.Parts).Set(spec.Split))
	case spec.Header < 0 || spec.Lines < 0:
		return spec, badUsage("", "--header and --lines must not be negative")
	case btoi(spec.CSV)+btoi(spec.Lines > 0)+btoi(spec.Start != "") > 1:
		return spec, badUsage("", "--csv, --lines and --record-start exclude each other")
	case spec.CSV && spec.NUL:
		return spec, badUsage("", "CSV rows end with a line feed, not NUL")
	case f.delimiter != "" && (!spec.CSV || len(f.delimiter) != 1 || strings.ContainsAny(f.delimiter, "\n\r\"\x00")):
		return spec, badUsage("", "--delimiter is one byte such as ; and needs --csv")
	}
	if f.delimiter != "" {
		spec.Delimiter = f.delimiter[0]
	}
	if _, err := regexp.Compile(spec.Start); err != nil {
		return spec, badUsage("", "--record-start: %w", err)
	}
	switch {
	case text:
		spec.Seed = new(order.SeedFromText(f.seed))
	case hex:
		seed, err := order.ParseSeed(f.hex)
		if err != nil {
			return spec, badUsage("", "--seed-hex: %w", err)
		}
		spec.Seed = &seed
	}
	return spec, nil
}

// foreign returns an error if the name of a shard promises a compression that is not
// written.
func (f *jobFlags) foreign() error {
	output, err := store.Parse(f.spec.Output)
	if err != nil {
		return nil // which is said better later
	}
	names := []string{output.Base()}
	var parts shares.Parts
	if f.spec.Split != "" && parts.Set(f.spec.Split) == nil {
		for _, part := range parts {
			names = append(names, strings.ReplaceAll(output.Base(), "{}", part.Name))
		}
	}
	for _, name := range names {
		if kind := packing.Foreign(name); kind != "" {
			return fmt.Errorf("cannot write %s: %s is not supported, only .gz and .zst", label.Name(name), kind)
		}
	}
	return nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// The workerFlags say what a step may use.
type workerFlags struct {
	memory  frame.Memory
	workers int
	tmp     string
}

func (f *workerFlags) register(flags *pflag.FlagSet) {
	f.memory = 256 << 20
	flags.Var(&f.memory, "memory", "use up to `SIZE` of memory for records, and 96M for the rest (default 256M)")
	flags.IntVar(&f.workers, "workers", 0, "use `N` processors (default all)")
	flags.StringVar(&f.tmp, "tmp", "", "put what does not fit into memory into the folder `DIR` (default $TMPDIR or /tmp)")
}

// check refuses bad values before anything is done.
func (f *workerFlags) check() error {
	if f.workers < 0 {
		return badUsage("", "--workers must not be negative, but is %d", f.workers)
	}
	if f.tmp != "" {
		if info, err := os.Stat(f.tmp); err != nil || !info.IsDir() {
			return badUsage("", "--tmp %s is not a folder", f.tmp)
		}
	}
	process.LimitHeap(int64(f.memory))
	return nil
}

// set tells a job what its steps may use.
func (f *workerFlags) set(j *job.Job) {
	j.Memory, j.Workers, j.TempDir = int64(f.memory), f.workers, f.tmp
}

// A count is a number of records, or all.
type count int64

const all count = -1

func (v *count) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return errors.New("it is not a number of records")
	}
	*v = count(n)
	return nil
}

func (v *count) String() string { return "" }
func (v *count) Type() string   { return "COUNT" }
