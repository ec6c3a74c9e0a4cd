package shuffle

import (
	"bytes"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records/failure"
)

// A given is a flag with its value.
type given struct{ flag, value string }

// A kind is what files with such names are, if their first bytes agree.
type kind struct {
	named *regexp.Regexp // without .gz and .zst
	// flags returns the flags that go with the front of a file, or none if it does not agree, and
	// what to type if the guess is wrong. The error is that of reading the front.
	flags func(f *flags, front []byte, err error) (guesses []given, otherwise string)
}

var kinds = []kind{
	{regexp.MustCompile(`(?i)\.(tar|tgz|tzst)$`), archive(failure.Members, "tar")},
	{regexp.MustCompile(`(?i)\.tfrecords?(-\d+-of-\d+)?$`), archive(failure.Examples, "tfrecord")},
	{regexp.MustCompile(`(?i)\.(jsonl|ndjson)$`), (*flags).guessJSON},
	{regexp.MustCompile(`(?i)\.csv$`), (*flags).guessCSV},
	{regexp.MustCompile(`(?i)\.tsv$`), (*flags).guessTSV},
}

// archive returns what knows an archive of a family, whose text would be refused.
func archive(family failure.Family, flag string) func(*flags, []byte, error) ([]given, string) {
	return func(_ *flags, _ []byte, err error) ([]given, string) {
		if e, ok := errors.AsType[*failure.UnreadableError](err); ok && e.Holds == family {
			return []given{{flag, "true"}}, "--raw takes its lines"
		}
		return nil, ""
	}
}

// guessJSON guesses --jsonl where that matters: for columns.
func (f *flags) guessJSON(front []byte, err error) ([]given, string) {
	if err != nil || !f.byColumn() || !bytes.HasPrefix(bytes.TrimPrefix(front, []byte("\ufeff")), []byte("{")) {
		return nil, ""
	}
	return []given{{"jsonl", "true"}}, "--lines 1 if it has plain lines"
}

func (f *flags) guessCSV(front []byte, err error) (guesses []given, otherwise string) {
	first, _, _ := bytes.Cut(front, []byte("\n"))
	i := bytes.IndexAny(first, ",;\t")
	if comma := f.Delimiter; comma != 0 {
		i = bytes.IndexByte(first, comma)
	}
	if err != nil || i < 0 {
		return nil, ""
	}
	comma := first[i]
	if bytes.IndexByte(first, ',') >= 0 && f.Delimiter == 0 {
		comma = ','
	}
	guesses = append(guesses, given{"csv", "true"})
	if comma != ',' {
		guesses = append(guesses, given{"delimiter", string(comma)})
	}
	return f.guessHeader(guesses, front, rune(comma))
}

func (f *flags) guessTSV(front []byte, err error) ([]given, string) {
	if err != nil || f.Delimiter != 0 {
		return nil, ""
	}
	return f.guessHeader(nil, front, '\t')
}

// guessHeader adds --header to guesses if the front of a table begins with one.
func (f *flags) guessHeader(guesses []given, front []byte, comma rune) ([]given, string) {
	switch {
	case f.set.Changed("header"):
		return guesses, "--lines 1 if it has plain lines"
	case job.LooksLikeHeader(front, comma, f.columnNames()...):
		return append(guesses, given{"header", "1"}), "--no-header if its first row is none, --lines 1 if it has plain lines"
	}
	return guesses, "--header 1 if its first row is one, --lines 1 if it has plain lines"
}

// columnNames returns the names of all columns that matter.
func (f *flags) columnNames() []string {
	return slices.Concat(f.groupBy, f.stratify, f.uniqueBy, f.per, f.weight)
}

// guess adds the flags that all files ask for by their names and by their first bytes, if nothing that was given
// excludes them.
func (f *flags) guess(files []string) {
	var guesses []given
	var otherwise string
	for i, name := range files {
		before := guesses
		if guesses, otherwise = f.guessesOf(name); i > 0 && !slices.Equal(guesses, before) {
			return
		}
	}
	all := conflicts()
	if slices.ContainsFunc(guesses, func(g given) bool { return frame.Excluded(f.set, all, g.flag) }) {
		return
	}
	for _, g := range guesses {
		if !f.set.Changed(g.flag) {
			f.otherwise = otherwise
			f.add(g.flag, g.value)
		}
	}
}

// guessesOf returns the flags that a file asks for.
func (f *flags) guessesOf(name string) (guesses []given, otherwise string) {
	plain := strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	for _, k := range kinds {
		if k.named.MatchString(plain) {
			front, err := frontOf(name)
			return k.flags(f, front, err)
		}
	}
	return nil, ""
}

// frontOf returns the first bytes of a regular file, decompressed.
func frontOf(name string) (front []byte, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, errors.ErrUnsupported
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close() // only read, as is what follows
	text := packing.Open(name, file, packing.LeastWindow)
	defer text.Close()
	return io.ReadAll(io.LimitReader(text, 64<<10))
}

// add sets a flag that was not given.
func (f *flags) add(name, value string) error {
	flag := "--" + name
	if short := f.set.Lookup(name).Shorthand; short != "" {
		flag = "-" + short
	}
	if value != "true" {
		flag += " " + quote.New().File(value)
	}
	f.added = append(f.added, flag)
	return f.set.Set(name, value)
}

// tell says which flags were added.
func (f *flags) tell(ui *frame.UI) {
	text := "added " + strings.Join(f.added, " ")
	if f.otherwise != "" {
		text += "; " + f.otherwise
	}
	if len(f.added) > 0 {
		ui.Say(text)
	}
}
