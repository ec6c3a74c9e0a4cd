package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/quote"
)

// newDrawCommand returns the command "yates draw" with its subcommands.
func newDrawCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "draw COMMAND",
		Short: "draw winners so that anyone can check the draw",
		Long: `Draw holds a raffle, or any other draw from a list, so that anyone can check it.

  1. yates draw check     finds what is wrong with the list.
  2. yates draw commit    makes a short text, the commitment. It says how many win, from
                          which list, and when. Publish it before that time.
  3. yates draw run       draws when the time has come. The winners follow from the
                          commitment and a number that a public beacon, drand, publishes
                          at that time. Nobody knows it before. Publish the transcript.
  4. yates draw verify    checks the transcript on any machine, without a network.

The list has an entry on each line. Only run uses the network. SPEC-draw.md defines
the draw, so that others can check it with programs of their own.`,
		Example: `  yates draw check entries.txt
  yates draw commit --title Raffle -n 3 --at '2027-01-01 12:00 UTC' -o raffle.commit entries.txt
  yates draw run -o raffle.draw raffle.commit entries.txt
  yates draw verify raffle.draw entries.txt`,
		DisableFlagsInUseLine:      true,
		SuggestionsMinimumDistance: 2,
		ValidArgsFunction:          cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return noCommand{cmd.UsageString()}
			}
			remedy := "yates draw --help"
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				remedy = "yates help draw " + near[0]
			}
			return badUsage(remedy, "unknown command of draw: %s", strconv.Quote(args[0]))
		},
	}
	cmd.AddCommand(newDrawCheckCommand(), newDrawCommitCommand(), newDrawRunCommand(), newDrawVerifyCommand(),
		newDrawHideCommand(), newDrawSecretCommand(), newDrawRFC3797Command(), newDrawRivestCommand())
	return cmd
}

// drawArgs requires from least to most files, which the usage names in that order.
func drawArgs(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		help := cmd.CommandPath() + " --help"
		var empty error
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if f.Value.Type() == "string" && f.Value.String() == "" {
				empty = badUsage(help, "--%s is empty", f.Name)
			}
		})
		if empty != nil {
			return empty
		}
		files := strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(cmd.Use))
		files = files[len(files)-most:]
		switch {
		case len(args) < least:
			return badUsage(help, "%s needs %s", cmd.Name(), files[len(args)])
		case len(args) > most:
			return badUsage(help, "%s takes %s, but was given %s, too", cmd.Name(), strings.Join(files, " and "), label.Name(args[most]))
		}
		for i, name := range args {
			if name == "" {
				return badUsage(help, "the argument %s is empty", files[i])
			}
		}
		return nil
	}
}

// readInput opens a file and has it read, until a signal comes. A read that is blocked
// then goes on, so it must not write anything.
func readInput[T any](cmd *cobra.Command, name string, read func(io.Reader) (T, error)) (T, error) {
	return process.Unblocked(cmd.Context(), func() (T, error) { return readFile(cmd, name, read) })
}

// readFile is readInput for a file that does not block. What is compressed is refused:
// a draw is about the bytes of its files.
func readFile[T any](cmd *cobra.Command, name string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	r, end, err := openInput(name, cmd.InOrStdin(), true)
	if err != nil {
		return none, err
	}
	defer end()
	text := bufio.NewReader(&untilDone{cmd.Context(), r})
	head, _ := text.Peek(packing.SniffLen) // reading repeats an error
	kind, err := packing.Sniff(head)
	if kind != packing.None {
		err = &packing.Unreadable{What: "a " + kind.String() + " file", Command: kind.String() + " -dc"}
	}
	if err != nil {
		return none, reading(inputName(name), err)
	}
	value, err := read(text)
	if err != nil {
		err = reading(inputName(name), err)
	}
	return value, err
}

// An untilDone reader reads until the context is done.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (r *untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// checkList reads a list and looks for problems.
func checkList(cmd *cobra.Command, name string, allow []draw.Kind) (*draw.List, error) {
	return readInput(cmd, name, func(r io.Reader) (*draw.List, error) { return draw.Check(r, allow...) })
}

// soundList returns the entries of a list without problems.
func soundList(cmd *cobra.Command, name string, allow []draw.Kind) (draw.Entries, error) {
	list, err := checkList(cmd, name, allow)
	switch {
	case err != nil:
		return draw.Entries{}, err
	case list.Count == 0:
		return draw.Entries{}, fmt.Errorf("%s has no entries", label.Name(inputName(name)))
	case list.OK():
		return list.Entries, nil
	}
	first, more := list.Problems[0], uint64(0)
	for _, n := range list.Counts {
		more += n
	}
	message := fmt.Sprintf("line %d of %s %s", first.Line, label.Name(inputName(name)), first.Reason)
	if more--; more > 0 {
		message += ", and there is more"
	}
	return draw.Entries{}, &frame.Problem{
		Err:    fmt.Errorf("%s; correct the list, or accept this with --allow %s", message, first.Kind),
		Remedy: "yates draw check " + quote.New().File(name),
	}
}

// twice refuses a list that cannot be read twice.
func twice(name string) error {
	if info, err := os.Stat(name); name == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return fmt.Errorf("%s is read twice, so it must be a file", label.Name(inputName(name)))
	}
	return nil
}

// readText reads a text that should be of a kind. If it is not, and is the first of two
// arguments, they may be in the wrong order.
func readText(cmd *cobra.Command, name, kind string, args []string) ([]byte, error) {
	text, err := readInput(cmd, name, func(r io.Reader) ([]byte, error) {
		return io.ReadAll(io.LimitReader(r, draw.MaxTranscript+1))
	})
	if err != nil {
		return nil, err
	}
	got := drawtext.KindOf(text)
	if got == kind {
		return text, nil
	}
	p := &frame.Problem{Err: fmt.Errorf("%s is not %s", label.Name(inputName(name)), kind), Status: frame.StatusUsage}
	if got != "" {
		p.Err = fmt.Errorf("%s is %s, and not %s", label.Name(inputName(name)), got, kind)
	}
	if len(args) == 2 && args[1] != "-" && name == args[0] {
		other, err := readInput(cmd, args[1], func(r io.Reader) ([]byte, error) {
			return io.ReadAll(io.LimitReader(r, draw.MaxTranscript))
		})
		if err == nil && drawtext.KindOf(other) == kind {
			q := quote.New()
			p.Err = fmt.Errorf("%s is not %s, but %s is", label.Name(inputName(name)), kind, label.Name(args[1]))
			p.Remedy = cmd.CommandPath() + " " + q.File(args[1]) + " " + q.File(name)
		}
	}
	return nil, p
}

// refuseText refuses a list that is a text of a draw. The remedy is for a commitment.
func refuseText(cmd *cobra.Command, name, remedy string) error {
	if info, err := os.Stat(name); name == "-" || err != nil || !info.Mode().IsRegular() {
		return nil // it can be read once, or not at all
	}
	front, err := readInput(cmd, name, func(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, 1<<16)) })
	kind := drawtext.KindOf(front)
	if err != nil || kind == "" {
		return err
	}
	if kind != drawtext.Commitment {
		remedy = ""
	}
	return badUsage(remedy, "%s is %s, and not a list", label.Name(name), kind)
}

// newDrawFile returns the output of a draw. It replaces no file: what was published must
// not be lost.
func newDrawFile(cmd *cobra.Command, name string) (*fileSet, error) {
	if exists(cmd, name) {
		return nil, fmt.Errorf("%s exists, and a draw replaces no file; choose another name", label.Name(name))
	}
	f, err := newFileSet(cmd, name)
	if err == nil {
		f.Options = output.Options{New: true}
	}
	return f, err
}

// exists reports whether an output is a file.
func exists(cmd *cobra.Command, name string) bool {
	if output.Standard(name, cmd.OutOrStdout(), cmd.ErrOrStderr()) != nil {
		return false
	}
	info, err := os.Lstat(name)
	if err == nil && info.Mode()&os.ModeSymlink != 0 {
		if info, err = os.Stat(name); errors.Is(err, os.ErrNotExist) {
			return true // it leads to where nothing is
		}
	}
	return err == nil && info.Mode().IsRegular()
}

// writeDraw writes the output of a draw.
func (f *fileSet) writeDraw(write func(io.Writer) error) error {
	defer f.Abort()
	return f.Set.Write(f.names[0], write)
}

func writeText(text []byte) func(io.Writer) error {
	return func(w io.Writer) error { _, err := w.Write(text); return err }
}

// secretFile makes a file that nobody else can read. It replaces none.
func secretFile(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists, and a secret replaces no file; choose another name", label.Name(name))
	}
	if err == nil {
		err = cmp.Or(write(f), f.Sync())
		if err = cmp.Or(err, f.Close()); err != nil {
			os.Remove(name)
		}
	}
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = fmt.Errorf("writing %s: %w", label.Name(name), e.Err)
	}
	return err
}

// readChain returns the chain that a file describes, or quicknet if name is "".
func readChain(cmd *cobra.Command, name string) (*draw.Chain, error) {
	if name == "" {
		return draw.Quicknet(), nil
	}
	return readInput(cmd, name, func(r io.Reader) (*draw.Chain, error) {
		text, err := io.ReadAll(io.LimitReader(r, 1<<20))
		if err != nil {
			return nil, err
		}
		return draw.ParseChain(text)
	})
}

// entryName returns an entry as people see it: on one line, and in quotes if it could be
// taken for more than a name.
func entryName(entry string) string {
	const most = 200
	switch {
	case len(entry) > most:
		return strconv.Quote(strings.ToValidUTF8(entry[:most], "")) + "... (" + label.Plural(len(entry), "byte") + ")"
	case strings.Contains(entry, skippedMark):
		return strconv.Quote(entry)
	}
	return label.Name(entry)
}

const skippedMark = "SKIPPED"

// winners returns the places of a draw, one a line, with the entries where they are known:
// the first most of them.
func winners(t *draw.Transcript, names map[uint64]string, most int) string {
	var b strings.Builder
	width := len(strconv.FormatUint(t.Commitment.Entries.Count, 10))
	places := t.Places
	for i, prize := range t.Commitment.Prizes {
		fmt.Fprintf(&b, "%s:\n", label.Name(prize.Name))
		won := uint64(0)
		for ; len(places) > 0 && places[0].Prize == i; places = places[1:] {
			p := places[0]
			if most--; most < 0 {
				fmt.Fprintf(&b, "  … and more: %s in all\n", label.Plural(len(t.Places), "place"))
				return b.String()
			}
			fmt.Fprintf(&b, "  %*d", width, p.Entry)
			if name, ok := names[p.Entry]; ok {
				fmt.Fprintf(&b, "  %s", entryName(name))
			}
			if p.Skipped != "" {
				fmt.Fprintf(&b, "  %s: %s", skippedMark, label.Name(p.Skipped))
			} else {
				won++
			}
			b.WriteByte('\n')
		}
		if won < prize.Count {
			fmt.Fprintf(&b, "  nobody is left: %d of %d\n", won, prize.Count)
		}
	}
	return b.String()
}
