package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
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

// A Format says what a record is, as records.Options does.
type Format struct {
	NUL       bool   `json:"nul,omitempty"`
	CSV       bool   `json:"csv,omitempty"`
	Delimiter byte   `json:"delimiter,omitempty"`
	Lines     int    `json:"lines,omitempty"`
	Start     string `json:"record_start,omitempty"`
	Header    int    `json:"header,omitempty"`
	Raw       bool   `json:"raw,omitempty"` // do not decompress
}

// options returns the options of package records.
func (f *Format) options() (opt records.Options, err error) {
	opt = records.Options{NUL: f.NUL, CSV: f.CSV, Delimiter: f.Delimiter, Lines: f.Lines, Header: f.Header}
	if f.Start != "" {
		opt.Start, err = regexp.Compile(f.Start)
	}
	return opt, err
}

// divisible reports whether a file can be cut anywhere: a record ends with the next
// separator, wherever one looks.
func (f *Format) divisible() bool { return !f.CSV && f.Lines <= 1 && f.Start == "" }

func (f *Format) separator() byte {
	if f.NUL {
		return 0
	}
	return '\n'
}

// A task is what is to be written. Jobs with the same task write the same bytes, however
// they divide the inputs.
type task struct {
	Order  int     `json:"order"` // Order 1
	Seed   string  `json:"seed"`
	Output string  `json:"output"`
	Shards int     `json:"shards"`
	Split  string  `json:"split,omitempty"`
	Head   int64   `json:"head"` // negative: all
	Format Format  `json:"format"`
	Inputs []input `json:"inputs"`
}

// taskID returns what names the task.
func (t *task) taskID() string { return digest(t) }

// digest returns the beginning of the hash of what JSON makes of v.
func digest(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plans hold nothing that JSON does not know
	}
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:8])
}

// A SpecError reports a Spec that is wrong whatever inputs and outputs there are.
type SpecError struct{ Err error }

func (e *SpecError) Error() string { return e.Err.Error() }
func (e *SpecError) Unwrap() error { return e.Err }

func newTask(ctx context.Context, st *store.Store, spec Spec) (*task, error) {
	t := &task{Order: 1, Shards: spec.Shards, Split: spec.Split, Head: max(spec.Head, -1), Format: spec.Format}
	output, err := store.Parse(spec.Output)
	if err != nil {
		return nil, err
	}
	t.Output = output.Text()
	if err := t.check(spec.Output, output.Base()); err != nil {
		return nil, &SpecError{err}
	}
	if t.Inputs, err = findInputs(ctx, st, spec.Inputs); err != nil {
		return nil, err
	}
	if t.Shards == 0 {
		t.Shards = 1
		if strings.Contains(output.Base(), "{}") {
			t.Shards = max(pieces(t.bytes(), pieceSize(t.bytes())), 1)
		}
	}
	seed := spec.Seed
	if seed == nil {
		seed = new(order.NewSeed())
	}
	t.Seed = seed.String()
	return t, t.checkOutputs()
}

// mostShards is as many as yates shuffle --shards takes.
const mostShards = 1_000_000

// otherBraces matches the numbers that yates shuffle knows in the names of outputs besides {}.
var otherBraces = regexp.MustCompile(`\{:[^{}]*\}`)

// check returns an error if no inputs make the task a good one, and counts the parts of a
// split. The output is as it was given, and base is the last part of its name.
func (t *task) check(output, base string) error {
	if _, err := t.Format.options(); err != nil {
		return err
	}
	if other := otherBraces.FindString(base); other != "" {
		return fmt.Errorf("the output %s has %s, but only {} is known here", label.Name(output), label.Name(other))
	}
	parts, err := t.parts()
	if err != nil {
		return err
	}
	if t.Split != "" {
		if t.Shards != 0 {
			return errors.New("a shuffle has shards or is split")
		}
		t.Shards = len(parts)
	}
	if t.Shards < 0 || t.Shards > mostShards {
		return fmt.Errorf("there can be from 1 to %s shards, not %d", label.Number(mostShards), t.Shards)
	}
	if (t.Shards > 1 || t.Split != "") && !strings.Contains(base, "{}") {
		return fmt.Errorf("the output %s needs {} where the number or the name of the shard is to stand",
			label.Name(output))
	}
	names := []string{base}
	for k, part := range parts {
		name := t.shardName(k)
		if name.Base() != strings.ReplaceAll(base, "{}", part.Name) || name == t.manifestName() {
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

// valid reports whether the task can be one of newTask.
func (t *task) valid() bool {
	output, err := store.Parse(t.Output)
	_, seed := order.ParseSeed(t.Seed)
	again := *t
	if t.Split != "" {
		again.Shards = 0
	}
	return errors.Join(err, seed, again.check(t.Output, output.Base())) == nil &&
		t.Order == 1 && t.Shards >= 1 && again.Shards == t.Shards
}

// parts returns the parts of a split, or none.
func (t *task) parts() (parts shares.Parts, err error) {
	if t.Split == "" {
		return nil, nil
	}
	if err = parts.Set(t.Split); err != nil {
		err = fmt.Errorf("the split %s: %w", label.Name(t.Split), err)
	}
	return parts, err
}

func (t *task) output() store.Name {
	name, _ := store.Parse(t.Output) // which newTask has tried
	return name
}

// shardName returns the name of shard k.
func (t *task) shardName(k int) store.Name {
	text := fmt.Sprintf("%0*d", len(strconv.Itoa(t.Shards-1)), k)
	if t.Split != "" {
		parts, _ := t.parts() // in the same way
		text = parts[k].Name
	}
	return t.output().Beside(strings.ReplaceAll(t.output().Base(), "{}", text))
}

// share returns which of the records are in shard k, by their places in the order: as for
// yates shuffle --split, or --shards, of which the first have one more if they cannot be
// equal.
func (t *task) share(k int, records int64) (first, n int64) {
	if t.Head >= 0 {
		records = min(records, t.Head)
	}
	if t.Split != "" {
		parts, _ := t.parts()
		sizes := parts.Sizes(records)
		for _, size := range sizes[:k] {
			first += size
		}
		return first, sizes[k]
	}
	each, more := records/int64(t.Shards), records%int64(t.Shards)
	first, n = each*int64(k)+min(int64(k), more), each
	if int64(k) < more {
		n++
	}
	return first, n
}

// beside returns a name beside the output that depends on its whole pattern. What begins
// with an underscore is no data for the programs that read folders of shards, and patterns
// of shells for the shards do not match it. Braces would be replaced by GNU parallel, so
// the name has %d for {}, and %% for each per cent sign: no two patterns share a name.
func (t *task) beside(kind string) store.Name {
	base := strings.NewReplacer("%", "%%", "{}", "%d").Replace(t.output().Base())
	return t.output().Beside("_" + base + "." + kind)
}

// besideOutput matches what [task.beside] makes, and what a folder of a job has.
var besideOutput = regexp.MustCompile(`(^|/)_[^/]+\.(manifest\.json$|work/)`)

// inputSet returns the set of the inputs.
func (t *task) inputSet() *store.Set {
	names := make([]store.Name, len(t.Inputs))
	for i, in := range t.Inputs {
		names[i], _ = store.Parse(in.Name) // which findInputs has tried
	}
	return store.NewSet(names)
}

// outputs returns the names of the shards and of the manifest.
func (t *task) outputs() []store.Name {
	all := make([]store.Name, t.Shards, t.Shards+1)
	for k := range all {
		all[k] = t.shardName(k)
	}
	return append(all, t.manifestName())
}

// checkOutputs returns an error if an output is an input, or no file that may be replaced.
func (t *task) checkOutputs() error {
	inputs := t.inputSet()
	for _, output := range t.outputs() {
		in, ok := inputs.Find(output)
		switch {
		case !ok:
			if err := output.Replaceable(); err != nil {
				return err
			}
		case in == output:
			return fmt.Errorf("the output %s is an input", label.Name(output.String()))
		default:
			return fmt.Errorf("the output %s is the input %s", label.Name(output.String()), label.Name(in.String()))
		}
	}
	return nil
}

// folder returns the folder of the job, by default one beside the output. Inputs may lie in
// it, as the names of what a job makes there are its own. It is an error if an output would
// take its place.
func (t *task) folder(name string) (store.Name, error) {
	if name == "" {
		name = t.beside("work").Text()
	}
	work, err := parseFolder(name)
	if err == nil && slices.Contains(t.outputs(), work) {
		err = &SpecError{fmt.Errorf("the output %s is the folder of the job", label.Name(work.String()))}
	}
	return work, err
}

// parseFolder returns the name of a folder, which may end with slashes.
func parseFolder(name string) (store.Name, error) {
	query := ""
	if i := strings.LastIndexByte(name, '?'); i >= 0 && strings.Contains(name, "://") {
		name, query = name[:i], name[i:]
	}
	if !strings.HasSuffix(name, "://") { // or it has no bucket
		name = strings.TrimRight(name, "/")
	}
	return store.Parse(name + query)
}
