package shuffle

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/shares"
)

// The flags are the command line as it was typed.
type flags struct {
	set  *pflag.FlagSet
	verb *verb

	numbers frame.Range
	words   bool
	list    string // the file that holds the names of the files

	frame.FormatFlags
	paragraphs, json, tar, tfrecord bool
	size                            int64

	by      map[string]*[]string // the columns of each flag that takes some
	unique  bool
	run     int
	missing engine.Missing
	repeat  bool

	count  string // of lines that are written, as typed
	head   shares.Head
	each   int64 // of each class so many are drawn, or with -1 as many as the largest has; or 0
	skip   int64
	strict bool
	seed   frame.SeedFlags

	outputs              []string
	inPlace              bool
	split                shares.Parts
	shards, folds, shard dest.Span
	mixture              []shares.Head // how much of each file is used; or nil

	how  output.Options
	tmp  string
	show progress.When

	added   []string // flags that were not given, as they would be
	guessed bool     // some of them, from files
}

// groups are all flags, under their headings in the help.
var groups = []struct{ heading, flags string }{
	{"Input", "input-range echo files0-from raw"},
	{"Format", "lines csv jsonl record-start paragraphs tar tfrecord record-size zero-terminated header no-header " +
		"delimiter"},
	{"Rule", "group-by stratify apart max-run unique unique-by weight by-key per repeat missing"},
	{"Order", "head-count skip strict seed seed-hex epoch print-seed"},
	{"Output", "output in-place folds shard shards shard-size sync"},
	{"Resource", "memory workers tmp progress help"},
}

// things are what flags ask for. What excludes what, package ask says.
var things = map[string]ask.Things{
	"lines": ask.Lines, "csv": ask.CSV, "jsonl": ask.JSON, "record-start": ask.Sections, "paragraphs": ask.Paragraphs,
	"tar": ask.Tar, "tfrecord": ask.TFRecord, "record-size": ask.Fixed, "input-range": ask.Integers, "echo": ask.Words,
	"zero-terminated": ask.NUL, "header": ask.Header, "no-header": ask.Header, "delimiter": ask.Delimiter,
	"group-by": ask.Groups, "stratify": ask.Classes, "per": ask.Classes, "by-key": ask.ByKey, "unique": ask.Unique,
	"unique-by": ask.UniqueBy, "apart": ask.Apart, "weight": ask.Weights, "repeat": ask.Repeat,
	"head-count": ask.Head, "skip": ask.Skip, "folds": ask.Parts, "shards": ask.Parts, "shard-size": ask.Sized,
	"shard": ask.Shard, "in-place": ask.InPlace,
}

// columned are the flags that take columns, and what they do.
var columned = []struct{ flag, usage string }{
	{"group-by", "keep rows of equal `COLUMN` together; a,b: of both"},
	{"stratify", "give each part its share of each class in `COLUMN`"},
	{"by-key", "let `COLUMN` alone decide the order, or the part"},
	{"per", "draw COUNT lines of each class in `COLUMN`"},
	{"apart", "put no two rows of equal `COLUMN` side by side"},
	{"unique-by", "keep the first line of each `COLUMN`; a,b: of both"},
	{"weight", "draw in proportion to the weights in `COLUMN`"},
}

// register adds the flags of the verb.
func (f *flags) register(cmd *cobra.Command) {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError) // those of all verbs
	flags.SortFlags = false
	flags.VarP(&f.numbers, "input-range", "i", "shuffle the integers `LO-HI` instead of files")
	flags.BoolVarP(&f.words, "echo", "e", false, "shuffle the arguments instead of files")
	flags.StringVar(&f.list, "files0-from", "", "read names of files, each ending with NUL, from `FILE`")
	f.FormatFlags.Register(flags)
	f.FormatFlags.TakePattern()
	flags.BoolVar(&f.json, "jsonl", false, "lines are JSON objects; a COLUMN is a field of them")
	flags.BoolVar(&f.paragraphs, "paragraphs", false, "shuffle records that end at blank lines")
	flags.BoolVar(&f.tar, "tar", false, "shuffle the samples of tar archives (WebDataset)")
	flags.BoolVar(&f.tfrecord, "tfrecord", false, "shuffle the records of TFRecord files")
	frame.NumberVar(flags, &f.size, "record-size", 0, "shuffle blocks of `N` bytes, such as tokens")
	f.by = map[string]*[]string{}
	flags.BoolVar(&f.unique, "unique", false, "drop lines that equal an earlier one")
	for _, c := range columned {
		f.by[c.flag] = new([]string)
		if c.flag == "weight" {
			flags.Func("weight", c.usage, func(column string) error {
				*f.by["weight"] = []string{column}
				return nil
			})
			continue
		}
		frame.NamesVar(flags, f.by[c.flag], c.flag, c.usage)
	}
	flags.Var((*frame.AtLeastOne)(&f.run), "max-run", "with --apart, allow up to `N` of them in a row")
	flags.BoolVarP(&f.repeat, "repeat", "r", false, "draw with replacement; without a COUNT, endlessly")
	flags.Func("missing", "`RULE` for an empty COLUMN: own, one, drop, error", f.missing.Set)
	flags.FuncP("head-count", "n", "write the first `COUNT` lines, or a share such as 10%", func(text string) error {
		f.head, f.each, f.count = shares.Head{Count: shares.All}, 0, text
		if text == "max" && f.verb.has("per") {
			f.each = -1
			return nil
		}
		return f.head.Set(text)
	})
	frame.NumberVar(flags, &f.skip, "skip", 0, "leave out the first `N` lines, with --shard of the part")
	flags.BoolVar(&f.strict, "strict", false, "with -n, fail if there are fewer lines than COUNT")
	f.seed.Register(flags)
	flags.StringArrayVarP(&f.outputs, "output", "o", nil, "write to `FILE` instead of standard output")
	flags.BoolVar(&f.inPlace, "in-place", false, "replace each FILE by its lines in random order")
	flags.Func("folds", "write `N` folds for cross-validation; {set}: test, train", f.folds.Set)
	flags.Func("shard", "write part `K/N` of N equal ones alone, such as 3/8", f.shard.SetOne)
	flags.Func("shards", "write `N` equal parts, numbered by {} in -o; or LO-HI", f.shards.Set)
	flags.Func("shard-size", "write parts of `N` lines, or about a size like 64MB", f.shards.SetEach)
	flags.BoolVar(&f.how.Sync, "sync", false, "wait until FILE is on the disk, even if it is new")
	flags.Var((*frame.Memory)(&f.how.Memory), "memory", "use about `SIZE` of memory, such as 2G (default a quarter)")
	flags.Var((*frame.AtLeastOne)(&f.how.Workers), "workers", "use `N` processors at the same time (default all)")
	flags.StringVar(&f.tmp, "tmp", "", "put the temporary file in `DIR` (default the system's)")
	f.set = cmd.Flags()
	f.set.SortFlags = false
	flags.VisitAll(func(flag *pflag.Flag) {
		if !f.verb.has(flag.Name) {
			return
		}
		if flag.Value.Type() == "bool" {
			flag.Value = on{flag.Value}
		}
		if usage := f.verb.usage[flag.Name]; usage != "" {
			flag.Usage = usage
		}
		f.set.AddFlag(flag)
	})
	frame.ProgressVar(cmd, &f.show)
}

// An on is a flag that takes no value.
type on struct{ pflag.Value }

func (o on) Set(text string) error {
	if text == "false" {
		return errors.New("it is off if it is left out")
	}
	return o.Value.Set(text)
}

// given reports whether a flag was given. A set of flags also knows prefixes of names, and not all verbs have all.
func (f *flags) given(name string) bool {
	flag := f.set.Lookup(name)
	return flag != nil && flag.Name == name && flag.Changed
}

// cut reports whether the order is cut into parts with an output each.
func (f *flags) cut() bool { return f.split != nil || f.numbered() }

// numbered reports whether it is cut into parts that have numbers.
func (f *flags) numbered() bool { return f.shards.Given() || f.folds.N > 0 }

// columns returns the columns that matter.
func (f *flags) columns() (all []string) {
	for _, c := range columned {
		all = append(all, *f.by[c.flag]...)
	}
	return all
}

// asked returns what was asked for.
func (f *flags) asked() (all ask.Things) {
	f.set.Visit(func(flag *pflag.Flag) { all |= f.thing(flag.Name) })
	return all
}

// thing returns what a flag asks for: a key decides the order or, if that is cut, the part.
func (f *flags) thing(flag string) ask.Things {
	switch {
	case flag == "by-key" && (f.cut() || f.shard.N > 0):
		return ask.Parted
	case flag == "head-count" && f.verb != &shuffle: // COUNT by another name, or how large a mixture is
		return 0
	}
	return things[flag]
}

// exclude returns an error if two flags exclude each other.
func (f *flags) exclude() error {
	seen := map[ask.Things]string{}
	var twice error
	f.set.Visit(func(flag *pflag.Flag) {
		thing := f.thing(flag.Name)
		if other := seen[thing]; other != "" && thing != 0 && twice == nil {
			twice = frame.BadUsage("", "%s and %s exclude each other", typed(f.set, other), typed(f.set, flag.Name))
		}
		seen[thing] = flag.Name
	})
	if twice != nil {
		return twice
	}
	a, b := f.asked().Conflict()
	if a == 0 {
		return nil
	}
	text := "%s and %s exclude each other"
	if ask.Alike(a, b) && a&ask.Rules != 0 {
		text += ": an order has one rule; for both, run one command after the other, each with a seed of its own"
	}
	return frame.BadUsage("", text, typed(f.set, seen[a]), typed(f.set, seen[b]))
}

// typed returns a flag as most people type it.
func typed(set *pflag.FlagSet, name string) string {
	if short := set.Lookup(name).Shorthand; short != "" {
		return "-" + short
	}
	return "--" + name
}

// A need is what some flags need.
type need struct{ flags, of, text string }

// seeded are the flags that need a seed.
const seeded = "by-key skip shard"

// needs are what flags need beside them.
var needs = []need{
	{"missing", "group-by stratify per apart unique-by by-key",
		"is for a COLUMN of values, such as that of --group-by"},
	{"max-run", "apart", "is for --apart COLUMN"},
	{"strict", "head-count", "is for -n COUNT"},
	{"sync", "output in-place", "is for the FILE of -o"},
	{seeded, "seed seed-hex", "needs --seed or --seed-hex: without a seed, each run has its own order"},
}

// lacks returns an error if a flag lacks another one.
func (f *flags) lacks() error {
	for _, n := range needs {
		for flag := range strings.FieldsSeq(n.flags) {
			if f.given(flag) && !slices.ContainsFunc(strings.Fields(n.of), f.given) {
				return frame.BadUsage("", "--%s %s", flag, n.text)
			}
		}
	}
	return nil
}

// Exclusive keeps completion from proposing flags that those before them exclude.
func Exclusive(cmd *cobra.Command) {
	flags := slices.DeleteFunc(slices.Sorted(maps.Keys(things)), func(flag string) bool {
		return cmd.Flags().Lookup(flag) == nil
	})
	for i, a := range flags {
		for _, b := range flags[i+1:] {
			if _, with := (things[a] | things[b]).Conflict(); with != 0 || things[a] == things[b] {
				cmd.MarkFlagsMutuallyExclusive(a, b)
			}
		}
	}
}
