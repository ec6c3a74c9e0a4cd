package shuffle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/terminal"
	"github.com/yates-shuffle/yates/internal/text"
	"github.com/yates-shuffle/yates/records"
)

// A run does jobs, one after the other.
type run struct {
	cmd   *cobra.Command
	out   *dest.Set // of all jobs
	show  progress.When
	shown *progress.Progress // of this job
}

// do does the jobs, and puts all their outputs in place when all are written.
func do(cmd *cobra.Command, show progress.When, how output.Options, jobs []*job) error {
	var names []string
	for _, j := range jobs {
		names = append(names, j.parts.names()...)
	}
	out, err := dest.With(cmd, how, names...)
	if err != nil {
		return err
	}
	defer out.End(cmd)
	r := run{cmd: cmd, out: out, show: show}
	for _, j := range jobs {
		if err := r.do(cmd.Context(), j); err != nil {
			return err
		}
	}
	return out.Place()
}

func (r *run) do(ctx context.Context, j *job) error {
	switch {
	case j.byBytes:
		return r.byBytes(ctx, j)
	case j.kind == ofWords:
		return r.words(ctx, j)
	case j.kind == ofNothing:
		return r.to(j, func(io.Writer) error { return nil })
	}
	process.LimitHeap(r.out.Memory)
	typed := j.kind == ofFiles && slices.Contains(j.files, "-") && terminal.Of(r.cmd.InOrStdin()) != nil
	if typed {
		frame.Say(r.cmd, "reading lines from the terminal, up to Ctrl-D at the start of a line", "")
	}
	gauge := progress.Transfer(j.opt.Progress, r.show == progress.Auto && typed)
	r.shown = frame.StartProgress(ctx, r.show, r.cmd, gauge)
	defer r.shown.Stop()
	switch {
	case j.kind == ofNumbers:
		return r.numbers(ctx, j)
	case j.repeat, j.opt.Weight != nil:
		return r.urn(ctx, j)
	}
	return r.lines(ctx, j)
}

// settle ends the progress before output that may go to the same terminal.
func (r *run) settle(j *job) {
	if r.show == progress.Auto && !dest.ToFiles(j.parts.names(), r.out.Stdout, r.out.Stderr) {
		r.shown.Stop()
	}
}

// to calls write with the one output of a job.
func (r *run) to(j *job, write func(io.Writer) error) error {
	r.settle(j)
	to, err := r.out.Open(j.parts.files[0]...)
	if err != nil {
		return err
	}
	return write(to[0])
}

// count returns how many of n units are to be written.
func (r *run) count(j *job, n uint64, unit string) (int64, error) {
	count, err := j.head.of(n)
	if err == nil && !j.repeat {
		err = r.enough(j, n, unit, count)
	}
	return count, err
}

// enough says that there are fewer units than asked for; with --strict that is an error.
func (r *run) enough(j *job, n uint64, unit string, asked int64) error {
	if asked == all || n >= uint64(asked) {
		return nil
	}
	err := errors.New(frame.Fewer(int64(n), unit, asked))
	if !j.strict {
		frame.Say(r.cmd, err.Error(), "")
		err = nil
	}
	return err
}

// words shuffles the arguments, or draws from them.
func (r *run) words(ctx context.Context, j *job) error {
	words := j.words
	if j.opt.Unique {
		seen := map[string]bool{}
		words = slices.DeleteFunc(slices.Clone(words), func(word string) bool {
			again := seen[word]
			seen[word] = true
			return again
		})
	}
	n, err := r.count(j, uint64(len(words)), j.unit)
	if err != nil {
		return err
	}
	all := text.Words{Words: words, Seed: *j.opt.Seed, Head: n, End: text.End(j.opt.NUL)}
	if j.repeat {
		return r.to(j, func(w io.Writer) error { return all.Repeat(ctx, w) })
	}
	return r.to(j, all.Shuffle)
}

// numbers shuffles the integers of -i, or draws from them.
func (r *run) numbers(ctx context.Context, j *job) error {
	lo, hi := j.numbers.Lo, j.numbers.Hi
	write := records.Numbers
	if j.repeat {
		if write = records.RepeatNumbers; lo > hi {
			return text.ErrNoLines
		}
	}
	n, err := r.count(j, hi-lo+1, j.unit)
	if err != nil {
		return err
	}
	if n == 0 {
		return r.to(j, func(io.Writer) error { return nil })
	}
	opt := j.opt
	if opt.Head = n; n == all {
		opt.Head = 0
	}
	return r.to(j, func(w io.Writer) error { return write(ctx, w, opt, lo, hi) })
}

// lines shuffles the lines of files, or what else the records are.
func (r *run) lines(ctx context.Context, j *job) error {
	c, err := process.Unblocked(ctx, func() (*records.Collection, error) {
		return records.Collect(ctx, j.opt, r.sources(j)...)
	})
	if err != nil {
		return err
	}
	r.taken(j, c.Files())
	if j.comma != 0 && looksLikeHeader(c.Front(), j.comma) {
		frame.Say(r.cmd, "the first row looks like a header, but is shuffled with the others; "+
			"--header 1 keeps it on top, --header 0 says that it is none", "")
	}
	err = r.write(ctx, j, c)
	if e := c.Close(); err == nil {
		err = e
	}
	return err
}

// write writes the collection, or its head, or its parts.
func (r *run) write(ctx context.Context, j *job, c *records.Collection) error {
	whole := j.head == head{count: all}
	if !whole || j.opt.Parts {
		n, err := c.Len(ctx)
		if err != nil {
			return err
		}
		count, err := r.count(j, uint64(n), j.unit)
		if err != nil {
			return err
		}
		if n < int64(j.parts.folds) {
			frame.Say(r.cmd, fmt.Sprintf("there are fewer %ss (%d) than folds (%d): some are empty", j.unit, n,
				j.parts.folds), "")
		}
		if j.opt.Parts || count == 0 { // which has a header
			r.settle(j)
			return r.writeParts(ctx, c, j, min(n, count))
		}
	}
	return r.to(j, func(w io.Writer) error { return c.Write(ctx, w) })
}

// urn draws lines from those of the files: with replacement, or by weight.
func (r *run) urn(ctx context.Context, j *job) error {
	urn, err := process.Unblocked(ctx, func() (*records.Urn, error) {
		return records.NewUrn(ctx, j.opt, r.sources(j)...)
	})
	if err != nil {
		return err
	}
	r.taken(j, urn.Files())
	n, unit := urn.Records(), j.unit
	if without := n - urn.Drawable(); j.opt.Once && without > 0 {
		n, unit = urn.Drawable(), "weighted "+unit
		if j.head.count == all {
			frame.Say(r.cmd, label.Plural(int64(without), j.unit)+" of weight 0 left out", "")
		}
	}
	count, err := j.head.of(urn.Records())
	if err == nil && j.opt.Once {
		err = r.enough(j, n, unit, count)
	}
	if err != nil {
		urn.Close() // only read, so the error does not matter
		return err
	}
	return text.Draw(ctx, urn, count, func(write func(io.Writer) error) error { return r.to(j, write) })
}

// sources returns the sources of the files.
func (r *run) sources(j *job) (sources []records.Source) {
	for _, name := range j.files {
		source := records.File(name)
		if stdin := r.cmd.InOrStdin(); name == "-" || process.IsClosedInput(name, stdin) {
			source = records.Reader(infile.Name(name), stdin)
		}
		if !j.raw {
			source = records.Decompressed(source)
		}
		sources = append(sources, source)
	}
	return sources
}

// taken notes which files were read. It leaves standard input at its end if it was one of them.
func (r *run) taken(j *job, files []fs.FileInfo) {
	r.out.Read = files
	if slices.Contains(j.files, "-") {
		process.LeaveAtEnd(r.cmd.InOrStdin())
	}
}
