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
	Head    int64  // the number of records to return; negative means all
	Shards  int    // 0: one for each GiB or so
	Split   string // shares of the order, such as train=0.8,test=0.2: a shard each, with {} for its name; excludes Shards
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

// A plan is what all steps of a job share. It is an object in the folder of the job.
type plan struct {
	Order  int     `json:"order"` // Order 1
	Inputs []input `json:"inputs"`
	Output string  `json:"output"`
	Shards int     `json:"shards"`
	Split  string  `json:"split,omitempty"`
	Head   int64   `json:"head"` // negative: all
	Seed   string  `json:"seed"`
	Format Format  `json:"format"`
	Former []Shard `json:"former,omitempty"` // shards of the output that was there, to remove
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

// A SpecError reports a Spec that is wrong whatever inputs and outputs there are.
type SpecError struct{ Err error }

func (e *SpecError) Error() string { return e.Err.Error() }
func (e *SpecError) Unwrap() error { return e.Err }

// newPlan returns the plan of a shuffle, without segments.
func newPlan(ctx context.Context, st *store.Store, spec Spec) (*plan, error) {
	p := &plan{Order: 1, Shards: spec.Shards, Split: spec.Split, Head: max(spec.Head, -1), Format: spec.Format}
	output, err := store.Parse(spec.Output)
	if err != nil {
		return nil, err
	}
	p.Output = output.Text()
	if err := p.check(spec.Output, output.Base()); err != nil {
		return nil, &SpecError{err}
	}
	if p.Inputs, err = findInputs(ctx, st, spec.Inputs); err != nil {
		return nil, err
	}
	if p.Shards == 0 {
		p.Shards = 1
		if strings.Contains(output.Base(), "{}") {
			p.Shards = max(pieces(p.bytes(), pieceSize(p.bytes())), 1)
		}
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

// check returns an error if no inputs make the plan a good one, and counts the parts of a
// split. The output is as it was given, and base is the last part of its name.
func (p *plan) check(output, base string) error {
	if _, err := p.Format.options(); err != nil {
		return err
	}
	if other := otherBraces.FindString(base); other != "" {
		return fmt.Errorf("the output %s has %s, but only {} is known here", label.Name(output), label.Name(other))
	}
	if p.Split != "" {
		if p.Shards != 0 {
			return errors.New("a shuffle has shards or is split")
		}
		parts, err := p.parts()
		if err != nil {
			return err
		}
		p.Shards = len(parts)
	}
	if p.Shards < 0 || p.Shards > mostShards {
		return fmt.Errorf("there can be from 1 to %s shards, not %d", label.Number(mostShards), p.Shards)
	}
	if (p.Shards > 1 || p.Split != "") && !strings.Contains(base, "{}") {
		return fmt.Errorf("the output %s needs {} where the number or the name of the shard is to stand", label.Name(output))
	}
	return p.checkParts()
}

// inputSet returns the set of the inputs.
func (p *plan) inputSet() *store.Set {
	names := make([]store.Name, len(p.Inputs))
	for i, in := range p.Inputs {
		names[i], _ = store.Parse(in.Name) // which findInputs has tried
	}
	return store.NewSet(names)
}

// checkOutputs returns an error if an output is an input, or no file that may be replaced.
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

// checkFolder returns an error if an input lies in the folder of the job, or a shard would
// take its place.
func (p *plan) checkFolder(work store.Name) error {
	for k := range p.Shards {
		if shard := p.shardName(k); shard == work {
			return &SpecError{fmt.Errorf("the output %s is the folder of the job", label.Name(shard.String()))}
		}
	}
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

// findInputs returns the inputs that names and patterns stand for. A name with an asterisk
// stands for itself if there is such an object: so it is, where a shell found it. What
// several names stand for is there several times.
func findInputs(ctx context.Context, st *store.Store, texts []string) (all []input, err error) {
	given, names := make([]store.Name, len(texts)), []store.Name(nil)
	for i, text := range texts {
		if given[i], err = store.Parse(text); err != nil {
			return nil, err
		}
	}
	for _, name := range given {
		if name.IsUnfinished() {
			return nil, fmt.Errorf("%s is a part of a file, which a writer that was killed has left", label.Name(name.String()))
		}
		found := []store.Name{name}
		isOne := !name.IsPattern()
		if !isOne {
			if isOne, err = st.Has(ctx, name); err != nil {
				return nil, err
			}
		}
		if !isOne {
			if found, err = st.List(ctx, name); err != nil {
				return nil, err
			}
			found = slices.DeleteFunc(found, store.Name.IsUnfinished)
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
		if errors.Is(err, fs.ErrNotExist) {
			err = st.Absent(ctx, names[i], err)
		}
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
		name, err := store.Parse(in.Name)
		if err != nil {
			return err
		}
		if in.Size == 0 {
			return p.checkEmpty(name)
		}
		in.Segments = 1
		if in.Size <= size || !p.Format.divisible() {
			return nil
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

// checkEmpty returns an error if an input must not be empty: what is compressed never is.
func (p *plan) checkEmpty(name store.Name) error {
	if p.Format.Raw {
		return nil
	}
	if _, err := io.Copy(io.Discard, packing.Open(name.Base(), strings.NewReader(""), packing.LeastWindow)); err != nil {
		return fmt.Errorf("reading %s: %w", label.Name(name.String()), err)
	}
	return nil
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
	was, err := p.readManifest(ctx, st)
	if err != nil {
		return nil, err
	}
	p.Former = p.former(was)
	err = st.Create(ctx, work.Join("plan.json"), p.encode())
	if err == nil {
		if was != nil { // which is of another job
			err = st.Remove(ctx, p.manifestName())
		}
		if err != nil {
			return nil, err
		}
		return newJob(st, work, p)
	}
	if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	there, err := readPlan(ctx, st, work)
	if errors.Is(err, fs.ErrNotExist) { // cleaned since
		return p.place(ctx, st, work, anySeed)
	}
	if err != nil {
		return nil, err
	}
	if anySeed {
		p.Seed = there.Seed
	}
	if what := p.difference(there); what != "" {
		return nil, &OtherJobError{Work: work, What: what}
	}
	if was != nil && !was.of(there) { // whoever wrote the plan was killed before he removed it
		if err := st.Remove(ctx, p.manifestName()); err != nil {
			return nil, err
		}
	}
	return newJob(st, work, there)
}

func (p *plan) encode() []byte {
	b, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		panic(err) // it holds nothing that JSON does not know
	}
	return sealText(append(b, '\n'))
}

// id returns what names the job: the beginning of the hash of its plan.
func (p *plan) id() string {
	h := sha256.Sum256(p.encode())
	return hex.EncodeToString(h[:8])
}

// aPlan matches a plan, even if one place in it is damaged.
var aPlan = regexp.MustCompile(`^\{\n  "order": |\n\{"crc32c":"[0-9a-f]{8}"\}\n$`)

func readPlan(ctx context.Context, st *store.Store, work store.Name) (*plan, error) {
	at := work.Join("plan.json")
	b, err := st.ReadAll(ctx, at)
	if err != nil {
		return nil, err
	}
	if len(bytes.Trim(b, "\x00")) == 0 { // what a power cut leaves of a file
		return nil, &DamagedError{work, at, errShort}
	}
	text, err := unsealText(b)
	if err != nil && aPlan.Match(b) {
		return nil, &DamagedError{work, at, err}
	}
	p := new(plan)
	if err != nil || json.Unmarshal(text, p) != nil || !p.valid() {
		return nil, fmt.Errorf("%s is not a plan of this program", label.Name(at.String()))
	}
	return p, nil
}

// valid reports whether the plan can be one of Make.
func (p *plan) valid() bool {
	_, err1 := store.Parse(p.Output)
	_, err2 := order.ParseSeed(p.Seed)
	_, err3 := p.Format.options()
	if p.Split != "" {
		parts, err := p.parts()
		if err != nil || len(parts) != p.Shards {
			return false
		}
	}
	return errors.Join(err1, err2, err3) == nil && p.Order == 1 && p.Shards >= 1 && p.Shards <= mostShards &&
		!slices.ContainsFunc(p.Inputs, func(in input) bool { return in.Size < 0 || in.Segments < 0 || in.Header < 0 })
}

// difference says what differs between two plans, or nothing.
func (p *plan) difference(q *plan) string {
	switch {
	case p.Seed != q.Seed:
		return "seed"
	case p.Output != q.Output:
		return "output"
	case p.Split != q.Split:
		return "split"
	case p.Shards != q.Shards:
		return "number of shards"
	case p.Head != q.Head:
		return "number of records wanted"
	case p.Format != q.Format:
		return "format of the records"
	case len(p.Inputs) != len(q.Inputs):
		return "number of inputs"
	}
	for i := range p.Inputs {
		if what := p.Inputs[i].difference(&q.Inputs[i]); what != "" {
			return what
		}
	}
	return ""
}

// difference says what differs between two inputs, or nothing.
func (in *input) difference(was *input) string {
	name := label.Name(in.Name)
	switch {
	case in.Name != was.Name:
		return "input, " + label.Name(was.Name) + " instead of " + name
	case in.Size != was.Size:
		return "size of the input " + name
	case in.Tag != was.Tag:
		return "version of the input " + name
	case *in != *was:
		return "number of segments of the input " + name
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
