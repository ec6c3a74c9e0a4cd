package shuffle

import (
	"cmp"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// jobOf returns the job of the flags, and how its outputs are made.
func jobOf(f *flags, ui *frame.UI, args []string) (j *job.Job, how output.Options, err error) {
	if args, err = check(f, ui, args); err != nil {
		return nil, how, err
	}
	how = f.files
	how.Compress, how.Memory = true, cmp.Or(how.Memory, engine.DefaultMemory())
	if f.is(ask.Tar) {
		how.Kind = "tar"
	}
	tell(f, ui)
	seed, err := f.seed.Seed(ui)
	if err != nil {
		return nil, how, err
	}
	if err := setRule(f); err != nil {
		return nil, how, err
	}
	if f.Parts, err = partsOf(f); err != nil {
		return nil, how, err
	}
	j = &f.Job
	j.Files, j.Lo, j.Hi, j.Unit = args, f.integers.Lo, f.integers.Hi, unitOf(f)
	switch empty := j.Mixture == nil && j.Head == (shares.Head{}); {
	case empty && j.Options.Rule.Kind == 0 && !formatted(f) && !f.hasHeader() && j.Options.Delimiter == 0 &&
		j.Parts.Sizes == nil:
		j.Kind = job.Nothing
	case f.integers.Given:
		j.Kind = job.Integers
	case f.echo:
		j.Echo(args)
	case len(args) == 0:
		j.Files = []string{"-"}
	}
	setSink(f)
	j.Options.Seed, j.Options.Format.Kind, j.Options.Table = &seed, kindOf(f), tableOf(f, j.Files)
	j.Options.Workers, j.Options.Progress = how.Workers, new(engine.Progress)
	taken, err := j.Besides(how)
	j.Options.Memory = how.Memory - taken
	return j, how, err
}

// check checks what was asked for, before anything is read but the first bytes of files, and returns these.
func check(f *flags, ui *frame.UI, args []string) (files []string, err error) {
	if files, err = f.verb.arguments(f, args); err != nil {
		return nil, err
	}
	if err := f.exclude(); err != nil {
		return nil, err
	}
	if err := addFormat(f, files); err != nil {
		return nil, err
	}
	nothing := len(files) == 0 && !f.integers.Given && !f.echo // but standard input
	if err := cmp.Or(f.lacks(), f.refused(files, nothing)); err != nil {
		return nil, err
	}
	switch {
	case f.integers.Given && len(files) > 0:
		return nil, frame.BadUsage("yates "+f.verb.name()+" --help", "-i takes no files, but was given %q", files[0])
	case nothing && process.IsNull(ui.In):
		return nil, frame.BadUsage("", "there is no FILE, and standard input is the null device; - reads it")
	case f.doubts() && f.verb != &shuffle && f.top > 1:
		return nil, frame.BadUsage("", "the first line of %s is above the header: remove it, or say --header %d, "+
			"which keeps both on top, or --no-header", f.doubtful, f.top)
	case f.doubts() && f.verb != &shuffle: // whose tables lose a header unseen
		return nil, frame.BadUsage("", "the first line of %s may be a header: say --header 1, which keeps it on top, "+
			"or --no-header", f.doubtful)
	case f.given("tmp"):
		if err := checkTmp(f.Options.TempDir); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// checkTmp returns an error if there can be no temporary file in a folder, before anything is read.
func checkTmp(dir string) error {
	f, err := vfs.OS{}.Scratch(dir)
	if err != nil {
		return &failure.TempError{Op: "writing", Dir: dir, Err: vfs.Cause(err)}
	}
	return f.Close()
}
