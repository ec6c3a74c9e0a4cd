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
	usual                      string   // flags of the short help
	like                       []string // commands that there are not
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
	for _, r := range v.rows(&f) {
		if r.heading != heading {
			heading = r.heading
			sections += "\n" + heading + ":"
		}
		sections += " " + r.name()
	}
	cmd := &cobra.Command{
		Use:        v.use,
		Short:      v.short,
		SuggestFor: v.like,
		Long:       v.long,
		Example:    v.examples,
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
	cmd.RegisterFlagCompletionFunc("memory", frame.OneOf("64M", "256M", "1G", "4G", "16G"))
	return cmd
}

// otherFlags say what verbs have in place of flags that people expect.
var otherFlags = []struct{ verbs, flags, text string }{
	{"", "frac f", "a share is -n 10%, or yates sample 10% FILE"},
	{"shuffle sample mix", "count number size rows k sample", "yates sample COUNT FILE writes COUNT lines, as -n does"},
	{"split", "n number k n-splits kfold cv chunks",
		"--folds 5 writes folds for cross-validation, --shards 5 equal parts"},
	{"split", "test-size train-size test train val",
		"PARTS are shares: yates split train=rest,test=0.2 FILE, or 80/20"},
	{"", "split", "yates split train=0.8,test=0.2 FILE writes parts"},
	{"split mix", "r", "yates sample -r 100% FILE draws with replacement"},
	{"", "replace bootstrap", "-r draws with replacement: yates sample -r 100% FILE"},
	{"", "random-state random_state s", "an order that can be repeated has a --seed"},
	{"", "sep separator d", "--delimiter is what stands between columns"},
	{"", "key", "--by-key COLUMN lets a column decide"},
	{"", "random-source", "--seed TEXT gives an order again; called as shuf, yates has --random-source FILE"},
	{"", "balance balanced upsample oversample undersample",
		"yates sample max --per COLUMN FILE draws each class as often as the largest, COUNT --per so many of each"},
	{"", "rank world-size", "--shard 3/8 is the third of eight equal parts, for one worker"},
	{"", "offset resume", "--skip N leaves out the first N lines of the order"},
	{"", "u dedup", "yates shuffle --unique drops repeated lines"},
	{"", "in-place", "-o FILE FILE replaces a file when all of it is read"},
	{"", "compress", "-o NAME.gz or NAME.zst is compressed"},
	{"", "mix weights", "yates mix FILE=0.7 FILE=0.3 -n COUNT mixes files; --weight COLUMN weighs lines"},
	{"", "tsv", "without --csv, tabs are between columns"},
}

// expected returns what the verb has in place of flags that people expect.
func (v *verb) expected() map[string]string {
	all := map[string]string{}
	for _, r := range table(new(flags)) {
		first, _, _ := strings.Cut(r.verbs, " ")
		all[r.name()] = "yates " + first + " has it"
	}
	for _, row := range otherFlags {
		for flag := range strings.FieldsSeq(row.flags) {
			if row.verbs == "" || slices.Contains(strings.Fields(row.verbs), v.name()) {
				all[flag] = row.text
			}
		}
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
