package job

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/internal/advice"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/internal/terminal"
	"github.com/yates-shuffle/yates/records/failure"
)

// A run does a job.
type run struct {
	ui    *frame.UI
	out   *dest.Set
	show  progress.When
	shown *progress.Progress
	bytes *randomsource.Source // which decide, when they are open
}

// Do does the job with its outputs, and puts all of these in place when all are written.
func Do(ctx context.Context, ui *frame.UI, out *dest.Set, show progress.When, j *Job) error {
	r := run{ui: ui, out: out, show: show}
	err := explain(j, r.do(ctx, j))
	if err = cmp.Or(err, r.bytes.Close()); err != nil {
		return err
	}
	return out.Place()
}

// unblank is a command that leaves blank lines out.
const unblank = `awk '!/^\r?$/' FILE (those within quoted fields, too)`

// explain names the file of a record that cannot be used, if there is only one, and says what to do.
func explain(j *Job, err error) error {
	bad, ok := errors.AsType[*failure.RecordError](err)
	_, absent := errors.AsType[*failure.AbsentError](err)
	apart, _ := errors.AsType[*failure.ApartError](err)
	weight, _ := errors.AsType[*failure.WeightError](err)
	hint := ""
	switch {
	case errors.Is(err, failure.ErrBlank) && ok:
		hint = "--missing drop leaves blank lines out, and for weights " + unblank
	case errors.Is(err, failure.ErrBlank):
		hint = "sed '$d' FILE leaves it out"
	case ok && absent && j.Options.Rule.Kind != ask.Weights:
		hint = "--missing own, one or drop takes rows without it"
	case apart != nil && apart.Count > 0:
		hint = fmt.Sprintf("--max-run %d is enough", (apart.Count-1)/(apart.Fit/apart.Run)+1)
	case ok && weight != nil && bad.Record == 1 && j.Options.Header == 0 && j.Options.Format.Kind != ask.JSON &&
		strings.ContainsFunc(weight.Text, unicode.IsLetter):
		hint = "if that is a header, add --header 1"
	}
	if ok && len(j.Files) == 1 {
		err = infile.Error(infile.Name(j.Files[0]), err)
	}
	return frame.WithHint(err, hint)
}

func (r *run) do(ctx context.Context, j *Job) (err error) {
	if j.Kind == Nothing {
		return r.writeOne(j, 0, func(io.Writer) error { return nil })
	}
	if j.Random != nil {
		if r.bytes, err = randomsource.Open(*j.Random); err != nil {
			return err
		}
	}
	j.Options.Look = func(name string, front []byte) error { return infile.Torn(&j.Options.Format, name, front) }
	process.LimitHeap(r.out.Memory)
	typed := j.Kind == Lines && !j.Quiet && slices.Contains(j.Files, "-") && terminal.Of(r.ui.In) != nil
	if typed {
		r.ui.Say("reading lines from the terminal, up to Ctrl-D at the start of a line")
	}
	gauge := progress.Transfer(j.Options.Progress, r.show == progress.Auto && typed)
	r.shown = r.ui.StartProgress(ctx, r.show, gauge)
	defer r.shown.Stop()
	if j.Mixture != nil {
		return r.mix(ctx, j)
	}
	if j.Repeat || j.Random != nil || j.Options.Rule.Kind&(ask.Weights|ask.Apart) != 0 {
		return r.urn(ctx, j)
	}
	return r.shuffle(ctx, j)
}

// settle ends the progress before output that may go to the same terminal.
func (r *run) settle(j *Job) {
	if r.show == progress.Auto && !dest.ToFiles(j.Parts.Names(), r.out.Stdout, r.out.Stderr) {
		r.shown.Stop()
	}
}

// writeOne calls write with the one output of a job, for so many records.
func (r *run) writeOne(j *Job, records int64, write func(io.Writer) error) error {
	r.settle(j)
	to, err := j.open(r.out, j.Parts.Files[0], records)
	if err != nil {
		return err
	}
	return write(to)
}

// count returns how many are to be written, and says if there are fewer.
func (r *run) count(j *Job, all, n uint64, unit string) (asked int64, err error) {
	if j.Repeat || j.Quiet {
		return j.Head.Of(all)
	}
	return advice.Count(r.ui, j.Head, j.Strict, all, n, unit)
}

// shuffle shuffles the lines of files, or what else the records are.
func (r *run) shuffle(ctx context.Context, j *Job) error {
	c, err := r.collect(ctx, j)
	if err != nil {
		return err
	}
	return cmp.Or(r.write(ctx, j, c), c.Close())
}

// collect reads what is shuffled, and says what there is to say of it.
func (r *run) collect(ctx context.Context, j *Job) (*engine.Collection, error) {
	if err := j.twice(r.ui.In, r.ui.Say); err != nil {
		return nil, err
	}
	c, err := process.Unblocked(ctx, func() (*engine.Collection, error) {
		return engine.Collect(ctx, j.Options, r.sources(j)...)
	})
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(r.reviewInputs(j, c), r.samples(j, c)); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// samples says which files of tar archives are of no sample. It is an error if an archive that is replaced would lose
// files.
func (r *run) samples(j *Job, c *engine.Collection) error {
	if n, name := c.LeftOut(); n > 0 {
		left := fmt.Sprintf("left out, as of no sample: %s (%s)", label.Plural(n, "file"), label.Name(name))
		if slices.Equal(j.Files, j.Parts.Names()) {
			return fmt.Errorf("%s would lose them: %s", label.Name(j.Files[0]), left)
		}
		r.ui.Say(left)
	}
	return nil
}

// reviewInputs refuses what was read, or says what there is to say of it.
func (r *run) reviewInputs(j *Job, all advice.Rows) error {
	if err := cmp.Or(r.noteInputs(j, all.Files()), recognise(j, all.Header(), all.Front())); err != nil {
		return err
	}
	advice.Read(r.ui, all, j.Options.Missing)
	if n := all.Blank(); n > 0 {
		r.ui.Say(label.Plural(n, "blank line") + " taken as rows; most readers of CSV pass over them, as does " +
			unblank)
	}
	return nil
}

// recognise refuses a table that is cut at the wrong delimiter, and a header that is an object of JSON lines.
func recognise(j *Job, header, front []byte) error {
	first, _, _ := bytes.Cut(header, []byte("\n"))
	if j.Options.Header == 0 {
		first, _, _ = bytes.Cut(front, []byte("\n"))
	}
	if j.Options.Format.Kind == ask.CSV && j.Options.Delimiter == 0 && bytes.IndexByte(first, ',') < 0 {
		if i := bytes.IndexAny(first, ";\t"); i >= 0 {
			return fmt.Errorf("the first row has no comma, but %q: give it as --delimiter, or else the comma", first[i])
		}
	}
	if header = lastLine(header); j.Options.Header > 0 && j.Options.Lines == 0 && len(header) < 64<<10 &&
		objects.Match(slices.Concat(header, front)) {
		err := fmt.Errorf("--header %d took %.60s as the header, which is a JSON object, as the next line is",
			j.Options.Header, bytes.TrimRight(header, "\r\n"))
		return frame.WithHint(err, "leave --header out, or add --lines 1 if it is none of them")
	}
	return nil
}

// objects are two lines of JSON objects, of which the second one need not be whole.
var objects = regexp.MustCompile(`^(\x{feff})?\s*\{\s*(".*)?\}\s*\n\s*\{\s*["}]`)

// lastLine returns the last line.
func lastLine(text []byte) []byte {
	return text[1+bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n'):]
}

// write writes the collection, or its head, or its parts.
func (r *run) write(ctx context.Context, j *Job, c *engine.Collection) error {
	whole := j.Head == shares.Head{Count: shares.All} && !j.Strict && j.Options.Skip == 0 && !j.Options.Binary
	if whole && !j.Options.Parts {
		return r.writeOne(j, shares.All, func(w io.Writer) error { return c.Write(ctx, w) })
	}
	n, err := c.Len(ctx)
	if err != nil {
		return err
	}
	n = advice.Left(r.ui, n, j.Options.Skip, j.Unit)
	count, err := r.count(j, n, n, j.Unit)
	if err != nil {
		return err
	}
	sizes, err := r.sizes(j, int64(min(n, uint64(count))), c)
	if err != nil {
		return err
	}
	if j.Options.Rule.Kind == ask.Classes {
		advice.Stratified(r.ui, n, j.Unit, c)
	}
	if !j.Options.Parts && count > 0 { // else there may be a header
		return r.writeOne(j, sizes[0], func(w io.Writer) error { return c.Write(ctx, w) })
	}
	r.settle(j)
	if err := j.writeParts(ctx, c, r.out, sizes); err != nil {
		return err
	}
	switch {
	case j.partsByKey(): // whose sizes are known now
		sizes = c.SizesByKey()
		advice.PartedByKey(r.ui, j.Options.Shares, sizes, int64(n), j.Unit)
		advice.Divided(r.ui, sizes, j.Parts.Files, int64(n), j.Unit, false, c)
	case j.Options.Shares != nil:
		advice.SampledByKey(r.ui, j.Options.Shares, float64(n), j.Unit)
	}
	if j.PerClass > 0 {
		advice.Small(r.ui, c, j.PerClass, j.Unit)
	}
	return nil
}

// sizes returns the sizes of the parts when n are divided, unless keys decide them, and says if some are empty, and how
// many are in none.
func (r *run) sizes(j *Job, n int64, c *engine.Collection) ([]int64, error) {
	if j.Parts.Sizes == nil {
		return []int64{n}, nil
	}
	sizes, err := j.Parts.Sizes(n, c.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%w %ss", err, j.Unit)
	}
	if j.Parts.Named != nil {
		if err := j.name(r.out, len(sizes)); err != nil {
			return nil, err
		}
	}
	if err := r.keepsInputs(j, sizes, n); err != nil {
		return nil, err
	}
	if !j.partsByKey() {
		advice.Divided(r.ui, sizes, j.Parts.Files, n, j.Unit, j.Parts.Hundredths, c)
	}
	return sizes, nil
}

// keepsInputs returns an error if a part would replace an input, and some of the n units are in no part.
func (r *run) keepsInputs(j *Job, sizes []int64, n int64) error {
	for _, size := range sizes {
		n -= size
	}
	for _, name := range j.Parts.Files {
		info, err := os.Stat(name)
		if n > 0 && len(sizes) > 1 && err == nil &&
			slices.ContainsFunc(r.out.Read, func(f fs.FileInfo) bool { return os.SameFile(f, info) }) {
			return fmt.Errorf("%s is an input, of which %s would be lost, in no part; use another -o", label.Name(name),
				label.Plural(int(n), j.Unit))
		}
	}
	return nil
}

// urn draws lines from those of the files: with replacement, by weight, or by random bytes.
func (r *run) urn(ctx context.Context, j *Job) (err error) {
	stream := j.Random != nil && isStreamed(j, r.ui.In)
	urn, err := process.Unblocked(ctx, func() (*engine.Urn, error) {
		return engine.NewUrn(ctx, j.Options, r.sources(j)...)
	})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, urn.Close()) }()
	if err := r.reviewInputs(j, urn); err != nil {
		return err
	}
	n, unit := urn.Records(), j.Unit
	once := j.Options.Rule.Kind == ask.Weights && !j.Repeat
	if without := n - urn.Drawable(); once && without > 0 {
		n, unit = urn.Drawable(), "weighted "+unit
		if j.Head.Count == shares.All {
			r.ui.Say(label.Plural(int64(without), j.Unit) + " of weight 0 left out")
		}
	}
	count, err := r.count(j, urn.Records(), n, unit)
	if err != nil {
		return err
	}
	if apart := j.Options.Rule.Kind == ask.Apart; apart || j.Random != nil {
		var places iter.Seq[uint64]
		if apart {
			places, err = process.Unblocked(ctx, func() (iter.Seq[uint64], error) { return urn.Apart(count) })
		} else {
			places, err = placesOf(ctx, j, r.bytes, n, count, stream)
		}
		if err != nil {
			return err
		}
		if !j.Repeat {
			count = min(count, int64(n))
		}
		return r.writeOne(j, count, func(w io.Writer) error { return urn.DrawBy(ctx, w, count, places) })
	}
	draw := urn.Draw
	switch {
	case once:
		draw = urn.DrawOnce
	case j.PerClass != 0:
		draw, count = urn.DrawEach, j.PerClass
	}
	err = r.writeOne(j, count, func(w io.Writer) error { return draw(ctx, w, count) })
	if sizes := urn.Classes(); err == nil && len(sizes) > 0 {
		advice.Balanced(r.ui, sizes, j.PerClass, j.Unit)
	}
	return err
}

// sources returns the sources of the files.
func (r *run) sources(j *Job) (sources []engine.Source) {
	if j.Kind == Integers {
		return []engine.Source{{Integers: true, Lo: j.Lo, Hi: j.Hi}}
	}
	for _, name := range j.Files {
		source := engine.Source{Name: name, Unpack: !j.Raw}
		if name == "-" {
			source.Name, source.Reader = infile.Name(name), r.ui.In
		}
		sources = append(sources, source)
	}
	return sources
}

// noteInputs notes which files were read. It leaves standard input at its end if it was one of them.
// It is an error if standard output, too, is one of them, but not for shuf.
func (r *run) noteInputs(j *Job, files []fs.FileInfo) error {
	r.out.Read = files
	if slices.Contains(j.Files, "-") {
		process.LeaveAtEnd(r.ui.In)
	}
	out, ok := r.out.Stdout.(interface{ Stat() (fs.FileInfo, error) })
	if !ok || j.Quiet || !slices.Contains(j.Parts.Names(), output.Stdout) {
		return nil
	}
	info, err := out.Stat()
	if err == nil && slices.ContainsFunc(files, func(f fs.FileInfo) bool { return os.SameFile(f, info) }) {
		return errors.New("an input is standard output, too, so the shell has emptied it or would extend it; " +
			"-o FILE FILE replaces a file when all of it is read")
	}
	return nil
}
