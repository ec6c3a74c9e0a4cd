package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

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
	count   count
	format  formatFlags
	parts   partFlags
	memory  size
	workers int
	tmp     string
	show    when // progress
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

A FILE whose name ends in .gz or .zst is decompressed, and that of -o compressed,
by gzip or zstd. Standard input and output are taken as they are.

There may be more lines than fit into memory; then there must be room for all of
them in a temporary file. Nothing is written before everything has been read, and
the FILE of -o is replaced only when the new one is whole, so it may be an input.

The order depends on the seed and on the lines alone: the same lines with the
same seed have the same order with any memory, any number of workers, in one
file or several, on any machine (Order 1, which SPEC.md defines). Without a seed
it cannot be predicted.

With -i LO-HI the lines are the integers from LO to HI, which nobody writes down:
they take 4 bytes of memory each, or what --memory says and more time, and no
temporary file. More than 2^32 of them (4,294,967,296) are shuffled in constant
memory, and the first is written at once; their order is pseudo-random and not
Order 1. With -n they are a fair sample, but not the head of that order.

With -r each line is drawn from all, whether it was drawn before or not; it never
ends unless -n says how many.

If standard error is a terminal, a line there shows how far a shuffle is that
takes longer than a second; while lines are written, only if they go to a file.
With --progress=always it is shown at once and in any case, to what is not a
terminal as a line every ten seconds and one at the end.`,
		Example: `  yates shuffle deck.txt
  yates shuffle -n 3 entries.txt                 draw three winners
  yates shuffle --seed 'May 2026' -o all.txt a.txt b.txt
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
			if s.echo || s.numbers.given {
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
			return hinted(s.run(cmd.Context(), args))
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVarP(&s.echo, "echo", "e", false, "shuffle the arguments, each a line, instead of files")
	flags.VarP(&s.numbers, "input-range", "i", "shuffle the integers `LO-HI`, each a line, instead of files")
	flags.BoolVarP(&s.repeat, "repeat", "r", false, "draw each line from all, with replacement; endlessly without -n")
	flags.VarP(&s.count, "head-count", "n", "write at most `COUNT` lines, the first of the whole order")
	flags.StringArrayVarP(&s.outputs, "output", "o", nil, "write to `FILE` instead of standard output")
	s.format.register(flags)
	s.parts.register(flags)
	seed.register(flags)
	flags.Var(&fileName{name: &s.random}, "random-source", "let the bytes of `FILE` decide, in the way of GNU shuf, instead of a seed")
	flags.Var(&s.memory, "memory", "use about `SIZE` of memory, such as 64M or 2G (default a quarter of all)")
	flags.IntVar(&s.workers, "workers", 0, "use `N` processors at the same time (default all)")
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
	for _, name := range slices.Concat(names...) {
		if standard(name, s.cmd) != nil {
			continue
		}
		if err := checkOutput(name); err != nil {
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
		Seed: s.seed, Memory: int64(s.memory), Workers: s.workers, TempDir: s.tmp,
		InStep: s.parts.inStep, Parts: s.parts.given(),
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
	switch {
	case s.numbers.given:
		return s.writeNumbers(ctx, opt)
	case s.repeat:
		urn, err := newUrn(ctx, opt, s.sources(args)...)
		if err != nil {
			return err
		}
		return drawLines(ctx, urn, s.to)
	}
	opt.Progress = new(records.Progress)
	shown := startProgress(ctx, s.show, s.cmd, opt.Progress, slices.Contains(args, "-"))
	defer shown.stop()
	c, err := s.collect(ctx, opt, args)
	if err != nil {
		return err
	}
	if s.show == auto && !s.toFiles(names) {
		shown.stop() // before lines come that may be for the same terminal
	}
	switch {
	case s.parts.given():
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

// names returns the names of the outputs: of each part, that of each file in step.
// There are none if all goes to standard output.
func (s *shuffle) names(args []string) ([][]string, error) {
	if s.parts.given() {
		return s.parts.names(s.outputs, args)
	}
	for _, name := range s.outputs {
		if name != s.outputs[0] {
			return nil, badUsage("", "there are two outputs, %s and %s", s.outputs[0], name)
		}
	}
	if len(s.outputs) == 0 {
		return nil, nil
	}
	return [][]string{s.outputs[:1]}, nil
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

// hinted gives the errors of package records the form of this command's.
func hinted(err error) error {
	hint := records.Hint(err)
	if out, ok := errors.AsType[*outputError](err); ok {
		err, hint = out, out.hint() // which file it was is said once
	}
	if hint != "" {
		return fmt.Errorf("%w; %s", err, hint)
	}
	return err
}

// collect reads the input.
func (s *shuffle) collect(ctx context.Context, opt records.Options, files []string) (*records.Collection, error) {
	return unblocked(ctx, func() (*records.Collection, error) {
		return records.Collect(ctx, opt, s.sources(files)...)
	})
}

// sources returns the sources of these names.
func (s *shuffle) sources(files []string) (sources []records.Source) {
	for _, name := range files {
		if name == "-" {
			sources = append(sources, records.Reader("standard input", s.cmd.InOrStdin()))
		} else {
			sources = append(sources, records.Decompressed(name))
		}
	}
	return sources
}

// arguments shuffles the arguments.
func (s *shuffle) arguments(ctx context.Context, w io.Writer, args []string) error {
	if s.repeat {
		opt := records.Options{Seed: s.seed, NUL: s.format.nul}
		if s.count == 0 {
			return nil
		} else if s.count != all {
			opt.Head = int64(s.count)
		}
		return repeatWords(ctx, w, opt, args)
	}
	sep := separator(s.format.nul)
	offsets := make([]uint64, len(args))
	end := uint64(0)
	for i, arg := range args {
		offsets[i] = end
		end += uint64(len(arg)) + 1
	}
	b := bufio.NewWriter(w)
	for place, i := range order.Shuffle(s.seed, offsets) {
		if s.count != all && count(place) >= s.count {
			break
		}
		b.WriteString(args[i])
		b.WriteByte(sep)
	}
	return b.Flush()
}

// to calls write with the output, which is open only then. A file is put in its
// place if write succeeds.
func (s *shuffle) to(write writing) error {
	if len(s.outputs) == 0 {
		return write(s.cmd.OutOrStdout())
	}
	if w := standard(s.outputs[0], s.cmd); w != nil {
		return write(w)
	}
	out, err := s.create(s.outputs[0], 1)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := write(&output{w: out, namesItself: true}); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return &outputError{err}
	}
	return nil
}

// create makes one of n outputs that are written at the same time.
func (s *shuffle) create(name string, n int) (*records.Output, error) {
	out, err := records.CreateCompressed(name, records.Options{Memory: int64(s.memory) / int64(n), Workers: s.workers})
	if err != nil {
		return nil, &outputError{err}
	}
	return out, nil
}

// checkOutput tells of an output that can't be made while nothing has been read
// yet: all else about it shows only when it is opened.
func checkOutput(name string) error {
	if name == "" {
		return badUsage("", "the name of the output is empty")
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("writing %s: it is a directory", name)
	}
	if dir := filepath.Dir(name); dir != "." {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("writing %s: there is no directory %s", name, dir)
		}
	}
	return nil
}

// standard returns the stream that a name such as /dev/stdout means, or nil.
// Such names lead to whatever file the stream was opened with, but to replace
// that file, or to write from its start, is not what people mean by them.
func standard(name string, cmd interface {
	OutOrStdout() io.Writer
	ErrOrStderr() io.Writer
}) io.Writer {
	switch name {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return cmd.OutOrStdout()
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return cmd.ErrOrStderr()
	}
	return nil
}

// A count is a number of lines, or all.
type count int64

const all count = math.MaxInt64

// Set sets the count, or lowers it where the flag was given before. A number
// that is too large to count to means all.
func (c *count) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 63)
	if errors.Is(err, strconv.ErrRange) {
		n, err = uint64(all), nil
	}
	if err != nil {
		return errors.New("it is not a number of lines")
	}
	*c = min(*c, count(n))
	return nil
}

func (c *count) String() string { return "" }
func (c *count) Type() string   { return "COUNT" }

// A size is a number of bytes.
type size int64

const leastMemory = 1 << 20

// Set sets the size to that of a text such as 256M.
func (v *size) Set(text string) error {
	units := map[string]int{"": 0, "B": 0, "K": 10, "M": 20, "G": 30, "T": 40}
	digits := strings.TrimRight(text, "bBiIkKmMgGtT")
	unit := strings.ToUpper(text[len(digits):])
	if len(unit) > 1 {
		unit = strings.TrimSuffix(strings.TrimSuffix(unit, "B"), "I")
	}
	shift, ok := units[unit]
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case !ok || err != nil || n < 0 || n > math.MaxInt64>>shift:
		return errors.New("it is not a size such as 64M, 2G or 1048576")
	case n<<shift < leastMemory:
		return errors.New("it is less than 1M")
	}
	*v = size(n << shift)
	return nil
}

func (v *size) String() string { return "" }
func (v *size) Type() string   { return "SIZE" }
