package main

import (
	"bufio"
	"context"
	"io"
	"io/fs"
	"math/big"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/terminal"
	"github.com/yates-shuffle/yates/internal/text"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A shuffle is what "yates shuffle" was asked for.
type shuffle struct {
	echo    bool
	numbers frame.Range
	repeat  bool
	list    string // the file that holds the names of the files
	outputs []string
	how     output.Options
	was     map[string]fs.FileInfo // the outputs that exist, before anything is read
	read    []fs.FileInfo          // the regular files that were read
	head    head
	strict  bool // fewer lines than -n says are an error
	inPlace bool

	together *output.Set // of --in-place, or nil
	format   formatFlags
	parts    partFlags
	memory   frame.Memory
	workers  int
	tmp      string
	show     progress.When // progress
	shown    *progress.Progress
	seed     order.Seed
	seeds    *frame.SeedFlags
	random   string // a file of random bytes, in place of the seed
	cmd      *cobra.Command
}

// newShuffleCommand returns the command "yates shuffle".
func newShuffleCommand() *cobra.Command {
	s := shuffle{head: head{count: all}, show: progress.Auto}
	var seed frame.SeedFlags
	cmd := &cobra.Command{
		Use:        "shuffle [FLAG]... [FILE]...",
		Short:      "shuffle the lines of files",
		SuggestFor: []string{"shuf", "raffle", "pick", "sample", "choose", "winners", "lottery", "random", "split", "numbers"},
		Long: `Shuffle writes the lines of all FILEs to standard output in random order. Every
order is equally likely, and without a seed nobody can predict it.

INPUT

Without FILE, or where FILE is -, shuffle reads standard input. Lines may hold any
bytes; a last line without a line feed is given one. Arguments after -- are not
parsed as flags. --files0-from reads the names of the FILEs from a file, or from
standard input if that is -, as find -print0 prints them.

Files compressed by gzip or zstd are decompressed, whatever their names. Formats that
are not text, such as archives, are refused. --raw reads the bytes as they are.

-e shuffles the arguments, and -i LO-HI the integers from LO to HI, each a line. More
than 2^32 integers (4,294,967,296) are shuffled in constant memory, and the first is
written at once; their order is pseudo-random and not Order 1. With -n they are a
fair sample, but not the head of that order.

RECORDS

A record is a line, unless --csv, --lines N or --record-start REGEX says otherwise;
what this page says of lines then holds for records. It is an error if the last
record is incomplete, or if a quotation mark of --csv is never closed.

--header N keeps the first N lines of the first FILE that is not empty on top (CSV
rows with --csv). The other FILEs must begin with the same lines, except for a
byte-order mark and CR at the ends of lines. With --in-step each FILE keeps its own.

--group-by COLUMN shuffles groups of rows: rows that are equal in that column, or in
all columns if the flag is repeated, stay together, in input order. -n, --split and
--shards then count groups and never break one up. With --in-step it is a column of
the first FILE. The order depends on the columns as well.

--unique drops each line that equals an earlier one, before anything is counted.

A COLUMN is a number, or a name in the header; digits are always a number. Columns of
--csv are separated by commas, other columns by tabs, or by --delimiter.

ORDER

The order depends on the seed and the number of lines alone: not on their text, the
memory, the workers or the machine (Order 1, which SPEC.md defines). So files with the
same number of lines stay aligned if each is shuffled with the same seed, and a
correction in one line moves no other. Files of different lengths get similar orders
from one seed: where orders must be independent, use another seed. --epoch N gives one
seed many independent orders, such as one for each pass of a training run. -i 1-N with
a seed prints which line of a file of N lines comes to each place.

-n COUNT writes the first COUNT lines of the order, and -n 10% a tenth of them all,
rounded. If there are fewer, a message says so; with --strict that is an error before
anything is written. -r draws each line from all of them, again and again, and never
ends without -n; -r -n 100% is a bootstrap sample.

--weight COLUMN draws line after line from those that are left, each with a chance in
proportion to the number in that column: a weighted sample without replacement, as in
a raffle in which people hold several tickets (with -r, with replacement). The draws
are exact. Lines of weight 0 are never drawn. A weight is a decimal number such as 3,
0.25 or 1e-3, of at most 19 digits.

--random-source reads the random numbers from FILE, as GNU shuf does, and gives the
same order as GNU shuf. It holds what it shuffles in memory, whatever --memory says;
with -n, from a pipe or a compressed or large file, only COUNT lines.

OUTPUT

Nothing is written before everything has been read. The FILE of -o is replaced only
when the new one is complete, so it may be an input. It keeps its group, permissions
and attributes. It is on the disk then: a power cut leaves the old file or the new
one. With --sync that holds for a new FILE, too. The FILE is compressed if its name
ends in .gz or .zst. --in-place shuffles each FILE by itself and replaces all of them,
or none.

With --overwrite the FILE is not replaced but written to. It keeps its owner and its
other names, and needs no space beside it, but an error or a signal then damages it.

--split, --shards and --folds cut the order into parts, one file each, with the header
in each; {} in the name of -o stands for the name of the part or its number (as many
digits for each), {:05} for the number in five digits. --shards 8 numbers from 0,
--shards 1-8 from 1. The sizes are exact, by largest remainders: of 10 lines
train=0.5,dev=1/4,test=25% get 5, 3 and 2. If the shares add up to less than 1, the
other lines are not written. With {set} in the name, --folds writes two files for each
fold: test, and train with all other folds.

--stratify COLUMN gives each part, or the sample of -n, its share of the lines of each
class: of those that are equal in that column, or in all if it is repeated. Shares are
rounded by largest remainders, and the sizes of the parts stay exact.

The files of parts are put in place when the last one is complete, all of them or
none; where the file system cannot do that, a message says which are in place. Files
of earlier runs with more parts are not removed.

--in-step shuffles the FILEs side by side: line i of each comes to the same place.
Unlike a shared seed it checks that the FILEs have the same number of lines, takes
one run, and needs no seed.

RESOURCES

Lines that do not fit into --memory (at least 1M) go through a temporary file, which
needs space for all of them. The integers of -i take 4 bytes each, in memory or there.

Some things must fit into a part of --memory: for --unique 40 bytes for each different
line, into a quarter; for --weight 32 bytes for each line, into a third; for --stratify
240 bytes for each class, into an eighth and 8 MiB. Lines of --unique can have 4 MiB, or
a sixteenth of --memory if that is more, and a COLUMN must end within so many bytes.
Compressing outputs takes a part of --memory first.

If standard error is a terminal, a line there shows the progress of a shuffle that
takes longer than a second; while lines are written, only if they go to a file.
--progress=always shows it at once, and where standard error is no terminal as a line
every ten seconds and one at the end. The percentage is that of the whole run, or with
--in-place of each FILE.`,
		Example: `  yates shuffle deck.txt
  yates shuffle -n 3 entries.txt                 draw three winners
  yates shuffle --seed 'May 2026' -o all.txt a.txt b.txt
  yates shuffle --csv --header 1 --split train=0.9,test=0.1 -o '{}.csv' data.csv
  yates shuffle --in-place notes.txt
  yates shuffle -i 1-49 -n 6                     six numbers of a lottery
  yates shuffle -r -n 10 -e heads tails          toss a coin ten times
  find . -type f -print0 | yates shuffle -z | xargs -0 ls -d`,
		Annotations: map[string]string{frame.Brief: `input-range head-count output in-place csv header group-by split in-step seed`, frame.Sections: `
  Input: files0-from echo input-range raw
  Records: zero-terminated csv lines record-start header unique group-by delimiter
  Order: seed seed-hex epoch print-seed random-source head-count strict repeat weight
  Output: output in-place split shards folds stratify in-step sync overwrite
  Resources: memory workers tmp progress help`, frame.Environment: `  TMPDIR      the directory of the temporary file, unless --tmp names one
  TERM        where it is dumb or not set, progress is not shown as a line
  GOMEMLIMIT  bounds the memory of the Go run-time system, such as 512MiB; without
              it the bound follows from --memory`},
		DisableFlagsInUseLine: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if s.echo {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if cmd.Flags().Changed("workers") && s.workers < 1 {
				return frame.BadUsage("yates shuffle --help", "--workers must be at least 1, not %d", s.workers)
			}
			s.cmd, s.seeds = cmd, &seed
			if err := s.check(args); err != nil {
				return err
			}
			if s.seed, err = seed.Seed(cmd); err != nil {
				return err
			}
			return s.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVarP(&s.echo, "echo", "e", false, "shuffle the arguments, each a line, instead of files")
	flags.VarP(&s.numbers, "input-range", "i", "shuffle the integers `LO-HI`, each a line, instead of files")
	flags.StringVar(&s.list, "files0-from", "", "read the names of the files from `FILE`, where each ends with NUL")
	flags.BoolVarP(&s.repeat, "repeat", "r", false, "draw each line from all, with replacement; endlessly without -n")
	flags.VarP(&s.head, "head-count", "n", "write the first `COUNT` lines of the order, or a share such as 10%")
	flags.BoolVar(&s.strict, "strict", false, "with -n, fail if there are fewer lines than COUNT")
	flags.StringArrayVarP(&s.outputs, "output", "o", nil, "write to `FILE` instead of standard output")
	flags.BoolVar(&s.inPlace, "in-place", false, "replace each FILE by its lines in random order")
	flags.BoolVar(&s.how.Sync, "sync", false, "wait until a new FILE of -o is on the disk, as for one that is replaced")
	flags.BoolVar(&s.how.Overwrite, "overwrite", false, "write into the FILE of -o, instead of replacing it when all is done")
	s.format.register(flags)
	s.parts.register(flags)
	seed.Register(flags)
	flags.Var(&frame.FileName{Name: &s.random}, "random-source", "let the bytes of `FILE` decide, in the way of GNU shuf, instead of a seed")
	flags.Var(&s.memory, "memory", "use about `SIZE` of memory, such as 64M or 2G (default a quarter of all)")
	frame.NumberVar(flags, &s.workers, "workers", 0, "use `N` processors at the same time (default all)")
	flags.StringVar(&s.tmp, "tmp", "", "make the temporary file in `DIR` (default $TMPDIR or the system's)")
	flags.Var(&s.show, "progress", "show how far the work is, `WHEN`: auto (default), always or never")
	cmd.RegisterFlagCompletionFunc("progress", frame.OneOf(string(progress.Auto), string(progress.Always), string(progress.Never)))
	cmd.RegisterFlagCompletionFunc("memory", frame.OneOf("64M", "256M", "1G", "4G", "16G"))
	return cmd
}

// run does what was asked for.
func (s *shuffle) run(ctx context.Context, args []string) error {
	if s.cmd.Flags().Changed("files0-from") {
		files, err := namesIn(s.list, s.cmd.InOrStdin())
		if err != nil {
			return err
		}
		args = files
	}
	if slices.Contains(args, "") && !s.echo {
		return frame.BadUsage("", "the name of a file is empty")
	}
	if s.inPlace {
		return s.eachInPlace(ctx, args)
	}
	return s.shuffle(ctx, args)
}

// check refuses what does not go together.
func (s *shuffle) check(args []string) error {
	changed := s.cmd.Flags().Changed
	if err := exclude(s.cmd.Flags()); err != nil {
		return err
	}
	switch {
	case changed("files0-from") && len(args) > 0:
		return frame.BadUsage("", "--files0-from takes the place of the FILEs")
	case s.numbers.Given && len(args) > 0:
		return frame.BadUsage("yates shuffle --help", "-i takes no files, but was given %q", args[0])
	case len(s.format.stratify) > 0 && !changed("head-count") && !s.parts.cut():
		return frame.BadUsage("", "--stratify needs -n, --split, --shards or --folds")
	case s.strict && (!changed("head-count") || s.head.share != nil):
		return frame.BadUsage("", "--strict is for -n COUNT")
	case s.head.share != nil && changed("random-source"):
		return frame.BadUsage("", "--random-source needs -n as a number of lines")
	case s.head.share != nil && !s.repeat && s.head.share.Cmp(big.NewRat(1, 1)) > 0:
		return frame.BadUsage("", "-n can be more than 100%% only with -r")
	case len(s.outputs) == 0 && !s.inPlace && (s.how.Sync || s.how.Overwrite):
		return frame.BadUsage("", "--sync and --overwrite are for the FILE of -o")
	}
	return nil
}

// shuffle shuffles the arguments, the integers or the files.
func (s *shuffle) shuffle(ctx context.Context, args []string) error {
	plan, err := s.plan(args)
	if err != nil {
		return err
	}
	s.was = map[string]fs.FileInfo{}
	for _, name := range plan.names() {
		if output.Standard(name, s.cmd.OutOrStdout(), s.cmd.ErrOrStderr()) != nil {
			continue
		}
		if info, err := os.Stat(name); err == nil {
			s.was[name] = info
		}
		if err := dest.Check(s.cmd, name, s.how); err != nil {
			return err
		}
	}
	switch {
	case s.cmd.Flags().Changed("random-source"):
		return s.draw(ctx, args)
	case s.echo:
		return s.words(ctx, args)
	}
	opt, err := s.options(plan)
	if err != nil {
		return err
	}
	if s.head.count == 0 && s.head.share == nil && !s.format.given() && !s.parts.given() {
		return s.to(func(io.Writer) error { return nil })
	}
	process.LimitHeap(int64(s.memory))
	if len(args) == 0 {
		args = []string{"-"}
	}
	typed := slices.Contains(args, "-") && !s.numbers.Given && terminal.Of(s.cmd.InOrStdin()) != nil
	if typed {
		frame.Say(s.cmd, "reading lines from the terminal, up to Ctrl-D at the start of a line", "")
	}
	s.shown = frame.StartProgress(ctx, s.show, s.cmd, progress.Transfer(opt.Progress, s.show == progress.Auto && typed))
	defer s.shown.Stop()
	switch {
	case s.numbers.Given:
		return s.integers(ctx, opt)
	case s.repeat, opt.Weight != nil:
		return s.choose(ctx, opt, args)
	}
	return s.lines(ctx, opt, plan, args)
}

// words shuffles the arguments, or draws from them.
func (s *shuffle) words(ctx context.Context, words []string) error {
	if s.format.unique {
		seen := map[string]bool{}
		words = slices.DeleteFunc(slices.Clone(words), func(word string) bool {
			again := seen[word]
			seen[word] = true
			return again
		})
	}
	if err := s.head.of(uint64(len(words))); err != nil {
		return err
	}
	all := text.Words{Words: words, Seed: s.seed, Head: int64(s.head.count), End: text.End(s.format.nul)}
	if s.repeat {
		return s.to(func(w io.Writer) error { return all.Repeat(ctx, w) })
	}
	if err := s.fewer(uint64(len(words)), "line"); err != nil {
		return err
	}
	return s.to(all.Shuffle)
}

// lines shuffles the lines of files, or what else the records are.
func (s *shuffle) lines(ctx context.Context, opt records.Options, plan *plan, files []string) error {
	c, err := process.Unblocked(ctx, func() (*records.Collection, error) {
		return records.Collect(ctx, opt, s.sources(files)...)
	})
	if err != nil {
		return err
	}
	s.leaveStdin(files)
	s.read = c.Files()
	if comma := s.comma(files); comma != 0 && !s.format.flags.Changed("header") && looksLikeHeader(c.Front(), comma) {
		frame.Say(s.cmd, "the first row looks like a header, but is shuffled with the others; --header 1 keeps it on top, --header 0 says that it is none", "")
	}
	if err := s.checkCount(ctx, c); err != nil {
		c.Close() // it was only read
		return err
	}
	switch {
	case s.parts.given():
		s.settle(plan.names())
		err = s.writeParts(ctx, c, plan)
	case opt.Parts || s.head.count == 0: // of a share or of strata, or the header alone
		var n int64
		if n, err = c.Len(ctx); err == nil {
			err = s.to(func(w io.Writer) error {
				b := bufio.NewWriterSize(w, 64<<10) // records of strata come one by one
				err := c.WriteParts(ctx, []int64{min(n, int64(s.head.count))}, func(int) ([]io.Writer, error) { return []io.Writer{b}, nil })
				if err == nil {
					err = b.Flush()
				}
				return err
			})
		}
	default:
		err = s.to(func(w io.Writer) error { return c.Write(ctx, w) })
	}
	if e := c.Close(); err == nil {
		err = e
	}
	return err
}

// comma returns what stands between columns if the files seem to be tables, or 0.
func (s *shuffle) comma(files []string) rune {
	name := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(files[0], ".gz"), ".zst"))
	switch {
	case s.format.lines > 0, s.format.start.Regexp != nil, s.format.nul:
		return 0
	case s.format.delimiter != 0:
		return rune(s.format.delimiter)
	case s.format.csv, strings.HasSuffix(name, ".csv"):
		return ','
	case strings.HasSuffix(name, ".tsv"):
		return '\t'
	}
	return 0
}

// options returns the options of package records.
func (s *shuffle) options(plan *plan) (records.Options, error) {
	if s.memory == 0 {
		s.memory = frame.Memory(records.DefaultMemory())
	}
	if s.cmd.Flags().Changed("tmp") {
		if err := checkTmp(s.tmp); err != nil {
			return records.Options{}, err
		}
	}
	opt := records.Options{
		Seed: &s.seed, Memory: int64(s.memory), Workers: s.workers, TempDir: s.tmp, Progress: new(records.Progress),
		InStep: s.parts.inStep, LeaveSources: s.how.Overwrite,
	}
	switch byWeight := s.format.flags.Changed("weight"); {
	case byWeight:
		opt.Once = !s.repeat
	case !s.repeat:
		opt.Parts = s.parts.given() || s.head.share != nil || len(s.format.stratify) > 0
	}
	if err := s.format.set(&opt); err != nil {
		return opt, err
	}
	if s.head.count != all && s.head.share == nil && len(opt.StratifyBy) == 0 {
		opt.Head = max(int64(s.head.count), 1)
	}
	opt.Memory -= plan.compression(s.outputOptions())
	return opt, nil
}

// checkTmp returns an error if there can be no temporary file in a folder, before
// anything is read.
func checkTmp(dir string) error {
	f, err := vfs.OS{}.Scratch(dir)
	if err != nil {
		return &records.TempError{Op: "writing", Dir: dir, Err: vfs.Cause(err)}
	}
	return f.Close()
}

// sources returns the sources that the arguments name.
func (s *shuffle) sources(files []string) []records.Source {
	var sources []records.Source
	for _, name := range files {
		source := records.File(name)
		if stdin := s.cmd.InOrStdin(); name == "-" || process.IsClosedInput(name, stdin) {
			source = records.Reader(infile.Name(name), stdin)
		}
		if !s.format.raw {
			source = records.Decompressed(source)
		}
		sources = append(sources, source)
	}
	return sources
}

// leaveStdin leaves standard input at its end if it was one of the files.
func (s *shuffle) leaveStdin(files []string) {
	if slices.Contains(files, "-") {
		process.LeaveAtEnd(s.cmd.InOrStdin())
	}
}
