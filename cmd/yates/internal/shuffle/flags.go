package shuffle

import (
	"errors"
	"maps"
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
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/shares"
)

// The flags are the command line as it was typed, and the job that it asks for.
type flags struct {
	job.Job
	set    *pflag.FlagSet
	verb   *verb
	things map[string]ask.Things // that each of its flags asks for

	integers frame.Range
	echo     bool // the arguments are what is shuffled
	noHeader bool
	by       map[string][]string // the columns of each flag that was given some
	skip     int64
	seed     frame.SeedFlags

	outputs []string
	split   shares.Parts
	equal   dest.Cut // folds, shards, or one of these

	files    output.Options // how outputs are made
	progress progress.When

	added    []string // flags that were not given, as they would be
	guessed  bool     // some of them, from files
	doubtful string   // a file, and its first line, which may be a header but is not taken for one
	top      int      // how many lines --header would keep on top then, unless one
}

// register adds the flags of the verb.
func (f *flags) register(cmd *cobra.Command) {
	f.set, f.things, f.by = cmd.Flags(), map[string]ask.Things{}, map[string][]string{}
	f.set.SortFlags = false
	seeds := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.seed.Register(seeds)
	for _, e := range f.verb.entries(f) {
		e.addTo(f.set)
		if flag := seeds.Lookup(e.name()); flag != nil {
			f.set.AddFlag(flag)
		}
		f.things[e.name()] = e.thing
	}
	frame.ProgressVar(cmd, &f.progress)
}

// given reports whether a flag was given. A set of flags also knows prefixes of names, and not all verbs have all.
func (f *flags) given(name string) bool {
	flag := f.set.Lookup(name)
	return flag != nil && flag.Name == name && flag.Changed
}

// numbered reports whether the order is cut into parts that have numbers, and all are written.
func (f *flags) numbered() bool { return f.equal != dest.Cut{} && f.equal.Only == 0 }

// columns returns the columns that matter.
func (f *flags) columns() []string { return slices.Concat(slices.Collect(maps.Values(f.by))...) }

// setStart sets the pattern of lines that begin a record.
func (f *flags) setStart(text string) (err error) {
	if f.Options.Start, err = regexp.Compile(text); text == "" {
		err = errors.New("it is empty, and would match every line")
	}
	return err
}

// setDelimiter sets the byte between columns.
func (f *flags) setDelimiter(text string) error {
	switch {
	case text == `\t`:
		f.Options.Delimiter = '\t'
	case text == `\n`:
		f.Options.Delimiter = '\n'
	case len(text) != 1 || strings.Contains("\n\r\"\x00", text):
		return errors.New(`it is not one byte such as ; or \t`)
	default:
		f.Options.Delimiter = text[0]
	}
	return nil
}

// addColumn adds columns to those of a flag. Commas are between them; one that has a comma is quoted as in CSV.
func (f *flags) addColumn(flag, text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	f.by[flag] = append(f.by[flag], frame.Names(text)...)
	return nil
}

// setWeight sets the one column of weights.
func (f *flags) setWeight(column string) error {
	f.by["weight"] = []string{column}
	return nil
}

// setCount sets how many lines are written.
func (f *flags) setCount(text string) error {
	f.Head, f.PerClass = shares.Head{Count: shares.All}, 0
	if _, classes := f.things["per"]; classes && text == "max" {
		f.PerClass = -1
		return nil
	}
	return f.Head.Set(text)
}

// asked returns what was asked for.
func (f *flags) asked() (all ask.Things) {
	f.set.Visit(func(flag *pflag.Flag) { all |= f.thing(flag.Name) })
	return all
}

// is reports whether a format was asked for.
func (f *flags) is(kind ask.Things) bool { return f.asked()&kind != 0 }

// hasHeader reports whether there is a header.
func (f *flags) hasHeader() bool { return f.Options.Header > 0 || f.Options.HeaderLike != nil }

// thing returns what a flag asks for: a key decides the order or, if that is cut, the part. So --by-key is
// [ask.ByKey] or [ask.Parted], and what goes with it differs.
func (f *flags) thing(flag string) ask.Things {
	if f.things[flag] == ask.ByKey && (f.split != nil || f.equal != dest.Cut{}) {
		return ask.Parted
	}
	return f.things[flag]
}

// exclude returns an error if two flags exclude each other.
func (f *flags) exclude() error {
	a, b, off, flagOf := "", "", "", map[ask.Things]string{}
	f.set.Visit(func(flag *pflag.Flag) {
		if flag.Value.Type() == "bool" && flag.Value.String() == "false" {
			off = flag.Name
		}
		thing := f.thing(flag.Name)
		if other := flagOf[thing]; other != "" && thing != 0 && a == "" {
			a, b = other, flag.Name
		}
		flagOf[thing] = flag.Name
	})
	text := "%s and %s exclude each other"
	if x, y := f.asked().Conflict(); a == "" && x != 0 {
		if a, b = flagOf[x], flagOf[y]; ask.Alike(x, y) && x&ask.Rules != 0 {
			text += ": an order has one rule; for both, run one command after the other, each with a seed of its own"
		}
	}
	if off != "" {
		return frame.BadUsage("", "--%s is off if it is left out", off)
	} else if a == "" {
		return nil
	}
	return frame.BadUsage("", text, frame.Typed(f.set, a), frame.Typed(f.set, b))
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
	{"sync", "output", "is for the FILE of -o"},
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

// refused returns an error of what neither package ask nor the needs know. If nothing is given, standard input is read.
func (f *flags) refused(files []string, nothing bool) error {
	o, array, asked := &f.Options, isBinary(f), f.asked()
	own := o.Missing == engine.MissingOwn
	for _, r := range []struct {
		is   bool
		says string
	}{
		{f.is(ask.Fixed) && o.Size < 1, "--record-size must be at least 1"},
		{o.Delimiter == '\n' && f.is(ask.CSV), "line feeds end the rows of --csv, and cannot be its --delimiter"},
		{o.Delimiter != 0 && !f.is(ask.CSV) && len(f.by) == 0, "--delimiter is for --csv and for columns"},
		{asked&(ask.ByKey|ask.Parted) != 0 && own,
			"--by-key goes without --missing own: a row without a key has no place of its own"},
		{asked&ask.Classes != 0 && asked&ask.Groups == 0 && own,
			"--stratify and --per go without --missing own: a class of one row has no shares"},
		{f.Repeat && f.Head == shares.Head{Count: shares.All} && f.PerClass == 0 && len(f.outputs) > 0 &&
			dest.ToFiles(f.outputs, nil, nil), "-r never ends without -n, and would fill the disk"},
		{f.Head.Share != nil && !f.Repeat && f.Head.Share.Cmp(big.NewRat(1, 1)) > 0,
			"-n can be more than 100% only with -r"},
		{(array || f.is(ask.Tar)) && strings.Contains(strings.Join(f.outputs, " "), "{set}"),
			"--folds with {set} writes no .npy or tar: a training set is the files of all other folds, without {set}"},
		{array && !f.integers.Given && f.skip > 0, "--skip with .npy is for -i"},
		{array && f.integers.Hi > math.MaxInt64 && f.integers.Lo <= f.integers.Hi,
			"integers above 2⁶³−1 have no place in .npy"},
		{f.Head.Share != nil && f.skip > 0, "--skip needs -n as a number of lines"},
		{f.Strict && f.Head.Share != nil, "--strict is for -n as a number of lines"},
		{f.Strict && f.Repeat, "--strict and -r exclude each other: with replacement there are always enough lines"},
		{f.seed.Read && (slices.Contains(files, "-") || nothing),
			"--seed-hex - reads the seed from standard input, which has lines"},
		{f.Raw && (f.echo || f.integers.Given), "--raw is for files"},
		{slices.Contains(files, "") && !f.echo, "the name of a file is empty"},
		{f.given("tmp") && o.TempDir == "", "the directory of --tmp is empty"},
	} {
		if r.is {
			return frame.BadUsage("", "%s", r.says)
		}
	}
	return nil
}
