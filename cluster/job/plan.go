package job

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/shares"
)

// version is that of what the steps of a job write for each other. It is raised when that changes.
const version = 1

// A plan is what all steps of a job share. It is an object in the folder of the job.
type plan struct {
	Program string     `json:"plan"` // yates-cluster
	Version int        `json:"version"`
	Order   int        `json:"order"` // Order 1
	Seed    string     `json:"seed"`
	Drawn   bool       `json:"drawn,omitempty"` // the seed is a random one, for this job
	Output  store.Name `json:"output"`
	Shards  int        `json:"shards"`
	Split   string     `json:"split,omitempty"`
	Head    int64      `json:"head"` // negative: all
	Format  Format     `json:"format"`
	Inputs  []input    `json:"inputs"`

	// How the inputs are divided, and where the job is. Jobs that differ only in that write
	// the same bytes.
	Segment int64      `json:"segment_bytes"`
	Cut     []int      `json:"cut,omitempty"` // the inputs of several segments, by their numbers
	Work    store.Name `json:"work"`
	Key     string     `json:"key"` // a random one, without which nobody can forge what the job keeps
}

// id returns what names the job. No two jobs have the same.
func (p *plan) id() string { return digest(p) }

// task returns what names the bytes that the job writes.
func (p *plan) task() string {
	t := *p
	t.Version, t.Drawn, t.Segment, t.Cut, t.Work, t.Key = 0, false, 0, nil, store.Name{}, ""
	return digest(t)
}

// digest returns the beginning of the hash of what JSON makes of v.
func digest(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plans hold nothing that JSON does not know
	}
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:8])
}

// difference names what differs between two plans, or is empty. How they are cut follows from the rest.
func (p *plan) difference(q *plan) string {
	var names []string
	a, b := reflect.ValueOf(*p), reflect.ValueOf(*q)
	for i := range a.NumField() {
		name := strings.ToLower(a.Type().Field(i).Name)
		same := digest(a.Field(i).Interface()) == digest(b.Field(i).Interface())
		if !same && name != "cut" && name != "key" {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// planObject is the plan in a folder.
func planObject(work store.Name) object { return object{work.Private().Join("plan.json"), ""} }

// readPlan returns the plan in a folder. One that is damaged is told from what is none of ours;
// zeros, or nothing, are what a power cut leaves of a file.
func readPlan(ctx context.Context, st *store.Store, work store.Name) (*plan, error) {
	o := planObject(work)
	b, err := o.read(ctx, st, 0, -1, 1)
	has := func(text string) bool { return bytes.Contains(b, []byte(text)) }
	ours := len(bytes.Trim(b, "\x00")) == 0 || has(`"order": `) || has(`{"crc32c":`)
	if err != nil && (ours || !errors.Is(err, Damaged)) {
		return nil, err
	}
	p := new(plan)
	switch {
	case err != nil || json.Unmarshal(b, p) != nil || p.Program != program:
		err = fmt.Errorf("%s is not a plan of this program", label.Name(o.String()))
	case p.Version != version:
		err = &Error{OtherVersion, work, work, nil}
	case p.Work.Place() != work.Place():
		err = o.damaged(fmt.Errorf("it is that of the job in %s", label.Name(p.Work.String())))
	default:
		err = p.check()
	}
	return p, err
}

// A plan has up to as many shards as yates shuffle --shards takes, and as many segments.
const mostShards = 1_000_000

// otherBraces matches the numbers that yates shuffle knows in the names of outputs besides {}.
var otherBraces = regexp.MustCompile(`\{:[^{}]*\}`)

// check returns a [SpecError] if no inputs make the plan a good one. One that was read may be forged.
func (p *plan) check() error {
	base, output := p.Output.Base(), label.Name(p.Output.String())
	parts, err := p.parts()
	segments, last := 1.0, -1
	for _, i := range p.Cut {
		if i <= last || i >= len(p.Inputs) {
			return p.bad("its inputs are not those that are cut")
		}
		segments, last = segments+math.Abs(float64(p.Inputs[i].Size))/float64(p.Segment), i
	}
	const where = "the output %s needs {} in its last part, where the number or the name of the shard is to stand"
	switch other := otherBraces.FindString(base); {
	case other != "":
		return p.bad("the output %s has %s, but only {} is known here", output, label.Name(other))
	case err != nil:
		return &SpecError{err}
	case p.Shards < 1 || p.Shards > mostShards || parts != nil && len(parts) != p.Shards:
		return p.bad("there can be from 1 to %s shards, not %d", label.Number(mostShards), p.Shards)
	case p.Segment < 0 || !(segments <= mostShards):
		return p.bad("there would be more than %s segments; they must be larger", label.Number(mostShards))
	case (p.Shards > 1 || p.Split != "") && !strings.Contains(base, "{}"):
		return p.bad(where, output)
	}
	names := []string{base}
	for k, part := range parts {
		name := p.shardName(k)
		own := name == p.manifestName() || name == p.beside("work")
		if own || name.Base() != strings.ReplaceAll(base, "{}", part.Name) {
			return p.bad("the part %s cannot be in the name of a shard", label.Name(part.Name))
		}
		names = append(names, name.Base())
	}
	for _, name := range names {
		if kind := packing.Foreign(name); kind != "" {
			return p.bad("cannot write %s: %s is not supported, only .gz and .zst", label.Name(name), kind)
		}
	}
	return nil
}

func (p *plan) bad(format string, args ...any) error { return &SpecError{fmt.Errorf(format, args...)} }

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

func (p *plan) manifestName() store.Name { return p.beside("manifest.json") }

// parseFolder returns the name of a folder, which may end with slashes.
func parseFolder(name string) (store.Name, error) {
	query := ""
	if i := strings.LastIndexByte(name, '?'); i >= 0 && strings.Contains(name, "://") {
		name, query = name[:i], name[i:]
	}
	if !strings.HasSuffix(name, "://") { // or it has no bucket
		name = cmp.Or(strings.TrimRight(name, "/"), name)
	}
	return store.Parse(name + query)
}
