package failure

import (
	"fmt"

	"github.com/yates-shuffle/yates/internal/label"
)

// A SourceError is an error of the source Name. Err can be one of the errors below.
type SourceError struct {
	Name string
	Err  error
}

func (e *SourceError) Error() string { return "reading " + label.Name(e.Name) + ": " + e.Err.Error() }

// Unwrap returns e.Err.
func (e *SourceError) Unwrap() error { return e.Err }

// An UnreadableError reports contents in an unsupported format. To shuffle their lines would destroy them.
type UnreadableError struct {
	What string // such as "an xz file"
	// Command, followed by the name of the file, writes the file's contents to standard output, such as "xz -dc".
	// It is "" if there is no usual command.
	Command string
	Holds   Family
}

func (e *UnreadableError) Error() string { return "it is " + e.What }

// A Family is what some formats hold in common.
type Family int

const (
	Other    Family = iota
	Members         // of a tar archive
	Examples        // of TensorFlow
	Rows            // of a table
	Array           // of numpy
	Image
	Parquet // a table that the command yates-parquet shuffles
	Bytes   // numbers, or text in UTF-16: NUL is among them
)

// A NotPackedError reports a source that is not compressed as its name says: by Want, gzip or zstd.
type NotPackedError struct{ Want string }

func (e *NotPackedError) Error() string { return "it is not a " + e.Want + " file" }

// A WindowError reports a zstd file that needs a larger window than is Allowed.
type WindowError struct {
	Allowed int64 // bytes
	Most    bool  // Allowed is the most that is supported: more memory does not help
}

func (e *WindowError) Error() string {
	if e.Most {
		return "it was compressed with a window of more than 128 MiB"
	}
	return "decompressing it takes more memory than is allowed"
}

// A QuoteError reports a quotation mark in a CSV source that is not closed.
type QuoteError struct {
	Line   int64 // of the source, in which it stands, from 1 on
	Within int64 // so many bytes, or 0: up to the end of the source
}

func (e *QuoteError) Error() string {
	if e.Within == 0 {
		return fmt.Sprintf("the quotation mark in line %d is never closed", e.Line)
	}
	return fmt.Sprintf("the quotation mark in line %d is not closed, and its row has more than %d MiB", e.Line,
		e.Within>>20)
}

// A HeaderError reports a source whose header differs from that of the first one.
type HeaderError struct {
	Name, First string // of the sources
	Line        int    // the first that differs, from 1 on
	Got, Want   string // that line
}

func (e *HeaderError) Error() string {
	got, want := differing(e.Got, e.Want)
	return fmt.Sprintf("reading %s: line %d of its header is %s, but that of %s is %s", label.Name(e.Name), e.Line, got,
		label.Name(e.First), want)
}

// differing quotes two lines, or of long ones what is near the first difference.
func differing(a, b string) (string, string) {
	const most, before = 200, 40
	from := 0
	if len(a) > most || len(b) > most {
		for from < len(a) && from < len(b) && a[from] == b[from] {
			from++
		}
		from = max(from-before, 0)
	}
	quote := func(line string) string {
		text := fmt.Sprintf("%q", line[from:min(from+most, len(line))])
		if from > 0 {
			text = "..." + text
		}
		if from+most < len(line) {
			text += "..."
		}
		return text
	}
	return quote(a), quote(b)
}
