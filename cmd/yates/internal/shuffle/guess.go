package shuffle

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/records/failure"
)

// addFormat adds the flags that the files ask for by their names.
func addFormat(f *flags, files []string) error {
	if f.Raw || f.echo {
		return nil
	}
	pipe := slices.IndexFunc(files, isPipe)
	if (pipe >= 0 || len(files) == 0) && (f.is(ask.CSV) || slices.ContainsFunc(f.outputs, isTable)) {
		f.doubtful = infile.Name(append(files, "-")[max(pipe, 0)]) // another name would have said what it holds
	}
	if err := guess(f, files); err != nil || formatted(f) || f.Options.NUL {
		return err
	}
	return lay(f, files)
}

// isPipe reports whether an input is one, or standard input, which may be.
func isPipe(name string) bool {
	info, err := os.Stat(name)
	return name == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// guess adds the flags that all files but empty ones ask for by their names and by their first bytes, if nothing that
// was given excludes them. One header is enough: if another file has none, that is an error later. So it is now if
// files ask for different flags, and none says what their records are: none would have a header.
func guess(f *flags, files []string) error {
	var guesses, header []infile.Flag
	first, typed := "", formatted(f) || f.Options.NUL || f.noHeader || f.given("header") || f.given("delimiter")
	for _, name := range files {
		of := guessesOf(f, name)
		if of == nil {
			continue
		}
		if n := len(of); n > 0 && of[n-1].Name == "header" {
			of, header = of[:n-1], of[n-1:]
		}
		switch {
		case guesses == nil:
			first, guesses = name, of
		case slices.Equal(of, guesses):
		case typed:
			if len(header) > 0 {
				f.doubtful = cmp.Or(f.doubtful, label.Name(name))
			}
			return nil
		default:
			return unlike(first, guesses, name, of)
		}
	}
	guesses = append(guesses, header...)
	asked := f.asked()
	for _, g := range guesses { // two formats exclude each other, unless they are the same
		if thing := f.thing(g.Name); asked&thing == 0 && thing.Excluded()&asked != 0 {
			return nil
		}
	}
	addGuessed(f, guesses)
	return nil
}

// kinds are names of files, of which the last part says what they hold.
var kinds = regexp.MustCompile(`(?i)\.(tar|tgz|tzst|tfrecord|jsonl|ndjson|csv|tsv)s?(-\d+-of-\d+)?(\.gz|\.zst)?$`)

// kindOfFile returns what the name of a file says that it holds, or "".
func kindOfFile(name string) string {
	return strings.ToLower(append(kinds.FindStringSubmatch(name), "", "")[1])
}

// isTable reports whether a name is that of a table.
func isTable(name string) bool { return kindOfFile(name) == "csv" || kindOfFile(name) == "tsv" }

// guessesOf returns the flags that a file asks for, by its name and its first bytes; nil if it is empty. Lines are
// taken as they are, and JSON matters only for columns.
func guessesOf(f *flags, name string) []infile.Flag {
	ext := kindOfFile(name)
	if ext == "" {
		if info := infile.Regular(name, nil); name == os.DevNull || info != nil && info.Size() == 0 {
			return nil
		}
		return []infile.Flag{}
	}
	front, err := infile.Front(name)
	archive, _ := errors.AsType[*failure.UnreadableError](err)
	switch {
	case archive != nil && archive.Holds == failure.Members && ext[0] == 't':
		return []infile.Flag{{Name: "tar", Value: "true"}}
	case err == nil && len(front) >= 1024 && len(bytes.Trim(front, "\x00")) == 0 && (ext == "tar" || ext == "tgz" ||
		ext == "tzst"): // it has no members
		return []infile.Flag{{Name: "tar", Value: "true"}}
	case archive != nil && archive.Holds == failure.Examples && ext == "tfrecord":
		return []infile.Flag{{Name: "tfrecord", Value: "true"}}
	case err != nil:
	case len(front) == 0:
		return nil
	case ext == "csv" && f.Options.Delimiter != 0:
		return guessTable(f, name, front, f.Options.Delimiter)
	case ext == "csv":
		first, _, _ := bytes.Cut(front, []byte("\n"))
		comma := byte(',') // also of one column
		if i := bytes.IndexAny(first, ";\t"); i >= 0 && bytes.IndexByte(first, ',') < 0 {
			comma = first[i]
		}
		return guessTable(f, name, front, comma)
	case ext == "tsv" && f.Options.Delimiter == 0:
		return guessHeader(f, name, front, '\t')
	case strings.Contains(ext, "json") && len(f.columns()) > 0 &&
		bytes.HasPrefix(bytes.TrimPrefix(front, []byte("\ufeff")), []byte("{")):
		return []infile.Flag{{Name: "jsonl", Value: "true"}}
	}
	return []infile.Flag{}
}

// guessTable returns the flags of CSV.
func guessTable(f *flags, name string, front []byte, comma byte) []infile.Flag {
	guesses := []infile.Flag{{Name: "csv", Value: "true"}}
	if comma != ',' {
		guesses = append(guesses, infile.Flag{Name: "delimiter", Value: string(comma)})
	}
	return append(guesses, guessHeader(f, name, front, comma)...)
}

// guessHeader returns the flag of a header if the front of a table begins with one, or with one that is too long. A
// first line that may be one is noted.
func guessHeader(f *flags, name string, front []byte, comma byte) []infile.Flag {
	if f.given("header") || f.noHeader {
		return nil
	}
	is, may := isHeader(front, rune(comma), f.columns())
	top := above(front, comma)
	if len(top) > 0 {
		is, may = false, []string{cmp.Or(string(bytes.TrimRight(top[0], "\r,;\t ")), "empty")}
	}
	switch {
	case is, bytes.IndexByte(front, '\n') < 0 && len(front) >= infile.MostFront:
		return []infile.Flag{{Name: "header", Value: "1"}}
	case len(may) > 0 && f.doubtful == "":
		f.top = len(top) + 1
		f.doubtful = fmt.Sprintf("%s (%s)", label.Name(name), label.Clean(strings.Join(may, ", "), label.Longest))
	}
	return nil
}

// above returns the lines above a table: one or some, of one cell at most, and then a longer one. They are blank, a
// title, or tell Excel the delimiter.
func above(front []byte, comma byte) (lines [][]byte) {
	front, c := bytes.TrimPrefix(front, []byte("\ufeff")), regexp.QuoteMeta(string(comma))
	cell := `[^"\n` + c + `]*` + c
	top := regexp.MustCompile(`^(` + cell + `*\r?\n){1,4}` + cell + `+[^\s` + c + `]`).Find(front)
	return bytes.Split(top, []byte("\n"))[:bytes.Count(top, []byte("\n"))]
}

// lay adds the flags that shuffle the records of files whose names promise a layout, unless a flag says what their
// records are. It is an error if some files need others.
func lay(f *flags, files []string) error {
	var flags []infile.Flag
	first := ""
	for _, name := range files {
		of, err := infile.Flags(name)
		switch {
		case err != nil:
			return err
		case of == nil: // it is empty
		case flags == nil:
			first, flags = name, of
		case !slices.Equal(of, flags):
			return unlike(first, flags, name, of)
		}
	}
	addGuessed(f, flags)
	return nil
}

// addGuessed adds flags that were not given.
func addGuessed(f *flags, flags []infile.Flag) {
	for _, flag := range flags {
		if !f.given(flag.Name) {
			f.guessed = true
			add(f, flag)
		}
	}
}

// unlike returns the error of two files whose records need different flags.
func unlike(a string, of []infile.Flag, b string, others []infile.Flag) error {
	kind := func(flags []infile.Flag) string { return cmp.Or(infile.Typed(flags), "lines") }
	example := "--lines 1"
	if strings.Contains(kind(of)+kind(others), "--csv") { // as lines, it would have its header among them
		example = "--csv --header 1"
	}
	return frame.BadUsage("", "%s and %s have records of other kinds (%s, %s): shuffle them apart, or give flags for "+
		"both, as %s", label.Name(a), label.Name(b), kind(of), kind(others), example)
}

// add sets a flag that was not given.
func add(f *flags, flag infile.Flag) error {
	f.added = append(f.added, flag.Typed(frame.Typed(f.set, flag.Name)))
	return f.set.Set(flag.Name, flag.Value)
}

// tell says which flags were added, and what they leave as it is.
func tell(f *flags, ui *frame.UI) {
	text := "added " + strings.Join(f.added, " ")
	isHeader := func(flag string) bool { return strings.HasPrefix(flag, "--header") }
	typed := f.doubts() || f.noHeader || f.hasHeader() && !slices.ContainsFunc(f.added, isHeader)
	switch {
	case f.guessed && (f.is(ask.CSV) || f.hasHeader()) && !typed:
		text += "; --header, --no-header, --lines 1 or --raw if that is wrong"
	case f.guessed:
		text += "; --lines 1 or --raw if that is wrong"
	}
	if apart := f.by["apart"]; len(apart) > 1 {
		ui.Say("--apart keeps rows apart that are equal in all of " + strings.Join(apart, ", ") + " together")
	}
	if len(f.added) > 0 {
		ui.Say(text)
	}
	if f.doubts() {
		ui.Say(fmt.Sprintf("the first line of %s is shuffled like the others: --header %d keeps it on top, "+
			"--no-header says that it is no header", f.doubtful, max(f.top, 1)))
	}
}

// doubts reports whether the first line may be a header, and nothing says what it is.
func (f *flags) doubts() bool {
	return f.doubtful != "" && !f.given("header") && !f.noHeader && !f.integers.Given &&
		(f.is(ask.CSV) || !formatted(f) && !f.Options.NUL)
}

// isHeader reports whether the first CSV row seems to be a header: it has one of the names, or its fields are distinct
// and not numbers (the first may be empty, as where pandas writes an index), and the next row has a number, or one of
// its columns has a few values for many rows. If there are such fields alone, or no next row, it may be one.
func isHeader(front []byte, comma rune, names []string) (is bool, may []string) {
	rows := rowsOf(front, comma)
	has := func(name string) bool { return !isNumber(name) && len(rows) > 0 && slices.Contains(rows[0], name) }
	if slices.ContainsFunc(names, has) {
		return true, nil
	}
	if len(rows) == 0 {
		return false, nil
	}
	first := rows[0]
	named := first
	if len(first) > 1 && first[0] == "" {
		named = first[1:]
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(named)))
	noName := func(field string) bool { return strings.TrimSpace(field) == "" || isNumber(field) }
	if len(distinct) < len(named) || slices.ContainsFunc(named, noName) {
		return false, nil
	}
	for column := range first {
		if repeats(rows, column) {
			return true, nil
		}
	}
	return len(rows) > 1 && slices.ContainsFunc(rows[1], isNumber), first
}

// repeats reports whether all values of a column come more than once in many rows, but for the first, which comes once.
func repeats(rows [][]string, column int) bool {
	const many = 20
	seen := map[string]int{}
	for _, row := range rows[1:] {
		if column < len(row) {
			seen[row[column]]++
		}
	}
	for _, n := range seen {
		if n == 1 {
			return false
		}
	}
	return len(rows) > many && seen[rows[0][column]] == 0
}

// rowsOf returns the CSV rows of the front of a file. The last one may be cut off, and is left out if there are others.
func rowsOf(front []byte, comma rune) (rows [][]string) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(front, []byte("\ufeff"))))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = comma, true, -1
	for row, err := r.Read(); err == nil; row, err = r.Read() {
		rows = append(rows, row)
	}
	if len(rows) > 2 {
		rows = rows[:len(rows)-1]
	}
	return rows
}

func isNumber(field string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
	return err == nil
}
