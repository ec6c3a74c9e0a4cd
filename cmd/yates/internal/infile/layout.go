package infile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine"
)

// layouts are those of texts whose records have several lines. Each is known by its first lines, which no other text
// has. Some have as many lines in each record.
var layouts = []struct {
	what, records string
	begins        func(text []byte) bool
	lines         int
}{
	{"a FASTQ file", "--lines 4 shuffles its records", isFASTQ, 4},
	{"a FASTA file", "--record-start '^>' shuffles its records", regexp.MustCompile(
		`^>.+\n[-.]*([ACGTUNacgtun][ACGTUNacgtun.-]{19,}|[A-Z][A-Z.-]{39,})\*?\r?(\n|$)`).Match, 0},
	{"JSON over several lines, or in one",
		"--jsonl shuffles the lines that jq -c . FILE makes of it, or jq -c '.[]' FILE of an array", isJSON, 0},
}

// isFASTQ reports whether a text begins with the bases of a read; of a short one the whole read tells.
func isFASTQ(text []byte) bool {
	if regexp.MustCompile(`^@.+\n[ACGTUNacgtun.]{20,}(\r?\n\+|$)`).Match(text) {
		return true
	}
	read := regexp.MustCompile(`^@(\S.*?)\r?\n([A-Za-z.*-]+)\r?\n\+(.*?)\r?\n(\S+)\r?(\n|$)`).FindSubmatch(text)
	return read != nil && (len(read[3]) == 0 || bytes.Equal(read[3], read[1])) && len(read[4]) == len(read[2])
}

// isJSON reports whether a text begins with an array or object that goes on over a line break, as far as it is there,
// or is an array of objects.
func isJSON(text []byte) bool {
	text = bytes.TrimSpace(text)
	line, _, several := bytes.Cut(text, []byte("\n"))
	if several && bytes.IndexByte([]byte("{["), line[0]) >= 0 && !json.Valid(line) {
		err := json.NewDecoder(bytes.NewReader(text)).Decode(new(any))
		empty := err == nil && len(bytes.Trim(text, "{}[] \t\r\n")) == 0 // which programs have, too
		return !empty && !errors.As(err, new(*json.SyntaxError))
	}
	return objectsInLine.Match(text)
}

// objectsInLine are the first objects of an array, in one line.
var objectsInLine = regexp.MustCompile(`^\[\s*\{".*\}\s*,\s*\{.*$`)

// Torn returns an error if lines, which front begins with, would be torn out of their records.
func Torn(o *engine.Options, front []byte) error {
	if o.NUL || o.CSV || o.Lines == 1 || o.Start != nil || o.JSON || !o.Text() {
		return nil
	}
	front = bytes.TrimPrefix(front, []byte("\ufeff"))
	for _, l := range layouts {
		several := o.Lines > 1 && (l.lines == 0 || o.Lines%l.lines == 0) // as asked for
		if !several && l.begins(front) {
			return fmt.Errorf("it is %s; %s, and --lines 1 its lines", l.what, l.records)
		}
	}
	for _, comma := range ",;\t" {
		if o.Lines > 0 || o.Delimiter != 0 || !brokenRows(front, comma) {
			continue
		}
		how := "--csv"
		if comma != ',' {
			how += fmt.Sprintf(" --delimiter %q", comma)
		}
		return fmt.Errorf("it is a table with line breaks in quoted fields; %s shuffles its rows, "+
			"and --lines 1 its lines", how)
	}
	return nil
}

// brokenRows reports whether a text is a table of CSV, as far as it is there, of which a row has several lines. It is
// not if each of these has all columns: then the quotation marks are text.
func brokenRows(text []byte, comma rune) (broken bool) {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma = comma
	for rows := 0; ; rows++ {
		row, err := r.Read()
		if err != nil { // which is due to the end, or else there is no table
			return broken && rows > 1 && r.InputOffset() == int64(len(text))
		}
		if len(row) < 2 {
			return false
		}
		for _, field := range row {
			breaks := strings.Count(field, "\n")
			broken = broken || breaks > 0 && strings.Count(field, string(comma)) != breaks*(len(row)-1)
		}
	}
}
