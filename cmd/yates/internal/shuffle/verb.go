// Package shuffle is the commands that shuffle: "yates shuffle", "split", "sample" and "mix". What was typed is a
// format, a rule and a sink, which become jobs, and a run does them.
package shuffle

import (
	"context"
	"slices"
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
	usual                      string            // flags of the short help
	own                        string            // flags, beside those that all share
	not                        string            // of these
	usage                      map[string]string // of flags that mean something else here
	like                       []string          // commands that there are not
	// arguments takes those that are no files.
	arguments func(f *flags, args []string) (files []string, err error)
}

// shared are the flags of all verbs.
const shared = " input-range echo files0-from raw lines csv jsonl record-start paragraphs tar tfrecord record-size" +
	" zero-terminated header no-header delimiter seed seed-hex epoch print-seed output sync" +
	" memory workers tmp progress help "

// verbs are all, those first that people look in first.
var verbs = []*verb{&shuffle, &split, &sample, &mix}

// name returns the name of the verb.
func (v *verb) name() string { return strings.Fields(v.use)[0] }

// has reports whether the verb has a flag.
func (v *verb) has(flag string) bool {
	in := func(flags string) bool { return slices.Contains(strings.Fields(flags), flag) }
	return in(v.own) || in(shared) && !in(v.not)
}

// sections returns the flags of the verb under their headings.
func (v *verb) sections() string {
	var b strings.Builder
	for _, g := range groups {
		b.WriteString("  " + g.heading + ":")
		for flag := range strings.FieldsSeq(g.flags) {
			if v.has(flag) {
				b.WriteString(" " + flag)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Commands returns the commands.
func Commands() (all []*cobra.Command) {
	for _, v := range verbs {
		all = append(all, v.command())
	}
	return all
}

func (v *verb) command() *cobra.Command {
	f := flags{verb: v, head: shares.Head{Count: shares.All}}
	cmd := &cobra.Command{
		Use:        v.use,
		Short:      v.short,
		SuggestFor: v.like,
		Long:       v.long,
		Example:    v.examples,
		Annotations: map[string]string{
			frame.Brief:    v.usual,
			frame.Sections: v.sections(),
			frame.Environment: `  TMPDIR      the directory of the temporary file, unless --tmp names one
  TERM        if it is dumb or not set, progress is not shown as a line
  GOMEMLIMIT  limits the memory of the Go runtime, such as 512MiB`},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if f.words {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: frame.RunE(f.do),
	}
	f.register(cmd)
	cmd.SetFlagErrorFunc(frame.FlagError(otherFlags))
	cmd.RegisterFlagCompletionFunc("missing", frame.OneOf("own", "one", "drop", "error"))
	cmd.RegisterFlagCompletionFunc("memory", frame.OneOf("64M", "256M", "1G", "4G", "16G"))
	return cmd
}

// otherFlags say what the verbs have in place of flags that people expect.
var otherFlags = map[string]string{
	"frac":         "a share is -n 10%",
	"count":        "-n COUNT writes that many lines",
	"number":       "-n COUNT writes that many lines",
	"replace":      "-r draws with replacement",
	"random-state": "an order that can be repeated has a --seed",
	"sep":          "--delimiter is what stands between columns",
	"separator":    "--delimiter is what stands between columns",
	"d":            "--delimiter is what stands between columns",
	"k":            "-n COUNT writes that many lines",
	"sample":       "yates sample COUNT FILE writes that many lines",
	"s":            "an order that can be repeated has a --seed",
	"u":            "--unique drops repeated lines",
	"tsv":          "without --csv, tabs are between columns",
}

// do does what was asked for.
func (f *flags) do(ctx context.Context, ui *frame.UI, args []string) error {
	jobs, how, err := jobs(f, ui, args)
	if err != nil {
		return err
	}
	var names []string
	for _, j := range jobs {
		names = append(names, j.Parts.Names()...)
	}
	if err := writable(f, names); err != nil {
		return err
	}
	out, err := dest.New(ui, how, names...)
	if err != nil {
		return err
	}
	defer out.End()
	if err := job.Do(ctx, ui, out, f.show, jobs...); err != nil {
		return err
	}
	nameOthers(f, out)
	return nil
}
