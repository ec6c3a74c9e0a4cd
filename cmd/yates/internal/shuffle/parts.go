package shuffle

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/records"
)

// The parts of an order say which files it goes to.
type parts struct {
	files   [][]string            // of each part, the file of each track
	trains  [][]string            // of each part, the files that all other parts go to; or nil
	sizes   func(n int64) []int64 // how n records, or groups, are divided
	folds   int
	several bool // there is more than one output, or might be
	open    bool // all are written at the same time
}

// parts returns the parts of the order of some inputs.
func (f *flags) parts(inputs, patterns []string) (p parts, err error) {
	p = parts{
		several: f.cut() || f.inStep, open: len(f.stratify) > 0, folds: f.folds.n,
		sizes: func(n int64) []int64 { return []int64{n} },
	}
	labels := []dest.Label{dest.AnyLabel}
	switch {
	case f.split != nil:
		labels, p.sizes = dest.Named(f.split.Names()), f.split.Sizes
	case f.cut():
		numbers := f.shards
		if f.folds.n > 0 {
			numbers = f.folds
		}
		labels = dest.Numbered(numbers.first, numbers.n, f.folds.n > 0)
		p.sizes = func(n int64) []int64 { return handout.Sizes(n, numbers.n) }
	}
	patterns = slices.Clone(patterns)
	if !p.several {
		if patterns = slices.Compact(patterns); len(patterns) > 1 {
			return p, frame.BadUsage("", "there are two outputs, %s and %s", label.Name(patterns[0]),
				label.Name(patterns[1]))
		}
		if len(patterns) == 0 {
			patterns = []string{output.Stdout}
		}
	} else if err := f.checkParts(patterns, inputs); err != nil {
		return p, err
	}
	sets := slices.ContainsFunc(patterns, func(pattern string) bool {
		return f.folds.n > 0 && strings.Contains(pattern, "{set}")
	})
	for _, part := range labels {
		var files, trains []string
		for _, pattern := range patterns {
			name, err := part.In(pattern)
			if err != nil {
				return p, err
			}
			files = append(files, strings.ReplaceAll(name, "{set}", "test"))
			trains = append(trains, strings.ReplaceAll(name, "{set}", "train"))
		}
		p.files = append(p.files, files)
		if sets {
			p.trains = append(p.trains, trains)
		}
	}
	p.open = p.open || sets
	return p, nil
}

// checkParts refuses what does not go together.
func (f *flags) checkParts(patterns, inputs []string) error {
	switch {
	case f.folds.n == 1:
		return frame.BadUsage("", "--folds must be at least 2")
	case f.inStep && len(inputs) != len(patterns):
		return frame.BadUsage("", "--in-step needs one -o for each file: there are %d of %d", len(patterns),
			len(inputs))
	case f.inStep && len(inputs) == 0:
		return frame.BadUsage("", "--in-step needs files")
	case f.inStep && slices.Index(inputs, "-") >= 0 && slices.Contains(inputs[slices.Index(inputs, "-")+1:], "-"):
		return frame.BadUsage("", "--in-step can read standard input only once")
	case !f.inStep && len(patterns) != 1:
		return frame.BadUsage("", "--split, --shards and --folds need one -o, such as -o 'part-{}.txt'")
	}
	return nil
}

// names returns the names of all outputs.
func (p *parts) names() []string {
	return slices.Concat(slices.Concat(p.files...), slices.Concat(p.trains...))
}

// compression returns how much memory it takes to compress the outputs.
func (p *parts) compression(how output.Options) (most int64) {
	if p.open {
		return output.CompressionMemory(how, p.names()...)
	}
	for _, files := range p.files {
		most = max(most, output.CompressionMemory(how, files...))
	}
	return most
}

// writeParts writes the first n of the order to the files of the parts.
func (r *run) writeParts(ctx context.Context, c *records.Collection, j *job, n int64) error {
	set := r.out
	if j.parts.open {
		set.Together = len(set.Names)
	}
	if len(j.opt.StratifyBy) > 0 { // then each record is written by itself
		set.Buffer = min(max(int(j.opt.Memory/16/int64(set.Together)), 4<<10), 64<<10)
	}
	open := func(part int) ([]io.Writer, error) { return set.Open(j.parts.files[part]...) }
	if j.parts.trains != nil {
		open = j.parts.withTrains(set, c.Headers())
	}
	return c.WriteParts(ctx, j.parts.sizes(n), open)
}

// withTrains returns what opens the outputs of a part: its own and the train files of all
// the others.
func (p *parts) withTrains(set *dest.Set, headers [][]byte) func(part int) ([]io.Writer, error) {
	trains := make([][]io.Writer, len(p.trains)) // when they are open
	return func(part int) ([]io.Writer, error) {
		to, err := set.Open(p.files[part]...)
		for i := 0; i < len(trains) && err == nil; i++ {
			if i == part {
				continue
			}
			again := trains[i] != nil
			if !again {
				trains[i], err = set.Open(p.trains[i]...)
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
