// Package shuffle is the command "yates shuffle". Its flags become jobs, which are checked,
// and a run does them.
package shuffle

import (
	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/progress"
)

// Command returns the command "yates shuffle".
func Command() *cobra.Command {
	f := flags{head: job.Head{Count: job.All}, show: progress.Auto}
	cmd := &cobra.Command{
		Use:   "shuffle [FLAG]... [FILE]...",
		Short: "shuffle the lines of files",
		SuggestFor: []string{"shuf", "raffle", "pick", "sample", "choose", "winners", "lottery", "random", "split",
			"numbers"},
		Long: `Shuffle writes the lines of all FILEs to standard output in random order. Every
order is equally likely, and without a seed nobody can predict it.

INPUT

Without FILE, or where FILE is -, shuffle reads standard input. Lines may hold any
bytes; a last line without a line feed is given one. Arguments after -- are not
parsed as flags. --files0-from reads the names of the FILEs from a file, or from
standard input if that is -, as find -print0 prints them.

Files compressed by gzip or zstd are decompressed, whatever their names. Formats that
are not text, such as archives, are refused. --raw reads the bytes as they are.

-e shuffles the arguments, and -i LO-HI the integers from LO to HI, each a line. More
than 2^32 integers (4,294,967,296) are shuffled in constant memory, and the first is
written at once; their order is pseudo-random and not Order 1. With -n they are a
fair sample, but not the head of that order.

RECORDS

A record is a line, unless --csv, --lines N or --record-start REGEX says otherwise;
what this page says of lines then holds for records. It is an error if the last
record is incomplete, or if a quotation mark of --csv is never closed.

--header N keeps the first N lines of the first FILE that is not empty on top (CSV
rows with --csv). The other FILEs must begin with the same lines, except for a
byte-order mark and CR at the ends of lines. With --in-step each FILE keeps its own.

--group-by COLUMN shuffles groups of rows: rows that are equal in that column, or in
all columns if the flag is repeated, stay together, in input order. -n, --split and
--shards then count groups and never break one up. With --in-step it is a column of
the first FILE. The order depends on the columns as well.

--unique drops each line that equals an earlier one, before anything is counted.

A COLUMN is a number, or a name in the header; digits are always a number. Columns of
--csv are separated by commas, other columns by tabs, or by --delimiter.

ORDER

The order depends on the seed and the number of lines alone: not on their text, the
memory, the workers or the machine (Order 1, which SPEC.md defines). So files with the
same number of lines stay aligned if each is shuffled with the same seed, and a
correction in one line moves no other. Files of different lengths get similar orders
from one seed: where orders must be independent, use another seed. --epoch N gives one
seed many independent orders, such as one for each pass of a training run. -i 1-N with
a seed prints which line of a file of N lines comes to each place.

-n COUNT writes the first COUNT lines of the order, and -n 10% a tenth of them all,
rounded. If there are fewer, a message says so; with --strict that is an error before
anything is written. -r draws each line from all of them, again and again, and never
ends without -n; -r -n 100% is a bootstrap sample.

--weight COLUMN draws line after line from those that are left, each with a chance in
proportion to the number in that column: a weighted sample without replacement, as in
a raffle in which people hold several tickets (with -r, with replacement). The draws
are exact. Lines of weight 0 are never drawn. A weight is a decimal number such as 3,
0.25 or 1e-3, of at most 19 digits.

--random-source reads the random numbers from FILE, as GNU shuf does, and gives the
same order as GNU shuf. The order takes 8 bytes of memory for each line, whatever
--memory says; with -n, from a pipe or a compressed or large file, for COUNT lines.

OUTPUT

Nothing is written before everything has been read. The FILE of -o is replaced only
when the new one is complete, so it may be an input. It keeps its group, permissions
and attributes. It is on the disk then: a power cut leaves the old file or the new
one. With --sync that holds for a new FILE, too. The FILE is compressed if its name
ends in .gz or .zst. --in-place shuffles each FILE by itself and replaces all of them,
or none.

With --overwrite the FILE is not replaced but written to. It keeps its owner and its
other names, and needs no space beside it, but an error or a signal then damages it.

--split, --shards and --folds cut the order into parts, one file each, with the header
in each; {} in the name of -o stands for the name of the part or its number (as many
digits for each), {:05} for the number in five digits. --shards 8 numbers from 0,
--shards 1-8 from 1. The sizes are exact, by largest remainders: of 10 lines
train=0.5,dev=1/4,test=25% get 5, 3 and 2. If the shares add up to less than 1, the
other lines are not written. With {set} in the name, --folds writes two files for each
fold: test, and train with all other folds.

--stratify COLUMN gives each part, or the sample of -n, its share of the lines of each
class: of those that are equal in that column, or in all if it is repeated. Shares are
rounded by largest remainders, and the sizes of the parts stay exact.

The files of parts are put in place when the last one is complete, all of them or
none; where the file system cannot do that, a message says which are in place. Files
of earlier runs with more parts are not removed.

--in-step shuffles the FILEs side by side: line i of each comes to the same place.
Unlike a shared seed it checks that the FILEs have the same number of lines, takes
one run, and needs no seed.

RESOURCES

Lines that do not fit into --memory (at least 1M) go through a temporary file, which
needs space for all of them. The integers of -i take 4 bytes each, in memory or there.

Some things must fit into a part of --memory: for --unique 40 bytes for each different
line, into a quarter; for --weight 32 bytes for each line, into a third; for --stratify
240 bytes for each class, into an eighth and 8 MiB. Lines of --unique can have 4 MiB, or
a sixteenth of --memory if that is more, and a COLUMN must end within so many bytes.
Compressing outputs takes a part of --memory first.

If standard error is a terminal, a line there shows the progress of a shuffle that
takes longer than a second; while lines are written, only if they go to a file.
--progress=always shows it at once, and where standard error is no terminal as a line
every ten seconds and one at the end. The percentage is that of the whole run, or with
--in-place of each FILE.`,
		Example: `  yates shuffle deck.txt
  yates shuffle -n 3 entries.txt                 draw three winners
  yates shuffle --seed 'May 2026' -o all.txt a.txt b.txt
  yates shuffle --csv --header 1 --split train=0.9,test=0.1 -o '{}.csv' data.csv
  yates shuffle --in-place notes.txt
  yates shuffle -i 1-49 -n 6                     six numbers of a lottery
  yates shuffle -r -n 10 -e heads tails          toss a coin ten times
  find . -type f -print0 | yates shuffle -z | xargs -0 ls -d`,
		Annotations: map[string]string{
			frame.Brief: `input-range head-count output in-place csv header group-by split in-step seed`,
			frame.Sections: `
  Input: files0-from echo input-range raw
  Records: zero-terminated csv lines record-start header unique group-by delimiter
  Order: seed seed-hex epoch print-seed random-source head-count strict repeat weight
  Output: output in-place split shards folds stratify in-step sync overwrite
  Resources: memory workers tmp progress help`,
			frame.Environment: `  TMPDIR      the directory of the temporary file, unless --tmp names one
  TERM        where it is dumb or not set, progress is not shown as a line
  GOMEMLIMIT  bounds the memory of the Go run-time system, such as 512MiB; without
              it the bound follows from --memory`},
		DisableFlagsInUseLine: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if f.echo {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			jobs, how, err := f.jobs(cmd, args)
			if err != nil {
				return err
			}
			var names []string
			for _, j := range jobs {
				names = append(names, j.Parts.Names()...)
			}
			out, err := dest.With(cmd, how, names...)
			if err != nil {
				return err
			}
			defer out.End(cmd)
			return job.Do(cmd, out, f.show, jobs...)
		},
	}
	f.register(cmd.Flags())
	cmd.RegisterFlagCompletionFunc("progress", frame.OneOf(string(progress.Auto), string(progress.Always),
		string(progress.Never)))
	cmd.RegisterFlagCompletionFunc("memory", frame.OneOf("64M", "256M", "1G", "4G", "16G"))
	return cmd
}
