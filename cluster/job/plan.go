package job

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A Spec says what to shuffle.
type Spec struct {
	Inputs  []string // names or patterns of objects
	Output  string   // the name of the shards, with {} for the number; one shard needs none
	Work    string   // the folder of the job, or empty: one beside the output
	Seed    *order.Seed
	Head    int64 // the number of records to return; negative means all
	Shards  int   // 0: one for each GiB or so
	Segment int64 // bytes that are scattered at a time; 0: as many as are good
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

// A plan is what all steps of a job share. It is an object in the folder of the job.
type plan struct {
	Order  int     `json:"order"` // Order 1
	Inputs []input `json:"inputs"`
	Output string  `json:"output"`
	Shards int     `json:"shards"`
	Head   int64   `json:"head"` // negative: all
	Seed   string  `json:"seed"`
	Format Format  `json:"format"`
}

// An input is a file or object. A plain one has several segments if it is large.
type input struct {
	Name     string `json:"name"`
	Size     int64  `json:"size"`
	Tag      string `json:"etag"`
	Segments int    `json:"segments,omitempty"`
	Header   int64  `json:"header_bytes,omitempty"` // of one that has several segments
}

// fewest is how many bytes are worth a segment or a shard of their own, and most is how
// many of these there are if nobody says otherwise: each run and each shard meet in a
// request.
const (
	fewest = 256 << 20
	most   = 2000
)

// pieceSize returns a good size of the pieces of n bytes, and pieces their number.
func pieceSize(n int64) int64 { return max(fewest, (n+most-1)/most) }

func pieces(n, size int64) int { return int((n + size - 1) / size) }

// Make plans a job and writes the plan to the folder of the job, or returns the job that
// is there if it is the same. With a nil Seed, it is the same if the rest is.
func Make(ctx context.Context, st *store.Store, spec Spec) (*Job, error) {
	p, err := newPlan(ctx, st, spec)
	if err != nil {
		return nil, err
	}
	output, _ := store.Parse(p.Output)
	work, err := workFolder(spec.Work, output)
	if err != nil {
		return nil, err
	}
	if err := p.checkFolder(work); err != nil {
		return nil, err
	}
	if err := p.divide(ctx, st, spec.Segment); err != nil {
		return nil, err
	}
	return p.place(ctx, st, work, spec.Seed == nil)
}

// newPlan returns the plan of a shuffle, without segments.
func newPlan(ctx context.Context, st *store.Store, spec Spec) (*plan, error) {
	p := &plan{Order: 1, Shards: spec.Shards, Head: max(spec.Head, -1), Format: spec.Format}
	output, err := store.Parse(spec.Output)
	if err != nil {
		return nil, err
	}
	p.Output = output.Text()
	if _, err := p.Format.options(); err != nil {
		return nil, err
	}
	if p.Inputs, err = findInputs(ctx, st, spec.Inputs); err != nil {
		return nil, err
	}
	if other := otherBraces.FindString(output.Base()); other != "" {
		return nil, fmt.Errorf("the output %s has %s, but only {} is known here", label.Name(spec.Output), label.Name(other))
	}
	numbered := strings.Contains(output.Base(), "{}")
	if p.Shards == 0 {
		p.Shards = 1
		if numbered {
			p.Shards = max(pieces(p.bytes(), pieceSize(p.bytes())), 1)
		}
	}
	if p.Shards < 1 || p.Shards > mostShards {
		return nil, fmt.Errorf("there can be from 1 to %s shards, not %d", label.Number(mostShards), p.Shards)
	}
	if p.Shards > 1 && !numbered {
		return nil, fmt.Errorf("the output %s needs {} where the number of the shard is to stand", label.Name(spec.Output))
	}
	if err := p.checkOutputs(); err != nil {
		return nil, err
	}
	seed := spec.Seed
	if seed == nil {
		seed = new(order.NewSeed())
	}
	p.Seed = seed.String()
	return p, nil
}

// otherBraces matches the numbers that yates shuffle knows in the names of outputs besides {}.
var otherBraces = regexp.MustCompile(`\{:[^{}]*\}`)

// inputSet returns the set of the inputs.
func (p *plan) inputSet() *store.Set {
	names := make([]store.Name, len(p.Inputs))
	for i, in := range p.Inputs {
		names[i], _ = store.Parse(in.Name) // which findInputs has tried
	}
	return store.NewSet(names)
}

// checkOutputs returns an error if an output is an input.
func (p *plan) checkOutputs() error {
	inputs := p.inputSet()
	for k := range p.Shards + 1 {
		output := p.manifestName()
		if k < p.Shards {
			output = p.shardName(k)
		}
		in, ok := inputs.Find(output)
		switch {
		case !ok:
		case in == output:
			return fmt.Errorf("the output %s is an input", label.Name(output.String()))
		default:
			return fmt.Errorf("the output %s is the input %s", label.Name(output.String()), label.Name(in.String()))
		}
	}
	return nil
}

// checkFolder returns an error if an input lies in the folder of the job.
func (p *plan) checkFolder(work store.Name) error {
	if in, ok := p.inputSet().Within(work); ok {
		return fmt.Errorf("the input %s is in the folder of the job, %s", label.Name(in.String()), label.Name(work.String()))
	}
	return nil
}

// bytes returns the size of all inputs.
func (p *plan) bytes() (n int64) {
	for _, in := range p.Inputs {
		n += in.Size
	}
	return n
}

// mostShards is as many as yates shuffle --shards takes.
const mostShards = 1_000_000

// beside returns how the names of what stands beside the output begin: part- beside
// part-{}.txt, and all.txt. beside all.txt.
func beside(output store.Name) string {
	before, _, numbered := strings.Cut(output.Base(), "{}")
	if !numbered {
		before += "."
	}
	return before
}

// workFolder returns the folder of a job.
func workFolder(name string, output store.Name) (store.Name, error) {
	if name == "" {
		return output.Beside(beside(output) + "work"), nil
	}
	if scheme, rest, ok := strings.Cut(name, "://"); ok {
		rest, query, asked := strings.Cut(rest, "?")
		name = scheme + "://" + strings.TrimRight(rest, "/")
		if asked {
			name += "?" + query
		}
	} else {
		name = strings.TrimRight(name, "/")
	}
	return store.Parse(name)
}

// findInputs returns the inputs that names and patterns stand for.
func findInputs(ctx context.Context, st *store.Store, texts []string) (all []input, err error) {
	var names []store.Name
	for _, text := range texts {
		name, err := store.Parse(text)
		if err != nil {
			return nil, err
		}
		found := []store.Name{name}
		if name.IsPattern() {
			if found, err = st.List(ctx, name); err != nil {
				return nil, err
			}
			if len(found) == 0 {
				return nil, fmt.Errorf("no object matches %s", label.Name(name.String()))
			}
		}
		names = append(names, found...)
	}
	if len(names) == 0 {
		return nil, errors.New("there are no inputs")
	}
	all = make([]input, len(names))
	err = each(ctx, len(names), func(i int) error {
		info, err := st.Stat(ctx, names[i])
		all[i] = input{Name: names[i].Text(), Size: info.Size, Tag: info.Tag}
		return err
	})
	return all, err
}

// divide divides the inputs into segments of about size bytes, or of a good size if it is 0.
func (p *plan) divide(ctx context.Context, st *store.Store, size int64) error {
	if size == 0 {
		size = pieceSize(p.bytes())
	}
	return each(ctx, len(p.Inputs), func(i int) error {
		in := &p.Inputs[i]
		if in.Size > 0 {
			in.Segments = 1
		}
		if in.Size <= size || !p.Format.divisible() {
			return nil
		}
		name, err := store.Parse(in.Name)
		if err != nil {
			return err
		}
		front, err := st.Read(ctx, name, 0, -1)
		if err != nil {
			return err
		}
		defer front.Close()
		var head bytes.Buffer
		if !p.Format.Raw {
			if _, err := io.CopyN(&head, front, packing.SniffLen); err != nil && err != io.EOF {
				return err
			}
			plain, err := packing.Plain(name.Base(), bytes.NewReader(head.Bytes()), 0)
			if err != nil || !plain {
				return err // which the step that reads it says better
			}
		}
		if in.Header, err = headerLength(io.MultiReader(&head, front), p.Format.separator(), p.Format.Header); err != nil {
			return fmt.Errorf("reading %s: %w", label.Name(name.String()), err)
		}
		in.Segments = pieces(in.Size, size)
		return nil
	})
}

// headerLength returns the length of the first n lines.
func headerLength(r io.Reader, sep byte, n int) (length int64, err error) {
	const most = 16 << 20
	buf := make([]byte, 32<<10)
	for n > 0 {
		m, err := r.Read(buf)
		for _, b := range buf[:m] {
			if n == 0 {
				break
			}
			length++
			if b == sep {
				n--
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
		if length > most {
			return 0, errors.New("its header takes more than 16 MiB")
		}
	}
	return length, nil
}

// place writes the plan unless there is one already, which must be the same, but for the
// seed if anySeed is set.
func (p *plan) place(ctx context.Context, st *store.Store, work store.Name, anySeed bool) (*Job, error) {
	at := work.Join("plan.json")
	err := st.Create(ctx, at, p.encode())
	if err == nil { // a manifest that is there is of another job
		if err := st.Remove(ctx, p.manifestName()); err != nil {
			return nil, err
		}
		return newJob(st, work, p)
	}
	if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	there, err := readPlan(ctx, st, at)
	if err != nil {
		return nil, err
	}
	if anySeed {
		p.Seed = there.Seed
	}
	if what := p.difference(there); what != "" {
		return nil, &OtherJobError{Work: work, What: what}
	}
	return newJob(st, work, there)
}

func (p *plan) encode() []byte {
	b, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		panic(err) // it holds nothing that JSON does not know
	}
	return append(b, '\n')
}

// id returns what names the job: the beginning of the hash of its plan.
func (p *plan) id() string {
	h := sha256.Sum256(p.encode())
	return hex.EncodeToString(h[:8])
}

func readPlan(ctx context.Context, st *store.Store, at store.Name) (*plan, error) {
	b, err := st.ReadAll(ctx, at)
	if err != nil {
		return nil, err
	}
	p := new(plan)
	if err := json.Unmarshal(b, p); err != nil || !p.valid() {
		return nil, fmt.Errorf("%s is not a plan of this program", label.Name(at.String()))
	}
	return p, nil
}

// valid reports whether the plan can be one of Make.
func (p *plan) valid() bool {
	_, err1 := store.Parse(p.Output)
	_, err2 := order.ParseSeed(p.Seed)
	_, err3 := p.Format.options()
	return errors.Join(err1, err2, err3) == nil && p.Order == 1 && p.Shards >= 1 && p.Shards <= mostShards &&
		!slices.ContainsFunc(p.Inputs, func(in input) bool { return in.Size < 0 || in.Segments < 0 || in.Header < 0 })
}

// difference says what differs between two plans, or nothing.
func (p *plan) difference(q *plan) string {
	same := func(a, b []input) bool {
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		return bytes.Equal(x, y)
	}
	switch {
	case p.Seed != q.Seed:
		return "seed"
	case p.Output != q.Output:
		return "output"
	case p.Shards != q.Shards:
		return "number of shards"
	case p.Head != q.Head:
		return "number of records wanted"
	case p.Format != q.Format:
		return "format of the records"
	case !same(p.Inputs, q.Inputs):
		return "input, or its size or time or segments"
	}
	return ""
}

// An OtherJobError reports a folder that holds another job.
type OtherJobError struct {
	Work store.Name
	What string // differs
}

func (e *OtherJobError) Error() string {
	return fmt.Sprintf("the folder %s holds another job, with another %s", label.Name(e.Work.String()), e.What)
}

// A segment is a part of an input: the records that begin in it.
type segment struct {
	input    *input
	name     store.Name
	from, to int64
}

// whole reports whether the segment is the whole input.
func (s *segment) whole() bool { return s.input.Segments == 1 }

// segments returns all segments, in input order.
func (p *plan) segments() (all []segment, err error) {
	for i := range p.Inputs {
		in := &p.Inputs[i]
		name, err := store.Parse(in.Name)
		if err != nil {
			return nil, err
		}
		for j := range in.Segments {
			all = append(all, segment{in, name, in.cut(j), in.cut(j + 1)})
		}
	}
	return all, nil
}

// cut returns where segment j begins.
func (in *input) cut(j int) int64 {
	if j == 0 {
		return 0
	}
	n := int64(in.Segments)
	return max(in.Size/n*int64(j)+in.Size%n*int64(j)/n, min(in.Header, in.Size))
}
