package shuffle

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/shares"
)

// The flags are the command line as it was typed.
type flags struct {
	set *pflag.FlagSet

	echo    bool
	numbers frame.Range
	list    string // the file that holds the names of the files

	frame.FormatFlags
	groupBy, stratify, uniqueBy, per, balance, apart, byKey []string
	weight                                                  []string // one

	seed   frame.SeedFlags
	random string // a file of random bytes, in place of the seed

	outputs              []string
	inPlace              bool
	split                shares.Parts
	mix                  shares.Parts // of a mixture, by the names of files
	times                []string     // how often the files of a mixture are used
	shards, folds, shard dest.Span
	how                  output.Options
	show                 progress.When

	job job.Job // what they say of each job and need not be looked at first

	form    form
	added   []string // flags that were not given, as they would be
	guessed bool     // some of them, from files
}

func (f *flags) register(cmd *cobra.Command) {
	flags, opt := cmd.Flags(), &f.job.Options
	f.set = flags
	flags.SortFlags = false
	flags.BoolVarP(&f.echo, "echo", "e", false, "shuffle the arguments instead of files")
	flags.VarP(&f.numbers, "input-range", "i", "shuffle the integers `LO-HI` instead of files")
	flags.StringVar(&f.list, "files0-from", "", "read names of files, each ending with NUL, from `FILE`")
	flags.BoolVarP(&f.job.Repeat, "repeat", "r", false, "draw with replacement; without -n, endlessly")
	flags.FuncP("head-count", "n", "write the first `COUNT` lines, or a share such as 10%", f.job.Head.Set)
	frame.NumberVar(flags, &opt.Skip, "skip", 0, "leave out the first `N` lines of the order")
	flags.BoolVar(&f.job.Strict, "strict", false, "with -n, fail if there are fewer lines than COUNT")
	flags.StringArrayVarP(&f.outputs, "output", "o", nil, "write to `FILE` instead of standard output")
	flags.BoolVar(&f.inPlace, "in-place", false, "replace each FILE by its lines in random order")
	flags.BoolVar(&f.how.Sync, "sync", false, "wait until FILE is on the disk, even if it is new")
	flags.BoolVar(&f.how.Overwrite, "overwrite", false, "write into the FILE of -o instead of replacing it")
	f.FormatFlags.Register(flags)
	f.FormatFlags.TakePattern()
	flags.BoolVar(&opt.Paragraphs, "paragraphs", false, "shuffle records that end at blank lines")
	flags.BoolVar(&opt.JSON, "jsonl", false, "lines are JSON objects; a COLUMN is a field of them")
	flags.BoolVar(&opt.Tar, "tar", false, "shuffle the samples of tar archives (WebDataset)")
	flags.BoolVar(&opt.TFRecord, "tfrecord", false, "shuffle the records of TFRecord files")
	frame.NumberVar(flags, &opt.Size, "record-size", 0, "shuffle records of `N` bytes, such as blocks of tokens")
	frame.NamesVar(flags, &f.groupBy, "group-by", "keep rows of equal `COLUMN` together; a,b: of both")
	frame.NamesVar(flags, &f.stratify, "stratify", "give each part its share of each class in `COLUMN`")
	frame.NamesVar(flags, &f.byKey, "by-key", "let `COLUMN` alone decide the order, or the part")
	frame.NamesVar(flags, &f.per, "per", "with -n, write COUNT lines of each class in `COLUMN`")
	frame.NamesVar(flags, &f.balance, "balance", "repeat rows until each class in `COLUMN` is as large")
	frame.NamesVar(flags, &f.apart, "apart", "put no two rows of equal `COLUMN` side by side")
	flags.Var((*frame.AtLeastOne)(&opt.Run), "max-run", "with --apart, allow up to `N` of them in a row")
	flags.Func("weight", "draw in proportion to the weights in `COLUMN`", func(column string) error {
		f.weight = []string{column}
		return nil
	})
	flags.BoolVar(&opt.Unique, "unique", false, "drop lines that equal an earlier one")
	frame.NamesVar(flags, &f.uniqueBy, "unique-by", "keep the first line of each `COLUMN`; a,b: of both")
	flags.Func("missing", "`RULE` for an empty COLUMN: own, one, drop, error", opt.Missing.Set)
	flags.Var(&f.split, "split", "write `PARTS` to files: train=0.8,dev=0.1,test=0.1")
	flags.Func("shard", "write part `K/N` of N equal ones alone, such as 3/8", f.shard.SetOne)
	flags.Func("shard-size", "write parts of `N` lines, or about a size like 64MB", f.shards.SetEach)
	flags.Func("shards", "write `N` equal parts, numbered by {} in -o; or LO-HI", f.shards.Set)
	flags.Func("folds", "write `N` folds for cross-validation; {set}: test, train", f.folds.Set)
	flags.Var(&f.mix, "mix", "with -n, mix FILEs by `SHARES`: a.txt=0.7,b.txt=0.3")
	frame.NamesVar(flags, &f.times, "times", "mix FILEs, each used so `OFTEN`: a.txt=2.5,b.txt=1")
	f.seed.Register(flags)
	frame.FileVar(flags, &f.random, "random-source", "", "take random bytes from `FILE`, as GNU shuf does")
	flags.Var((*frame.Memory)(&f.how.Memory), "memory", "use about `SIZE` of memory, such as 2G (default a quarter)")
	flags.Var((*frame.AtLeastOne)(&f.how.Workers), "workers", "use `N` processors at the same time (default all)")
	flags.StringVar(&opt.TempDir, "tmp", "", "put the temporary file in `DIR` (default the system's)")
	frame.ProgressVar(cmd, &f.show)
}

// cut reports whether the order is cut into parts.
func (f *flags) cut() bool { return f.split != nil || f.numbered() }

// numbered reports whether it is cut into parts that have numbers.
func (f *flags) numbered() bool { return f.shards.Given() || f.folds.N > 0 }

// partsByKey reports whether keys decide the parts.
func (f *flags) partsByKey() bool { return len(f.byKey) > 0 && (f.cut() || f.shard.N > 0) }

// byColumn reports whether a column matters.
func (f *flags) byColumn() bool { return len(f.columns()) > 0 }

// columns returns the columns that matter.
func (f *flags) columns() []string {
	return slices.Concat(f.groupBy, f.stratify, f.uniqueBy, f.per, f.balance, f.apart, f.byKey, f.weight)
}

// otherFlags say what "yates shuffle" has in place of flags that people expect.
var otherFlags = map[string]string{
	"frac":         "a share is -n 10%",
	"count":        "-n COUNT writes that many lines",
	"number":       "-n COUNT writes that many lines",
	"replace":      "-r draws with replacement",
	"random-state": "an order that can be repeated has a --seed",
	"sep":          "--delimiter is what stands between columns",
	"separator":    "--delimiter is what stands between columns",
	"d":            "--delimiter is what stands between columns",
	"k":            "-n COUNT writes that many lines",
	"sample":       "-n COUNT writes that many lines",
	"s":            "an order that can be repeated has a --seed",
	"u":            "--unique drops repeated lines",
	"tsv":          "without --csv, tabs are between columns",
}

// parted are the flags for files that are parts of the order.
const parted = "split shards shard-size folds"

// flagsOf are the flags that ask for the things that the engine knows.
var flagsOf = map[string]string{
	"NUL": "zero-terminated", "CSV": "csv", "Lines": "lines", "Start": "record-start", "Paragraphs": "paragraphs",
	"JSON": "jsonl", "Tar": "tar",
	"TFRecord": "tfrecord", "Size": "record-size",
	"Header": "header", "Delimiter": "delimiter", "Integers": "input-range echo",
	"Skip": "skip", "GroupBy": "group-by", "StratifyBy": "stratify per balance", "Unique": "unique",
	"UniqueBy": "unique-by", "ApartBy": "apart", "ByKey": "by-key", "Shares": "by-key",
	"Weight": "weight", "Draws": "repeat random-source weight apart balance", "Parts": parted,
}

// unmixed are the flags that mixtures do not have.
const unmixed = " echo input-range files0-from in-place tar group-by stratify per unique" +
	" unique-by weight repeat random-source folds shard-size overwrite by-key apart max-run balance"

// conflicts returns the flags that exclude others: because there would be two of one kind, or as the command has
// nothing for both, or because the engine does not know both together.
func conflicts() []frame.Conflict {
	all := []frame.Conflict{
		{Flag: "echo", Others: "input-range files0-from " + parted + " in-place"},
		{Flag: "input-range", Others: "files0-from in-place"},
		{Flag: "random-source", Others: "seed seed-hex epoch print-seed strict csv lines record-start header weight" +
			" delimiter jsonl tfrecord record-size stratify per balance"},
		{Flag: "per", Others: "echo group-by stratify " + parted + " in-place strict"},
		{Flag: "balance", Others: "per head-count repeat echo stratify in-place strict shard"},
		{Flag: "apart", Others: "repeat random-source shard"},
		{Flag: "by-key", Others: "epoch shard-size"},
		{Flag: "skip", Others: "in-place"}, {Flag: "repeat", Others: "strict stratify"},
		{Flag: "shard", Others: "stratify " + parted + " in-place per echo repeat random-source weight"},
		{Flag: "mix", Others: "times" + unmixed}, {Flag: "times", Others: unmixed},
		{Flag: "split", Others: "folds"}, {Flag: "shards", Others: "shard-size folds"},
		{Flag: "shard-size", Others: "folds"},
		{Flag: "in-place", Others: "output " + parted + " stratify head-count repeat weight"},
	}
	for _, c := range engine.Conflicts {
		others := ""
		for thing := range strings.FieldsSeq(c.Excludes) {
			others += " " + flagsOf[thing]
		}
		for flag := range strings.FieldsSeq(flagsOf[c.Thing]) {
			all = append(all, frame.Conflict{Flag: flag, Others: others})
		}
	}
	return all
}

// check refuses what does not go together.
func (f *flags) check(args []string) error {
	changed := f.set.Changed
	set := strings.Contains(strings.Join(f.outputs, " "), "{set}")
	switch {
	case changed("record-size") && f.job.Options.Size < 1:
		return frame.BadUsage("", "--record-size must be at least 1")
	case (f.binary() || f.job.Options.Tar) && set:
		return frame.BadUsage("", "--folds with {set} writes no .npy or tar: a training set is the files of all "+
			"other folds, without {set}")
	case f.shards.Bytes && changed("head-count"):
		return frame.BadUsage("", "--shard-size needs a number of lines if there is -n")
	case f.split != nil && f.shards.Given() && len(f.stratify)+len(f.byKey) > 0:
		return frame.BadUsage("", "--split with shards goes without --stratify and --by-key; shuffle the parts "+
			"into shards")
	case f.partsByKey() && (changed("head-count") || changed("skip")):
		return frame.BadUsage("", "--by-key with parts goes without -n and --skip: it keeps no sizes")
	case len(f.byKey) > 0 && !f.seed.Given():
		return frame.BadUsage("", "--by-key needs --seed or --seed-hex: without a seed, nothing stays from run to run")
	case len(f.byKey) > 0 && len(f.uniqueBy) == 0 && f.job.Options.Missing == engine.MissingOwn:
		return frame.BadUsage("", "--by-key goes without --missing own: a row without a key has no place of its own")
	case changed("files0-from") && len(args) > 0:
		return frame.BadUsage("", "--files0-from takes the place of the FILEs")
	case f.numbers.Given && len(args) > 0:
		return frame.BadUsage("yates shuffle --help", "-i takes no files, but was given %q", args[0])
	case len(f.stratify) > 0 && !changed("head-count") && !f.cut():
		return frame.BadUsage("", "--stratify needs -n, --split, --shards or --folds")
	case f.job.Strict && (!changed("head-count") || f.job.Head.Share != nil):
		return frame.BadUsage("", "--strict is for -n COUNT")
	case changed("missing") && (!f.byColumn() || len(f.weight) > 0):
		return frame.BadUsage("", "--missing is for a COLUMN of values, such as that of --group-by")
	case changed("max-run") && len(f.apart) == 0:
		return frame.BadUsage("", "--max-run is for --apart COLUMN")
	case changed("per") && (!changed("head-count") || f.job.Head.Share != nil):
		return frame.BadUsage("", "--per needs -n COUNT")
	case f.shard.N > 0 && !f.seed.Given():
		return frame.BadUsage("", "--shard needs --seed or --seed-hex: without a seed, each run has its own order")
	case f.job.Repeat && f.job.Head.Count == shares.All && f.job.Head.Share == nil && len(f.outputs) > 0 &&
		dest.ToFiles(f.outputs, nil, nil):
		return frame.BadUsage("", "-r never ends without -n, and would fill the disk")
	case f.job.Options.Skip > 0 && !f.seed.Given():
		return frame.BadUsage("", "--skip needs --seed or --seed-hex: without a seed, each run has its own order")
	case f.job.Head.Share != nil && f.job.Options.Skip > 0:
		return frame.BadUsage("", "--skip needs -n as a number of lines")
	case f.job.Head.Share != nil && changed("random-source"):
		return frame.BadUsage("", "--random-source needs -n as a number of lines")
	case f.job.Head.Share != nil && !f.job.Repeat && f.job.Head.Share.Cmp(big.NewRat(1, 1)) > 0:
		return frame.BadUsage("", "-n can be more than 100%% only with -r")
	case changed("tmp") && f.job.Options.TempDir == "":
		return frame.BadUsage("", "the directory of --tmp is empty")
	case f.binary() && f.numbers.Hi > math.MaxInt64 && f.numbers.Lo <= f.numbers.Hi:
		return frame.BadUsage("", "integers above 2⁶³−1 have no place in .npy")
	case len(f.outputs) == 0 && !f.inPlace && (f.how.Sync || f.how.Overwrite):
		return frame.BadUsage("", "--sync and --overwrite are for the FILE of -o")
	}
	return f.FormatFlags.Check(f.byColumn())
}

// npy are the names of arrays of numpy, which may be compressed.
var npy = regexp.MustCompile(`\.npy(\.gz|\.zst)?$`)

// binary reports whether integers are written as an array of numpy.
func (f *flags) binary() bool {
	return f.numbers.Given && len(f.outputs) == 1 && npy.MatchString(f.outputs[0])
}
