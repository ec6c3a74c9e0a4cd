package job

import (
	"regexp"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/order"
)

// A Spec says what to shuffle.
type Spec struct {
	Inputs  []string // names or patterns of objects
	Output  string   // the name of the shards, with {} for the number; one shard needs none
	Seed    *order.Seed
	Head    int64  // the number of records to return; negative means all
	Shards  int    // 0: one for each 192 MiB or so
	Split   string // shares of the order, such as train=0.8,test=0.2, a shard each; excludes Shards
	Segment int64  // bytes that are scattered at a time; 0: as many as are good
	Format
}

// A Format says what a record is, as engine.Options does.
type Format struct {
	NUL       bool           `json:"nul,omitempty"`
	CSV       bool           `json:"csv,omitempty"`
	Delimiter byte           `json:"delimiter,omitempty"`
	Lines     int            `json:"lines,omitempty"`
	Start     *regexp.Regexp `json:"record_start,omitempty"`
	Header    int            `json:"header,omitempty"`
	Raw       bool           `json:"raw,omitempty"` // do not decompress
}

// options returns the options of package records.
func (f *Format) options() engine.Options {
	return engine.Options{
		NUL: f.NUL, CSV: f.CSV, Delimiter: f.Delimiter, Lines: f.Lines, Start: f.Start, Header: f.Header,
	}
}

// divisible reports whether a file can be cut anywhere: a record ends with the next
// separator, wherever one looks.
func (f *Format) divisible() bool { return !f.CSV && f.Lines <= 1 && f.Start == nil }

func (f *Format) separator() byte {
	if f.NUL {
		return 0
	}
	return '\n'
}
