package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/terminal"
	"github.com/yates-shuffle/yates/records"
)

// A run does jobs, one after the other.
type run struct {
	cmd   *cobra.Command
	out   *dest.Set // of all jobs
	show  progress.When
	shown *progress.Progress   // of this job
	bytes *randomsource.Source // which decide, when they are open
}

// Do does the jobs with their outputs, and puts all of these in place when all are written.
func Do(cmd *cobra.Command, out *dest.Set, show progress.When, jobs ...*Job) error {
	r := run{cmd: cmd, out: out, show: show}
	for _, j := range jobs {
		err := r.do(cmd.Context(), j)
		r.bytes.Close()
		if r.bytes = nil; err != nil {
			return err
		}
	}
	return out.Place()
}

func (r *run) do(ctx context.Context, j *Job) error {
	switch j.Kind {
	case Words:
		return r.words(ctx, j)
	case Nothing:
		return r.to(j, func(io.Writer) error { return nil })
	}
	process.LimitHeap(r.out.Memory)
	typed := j.Kind == Lines && !j.Quiet && slices.Contains(j.Files, "-") && terminal.Of(r.cmd.InOrStdin()) != nil
	if typed {
		frame.Say(r.cmd, "reading lines from the terminal, up to Ctrl-D at the start of a line", "")
	}
	gauge := progress.Transfer(j.Options.Progress, r.show == progress.Auto && typed)
	r.shown = frame.StartProgress(ctx, r.show, r.cmd, gauge)
	defer r.shown.Stop()
	switch {
	case j.Kind == Integers:
		return r.integers(ctx, j)
	case j.Repeat, j.Options.Weight != nil, j.Random != nil:
		return r.urn(ctx, j)
	}
	return r.lines(ctx, j)
}

// settle ends the progress before output that may go to the same terminal.
func (r *run) settle(j *Job) {
	if r.show == progress.Auto && !dest.ToFiles(j.Parts.Names(), r.out.Stdout, r.out.Stderr) {
		r.shown.Stop()
	}
}

// to calls write with the one output of a job.
func (r *run) to(j *Job, write func(io.Writer) error) error {
	r.settle(j)
	to, err := r.out.Open(j.Parts.Files[0]...)
	if err != nil {
		return err
	}
	return write(to[0])
}

// count returns how many of n units are to be written.
func (r *run) count(j *Job, n uint64, unit string) (int64, error) {
	count, err := j.Head.of(n)
	if err == nil && !j.Repeat {
		err = r.enough(j, n, unit, count)
	}
	return count, err
}

// enough says that there are fewer units than asked for; with --strict that is an error.
func (r *run) enough(j *Job, n uint64, unit string, asked int64) error {
	if j.Quiet || asked == All && !j.Strict || n >= uint64(asked) {
		return nil
	}
	err := errors.New(frame.Fewer(int64(n), unit, asked))
	if !j.Strict {
		frame.Say(r.cmd, err.Error(), "")
		err = nil
	}
	return err
}

// words shuffles the arguments, or draws from them.
func (r *run) words(ctx context.Context, j *Job) error {
	words := j.Words
	if j.Options.Unique {
		seen := map[string]bool{}
		words = slices.DeleteFunc(slices.Clone(words), func(word string) bool {
			again := seen[word]
			seen[word] = true
			return again
		})
	}
	return r.draw(ctx, j, uint64(len(words)), func(b []byte, i uint64) []byte { return append(b, words[i]...) })
}

// draw writes count of n units that are in memory, each of which unit appends.
func (r *run) draw(ctx context.Context, j *Job, n uint64, unit func(b []byte, i uint64) []byte) error {
	count, err := r.count(j, n, j.Unit)
	if err != nil {
		return err
	}
	end := byte('\n')
	if j.Options.NUL {
		end = 0
	}
	return r.places(ctx, j, n, count, false, func(places iter.Seq[uint64]) error {
		return r.to(j, func(w io.Writer) error {
			return each(ctx, w, places, func(b []byte, i uint64) []byte { return append(unit(b, i), end) })
		})
	})
}

// integers shuffles the integers, or draws from them.
func (r *run) integers(ctx context.Context, j *Job) error {
	all := j.Hi - j.Lo + 1
	if j.Random != nil {
		return r.draw(ctx, j, all, func(b []byte, i uint64) []byte { return strconv.AppendUint(b, j.Lo+i, 10) })
	}
	write := records.Numbers
	if j.Repeat {
		if write = records.RepeatNumbers; all == 0 {
			return errNone
		}
	}
	n, err := r.count(j, all, j.Unit)
	if err != nil {
		return err
	}
	if n == 0 {
		return r.to(j, func(io.Writer) error { return nil })
	}
	opt := j.Options
	if opt.Head = n; n == All {
		opt.Head = 0
	}
	return r.to(j, func(w io.Writer) error { return write(ctx, w, opt, j.Lo, j.Hi) })
}

// lines shuffles the lines of files, or what else the records are.
func (r *run) lines(ctx context.Context, j *Job) error {
	c, err := process.Unblocked(ctx, func() (*records.Collection, error) {
		return records.Collect(ctx, j.Options, r.sources(j)...)
	})
	if err != nil {
		return err
	}
	r.taken(j, c.Files())
	if j.Comma != 0 && looksLikeHeader(c.Front(), j.Comma) {
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
func (r *run) write(ctx context.Context, j *Job, c *records.Collection) error {
	whole := j.Head == Head{Count: All} && !j.Strict
	if !whole || j.Options.Parts {
		n, err := c.Len(ctx)
		if err != nil {
			return err
		}
		count, err := r.count(j, uint64(n), j.Unit)
		if err != nil {
			return err
		}
		if n < int64(j.Parts.Folds) {
			frame.Say(r.cmd, fmt.Sprintf("there are fewer %ss (%d) than folds (%d): some are empty", j.Unit, n,
				j.Parts.Folds), "")
		}
		if j.Options.Parts || count == 0 { // which has a header
			r.settle(j)
			return r.writeParts(ctx, c, j, min(n, count))
		}
	}
	return r.to(j, func(w io.Writer) error { return c.Write(ctx, w) })
}

// urn draws lines from those of the files: with replacement, by weight, or by random bytes.
func (r *run) urn(ctx context.Context, j *Job) (err error) {
	stream := j.Random != nil && r.streams(j)
	if stream { // GNU shuf has the bytes before it reads
		if r.bytes, err = randomsource.Open(*j.Random); err != nil {
			return err
		}
	}
	urn, err := process.Unblocked(ctx, func() (*records.Urn, error) {
		return records.NewUrn(ctx, j.Options, r.sources(j)...)
	})
	if err != nil {
		return err
	}
	defer func() {
		if e := urn.Close(); err == nil {
			err = e
		}
	}()
	r.taken(j, urn.Files())
	n, unit := urn.Records(), j.Unit
	if without := n - urn.Drawable(); j.Options.Once && without > 0 {
		n, unit = urn.Drawable(), "weighted "+unit
		if j.Head.Count == All {
			frame.Say(r.cmd, label.Plural(int64(without), j.Unit)+" of weight 0 left out", "")
		}
	}
	count, err := j.Head.of(urn.Records())
	if err == nil && !j.Repeat {
		err = r.enough(j, n, unit, count)
	}
	if err != nil {
		return err
	}
	if j.Random != nil {
		return r.places(ctx, j, n, count, stream, func(places iter.Seq[uint64]) error {
			if !j.Repeat {
				count = min(count, int64(n))
			}
			return r.to(j, func(w io.Writer) error { return urn.DrawBy(ctx, w, count, places) })
		})
	}
	err = r.to(j, func(w io.Writer) error { return urn.Draw(ctx, w, count) })
	if err == records.ErrNoRecords {
		err = errNone
	}
	return err
}

// sources returns the sources of the files.
func (r *run) sources(j *Job) (sources []records.Source) {
	for _, name := range j.Files {
		source := records.File(name)
		if stdin := r.cmd.InOrStdin(); name == "-" || process.IsClosedInput(name, stdin) {
			source = records.Reader(infile.Name(name), stdin)
		}
		if !j.Raw {
			source = records.Decompressed(source)
		}
		sources = append(sources, source)
	}
	return sources
}

// taken notes which files were read. It leaves standard input at its end if it was one of them.
func (r *run) taken(j *Job, files []fs.FileInfo) {
	r.out.Read = files
	if slices.Contains(j.Files, "-") {
		process.LeaveAtEnd(r.cmd.InOrStdin())
	}
}
