package shuffle

import (
	"bytes"
	"cmp"
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

// kinds are names of files, of which the last part says what they hold.
var kinds = regexp.MustCompile(`(?i)\.(tar|tgz|tzst|tfrecord|jsonl|ndjson|csv|tsv)s?(-\d+-of-\d+)?(\.gz|\.zst)?$`)

const plainLines = "--lines 1 if it has plain lines"

// guessesOf returns the flags that a file asks for, by its name and by what it begins with, and what to type if that
// is wrong. Lines are what they are, and JSON matters only for columns.
func (f *flags) guessesOf(name string) (guesses []given, otherwise string) {
	kind := kinds.FindStringSubmatch(name)
	if kind == nil {
		return nil, ""
	}
	front, err := frontOf(name)
	archive, _ := errors.AsType[*failure.UnreadableError](err)
	switch ext := strings.ToLower(kind[1]); {
	case archive != nil && archive.Holds == failure.Members && ext[0] == 't':
		return []given{{"tar", "true"}}, "--raw if it has plain lines"
	case archive != nil && archive.Holds == failure.Examples && ext == "tfrecord":
		return []given{{"tfrecord", "true"}}, "--raw if it has plain lines"
	case err != nil:
	case ext == "csv":
		return f.guessCSV(front)
	case ext == "tsv" && f.Delimiter == 0:
		return f.guessHeader(nil, front, '\t')
	case strings.Contains(ext, "json") && f.byColumn() &&
		bytes.HasPrefix(bytes.TrimPrefix(front, []byte("\ufeff")), []byte("{")):
		return []given{{"jsonl", "true"}}, plainLines
	}
	return nil, ""
}

// guessCSV returns the flags of a table whose first line has its delimiter.
func (f *flags) guessCSV(front []byte) (guesses []given, otherwise string) {
	first, _, _ := bytes.Cut(front, []byte("\n"))
	for _, comma := range ",;\t" {
		if comma = cmp.Or(rune(f.Delimiter), comma); bytes.IndexByte(first, byte(comma)) < 0 {
			continue
		}
		guesses = []given{{"csv", "true"}}
		if comma != ',' {
			guesses = append(guesses, given{"delimiter", string(comma)})
		}
		return f.guessHeader(guesses, front, comma)
	}
	return nil, ""
}

// guessHeader adds --header to guesses if the front of a table begins with one.
func (f *flags) guessHeader(guesses []given, front []byte, comma rune) ([]given, string) {
	columns := slices.Concat(f.groupBy, f.stratify, f.uniqueBy, f.per, f.weight)
	switch {
	case f.set.Changed("header"):
		return guesses, plainLines
	case job.LooksLikeHeader(front, comma, columns...):
		return append(guesses, given{"header", "1"}), "--no-header if its first row is none, " + plainLines
	}
	return guesses, "--header 1 if its first row is one, " + plainLines
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
	return f.give(name, value)
}

// give sets a flag to the value that an argument gives it.
func (f *flags) give(name, value string) error {
	if err := f.set.Set(name, value); err != nil {
		return frame.BadUsage("", "%w", errors.Unwrap(err))
	}
	return nil
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
