// Package shuffle is the commands that shuffle: "yates shuffle", "split", "sample" and "mix". What was typed is a
// format, a rule and a sink, which become jobs, and a run does them.
package shuffle

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/shares"
)

// A verb is one of the commands.
type verb struct {
	use, short, long, examples string
	usual                      string // flags of the short help
	// arguments takes those that are no files.
	arguments func(f *flags, args []string) (files []string, err error)
}

// verbs are all, those first that people look in first.
var verbs = []*verb{&shuffle, &split, &sample, &mix}

// name returns the name of the verb.
func (v *verb) name() string { return strings.Fields(v.use)[0] }

// Commands returns the commands.
func Commands() (all []*cobra.Command) {
	for _, v := range verbs {
		all = append(all, v.command())
	}
	return all
}

func (v *verb) command() *cobra.Command {
	f := flags{verb: v, Job: job.Job{Head: shares.Head{Count: shares.All}}}
	sections, heading := "", ""
	for _, e := range v.entries(&f) {
		if e.heading != heading {
			heading = e.heading
			sections += "\n" + heading + ":"
		}
		sections += " " + e.name()
	}
	cmd := &cobra.Command{
		Use:     v.use,
		Short:   v.short,
		Long:    v.long,
		Example: v.examples,
		Annotations: map[string]string{
			frame.Brief:    v.usual,
			frame.Sections: sections,
			frame.Environment: `  TMPDIR      the directory of the temporary file, unless --tmp names one
  TERM        if it is dumb or not set, progress is not shown as a line
  GOMEMLIMIT  limits the memory of the Go runtime, such as 512MiB`},
		RunE: frame.RunE(f.do),
	}
	f.register(cmd)
	cmd.SetFlagErrorFunc(frame.FlagError(v.expected()))
	cmd.RegisterFlagCompletionFunc("missing", frame.OneOf("own", "one", "drop", "error"))
	return cmd
}

// expected returns which verb has the flags that this one lacks.
func (v *verb) expected() map[string]string {
	all := map[string]string{}
	for _, e := range table(new(flags)) {
		first, _, _ := strings.Cut(e.verbs, " ")
		all[e.name()] = cmp.Or(all[e.name()], "yates "+first+" has it")
	}
	return all
}

// do does what was asked for.
func (f *flags) do(ctx context.Context, ui *frame.UI, args []string) error {
	j, how, err := jobOf(f, ui, args)
	if err != nil {
		return err
	}
	names := j.Parts.Names()
	if err := writable(f, names); err != nil {
		return err
	}
	out, err := dest.New(ui, how, names...)
	if err != nil {
		return err
	}
	defer out.End()
	if err := job.Do(ctx, ui, out, f.progress, j); err != nil {
		return err
	}
	if f.numbered() { // an earlier run may have had more parts
		out.NameOthers(inSet(f.outputs[0], "test"), inSet(f.outputs[0], "train"))
	}
	return nil
}
