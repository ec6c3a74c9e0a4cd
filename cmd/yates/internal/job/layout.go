package job

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/yates-shuffle/yates/internal/engine"
)

// layouts are those of texts whose records have several lines. Each is known by its first lines, in which no other
// text has so many bases, or residues, or what only JSON has.
var layouts = []struct{ what, begins, records string }{
	{"a FASTQ file", `^@.+\n[ACGTUNacgtun.]{20,}(\r?\n\+|$)`, "--lines 4 shuffles its records"},
	{"a FASTA file", `^>.+\n([ACGTUNacgtun]{20,}|[A-Z]{40,})\*?\r?(\n|$)`, "--record-start '^>' shuffles its records"},
	{"JSON over several lines", `^\s*(\{\s*\n\s*"[^"\n]*"\s*:|\[\s*\n\s*[[{"]|\[\s*\{".*\},\s*\n\s*\{")`,
		"--jsonl shuffles the lines that jq -c . FILE makes of it, or jq -c '.[]' FILE of an array"},
}

// firstTrack returns the lines of the first file, where the lines of files in step alternate in front.
func (j *Job) firstTrack(front []byte) (lines []byte) {
	if !j.Options.InStep {
		return front
	}
	i := 0
	for line := range bytes.Lines(front) {
		if i%len(j.Files) == 0 {
			lines = append(lines, line...)
		}
		i++
	}
	return lines
}

// torn returns an error if lines, which front begins with, would be torn out of their records.
func torn(o *engine.Options, front []byte) error {
	if o.NUL || o.CSV || o.Lines > 0 || o.Start != nil || o.JSON || o.Tar || o.TFRecord {
		return nil
	}
	front = bytes.TrimPrefix(front, []byte("\ufeff"))
	for _, l := range layouts {
		if regexp.MustCompile(l.begins).Match(front) {
			return fmt.Errorf("it is %s; %s, and --lines 1 its lines", l.what, l.records)
		}
	}
	return nil
}
