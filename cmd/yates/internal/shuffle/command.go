// Package shuffle is the command "yates shuffle". Its flags become jobs, which are checked,
// and a run does them.
package shuffle

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/shares"
)

// shuffle is the form that the others are short for.
var shuffle = form{
	use:       "shuffle [FLAG]... [FILE]...",
	short:     "shuffle the lines of files",
	like:      []string{"shuf", "raffle", "pick", "choose", "winners", "lottery", "random", "numbers"},
	arguments: func(_ *flags, args []string) ([]string, error) { return args, nil },
	long: `Shuffle writes the lines of all FILEs to standard output in random order. Every
order is equally likely, and without a seed nobody can predict it.

INPUT

Without FILE, or if FILE is -, shuffle reads standard input. Files compressed by
gzip or zstd are decompressed, whatever their names. Other formats that are not
text are refused, and so is text whose records have several lines, as FASTQ has,
unless a flag says so; --raw reads the bytes as they are. -e shuffles the
arguments, and -i LO-HI the integers from LO to HI.

The format is guessed if the names and first lines of all FILEs agree, and a
message says which flags were added: --csv and --header 1 for data.csv, --jsonl
for data.jsonl if there is a COLUMN, --tar or --tfrecord. --no-header takes the
first row as a record, and --lines 1 takes lines as they are. Nothing is guessed
for pipes, standard input and the files of --files0-from.

RECORDS

A record is a line, unless a flag says otherwise; what this page says about
lines then applies to records. --lines N and --record-start REGEX are for those
of several lines. With --tar a record is a sample as in WebDataset: members
whose names are the same up to the first dot, such as 017.jpg and 017.cls. A
COLUMN is the end of a name then, such as cls, or json:label. --record-size N
shuffles blocks of N bytes.

--header N (1 without N) keeps N lines on top, or rows with --csv: those of the
first FILE that is not empty. The other FILEs must begin with the same lines.

--group-by COLUMN keeps rows with the same value in COLUMN together, in input
order; with --group-by a,b both must match. -n, --skip and the sizes of parts
then count groups and never break one up. --unique drops each line that equals
an earlier one, --unique-by COLUMN each with the same value.

A COLUMN is a number, or a name in the header; with --jsonl a field, such as
user.id for the field id of the object user. A name with a comma is in quotation
marks. Columns are separated by commas with --csv and by tabs without it, unless
--delimiter is given.

A row without a value in a COLUMN is a group of its own, --unique-by keeps it,
and a message says how many there are. --missing drop leaves such rows out, one
takes them as equal, error refuses them.

ORDER

The order depends on the seed and the number of lines alone (and with --group-by
on the columns): not on their text, the memory, the workers or the machine. So
files with the same number of lines stay aligned if each is shuffled with the
same seed. --epoch N gives one seed many independent orders, one for each pass
of a training run. --skip N leaves out the first N lines of the order, to go on.

-n COUNT writes the first COUNT lines of the order, and -n 10% the first tenth,
rounded. -r draws each line from all of them, again and again. --weight COLUMN
draws one line after another from those left (with -r, from all), each with a
chance in proportion to the number in COLUMN.

--by-key COLUMN sorts groups by a hash of their value and the seed: what remains
stays in order when rows come or go. -n 10% takes the hashes below a tenth; the
hash decides the part, too, so that rows stay in theirs, and sizes are random.

--apart COLUMN puts no two rows with the same value in COLUMN side by side, such
as songs of one artist; --max-run 2 allows two, but not three. All orders that
this allows are equally likely. There can be 20,000 rows; 1,000 with --max-run.

--mix a.jsonl=0.7,b.jsonl=0.3 -n COUNT writes COUNT lines, of which each FILE
has exactly its share, and rest stands for what the others leave. --times
a.jsonl=2.5,b.jsonl=1 uses each line of a.jsonl twice, and half of them once
more: no line comes again before all others of its FILE have come. Which FILE is
at which place is random.

OUTPUT

Nothing is written before everything has been read, and -o replaces FILE only
when the new one is complete. The output is compressed if the name of FILE ends
in .gz or .zst. --in-place shuffles each FILE by itself.

--split, --shards, --shard-size and --folds write parts of the order to files of
their own, each with the header. In the name of -o, {} stands for the name or
the number of the part, {:05} for the number in five digits, and {n} for how
many there are: 'train-{:05}-of-{n}'. The size of a part is a share, a number of
lines, or the rest: train=rest,dev=0.1,test=1000. With --split and shards, {} is
the name, and {:05} the number. With {set} in the name, --folds writes two files
for each fold: test has the fold, and train has all others.

--shard 3/8 writes the third of 8 equal parts alone, so that each of 8 workers
can read its own; they need one seed, and --skip counts in the part. --stratify
COLUMN gives each part, or the sample of -n, its share of each class: of the
lines with the same value in COLUMN.

--per COLUMN makes -n count in each class; with -r, lines of a class with fewer
come again when all of them have come. --balance COLUMN does so up to the size
of the largest class.

RESOURCES

Lines that do not fit into --memory go through a temporary file, which needs
space for all of them. The manual page, man yates-shuffle, has the limits and
the other details; docs/cookbook.md has a command for each task.`,
	examples: `  yates shuffle deck.txt
  yates shuffle -n 3 entries.txt                 draw three winners
  yates shuffle --seed 'May 2026' -o all.txt a.txt b.txt
  yates shuffle --csv --header 1 --split train=0.9,test=0.1 -o '{}.csv' data.csv
  yates shuffle -i 1-49 -n 6                     six numbers of a lottery
  yates shuffle -r -n 10 -e heads tails          toss a coin ten times
  yates shuffle --apart artist playlist.csv      no artist twice in a row
  find . -type f -print0 | yates shuffle -z | xargs -0 ls -d`,
	usual: "input-range head-count output in-place csv header jsonl tar group-by stratify apart split by-key shards " +
		"mix balance seed",
}

// Commands returns the commands "yates shuffle", "yates split" and "yates sample".
func Commands() []*cobra.Command {
	return []*cobra.Command{command(shuffle), command(split), command(sample)}
}

func command(form form) *cobra.Command {
	f := flags{form: form, job: job.Job{Head: shares.Head{Count: shares.All}}}
	cmd := &cobra.Command{
		Use:        form.use,
		Short:      form.short,
		SuggestFor: form.like,
		Long:       form.long,
		Example:    form.examples,
		Annotations: map[string]string{
			frame.Brief: form.usual,
			frame.Sections: `
  Input: files0-from echo input-range mix times raw
  Records: zero-terminated csv lines record-start paragraphs header no-header jsonl unique
  Columns: delimiter group-by unique-by missing
  Binary: tar tfrecord record-size
  Order: seed seed-hex epoch print-seed random-source head-count per balance skip strict repeat weight apart max-run
  Output: output in-place split by-key shard shards shard-size folds stratify sync overwrite
  Resources: memory workers tmp progress help`,
			frame.Environment: `  TMPDIR      the directory of the temporary file, unless --tmp names one
  TERM        if it is dumb or not set, progress is not shown as a line
  GOMEMLIMIT  limits the memory of the Go runtime, such as 512MiB; by default,
              the limit follows from --memory`},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if f.echo {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: frame.RunE(f.run),
	}
	f.register(cmd)
	cmd.SetFlagErrorFunc(frame.FlagError(otherFlags))
	cmd.RegisterFlagCompletionFunc("missing", frame.OneOf("own", "one", "drop", "error"))
	cmd.RegisterFlagCompletionFunc("memory", frame.OneOf("64M", "256M", "1G", "4G", "16G"))
	return cmd
}

// run shuffles.
func (f *flags) run(ctx context.Context, ui *frame.UI, args []string) error {
	jobs, how, err := f.jobs(ui, args)
	if err != nil {
		return err
	}
	var names []string
	for _, j := range jobs {
		names = append(names, j.Parts.Names()...)
	}
	opt := &f.job.Options
	for _, name := range names {
		switch {
		case packing.Foreign(name) == "tar" && !opt.Tar:
			return frame.BadUsage("", "cannot write %s without --tar, which is for archives", label.Name(name))
		case npy.MatchString(name) && !f.numbers.Given:
			return frame.BadUsage("", "cannot write %s: only the integers of -i are written as an array",
				label.Name(name))
		}
	}
	out, err := dest.New(ui, how, names...)
	if err != nil {
		return err
	}
	defer out.End()
	if err := job.Do(ctx, ui, out, f.show, jobs...); err != nil {
		return err
	}
	f.nameOthers(out)
	return nil
}
