package records

import (
	"regexp"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
)

// A Format says what a record is: [Lines], [CSV], [Sections], [Paragraphs], [JSON], [Tar], [TFRecord] or [Fixed].
//
// Lines are found by all workers at the same time. Finding other records, or records of several lines, uses one
// processor at a time, but the rest of the work goes on meanwhile; files are read as streams.
//
// Header is the number of lines, or of rows of CSV, at the start of each non-empty source that are not records.
// With HeaderLike, which is in its place, they are all lines, or rows, at the start that match: of a longer one, its
// first 4,096 bytes.
// Each output begins with those of the first source. It is an error if those of another source differ
// (failure.HeaderError), except for a byte-order mark and carriage returns at the ends of lines.
//
// Delimiter separates columns; 0 means a tab, or a comma for CSV. It is an error if there are columns to group or
// stratify by, all of them known by number, and it stands in no record (failure.DelimiterError). If it is the
// separator of lines, a line is one column.
type Format interface{ format() engine.Format }

// Lines are records of Count lines each; 0 means 1. It is an error if a source ends within a record.
type Lines struct {
	NUL       bool // lines end with the byte 0, instead of the line feed
	Count     int
	Header    int
	Delimiter byte

	HeaderLike *regexp.Regexp
}

func (f Lines) format() engine.Format {
	return engine.Format{NUL: f.NUL, Lines: f.Count, Header: f.Header, HeaderLike: f.HeaderLike, Delimiter: f.Delimiter}
}

// CSV are rows, as spreadsheets write them: line feeds in quoted fields do not end them. A quotation mark opens a
// quoted field only at the start of the field. It is an error if it is never closed, or if a quoted field has more
// than 64 MiB, or a sixteenth of Options.Memory if that is more (failure.QuoteError).
type CSV struct {
	Header    int
	Delimiter byte

	HeaderLike *regexp.Regexp
}

func (f CSV) format() engine.Format {
	return engine.Format{Kind: ask.CSV, Header: f.Header, HeaderLike: f.HeaderLike, Delimiter: f.Delimiter}
}

// Sections are lines that match Start, each with the following lines that do not. Only the first 4,096 bytes of a
// line are matched, without the separator. It is an error if a source begins with a line that does not match,
// or if Start is nil.
type Sections struct {
	Start     *regexp.Regexp
	NUL       bool // lines end with the byte 0, instead of the line feed
	Header    int
	Delimiter byte

	HeaderLike *regexp.Regexp
}

func (f Sections) format() engine.Format {
	return engine.Format{Kind: ask.Sections, Start: f.Start, NUL: f.NUL, Header: f.Header, HeaderLike: f.HeaderLike,
		Delimiter: f.Delimiter}
}

// Paragraphs are lines, each up to the last of the blank lines that follow: those with nothing but carriage returns. A
// source that does not end with a blank line is given one. It is an error if one begins with a blank line, behind the
// header.
type Paragraphs struct {
	NUL       bool // lines end with the byte 0, instead of the line feed
	Header    int
	Delimiter byte

	HeaderLike *regexp.Regexp
}

func (f Paragraphs) format() engine.Format {
	return engine.Format{Kind: ask.Paragraphs, NUL: f.NUL, Header: f.Header, HeaderLike: f.HeaderLike,
		Delimiter: f.Delimiter}
}

// JSON are lines that are JSON objects. It is an error if one is not, or goes on behind the object; but within it,
// only what is needed is checked, besides strings and brackets. The name of a column is that of a field; names of
// objects within others have dots between them, as in user.id, and \. and \\ are a dot and a backslash of a name.
// The text of a column is the characters of a string, of a number, true or false what is written there, and of
// null nothing. It is an error if there are two such fields, or if its string is not in UTF-8 or has half of a
// surrogate pair. A line can be as long as [Groups] allow for columns (failure.KeyError).
type JSON struct {
	NUL bool // lines end with the byte 0, instead of the line feed
}

func (f JSON) format() engine.Format { return engine.Format{Kind: ask.JSON, NUL: f.NUL} }

// Tar are the samples of tar archives, as in WebDataset: members that stand together and whose names are the same
// up to the first dot of their last part. Folders, members without such a dot, READMEs and LICENSEs are no samples and
// left out. Outputs are archives, of the same blocks. It is an error if the members of a sample are apart, if two
// samples have one name, if members are hard links or sparse, if a global PAX header says something about all, or if
// the archive is damaged or has no end. 100,000 samples are allowed, and one more for each 640 bytes of Options.Memory
// (failure.TooManyError). The name of a column is the end of that of a member, such as cls, whose contents are the
// text; json:label is a field of the object in a member.
type Tar struct{}

func (Tar) format() engine.Format { return engine.Format{Kind: ask.Tar} }

// TFRecord are the records of TensorFlow's format of that name. It is an error if a checksum is wrong, or the last
// record is not whole.
type TFRecord struct{}

func (TFRecord) format() engine.Format { return engine.Format{Kind: ask.TFRecord} }

// Fixed are records of Size bytes each, such as blocks of tokens. It is an error if a source ends within a record.
// Files are read by all workers at the same time.
type Fixed struct{ Size int64 }

func (f Fixed) format() engine.Format { return engine.Format{Kind: ask.Fixed, Size: f.Size} }

// A Column is a column of the rows of a source. In CSV, fields may be
// quoted, and "a" and a are the same text; elsewhere, quotation marks
// mean nothing. In a record of several lines, only the first line counts.
// It is an error if the header does not have the name
// (failure.AbsentError), and the zero Column is one, too.
type Column struct {
	// Number is the column's position, counted from 1, or 0 to use Name.
	Number int
	// Name is the column's name in the last line of the header, or "" to use Number.
	// With both, it is the column with that number, and it is an error if another one
	// has the name.
	Name string
}
