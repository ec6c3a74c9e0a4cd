package job

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/records/failure"
)

// The Parts of an order say which files it goes to.
type Parts struct {
	Files   [][]string                      // of each part, the file of each track
	Trains  [][]string                      // of each part, the files that all other parts go to; or nil
	Sizes   func(n int64) ([]int64, error)  // how n records, or groups, are divided
	Named   func(n int) ([][]string, error) // returns the Files of n parts; nil if these are known
	Several bool                            // there is more than one output, or might be
	Open    bool                            // all are written at the same time
}

// Names returns the names of all outputs.
func (p *Parts) Names() []string {
	return slices.Concat(slices.Concat(p.Files...), slices.Concat(p.Trains...))
}

// InputBytes is what is known of an input, besides its name; of all, Few do not count.
const (
	InputBytes  = 300
	outputBytes = 800
	Few         = 8 << 20
)

// twice returns an error if two of the files are the same one and the order is cut into parts: these would share
// records.
func (r *run) twice(j *Job) error {
	if j.Parts.Sizes == nil || j.Options.InStep || j.Options.Unique {
		return nil
	}
	type likeness struct { // few files share it
		size     int64
		modified time.Time
	}
	type file struct {
		name string
		info fs.FileInfo
	}
	seen := map[likeness][]file{}
	for _, name := range j.Files {
		for _, info := range infile.Regular([]string{name}, r.ui.In) {
			like := likeness{info.Size(), info.ModTime()}
			for _, other := range seen[like] {
				if os.SameFile(info, other.info) && info.Size() > 0 {
					return frame.WithHint(fmt.Errorf("%s and %s are one file, and parts would share its %ss",
						label.Name(other.name), label.Name(name), j.Unit), "--unique drops what is there twice")
				}
			}
			seen[like] = append(seen[like], file{name, info})
		}
	}
	return nil
}

// name names n parts and makes their files those of the set.
func (r *run) name(j *Job, n int) (err error) {
	if need := int64(n) * outputBytes; need > Few+r.out.Memory/16 { // the rest holds records
		return &failure.MemoryError{What: "work with " + label.Plural(int64(n), "output"),
			Need: uint64(16 * (need - Few)), Allowed: uint64(r.out.Memory)}
	}
	if j.Parts.Files, err = j.Parts.Named(n); err != nil {
		return err
	}
	return r.out.Add(j.Parts.Names()...)
}

// Besides returns how much of the memory is not for records, but to compress outputs and for
// what is known of each file. It is an error if that leaves too little.
func (j *Job) Besides(how output.Options) (need int64, err error) {
	const least = 1 << 20
	names := j.Parts.Names()
	if j.Parts.Open {
		need = output.CompressionMemory(how, names...)
	} else {
		for _, files := range j.Parts.Files {
			need = max(need, output.CompressionMemory(how, files...))
		}
	}
	for _, name := range j.Files {
		need += int64(len(name)) + InputBytes
	}
	need = max(need+int64(len(names))*outputBytes-Few, 0)
	if need > 0 && how.Memory-need < least {
		what := label.Plural(int64(len(j.Files)), "input") + " and " + label.Plural(int64(len(names)), "output")
		err = &failure.MemoryError{What: "work with " + what, Need: uint64(need + least), Allowed: uint64(how.Memory)}
	}
	return need, err
}

// writeParts writes the front of the order to the files of the parts, which have these sizes.
func (r *run) writeParts(ctx context.Context, c *engine.Collection, j *Job, sizes []int64) error {
	set := r.out
	if j.Parts.Open {
		set.Together = len(set.Names)
	}
	if len(j.Options.StratifyBy) > 0 { // then each record is written by itself
		set.Buffer = min(max(int(j.Options.Memory/16/int64(set.Together)), 4<<10), 64<<10)
	}
	open := func(part int) ([]io.Writer, error) {
		if len(j.Parts.Files[part]) == 0 {
			return []io.Writer{io.Discard}, nil
		}
		return r.open(j, j.Parts.Files[part])
	}
	if j.Parts.Trains != nil {
		open = j.Parts.withTrains(set, c.Headers())
	}
	if j.Each > 0 {
		return c.WriteEach(ctx, j.Each, open)
	}
	return c.WriteParts(ctx, sizes, open)
}

// withTrains returns what opens the outputs of a part: its own and the train files of all
// the others.
func (p *Parts) withTrains(set *dest.Set, headers [][]byte) func(part int) ([]io.Writer, error) {
	trains := make([][]io.Writer, len(p.Trains)) // when they are open
	return func(part int) ([]io.Writer, error) {
		to, err := set.Open(p.Files[part]...)
		for i := 0; i < len(trains) && err == nil; i++ {
			if i == part {
				continue
			}
			again := trains[i] != nil
			if !again {
				trains[i], err = set.Open(p.Trains[i]...)
			}
			for t, train := range trains[i] {
				if again { // it has the header, with which the part begins
					train = &skipper{train, len(headers[t])}
				}
				to[t] = io.MultiWriter(to[t], train)
			}
		}
		return to, err
	}
}

// A skipper writes all but the first bytes.
type skipper struct {
	w    io.Writer
	skip int
}

func (s *skipper) Write(b []byte) (int, error) {
	n := min(s.skip, len(b))
	s.skip -= n
	m, err := s.w.Write(b[n:])
	return n + m, err
}
