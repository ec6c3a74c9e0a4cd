package shuffle

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// jobs returns the jobs of the flags, and how their outputs are made.
func (f *flags) jobs(ui *frame.UI, args []string) (jobs []*job.Job, how output.Options, err error) {
	if err := f.check(args); err != nil {
		return nil, how, err
	}
	if f.seed.Read && !f.inPlace && (slices.Contains(args, "-") || !f.numbers.Given && len(args) == 0) {
		return nil, how, frame.BadUsage("", "--seed-hex - reads the seed from standard input, which has lines")
	}
	seed, err := f.seed.Seed(ui)
	if err != nil {
		return nil, how, err
	}
	how = f.how
	how.Compress, how.Memory, how.Workers = true, int64(f.memory), int(f.workers)
	if how.Memory == 0 {
		how.Memory = engine.DefaultMemory()
	}
	if f.tar {
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
		j, err := f.job(seed, how, args, f.outputs)
		if err == nil && f.echo {
			ui.In = j.Echo(args)
		}
		return []*job.Job{j}, how, err
	}
	if err := f.checkInPlace(args); err != nil {
		return nil, how, err
	}
	for i, name := range args {
		if i > 0 && !f.seed.Given() {
			seed = order.NewSeed()
		}
		j, err := f.job(seed, how, []string{name}, []string{name})
		if err != nil {
			return nil, how, err
		}
		jobs = append(jobs, j)
	}
	return jobs, how, nil
}

// job returns the job of shuffling the arguments to the outputs.
func (f *flags) job(seed order.Seed, how output.Options, args, outputs []string) (j *job.Job, err error) {
	changed := f.set.Changed
	j = &job.Job{
		Files: args, Lo: f.numbers.Lo, Hi: f.numbers.Hi, Raw: f.Raw, Unit: f.unit(),
		Head: f.head, Repeat: f.repeat, Strict: f.strict,
	}
	if changed("random-source") {
		j.Random = &f.random
	}
	if len(args) == 0 && !f.numbers.Given {
		j.Files = []string{"-"}
	}
	formatted := f.tar || f.tf || f.jsonl || f.CSV || f.Lines > 0 || f.Start != nil || f.Header != 0 || f.unique ||
		f.byColumn() || f.Delimiter != 0
	if j.Parts, err = f.parts(args, outputs); err != nil {
		return nil, err
	}
	switch {
	case f.head.Count == 0 && f.head.Share == nil && !formatted && !j.Parts.Several:
		j.Kind = job.Nothing
	case f.numbers.Given:
		j.Kind = job.Integers
	}
	if changed("tmp") {
		if err := checkTmp(f.tmp); err != nil {
			return nil, err
		}
	}
	taken, err := j.Besides(how)
	if err != nil {
		return nil, err
	}
	j.Options = engine.Options{
		Seed: &seed, Memory: how.Memory - taken, Workers: how.Workers, TempDir: f.tmp,
		Progress: new(engine.Progress), InStep: f.inStep, LeaveSources: how.Overwrite,
		NUL: f.NUL, CSV: f.CSV, Lines: int(f.Lines), Start: f.Start, Header: f.Header, Delimiter: f.Delimiter,
		JSON: f.jsonl, Tar: f.tar, TFRecord: f.tf, Skip: f.skip, Unique: f.unique,
		Missing: f.missing, Binary: f.binary(),
	}
	if j.Options.GroupBy, err = f.columns("group-by", f.groupBy...); err != nil {
		return nil, err
	}
	if j.Options.UniqueBy, err = f.columns("unique-by", f.uniqueBy...); err != nil {
		return nil, err
	}
	if j.Options.StratifyBy, err = f.columns("stratify", f.stratify...); err != nil {
		return nil, err
	}
	if changed("per") && f.head.Count > 0 {
		j.Each, j.Head = f.head.Count, job.Head{Count: job.All}
		if j.Options.StratifyBy, err = f.columns("per", f.per...); err != nil {
			return nil, err
		}
	}
	if changed("weight") {
		column, err := f.columns("weight", f.weight)
		if err != nil {
			return nil, err
		}
		j.Options.Weight = &column[0]
	} else {
		j.Options.Parts = !f.repeat && (j.Parts.Sizes != nil || j.Parts.Several || f.head.Share != nil ||
			len(j.Options.StratifyBy) > 0)
	}
	if j.Head.Count != job.All && f.head.Share == nil && len(f.stratify) == 0 {
		j.Options.Head = max(f.head.Count, 1)
	}
	comma := f.comma(j.Files)
	if !changed("header") || f.Header > 0 {
		j.Comma = comma
	}
	if comma != '\t' && !f.CSV && !f.Raw && j.Random == nil { // quotation marks of .tsv are often text
		j.Options.Table = byte(comma)
	}
	return j, nil
}

// unit returns what -n counts.
func (f *flags) unit() string {
	switch {
	case f.numbers.Given:
		return "integer"
	case len(f.groupBy) > 0:
		return "group"
	case f.CSV:
		return "row"
	case f.tar:
		return "sample"
	case f.Lines > 0 || f.Start != nil || f.tf:
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
	case f.Lines > 0, f.Start != nil, f.jsonl, f.tar, f.tf, f.NUL, f.echo, f.Delimiter == '\n':
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

// columns returns the columns that a flag names.
func (f *flags) columns(flag string, names ...string) (columns []engine.Column, err error) {
	for _, name := range names {
		column := engine.Column{Name: name}
		n, err := strconv.Atoi(name)
		switch {
		case f.jsonl:
		case errors.Is(err, strconv.ErrRange):
			return nil, frame.BadUsage("", "--%s: no row has %s columns", flag, name)
		case err == nil && n < 1:
			return nil, frame.BadUsage("", "--%s counts columns from 1 on, not from %d", flag, n)
		case err == nil:
			column = engine.Column{Number: n}
			if f.Header > 0 {
				column.Name = strconv.Itoa(n) // no other column may be called so
			}
		case f.Header == 0:
			return nil, frame.BadUsage("", "--%s %q needs a header that has that name: add --header 1, or --jsonl for "+
				"fields", flag, name)
		}
		if slices.Contains(columns, column) {
			return nil, frame.BadUsage("", "--%s %s is given twice", flag, label.Name(name))
		}
		columns = append(columns, column)
	}
	return columns, nil
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
