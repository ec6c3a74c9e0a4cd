package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/parquet/internal/shuffle"
	"github.com/yates-shuffle/yates/records"
	"github.com/yates-shuffle/yates/records/outfile"
)

// The flags are the command line as it was typed.
type flags struct {
	seed         frame.SeedFlags
	output       string
	orders       []order
	head         frame.AtLeastOne // or 0: all
	shards, each frame.AtLeastOne
	memory       frame.Memory
	how          outfile.Options
	opt          shuffle.Options
}

func shuffleCommand() *cobra.Command {
	f := new(flags)
	cmd := &cobra.Command{
		Use:   "shuffle [FLAG]... -o NAME FILE...",
		Short: "write the rows of Parquet files in random order",
		Long: `Shuffle writes the rows of all FILEs in random order: each order is equally likely. Row
i of all files comes where yates shuffle puts line i of as many lines, with the same seed.
All FILEs must have one schema. Values and metadata stay as they are; docs/parquet.md says
what is written anew.

--order ORDER.npy writes the rows with the numbers in ORDER.npy, from 0 on, in that order:
one that yates has made of the columns by which rows belong together, or Python. Of several
orders, each is a part, and {} is its name.

Rows that do not fit into --memory go through a temporary file, without compression.`,
		Example: `  yates-parquet shuffle --seed 2026 -o shuffled.parquet data/*.parquet
  yates-parquet shuffle --shard-size 100000 -o 'train-{:05}-of-{n}.parquet' data/*.parquet
  yates-parquet shuffle --row-group 1024 --compression zstd:3 -o s.parquet data.parquet
  yates-parquet shuffle --order train.npy --order test.npy -o '{}.parquet' data.parquet`,
		RunE: frame.RunE(f.run),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	frame.FileVar(flags, &f.output, "output", "o", "write to `NAME`, where {} is the part and {n} how many there are")
	flags.VarP(&f.head, "head-count", "n", "write the first `COUNT` rows")
	flags.Func("order", "write the rows with the numbers in `ORDER.npy`", func(name string) error {
		o, err := newOrder(name)
		f.orders = append(f.orders, o)
		return err
	})
	flags.Var(&f.shards, "shards", "write `N` equal parts, numbered by {} in -o")
	flags.Var(&f.each, "shard-size", "write parts of `N` rows")
	flags.Var((*frame.AtLeastOne)(&f.opt.RowGroup), "row-group",
		"write row groups of `N` rows (default as in the input)")
	flags.Func("compression", "compress by `CODEC`: zstd, gzip, brotli (all three also with :LEVEL), snappy, lz4_raw, "+
		"uncompressed", f.setCodec)
	f.seed.Register(flags)
	flags.Func("memory", "use about `SIZE` of memory, such as 2G (default a quarter)", f.memory.Set)
	flags.Var((*frame.AtLeastOne)(&f.opt.Workers), "workers", "use `N` processors at the same time (default all)")
	flags.StringVar(&f.opt.TempDir, "tmp", "", "put the temporary file in `DIR` (default the system's)")
	flags.BoolVar(&f.how.Sync, "sync", false, "wait until the files are on the disk, even if they are new")
	return cmd
}

// setCodec sets the codec of the outputs to that of a text such as zstd:3.
func (f *flags) setCodec(text string) (err error) {
	name, level, leveled := strings.Cut(text, ":")
	codec, most := shuffle.Codec{Given: true}, map[string]int{"zstd": 22, "gzip": 9, "brotli": 11}[name]
	if err = codec.Kind.UnmarshalText([]byte(strings.ToUpper(name))); leveled && err == nil {
		codec.Level, err = strconv.Atoi(level)
	}
	if f.opt.Codec = codec; err != nil || name == "lzo" || name == "lz4" || codec.Level > most ||
		leveled && codec.Level < 1 {
		return errors.New("it is none of zstd, zstd:1 to zstd:22, gzip to gzip:9, brotli to brotli:11, snappy, " +
			"lz4_raw and uncompressed")
	}
	return nil
}

// check refuses what does not go together.
func (f *flags) check(args []string) error {
	for _, bad := range []struct {
		is  bool
		say string
	}{
		{len(args) == 0, "name the files"},
		{f.output == "" || f.output == "-", "name the output, as Parquet is written to files: -o NAME"},
		{f.shards > 0 && f.each > 0, "--shards and --shard-size exclude each other"},
		{f.orders != nil && (f.seed.Given() || f.head > 0), "--order excludes -n and --seed"},
		{len(f.orders) > 1 && f.shards+f.each > 0, "--shards and --shard-size are for one order"},
	} {
		if bad.is {
			return frame.BadUsage("", "%s", bad.say)
		}
	}
	return nil
}

// parts returns the names of the parts of n rows, which must differ, and how many of these each has.
func (f *flags) parts(n int64) (names []string, sizes []int64, err error) {
	count, each := max(int64(f.shards), int64(len(f.orders)), 1), int64(f.each)
	if each > 0 {
		count = max(n-1, 0)/each + 1
	}
	for i := range count {
		part, size := fmt.Sprintf("%0*d", len(fmt.Sprint(count-1)), i), (n+count-1-i)/count
		if each > 0 {
			size = min(each, n-i*each)
		} else if len(f.orders) > 1 {
			part, size = strings.TrimSuffix(filepath.Base(f.orders[i].file.Name()), ".npy"), f.orders[i].n
		}
		name := strings.NewReplacer("{}", part, "{:05}", fmt.Sprintf("%05d", i), "{n}", fmt.Sprint(count)).
			Replace(f.output)
		if slices.Contains(names, name) {
			return nil, nil, frame.BadUsage("", "-o %s needs {} where the part is to stand", f.output)
		}
		names, sizes = append(names, name), append(sizes, size)
	}
	return names, sizes, nil
}

// run shuffles.
func (f *flags) run(ctx context.Context, ui *frame.UI, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	seed, err := f.seed.Seed(ui)
	if err != nil {
		return err
	}
	memory := cmp.Or(int64(f.memory), records.DefaultMemory())
	if os.Getenv("GOMEMLIMIT")+os.Getenv("GOGC") == "" {
		// Of 64 MiB more than memory: not all is the heap, and this grows while it is collected.
		debug.SetMemoryLimit(memory - memory/8 + 32<<20)
		debug.SetGCPercent(50) // as memory that is used again takes less time than new memory
	}
	f.opt.Workers = cmp.Or(f.opt.Workers, runtime.GOMAXPROCS(0))
	in, err := shuffle.Open(memory, args...)
	if err != nil {
		return err
	}
	defer in.Close()
	order, n := rows(f.orders), int64(0)
	for _, o := range f.orders {
		n += o.n
	}
	if f.orders == nil {
		n = min(cmp.Or(int64(f.head), in.Rows), in.Rows)
		order = records.Order(ctx, records.Options{Seed: &seed, Head: n, Memory: max(memory/2, 1),
			Workers: f.opt.Workers, TempDir: f.opt.TempDir}, nil, records.Integers(0, uint64(in.Rows)))
	}
	names, sizes, err := f.parts(n)
	if err != nil {
		return err
	}
	var files []*outfile.File
	defer func() {
		for _, file := range files {
			file.Abort()
		}
	}()
	var parts []shuffle.Part
	for i, name := range names {
		file, err := outfile.Create(name, f.how)
		if err != nil {
			return err
		}
		files, parts = append(files, file), append(parts, shuffle.Part{To: file, Rows: sizes[i]})
	}
	if err := in.Write(ctx, f.opt, order, parts...); err != nil {
		return err
	}
	if err := outfile.Commit(files...); err != nil {
		return err
	}
	if f.orders != nil && n < in.Rows {
		ui.Say(fmt.Sprintf("%d of %d rows are in --order; the others are not written", n, in.Rows))
	} else if int64(f.head) > n {
		ui.Say(fmt.Sprintf("-n asks for %d of %d rows", f.head, n))
	}
	return nil
}
