package shuffle

var shuffle = verb{
	use:       "shuffle [FLAG]... [FILE]...",
	short:     "shuffle the lines of files",
	arguments: func(_ *flags, args []string) ([]string, error) { return args, nil },
	long: `Shuffle writes the lines of all FILEs to standard output in random order. Every
order is equally likely, and without a seed nobody can predict it.

The format is guessed from the names of FILEs if their first lines agree: rows
with a header for data.csv, for example. Nothing is written before everything
has been read, and -o replaces FILE only when the new one is complete. An order
has one rule; for two, run one command after the other. The manual page,
cmd/yates/man/yates-shuffle.1, has the details, and docs/cookbook.md the tasks.`,
	examples: `  yates shuffle deck.txt
  yates shuffle -n 3 entries.txt                 draw three winners
  yates shuffle --seed 'May 2026' -o all.txt a.txt b.txt
  yates shuffle -i 1-49 -n 6                     six numbers of a lottery
  yates shuffle -r -n 10 -e heads tails          toss a coin ten times
  yates shuffle --apart artist playlist.csv      no artist twice in a row
  find . -type f -print0 | yates shuffle -z | xargs -0 ls -d`,
	usual: "input-range head-count output csv header jsonl tar group-by apart unique by-key shards seed",
}
