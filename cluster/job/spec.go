package job

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/order"
)

// A Spec says what to shuffle.
type Spec struct {
	Inputs  []string // names or patterns of objects
	Output  string   // the name of the shards, with {} for the number; one shard needs none
	Work    string   // the folder of the job, or empty: one beside the output
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

// mostShards is as many as yates shuffle --shards takes.
const mostShards = 1_000_000

// otherBraces matches the numbers that yates shuffle knows in the names of outputs besides {}.
var otherBraces = regexp.MustCompile(`\{:[^{}]*\}`)

// check returns an error if no inputs make the plan a good one, and counts the parts of a
// split. The output is as it was given.
func (p *plan) check(output string) error {
	base := p.Output.Base()
	parts, err := p.parts()
	const where = "the output %s needs {} in its last part, where the number or the name of the shard is to stand"
	switch other := otherBraces.FindString(base); {
	case other != "":
		return fmt.Errorf("the output %s has %s, but only {} is known here", label.Name(output), label.Name(other))
	case err != nil:
		return err
	case p.Split != "" && p.Shards != 0:
		return errors.New("a shuffle has a number of shards or a split, not both")
	case p.Shards < 0 || p.Shards > mostShards:
		return fmt.Errorf("there can be from 1 to %s shards, not %d", label.Number(mostShards), p.Shards)
	case (p.Shards > 1 || p.Split != "") && !strings.Contains(base, "{}"):
		return fmt.Errorf(where, label.Name(output))
	}
	p.Shards += len(parts)
	names := []string{base}
	for k, part := range parts {
		name := p.shardName(k)
		if name.Base() != strings.ReplaceAll(base, "{}", part.Name) || name == p.manifestName() {
			return fmt.Errorf("the part %s cannot be in the name of a shard", label.Name(part.Name))
		}
		names = append(names, name.Base())
	}
	for _, name := range names {
		if kind := packing.Foreign(name); kind != "" {
			return fmt.Errorf("cannot write %s: %s is not supported, only .gz and .zst", label.Name(name), kind)
		}
	}
	return nil
}

// parts returns the parts of a split, or none.
func (p *plan) parts() (parts shares.Parts, err error) {
	if p.Split == "" {
		return nil, nil
	}
	if err = parts.Set(p.Split); err != nil {
		err = fmt.Errorf("the split %s: %w", label.Name(p.Split), err)
	}
	return parts, err
}

// shardName returns the name of shard k.
func (p *plan) shardName(k int) store.Name {
	text := fmt.Sprintf("%0*d", len(strconv.Itoa(p.Shards-1)), k)
	if parts, _ := p.parts(); parts != nil { // check has tried
		text = parts[k].Name
	}
	return p.Output.Beside(strings.ReplaceAll(p.Output.Base(), "{}", text))
}

// share returns which of the records are in shard k, by their places in the order: as for
// yates shuffle --split, or --shards, of which the first have one more if they cannot be
// equal.
func (p *plan) share(k int, records int64) (first, n int64, err error) {
	if p.Head >= 0 {
		records = min(records, p.Head)
	}
	if parts, _ := p.parts(); parts != nil {
		sizes, err := parts.Sizes(records)
		if err != nil {
			return 0, 0, fmt.Errorf("%w records", err)
		}
		for _, size := range sizes[:k] {
			first += size
		}
		return first, sizes[k], nil
	}
	each, more := records/int64(p.Shards), records%int64(p.Shards)
	from := func(k int64) int64 { return each*k + min(k, more) }
	return from(int64(k)), from(int64(k)+1) - from(int64(k)), nil
}

// beside returns a name beside the output that depends on its whole pattern. What begins
// with an underscore is no data for the programs that read folders of shards, and patterns
// of shells for the shards do not match it. Braces would be replaced by GNU parallel, so
// the name has %d for {}, and %% for each per cent sign: no two patterns share a name.
func (p *plan) beside(kind string) store.Name {
	base := strings.NewReplacer("%", "%%", "{}", "%d").Replace(p.Output.Base())
	return p.Output.Beside("_" + base + "." + kind)
}

// outputs returns the names of the shards and of the manifest.
func (p *plan) outputs() []store.Name {
	all := make([]store.Name, p.Shards, p.Shards+1)
	for k := range all {
		all[k] = p.shardName(k)
	}
	return append(all, p.manifestName())
}

// checkOutputs returns an error if an output is an input, or no file that may be replaced.
func (p *plan) checkOutputs() error {
	inputs := places(p.Inputs)
	for _, output := range p.outputs() {
		if in, ok := inputs[output.Place()]; ok {
			return fmt.Errorf("the output %s is the input %s", label.Name(output.String()), label.Name(in.String()))
		}
		if err := output.Replaceable(); err != nil {
			return err
		}
	}
	return nil
}

// places returns the names of inputs by their places.
func places(inputs []input) map[string]store.Name {
	m := map[string]store.Name{}
	for _, in := range inputs {
		m[in.Name.Place()] = in.Name
	}
	return m
}
