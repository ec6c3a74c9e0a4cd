package main

import (
	"bufio"
	"context"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A shuffle is what "yates shuffle" was asked for.
type shuffle struct {
	echo    bool
	numbers integers
	repeat  bool
	outputs []string
	how     records.OutputOptions
	was     map[string]fs.FileInfo // the outputs that exist, before anything is read
	read    []fs.FileInfo          // the regular files that were read
	count   count
	format  formatFlags
	parts   partFlags
	memory  size
	workers int
	tmp     string
	show    when // progress
	shown   *progress
	seed    order.Seed
	random  string // a file of random bytes, in place of the seed
	cmd     *cobra.Command
}

// newShuffleCommand returns the command "yates shuffle".
func newShuffleCommand() *cobra.Command {
	s := shuffle{count: all, show: auto}
	var seed seedFlags
	cmd := &cobra.Command{
		Use:   "shuffle [FLAG]... [FILE]...",
		Short: "shuffle the lines of files",
		Long: `Shuffle writes the lines of all FILEs to standard output in a random order; every
order is equally likely. Without FILE, or where FILE is -, it reads standard
input. Any bytes may stand in a line; a last line without a line feed is given
one. What follows -- is never a flag.

What gzip or zstd compressed is decompressed, whatever its name is, and from standard
input too; the FILE of -o is compressed if its name ends in .gz or .zst. What is
recognised as no text, such as an archive, is refused. --raw takes all bytes as they
are.

There may be more lines than fit into memory; then there must be room for all of
them in a temporary file. Nothing is written before everything has been read, and
the FILE of -o is replaced only when the new one is whole, so it may be an input.
It keeps its group, permissions and attributes. It is on the disk then, so that a
power cut leaves the old file or the new one; with --sync that holds for a new FILE
too. With --overwrite the FILE is not replaced but written to: it keeps its owner and
its other names, and needs no place beside it, but is lost if that goes wrong.

The order depends on the seed and the number of lines alone, and not on what they
say, the memory, the workers or the machine (Order 1, which SPEC.md defines). So
files with the same number of lines stay aligned if each is shuffled with the same
seed, and a correction in one line moves no other. Without a seed the order cannot
be predicted.

What is shuffled need not be lines: --csv, --lines N and --record-start REGEX say
what a record is, and all that is said of lines is then meant of records. It is an
error if the last one is not whole, or if a quotation mark of --csv is not closed.

With --header N the first N lines of each FILE, or CSV rows, are no records. Those
of the first FILE that is not empty stay on top, so that several tables make one. It
is an error if another FILE begins with other ones, but for a byte-order mark and CR
at the ends of lines. With --lines and --record-start, too, they are plain lines.
With --in-step each FILE keeps its own.

With --group-by COLUMN it is groups of rows that are shuffled: those that are equal
in that column, or in all columns if it is given again, stay together, in their
order. -n and the parts below count groups then, and none is broken up. The order
depends on the columns as well. A COLUMN of digits is a number, never a name: a
column that is called 2024 is to be given by its number.

With --in-step the FILEs are shuffled side by side: line i of each comes to the same
place. Unlike a seed that they share, it checks that they have the same number of
lines, takes one run, and needs no seed.

With --split or --shards the order is cut into files, with the header in each; {}
in the name of -o stands for the name or the number of the part. Their sizes are
exact, by largest remainders: of 10 lines train=0.5,dev=1/4,test=25% get 5, 3
and 2. What the shares leave of 1 is not written. The files are put in their places
when the last one is whole, all of them or none; where the file system cannot do
that, a message tells which are in their places.

With -i LO-HI the lines are the integers from LO to HI, which nobody writes down. So
-i 1-N prints, place by place, which line of a file of N lines stands there under the
same seed. The integers take 4 bytes of memory each, or what --memory says and more
time, and no temporary file.
More than 2^32 of them (4,294,967,296) are shuffled in constant memory, and the
first is written at once; their order is pseudo-random and not Order 1. With -n they
are a fair sample, but not the head of that order.

With -r each line is drawn from all, whether it was drawn before or not; it never
ends unless -n says how many.

With --random-source the order is the one that GNU shuf gives, and what is shuffled
is held in memory, whatever --memory says; of -n lines of a pipe, or of a file that
is compressed or large, those lines alone.

If standard error is a terminal, a line there shows how far a shuffle is that
takes longer than a second; while lines are written, only if they go to a file.
With --progress=always it is shown at once and in any case, to what is not a
terminal as a line every ten seconds and one at the end.`,
		Example: `  yates shuffle deck.txt
  yates shuffle -n 3 entries.txt                 draw three winners
  yates shuffle --seed 'May 2026' -o all.txt a.txt b.txt
  yates shuffle --csv --header 1 --split train=0.9,test=0.1 -o '{}.csv' data.csv
  yates shuffle --in-step -o en.out -o de.out en.txt de.txt
  yates shuffle --lines 4 -o out.fastq.gz reads.fastq.gz
  yates shuffle -i 1-49 -n 6                     six numbers of a lottery
  yates shuffle -r -n 10 -e heads tails          toss a coin ten times
  find . -type f -print0 | yates shuffle -z | xargs -0 ls -d`,
		Annotations: map[string]string{environment: `  TMPDIR      the directory of the temporary file, unless --tmp names one
  TERM        where it is dumb or not set, progress is not shown as a line
  NO_COLOR    is honoured: there are no colours, with or without it
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
				return badUsage("yates shuffle --help", "--workers must be at least 1, not %d", s.workers)
			}
			s.cmd = cmd
			if s.seed, err = seed.seed(cmd.ErrOrStderr()); err != nil {
				return err
			}
			return s.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVarP(&s.echo, "echo", "e", false, "shuffle the arguments, each a line, instead of files")
	flags.VarP(&s.numbers, "input-range", "i", "shuffle the integers `LO-HI`, each a line, instead of files")
	flags.BoolVarP(&s.repeat, "repeat", "r", false, "draw each line from all, with replacement; endlessly without -n")
	flags.VarP(&s.count, "head-count", "n", "write at most `COUNT` lines, the first of the whole order")
	flags.StringArrayVarP(&s.outputs, "output", "o", nil, "write to `FILE` instead of standard output")
	flags.BoolVar(&s.how.Sync, "sync", false, "wait until a new FILE of -o is on the disk, as for one that is replaced")
	flags.BoolVar(&s.how.Overwrite, "overwrite", false, "write into the FILE of -o, instead of replacing it when all is done")
	s.format.register(flags)
	s.parts.register(flags)
	seed.register(flags)
	flags.Var(&fileName{name: &s.random}, "random-source", "let the bytes of `FILE` decide, in the way of GNU shuf, instead of a seed")
	flags.Var(&s.memory, "memory", "use about `SIZE` of memory, such as 64M or 2G (default a quarter of all)")
	numberVar(flags, &s.workers, "workers", 0, "use `N` processors at the same time (default all)")
	flags.StringVar(&s.tmp, "tmp", "", "make the temporary file in `DIR` (default $TMPDIR or the system's)")
	flags.Var(&s.show, "progress", "show how far the work is, `WHEN`: auto (default), always or never")
	cmd.RegisterFlagCompletionFunc("progress", oneOf(string(auto), string(always), string(never)))
	cmd.RegisterFlagCompletionFunc("memory", oneOf("64M", "256M", "1G", "4G", "16G"))
	return cmd
}

func (s *shuffle) run(ctx context.Context, args []string) error {
	names, err := s.names(args)
	if err != nil {
		return err
	}
	if len(names) == 0 && (s.how.Sync || s.how.Overwrite) {
		return badUsage("", "--sync and --overwrite are for the FILE of -o")
	}
	s.was = map[string]fs.FileInfo{}
	for _, name := range slices.Concat(names...) {
		if standard(name, s.cmd) != nil {
			continue
		}
		if info, err := os.Stat(name); err == nil {
			s.was[name] = info
		}
		if err := checkOutput(name, s.how, s.cmd.ErrOrStderr()); err != nil {
			return err
		}
	}
	if err := s.checkNumbers(args); err != nil {
		return err
	}
	if s.cmd.Flags().Changed("random-source") {
		return s.draw(ctx, args)
	}
	if s.echo {
		if s.format.given() || s.parts.given() {
			return badUsage("", "-e is for lines in one output")
		}
		return s.to(func(w io.Writer) error { return s.arguments(ctx, w, args) })
	}
	if s.memory == 0 {
		s.memory = size(records.DefaultMemory())
	}
	opt := records.Options{
		Seed: &s.seed, Memory: int64(s.memory), Workers: s.workers, TempDir: s.tmp,
		InStep: s.parts.inStep, Parts: s.parts.given(), LeaveSources: s.how.Overwrite,
	}
	if err := s.format.set(&opt); err != nil {
		return err
	}
	if slices.Contains(args, "") {
		return badUsage("", "the name of a file is empty")
	}
	if s.count == 0 && !s.format.given() && !s.parts.given() {
		return s.to(func(io.Writer) error { return nil })
	}
	limitHeap(int64(s.memory))
	if s.count != all {
		opt.Head = max(int64(s.count), 1)
	}
	compressing := int64(0)
	for _, part := range names {
		compressing = max(compressing, records.CompressionMemory(opt, part...))
	}
	opt.Memory -= compressing
	if len(args) == 0 {
		args = []string{"-"}
	}
	opt.Progress = new(records.Progress)
	s.shown = startProgress(ctx, s.show, s.cmd, opt.Progress, slices.Contains(args, "-") && !s.numbers.given)
	defer s.shown.stop()
	switch {
	case s.numbers.given:
		return s.writeNumbers(ctx, opt)
	case s.repeat && s.count > 0:
		return s.repeatLines(ctx, opt, args)
	}
	c, err := unblocked(ctx, func() (*records.Collection, error) {
		return records.Collect(ctx, opt, s.sources(args)...)
	})
	if err != nil {
		return err
	}
	s.leaveStdin(args)
	s.read = c.Files()
	switch {
	case s.parts.given():
		s.settle(names)
		err = s.writeParts(ctx, c, names)
	case s.count == 0: // the header alone
		err = s.to(func(w io.Writer) error {
			return c.WriteParts(ctx, []int64{0}, func(int) ([]io.Writer, error) { return []io.Writer{w}, nil })
		})
	default:
		err = s.to(func(w io.Writer) error { return c.Write(ctx, w) })
	}
	if e := c.Close(); err == nil {
		err = e
	}
	return err
}

// limitHeap makes the run-time system give memory back before it takes more than
// belongs to memory and the 64 MiB beyond it. Most of what package records uses
// is not on the heap; this bounds what its workers leave behind there, of which
// there would otherwise be as much again as they use. A limit that the user has
// set in the environment (GOMEMLIMIT) stays.
func limitHeap(memory int64) {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(memory/2 + 24<<20)
	}
}

// sources returns the sources that the arguments name.
func (s *shuffle) sources(files []string) []records.Source {
	var sources []records.Source
	for _, name := range files {
		source := records.File(name)
		if stdin := s.cmd.InOrStdin(); name == "-" || isClosedInput(name, stdin) {
			source = records.Reader(inputName(name), stdin)
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
		leaveAtEnd(s.cmd.InOrStdin())
	}
}

// leaveAtEnd leaves a file that has been read where GNU shuf would: a shell may go
// on with it, and package records does not move a regular file that it reads.
func leaveAtEnd(r io.Reader) {
	f, ok := r.(*os.File)
	if !ok {
		return
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	if at, err := f.Seek(0, io.SeekCurrent); err == nil && at < info.Size() {
		f.Seek(info.Size(), io.SeekStart) // where it could be asked it can be set
	}
}

// arguments shuffles the arguments.
func (s *shuffle) arguments(ctx context.Context, w io.Writer, args []string) error {
	if s.repeat {
		return s.repeatArguments(ctx, w, args)
	}
	sep := separator(s.format.nul)
	b := bufio.NewWriter(w)
	for place, i := range order.Shuffle(s.seed, len(args)) {
		if s.count != all && count(place) >= s.count {
			break
		}
		b.WriteString(args[i])
		b.WriteByte(sep)
	}
	return b.Flush()
}
