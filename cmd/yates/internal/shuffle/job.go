package shuffle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// jobs returns the jobs of the flags, and how their outputs are made.
func (f *flags) jobs(ui *frame.UI, args []string) (jobs []*job.Job, how output.Options, err error) {
	if args, err = f.form.arguments(f, args); err != nil {
		return nil, how, err
	}
	if err := frame.Exclude(f.set, conflicts()); err != nil {
		return nil, how, err
	}
	if f.mixed() {
		if args, err = f.mixture(args); err != nil {
			return nil, how, err
		}
	}
	if !f.Raw && !f.echo {
		f.guess(args)
		if !f.formatted() && !f.NUL {
			if err := f.lay(args); err != nil {
				return nil, how, err
			}
		}
	}
	if err := f.check(args); err != nil {
		return nil, how, err
	}
	f.tell(ui)
	if f.seed.Read && !f.inPlace && (slices.Contains(args, "-") || !f.numbers.Given && len(args) == 0) {
		return nil, how, frame.BadUsage("", "--seed-hex - reads the seed from standard input, which has lines")
	}
	seed, err := f.seed.Seed(ui)
	if err != nil {
		return nil, how, err
	}
	how = f.how
	how.Compress, how.Memory = true, cmp.Or(how.Memory, engine.DefaultMemory())
	if f.job.Options.Tar {
		how.Kind = "tar"
	}
	if f.set.Changed("files0-from") {
		if args, err = namesIn(f.list, ui.In, how.Memory); err != nil {
			return nil, how, err
		}
	}
	given := len(args) > 0 || f.numbers.Given || f.echo || f.set.Changed("files0-from")
	if !given && process.IsNull(ui.In) {
		return nil, how, frame.BadUsage("", "there is no FILE, and standard input is the null device; - reads it")
	}
	if slices.Contains(args, "") && !f.echo {
		return nil, how, frame.BadUsage("", "the name of a file is empty")
	}
	if !f.inPlace {
		j, err := f.jobOf(seed, how, args, f.outputs)
		return []*job.Job{j}, how, err
	}
	if err := f.checkInPlace(args); err != nil {
		return nil, how, err
	}
	for i, name := range args {
		if i > 0 && !f.seed.Given() {
			seed = order.NewSeed()
		}
		j, err := f.jobOf(seed, how, []string{name}, []string{name})
		if err != nil {
			return nil, how, err
		}
		jobs = append(jobs, j)
	}
	return jobs, how, nil
}

// jobOf returns the job of shuffling the arguments to the outputs.
func (f *flags) jobOf(seed order.Seed, how output.Options, args, outputs []string) (j *job.Job, err error) {
	changed := f.set.Changed
	j = new(f.job)
	opt := &j.Options
	j.Files, j.Lo, j.Hi, j.Raw, j.Unit = args, f.numbers.Lo, f.numbers.Hi, f.Raw, f.unit()
	if changed("random-source") {
		j.Random = &f.random
	}
	if len(args) == 0 && !f.numbers.Given {
		j.Files = []string{"-"}
	}
	if j.Parts, err = f.parts(outputs); err != nil {
		return nil, err
	}
	if f.mixed() && j.Head.Count != shares.All {
		j.Head.Count += min(opt.Skip, shares.All-j.Head.Count)
	}
	if f.shard.N > 0 || f.mixed() { // which skip by themselves
		opt.Skip = 0
	}
	formatted := f.formatted() || f.HasHeader() || opt.Unique || f.byColumn() || f.Delimiter != 0
	switch {
	case j.Head == shares.Head{} && !formatted && !j.Parts.Several:
		j.Kind = job.Nothing
	case f.numbers.Given:
		j.Kind = job.Integers
	case f.echo:
		j.Echo(args)
	}
	if changed("tmp") {
		if err := checkTmp(opt.TempDir); err != nil {
			return nil, err
		}
	}
	taken, err := j.Besides(how)
	if err != nil {
		return nil, err
	}
	opt.Seed, opt.Memory, opt.Workers = &seed, how.Memory-taken, how.Workers
	opt.Progress, opt.LeaveSources = new(engine.Progress), how.Overwrite
	opt.NUL, opt.CSV, opt.Lines, opt.Start = f.NUL, f.CSV, int(f.Lines), f.Start
	opt.Header, opt.HeaderLike, opt.Delimiter, opt.Binary = f.Header, f.Like, f.Delimiter, f.binary()
	stratify, strata := "stratify", f.stratify
	if changed("per") && j.Head.Count > 0 {
		j.Each, j.Head = j.Head.Count, shares.Head{Count: shares.All}
		stratify, strata = "per", f.per
	}
	if len(f.balance) > 0 {
		j.Repeat, j.Each, stratify, strata = true, -1, "balance", f.balance
	}
	sorted := f.byKey
	switch {
	case f.partsByKey():
		stratify, strata, sorted = "by-key", f.byKey, nil
		if opt.Shares, err = f.sharesByKey(); err != nil {
			return nil, err
		}
	case len(sorted) > 0 && j.Head.Share != nil:
		opt.Shares, j.Head = order.NewParts(j.Head.Share), shares.Head{Count: shares.All}
	}
	var weight []engine.Column
	for _, by := range []struct {
		flag  string
		names []string
		to    *[]engine.Column
	}{
		{"group-by", f.groupBy, &opt.GroupBy}, {"unique-by", f.uniqueBy, &opt.UniqueBy},
		{stratify, strata, &opt.StratifyBy}, {"by-key", sorted, &opt.ByKey},
		{"apart", f.apart, &opt.ApartBy}, {"weight", f.weight, &weight},
	} {
		if *by.to, err = infile.Columns(by.flag, by.names, f.job.Options.JSON || f.job.Options.Tar,
			f.HasHeader()); err != nil {
			return nil, err
		}
	}
	if len(weight) > 0 {
		opt.Weight = &weight[0]
	} else if len(f.apart) == 0 {
		opt.Parts = !j.Repeat && (j.Parts.Sizes != nil || j.Parts.Several || j.Head.Share != nil ||
			len(opt.StratifyBy) > 0 || opt.Shares != nil)
	}
	if j.Head.Count != shares.All && j.Head.Share == nil && len(f.stratify) == 0 {
		opt.Head = max(j.Head.Count, 1)
	}
	comma := f.comma(j.Files)
	if !f.NoHeader && !changed("header") || f.Header > 0 {
		j.Comma = comma
	}
	if comma != '\t' && !f.CSV && !f.Raw && j.Random == nil { // quotation marks of .tsv are often text
		opt.Table = byte(comma)
	}
	return j, nil
}

// formatted reports whether a flag says what a record is, but for the end of lines.
func (f *flags) formatted() bool {
	opt := &f.job.Options
	return !opt.Text() || opt.JSON || opt.Paragraphs || f.CSV || f.Lines > 0 || f.Start != nil
}

// unit returns what -n counts.
func (f *flags) unit() string {
	switch {
	case f.numbers.Given:
		return "integer"
	case len(f.groupBy) > 0:
		return "group"
	case len(f.byKey) > 0 && !f.partsByKey():
		return "key"
	case f.CSV:
		return "row"
	case f.job.Options.Tar:
		return "sample"
	case f.formatted() && !f.job.Options.JSON:
		return "record"
	}
	return "line"
}

// comma returns what stands between columns if the first file seems to be a table, or 0.
func (f *flags) comma(files []string) rune {
	name := ""
	if len(files) > 0 {
		name = strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(files[0], ".gz"), ".zst"))
	}
	switch {
	case f.formatted() && !f.CSV, f.NUL, f.echo, f.Delimiter == '\n':
		return 0
	case f.Delimiter != 0:
		return rune(f.Delimiter)
	case f.CSV, strings.HasSuffix(name, ".csv"):
		return ','
	case strings.HasSuffix(name, ".tsv"), f.byColumn():
		return '\t'
	case f.Header > 0:
		return ','
	}
	return 0
}

// checkTmp returns an error if there can be no temporary file in a folder, before
// anything is read.
func checkTmp(dir string) error {
	f, err := vfs.OS{}.Scratch(dir)
	if err != nil {
		return &failure.TempError{Op: "writing", Dir: dir, Err: vfs.Cause(err)}
	}
	return f.Close()
}
