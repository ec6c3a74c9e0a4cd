// Package shuffle is the command "yates shuffle". Its flags become jobs, which are checked,
// and a run does them.
package shuffle

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
)

// Command returns the command "yates shuffle".
func Command() *cobra.Command {
	f := flags{job: job.Job{Head: job.Head{Count: job.All}}}
	cmd := &cobra.Command{
		Use:   "shuffle [FLAG]... [FILE]...",
		Short: "shuffle the lines of files",
		SuggestFor: []string{"shuf", "raffle", "pick", "sample", "choose", "winners", "lottery", "random", "split",
			"numbers"},
		Long: `Shuffle writes the lines of all FILEs to standard output in random order. Every
order is equally likely, and without a seed nobody can predict it.

INPUT

Without FILE, or if FILE is -, shuffle reads standard input. Only if FILE is -
may that be the null device, as programs without a terminal have it. Lines can
hold any bytes. If the last line has no line feed, it gets one. Arguments after
-- are not parsed as flags. --files0-from reads the names of the FILEs from a
file, or from standard input if that is -, as find -print0 prints them.

Files compressed by gzip or zstd are decompressed, whatever their names.
Archives and other formats that are not text are refused. --raw reads the bytes
as they are. Text that begins as FASTQ, FASTA, JSON over several lines or CSV
with line breaks in quotes does is refused as well, unless a flag says what a
record is: --lines 1 says a line.

-e shuffles the arguments, and -i LO-HI the integers from LO to HI, each a line.
More than 2^32 integers (4,294,967,296) are shuffled in constant memory, and the
first is written at once. Their order is pseudo-random and not Order 1. With -n,
the output is a fair sample, but not the head of that order.

RECORDS

A record is a line, unless --csv, --lines N or --record-start REGEX says
otherwise; what this page says about lines then applies to records. It is an
error if the last record is incomplete, or if a quotation mark of --csv is never
closed.

--header N keeps N lines on top (with --csv, N rows): those of the first FILE
that is not empty. The other FILEs must begin with the same lines; a byte-order
mark and CR at the ends of lines do not count. With --in-step, each FILE keeps
its own header.

--group-by COLUMN shuffles groups of rows. Rows with the same value in COLUMN
form a group and stay in input order. If the flag is repeated, all the columns
must match. -n, --skip, --split and --shards then count groups and never break
one up, and the order also depends on the columns. With --in-step, COLUMN is in
the first FILE.

--unique drops each line that equals an earlier one, before anything is counted.
--unique-by COLUMN drops each with the same value as an earlier one.

A row has no value if its COLUMN, or one of several, is empty or, with --jsonl,
null. It is a group of its own, --unique-by keeps it, and a message says how
many there are. --missing one makes an empty COLUMN a value like others, which
rows can share; drop drops such rows, before anything is counted; error refuses
them; and own is the default, but that a row can also lack the column or field,
as with one and drop: else that is an error, as a name may be misspelt; and so
it is always if no row has it. NA and blanks are values. In --stratify and --per
an empty COLUMN is a class.

A COLUMN is a number, or a name in the header; digits are always a number.
Columns are separated by commas with --csv and by tabs without it, unless
--delimiter is given. If no line has that, columns by number are an error;
--delimiter '\n' says that each line is one column.

With --jsonl, lines are JSON objects, and COLUMN is the name of a field: user.id
is the field id of the object user. In a name, \. is a dot and \\ a backslash.
The value must be a string, number, true, false or null. Values are compared as
text, as in CSV: 7 and "7" are equal, 7 and 7.0 differ. It is an error if the
text is not in UTF-8 or has half of a surrogate pair, or if a line is not one
object. Of the rest of an object only strings and brackets are checked.

A line of a table is an error if a quotation mark in it is not closed: --csv
reads line breaks in quotes, and --lines 1 takes lines as they are. A table is a
FILE.csv, or any input with a --delimiter other than a tab, or with --header but
no COLUMN.

With --tar, FILEs are tar archives, and so are outputs. A record is a sample as
in WebDataset: members that stand together and whose names are the same up to
the first dot of the last part, such as 017.jpg and 017.cls. Folders, files
without that dot, READMEs and LICENSEs are no samples, and are left out, as a
message says. A sample whose name an earlier FILE has gets the number of its
FILE in front, such as 2/017.jpg, and a message says how many do. COLUMN is the
end of a member's name, such as cls, and its value what the member holds, or
json:label a field of the object in it. It is an error if the members of a
sample are apart; or if a FILE is damaged, has hard links or sparse files, or
something behind its end. A sample is not drawn again (-r). With --tfrecord,
FILEs are TFRecord files.

--record-size N makes each N bytes a record, such as blocks of tokens, and
--skip-bytes N keeps the first N bytes of the FILEs in front of each output; all
must have the same. With --npy, FILEs are arrays of numpy, whose rows are
shuffled, and each output is an array of those it has. With --megatron, they are
the FILE.bin of Megatron's datasets, with FILE.idx beside them: a record is a
document, all of its sequences together, -o names a FILE.bin, and FILE.idx is
written, too. Empty documents are left out. It is an error if the last record is
incomplete, the arrays have rows of other types or sizes, or an array stands
column by column (Fortran order).

ORDER

The order depends on the seed and the number of lines alone: not on their text,
the memory, the workers or the machine (Order 1, which SPEC.md defines). So
files with the same number of lines stay aligned if each is shuffled with the
same seed, and a correction in one line moves no other. One seed gives similar
orders to files of different lengths: if orders must be independent, use
different seeds. --epoch N gives one seed many independent orders, such as one
for each pass of a training run; that of --epoch 0 is not the order without
--epoch. With a seed, -i 1-N prints the order of a file of N lines as line
numbers.

--skip N leaves out the first N lines of the order, so that a run which was
stopped behind them goes on; -n then counts from there.

-n COUNT writes the first COUNT lines of the order, and -n 10% the first tenth,
rounded. If there are fewer lines than COUNT, a message says so; with --strict,
that is an error and nothing is written. -r draws each line from all of them,
again and again, and never ends without -n; -r -n 100% is a bootstrap sample.

--weight COLUMN draws one line after another from those left (with -r, from
all), each with a chance in proportion to the number in COLUMN, as in a raffle
in which people hold several tickets. The draws are exact up to the 18th digit
of the sum of all numbers, to which they are rounded up if they have more. Lines
of weight 0 are never drawn. A weight is a decimal number of at most 19 digits,
such as 3, 0.25 or 1e-3.

--random-source FILE reads the random numbers from FILE and gives the same order
as GNU shuf. The order takes 8 bytes of memory for each line, whatever --memory
says. With -n, it takes them only for COUNT lines if the input is a pipe or a
compressed or large file.

OUTPUT

Nothing is written before everything has been read. -o replaces FILE only when
the new one is complete, so FILE can be an input. The new file keeps the group,
permissions and attributes of the old one. A power cut leaves one of the two;
with --sync, a FILE that is new is safe as well. The output is compressed if the
name of FILE ends in .gz or .zst; with --tar, .tgz and .tzst do the same. With
-i, a name that ends in .npy makes it an array of 64-bit integers for numpy.
--in-place shuffles each FILE by itself and replaces all of them, or none.

--overwrite writes into the FILE of -o instead of replacing it. FILE keeps its
owner and its other names, and no extra space is needed, but an error or a
signal damages the file.

--split, --shards and --folds cut the order into parts and write each to its own
file, with the header. In the name of -o, {} stands for the name of the part or
its number, padded with zeros to equal width, and {:05} for the number in five
digits. --shards 8 numbers from 0, --shards 1-8 from 1. --shard-size 50000 makes
as many parts of that size as are needed. The sizes are exact, by largest
remainders: of 10 lines, train=0.5,dev=1/4,test=25% get 5, 3 and 2. A whole
number above 1 is a number of lines, as is 1 beside one or beside rest, and
train=rest gets what the others leave. Lines in no part are not written, and a
message says how many. With {set} in the name, --folds writes two files for each
fold: test has the fold, and train has all others.

--shard 3/8 writes the third of 8 equal parts alone, so that each of 8 workers
can read its own; they need one seed. In the name of -o, {} is the number that
--shards 8 gives it, 2.

--stratify COLUMN gives each part, or the sample of -n, its share of each class.
A class is the lines with the same value in COLUMN or, if the flag is repeated,
in all the columns. Shares are rounded by largest remainders, and the sizes of
the parts stay exact. With --group-by, groups are divided, and the class of a
group is that of its first line. --per COLUMN makes -n count in each class: -n
100 --per label writes the first 100 lines of each label, and all of those with
fewer.

The files of parts are put in place when the last one is complete, all or none.
If the file system cannot do that, a message says which are in place. If an
earlier run had more numbered parts, its other files stay, and a message names
them; --clean removes what has a number where -o has {}, except the FILEs, and
says so.

--in-step shuffles the FILEs side by side: line i of each comes to the same
place. It takes one run, needs no seed, and fails if the FILEs have different
numbers of lines.

RESOURCES

Lines that do not fit into --memory (at least 1M) go through a temporary file,
which needs space for all of them. The integers of -i take 4 bytes each.

Some flags are limited to a part of --memory. --unique takes 40 bytes for each
different line or value, at most a quarter; --weight 24 bytes for each line, at
most a third; --stratify 240 bytes for each class, at most an eighth plus 8 MiB.
With --unique or --missing drop, a line can have at most 4 MiB, or a sixteenth
of --memory if that is more. A COLUMN, or with --jsonl the line, must end within
the same number of bytes. --tar takes 40 bytes for each sample and
--megatron 8 for each sequence of an output, at most a sixteenth plus 4 MiB.
Compressed outputs take their part of --memory first.

If standard error is a terminal, a shuffle that takes longer than a second shows
its progress there. While it writes lines, it does so only if they go to a file.
--progress=always shows it at once; if standard error is no terminal, it prints
a line every ten seconds and one at the end. The percentage is of the whole run
or, with --in-place, of each FILE.`,
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
  Records: zero-terminated csv lines record-start header unique unique-by group-by missing delimiter jsonl
  Binary: tar tfrecord npy megatron record-size skip-bytes
  Order: seed seed-hex epoch print-seed random-source head-count per skip strict repeat weight
  Output: output in-place split shard shards shard-size folds clean stratify in-step sync overwrite
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
	tar := func(name string) bool { return packing.Foreign(name) == "tar" }
	if i := slices.IndexFunc(names, tar); i >= 0 && !f.job.Options.Tar {
		return frame.BadUsage("", "cannot write %s without --tar, which is for archives", label.Name(names[i]))
	}
	out, err := dest.New(ui, how, names...)
	if err != nil {
		return err
	}
	defer out.End()
	if err := job.Do(ctx, ui, out, f.show, jobs...); err != nil {
		return err
	}
	return f.tidy(out)
}
