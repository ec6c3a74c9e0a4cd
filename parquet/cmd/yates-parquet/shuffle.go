package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/advice"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/memory"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/parquet/internal/shuffle"
	"github.com/yates-shuffle/yates/records/failure"
)

// The flags are the command line as it was typed.
type flags struct {
	set    *pflag.FlagSet
	seed   frame.SeedFlags
	output string
	head   shares.Head
	split  shares.Parts
	shards dest.Span
	how    output.Options
	show   progress.When
	opt    shuffle.Options
	by     shuffle.Keys
}

func newShuffleCommand() *cobra.Command {
	f := &flags{head: shares.Head{Count: shares.All}, opt: shuffle.Options{FS: vfs.OS{}}}
	cmd := &cobra.Command{
		Use:   "shuffle [FLAG]... -o NAME FILE|FOLDER...",
		Short: "write the rows of Parquet files in random order",
		Long: `Shuffle writes the rows of all FILEs in random order: each order is equally likely. A
FOLDER stands for the files below it whose names end in .parquet, by their names, apart
from names with _ or . in front. Row i of all files comes where yates shuffle puts line
i of as many lines, with the same seed. All FILEs must have one schema. Values and
metadata stay as they are; converted types of the schema may not (docs/parquet.md).

--group-by COLUMN keeps rows with the same value in COLUMN together, in input order; with
--group-by a,b both must match. -n, --skip and the sizes of parts then count groups and
never break one up. --stratify COLUMN gives each part, or the sample of -n, its share of
the rows with each value, and --unique-by COLUMN drops a row whose value an earlier one
has. A COLUMN is its path, such as user.id for the field id of user. A row whose COLUMN is
null or empty is a group of its own, and --unique-by keeps it, unless --missing is drop,
one (they are equal) or error. An export as CSV or JSON lines, shuffled by yates shuffle
with the same flags and seed, has the same order.

Rows that do not fit into --memory go through a temporary file, without compression.
Outputs have the codec of the first file, and row groups as large as the largest of the
input, of at most 1,048,576 rows unless --row-group is given.`,
		Example: `  yates-parquet shuffle --seed 2026 -o shuffled.parquet data.parquet
  yates-parquet shuffle --shard-size 100000 -o 'train-{:05}-of-{n}.parquet' data
  yates-parquet shuffle --split train=0.9,test=0.1 -o '{}.parquet' data.parquet
  yates-parquet shuffle --group-by user.id --split train=0.9,test=0.1 -o '{}.parquet' data
  yates-parquet shuffle --row-group 1024 --compression zstd:3 -o s.parquet data`,
		RunE: frame.RunE(f.run),
	}
	flags := cmd.Flags()
	f.set = flags
	flags.SortFlags = false
	frame.FileVar(flags, &f.output, "output", "o", "write to `NAME`, where {} is the part and {n} how many there are")
	flags.FuncP("head-count", "n", "write the first `COUNT` rows, or a share such as 10%", f.head.Set)
	frame.NumberVar(flags, &f.opt.Skip, "skip", 0, "leave out the first `N` rows of the order")
	frame.NamesVar(flags, &f.by.GroupBy, "group-by", "keep rows of equal `COLUMN` together; a,b: of both")
	frame.NamesVar(flags, &f.by.StratifyBy, "stratify", "give each part its share of each class in `COLUMN`")
	frame.NamesVar(flags, &f.by.UniqueBy, "unique-by", "keep the first row of each `COLUMN`; a,b: of both")
	flags.Func("missing", "`RULE` for an empty COLUMN: own, one, drop, error", f.by.Missing.Set)
	flags.Var(&f.split, "split", "write `PARTS` to files: train=0.8,dev=0.1,test=0.1")
	flags.Func("shards", "write `N` equal parts, numbered by {} in -o; or LO-HI", f.shards.Set)
	flags.Func("shard-size", "write parts of `N` rows", func(text string) error {
		if err := f.shards.SetEach(text); err != nil || f.shards.Bytes {
			return errors.New("it is not a number of rows from 1 on")
		}
		return nil
	})
	flags.Var((*frame.AtLeastOne)(&f.opt.RowGroup), "row-group",
		"write row groups of `N` rows (default as in the input)")
	flags.Func("compression", "compress by `CODEC`: zstd, gzip, brotli (all three also with :LEVEL), snappy, lz4_raw, "+
		"uncompressed", f.setCodec)
	f.seed.Register(flags)
	flags.Var((*frame.Memory)(&f.opt.Memory), "memory", "use about `SIZE` of memory, such as 2G (default a quarter)")
	flags.Var((*frame.AtLeastOne)(&f.opt.Workers), "workers", "use `N` processors at the same time (default all)")
	flags.StringVar(&f.opt.TempDir, "tmp", "", "put the temporary file in `DIR` (default the system's)")
	flags.BoolVar(&f.how.Sync, "sync", false, "wait until the files are on the disk, even if they are new")
	frame.ProgressVar(cmd, &f.show)
	return cmd
}

// levels are the codecs, with their highest levels.
var levels = map[compress.Compression]int{compress.Codecs.Zstd: 22, compress.Codecs.Gzip: 9, compress.Codecs.Brotli: 11,
	compress.Codecs.Snappy: 0, compress.Codecs.Lz4Raw: 0, compress.Codecs.Uncompressed: 0}

// setCodec sets the codec of the outputs to that of a text such as zstd:3.
func (f *flags) setCodec(text string) (err error) {
	name, level, leveled := strings.Cut(text, ":")
	codec := &f.opt.Codec
	codec.Given = true
	err = codec.Kind.UnmarshalText([]byte(strings.ToUpper(name)))
	most, known := levels[codec.Kind]
	if leveled && err == nil {
		codec.Level, err = strconv.Atoi(level)
	}
	if err != nil || !known || leveled && (codec.Level < 1 || codec.Level > most) {
		return errors.New("it is none of zstd, zstd:1 to zstd:22, gzip to gzip:9, brotli to brotli:11, snappy, " +
			"lz4_raw and uncompressed")
	}
	return nil
}

// check refuses what does not go together.
func (f *flags) check(args []string) error {
	switch {
	case len(args) == 0:
		return frame.BadUsage("", "name the files")
	case f.output == "":
		return frame.BadUsage("", "name the output: -o NAME")
	case f.head.Share != nil && f.head.Share.Cmp(big.NewRat(1, 1)) > 0:
		return frame.BadUsage("", "-n can be at most 100%%")
	case f.head.Share != nil && f.opt.Skip > 0:
		return frame.BadUsage("", "--skip needs -n as a number of rows")
	case len(f.by.StratifyBy) > 0 && !f.set.Changed("head-count") && f.split == nil && !f.shards.Given():
		return frame.BadUsage("", "--stratify needs -n, --split, --shards or --shard-size")
	case f.set.Changed("missing") && !f.by.Given():
		return frame.BadUsage("", "--missing is for a COLUMN of values, such as that of --group-by")
	case f.opt.Skip > 0 && !f.seed.Given():
		return frame.BadUsage("", "--skip needs --seed or --seed-hex: without a seed, each run has its own order")
	}
	return frame.Exclude(f.set, []frame.Conflict{{Flag: "split", Others: "shards shard-size"},
		{Flag: "unique-by", Others: "group-by stratify"},
		{Flag: "shards", Others: "shard-size"}, {Flag: "skip", Others: "stratify split shards shard-size"}})
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
	opt := &f.opt
	opt.Seed, opt.Memory = seed, cmp.Or(opt.Memory, memory.Default())
	opt.Workers = cmp.Or(opt.Workers, runtime.GOMAXPROCS(0))
	process.LimitHeap(opt.Memory)
	names, folders, partitions, err := files(args)
	if err != nil {
		return err
	}
	in, err := shuffle.Open(opt.FS, opt.Memory, names...)
	if err != nil {
		return err
	}
	defer in.Close()
	for _, name := range partitions {
		if column, _, _ := strings.Cut(filepath.Base(name), "="); !in.Has(column) {
			return fmt.Errorf("%s is a partition, whose column is in no file; name the files to leave it out",
				label.Name(name))
		}
	}
	rows, unit := uint64(in.Rows), "row"
	var c *engine.Collection // or nil: all rows come where their numbers put them
	if f.by.Given() {
		if c, err = in.Collect(ctx, opt, f.by); err != nil {
			if _, of := errors.AsType[*failure.RecordError](err); of && f.by.Missing == engine.MissingError {
				err = frame.WithHint(err, "--missing own, one or drop takes rows without it")
			}
			return err
		}
		advice.Read(ui, c, f.by.Missing, "--stratify")
		if rows, err = c.Len(ctx); err != nil {
			return err
		}
		if len(f.by.GroupBy) > 0 {
			unit = "group"
		}
		if len(f.by.StratifyBy) > 0 {
			advice.Stratified(ui, rows, unit, c)
		}
	}
	rows = advice.Left(ui, rows, opt.Skip, unit)
	asked, err := advice.Count(ui, f.head, false, rows, rows, unit)
	if err == nil {
		rows = min(rows, uint64(asked))
		err = f.parts(int64(rows), unit)
	}
	if err == nil {
		if f.split != nil || f.shards.Given() {
			advice.Divided(ui, opt.Parts, opt.Names, int64(rows), unit, c)
		}
		err = outside(folders, opt.Names)
	}
	if err != nil {
		return err
	}
	how := f.how
	how.Kind = "Parquet"
	out, err := dest.New(ui, how, opt.Names...)
	if err != nil {
		return err
	}
	defer out.End()
	out.Read, opt.Open = in.Files, out.Open
	total := float64(max(in.Values, 1))
	shown := ui.StartProgress(ctx, f.show, func(time.Time) ([]string, bool) {
		read, written := float64(opt.Read.Load()), float64(opt.Written.Load())
		return []string{fmt.Sprintf("read %.0f%%, wrote %.0f%%", 100*read/total, 100*written/total)}, true
	})
	defer shown.Stop()
	if err := in.Do(ctx, opt); err != nil {
		return err
	}
	return out.Place()
}

// parts divides so many rows, or groups, and names the outputs.
func (f *flags) parts(rows int64, unit string) (err error) {
	opt := &f.opt
	var labels []dest.Label
	switch {
	case f.split != nil:
		labels = dest.Named(f.split.Names())
		opt.Parts, err = f.split.Sizes(rows)
	case f.shards.Given():
		opt.Parts, err = f.shards.Sizes(rows, 0)
		labels = dest.Numbered(f.shards.First, len(opt.Parts))
	default:
		opt.Parts, opt.Names = []int64{rows}, []string{f.output}
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w %ss", err, unit)
	}
	opt.Names, err = dest.Names(f.output, labels)
	return err
}

// data matches the names of files that are taken from a folder. Others skip names with _ or . in front, too.
var data = regexp.MustCompile(`(?i)^[^_.].*\.parquet$`)

// lists matches the names of what lists the files of a table of Delta, Hudi or Iceberg, in its folder.
var lists = regexp.MustCompile(`(?:^|/)(_delta_log|\.hoodie|metadata)(/[^/]*\.metadata\.json)?$`)

// files returns the files that arguments stand for, and the folders that these are taken from. Some of these may be
// partitions, such as year=2026.
func files(args []string) (names []string, folders []fs.FileInfo, partitions []string, err error) {
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			names = append(names, arg) // which opening refuses, if need be
			continue
		}
		before, root := len(names), arg+string(filepath.Separator) // to which a link leads
		err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			base := entry.Name()
			is := lists.FindStringSubmatch(filepath.ToSlash(name))
			switch {
			case err != nil:
				return err
			case is != nil && (is[1] == "metadata") == (is[2] != ""):
				return fmt.Errorf("%s is a table, and %s says which of its files are data; name these",
					label.Name(filepath.Clean(name[:len(name)-len(is[0])])), is[1])
			case name != root && strings.ContainsAny(base[:1], "_."):
				if entry.IsDir() {
					err = fs.SkipDir
				}
				return err
			case !entry.IsDir():
				if info, err := os.Stat(name); err == nil && info.IsDir() {
					return fmt.Errorf("%s is a link to a folder; name that one as well, or leave out the link",
						label.Name(name))
				} else if data.MatchString(base) {
					names = append(names, name)
				}
				return nil
			case strings.Contains(base, "="):
				partitions = append(partitions, name)
			}
			info, err = entry.Info()
			folders = append(folders, info)
			return err
		})
		if err == nil && len(names) == before {
			err = fmt.Errorf("%s has no files whose names end in .parquet", label.Name(arg))
		}
		if err != nil {
			return nil, nil, nil, err
		}
	}
	return names, folders, partitions, nil
}

// outside refuses outputs that would be taken from one of the folders by the next run.
func outside(folders []fs.FileInfo, outputs []string) error {
	for _, name := range outputs {
		file, err := vfs.Target(name)
		if err != nil || !data.MatchString(filepath.Base(file)) {
			continue // what cannot be made is refused later
		}
		is, err := os.Stat(filepath.Dir(file))
		if err == nil && slices.ContainsFunc(folders, func(f fs.FileInfo) bool { return os.SameFile(f, is) }) {
			return frame.BadUsage("", "the next run would read %s as well: write it elsewhere, or name the files, "+
				"not their folder", label.Name(name))
		}
	}
	return nil
}
