package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/records"
)

// The partFlags say into how many files the order goes.
type partFlags struct {
	split  shares.Parts
	shards span
	folds  span
	inStep bool
}

func (f *partFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.split, "split", "write `PARTS` of the order to files: train=0.8,dev=0.1,test=0.1")
	flags.Var(&f.shards, "shards", "write `N` equal parts to files, with the number for {} in -o FILE; or LO-HI")
	flags.Var(&f.folds, "folds", "as --shards, for cross-validation: {set} in -o FILE is test and train")
	flags.BoolVar(&f.inStep, "in-step", false, "keep line i of each FILE together; -o once for each FILE")
}

// mostShards is more than a file system likes in one directory.
const mostShards = 1_000_000

// given reports whether there is more than one output.
func (f *partFlags) given() bool { return f.cut() || f.inStep }

// cut reports whether the order is cut into parts.
func (f *partFlags) cut() bool { return f.split != nil || f.shards.n > 0 || f.folds.n > 0 }

// A plan says which files the parts of the order go to.
type plan struct {
	parts  [][]string // of each part, the file of each track
	trains [][]string // of each part, the files that all other parts go to; or nil
	open   bool       // all are written at the same time
}

// plan returns the plan, which has no files if all goes to standard output.
func (s *shuffle) plan(inputs []string) (*plan, error) {
	p := &plan{open: len(s.format.stratify) > 0}
	if !s.parts.given() {
		for _, name := range s.outputs {
			if name != s.outputs[0] {
				return nil, frame.BadUsage("", "there are two outputs, %s and %s", label.Name(s.outputs[0]), label.Name(name))
			}
		}
		if len(s.outputs) > 0 {
			p.parts = [][]string{s.outputs[:1]}
		}
		return p, nil
	}
	if err := s.parts.check(s.outputs, inputs); err != nil {
		return nil, err
	}
	sets := false
	for _, pattern := range s.outputs {
		sets = sets || s.parts.folds.n > 0 && strings.Contains(pattern, "{set}")
	}
	for _, part := range s.parts.labels() {
		p.parts = append(p.parts, nil)
		if sets {
			p.trains = append(p.trains, nil)
		}
		last := len(p.parts) - 1
		for _, pattern := range s.outputs {
			name, err := part.In(pattern)
			if err != nil {
				return nil, err
			}
			if sets {
				p.trains[last] = append(p.trains[last], strings.ReplaceAll(name, "{set}", "train"))
				name = strings.ReplaceAll(name, "{set}", "test")
			}
			p.parts[last] = append(p.parts[last], name)
		}
	}
	p.open = p.open || sets
	return p, dest.Distinct(p.names())
}

// names returns the names of all outputs.
func (p *plan) names() []string {
	return slices.Concat(slices.Concat(p.parts...), slices.Concat(p.trains...))
}

// together returns the names of the outputs that may be written at the same time as a part.
func (p *plan) together(part int) []string {
	if p.open {
		return p.names()
	}
	return p.parts[part]
}

// compression returns how much memory it takes to compress the outputs.
func (p *plan) compression(how output.Options) (most int64) {
	for part := range p.parts {
		most = max(most, output.CompressionMemory(how, p.together(part)...))
		if p.open {
			break
		}
	}
	return most
}

// check refuses what does not go together.
func (f *partFlags) check(patterns, inputs []string) error {
	switch {
	case f.folds.n == 1:
		return frame.BadUsage("", "--folds must be at least 2")
	case f.inStep && len(inputs) != len(patterns):
		return frame.BadUsage("", "--in-step needs one -o for each file: there are %d of %d", len(patterns), len(inputs))
	case f.inStep && len(inputs) == 0:
		return frame.BadUsage("", "--in-step needs files")
	case f.inStep && slices.Index(inputs, "-") >= 0 && slices.Contains(inputs[slices.Index(inputs, "-")+1:], "-"):
		return frame.BadUsage("", "--in-step can read standard input only once")
	case !f.inStep && len(patterns) != 1:
		return frame.BadUsage("", "--split, --shards and --folds need one -o, such as -o 'part-{}.txt'")
	}
	return nil
}

// labels returns those of the parts.
func (f *partFlags) labels() []dest.Label {
	switch {
	case f.split != nil:
		return dest.Named(f.split.Names())
	case f.folds.n > 0:
		return dest.Numbered(f.folds.first, f.folds.n, true)
	case f.shards.n > 0:
		return dest.Numbered(f.shards.first, f.shards.n, false)
	}
	return []dest.Label{dest.AnyLabel}
}

// A span is n numbers from first on; none if n is 0.
type span struct{ first, n int }

// Set sets the span to that of a text such as 10, for 0 to 9, or 1-10.
func (v *span) Set(text string) error {
	lo, hi, both := strings.Cut(text, "-")
	first, err := strconv.ParseUint(lo, 10, 64)
	last, err2 := first, error(nil)
	if both {
		last, err2 = strconv.ParseUint(hi, 10, 64)
	} else {
		first, last = 0, first-1
	}
	const mostNumber = 999_999_999
	switch err := errors.Join(err, err2); {
	case errors.Is(err, strconv.ErrSyntax) || !both && last == math.MaxUint64:
		return errors.New("it is neither a number from 1 on nor a range such as 1-8")
	case err == nil && last < first:
		return errors.New("it ends before it begins")
	case err != nil || last > mostNumber || last-first >= mostShards:
		return fmt.Errorf("it is too large: there can be at most %s parts", label.Number(mostShards))
	}
	*v = span{int(first), int(last-first) + 1}
	return nil
}

func (v *span) String() string { return "" }
func (v *span) Type() string   { return "N" }

// sizes divides n records, or groups, among the parts.
func (f *partFlags) sizes(n int64) []int64 {
	switch {
	case f.split != nil:
		return f.split.Sizes(n)
	case f.cut():
		return handout.Sizes(n, max(f.shards.n, f.folds.n))
	}
	return []int64{n}
}

// writeParts writes the order to the files of the parts. All of them are put in
// their places when the last one is whole.
func (s *shuffle) writeParts(ctx context.Context, c *records.Collection, plan *plan) error {
	n, err := c.Len(ctx)
	if err != nil {
		return err
	}
	if folds := int64(s.parts.folds.n); n < folds {
		frame.Say(s.cmd, fmt.Sprintf("there are fewer %ss (%d) than folds (%d): some are empty", s.format.unit(), n, folds), "")
	}
	set := s.set()
	if plan.open {
		set.Together = len(plan.names())
	}
	if len(s.format.stratify) > 0 { // then each record is written by itself
		set.Buffer = min(max(int(int64(s.memory)/16/int64(set.Together)), 4<<10), 64<<10)
	}
	defer s.giveUp(set)
	open := func(part int) ([]io.Writer, error) { return set.Open(plan.parts[part]...) }
	if plan.trains != nil {
		open = plan.withTrains(set, c.Headers())
	}
	if err := c.WriteParts(ctx, s.parts.sizes(min(n, int64(s.head.count))), open); err != nil {
		return err
	}
	return set.Place()
}

// withTrains returns what opens the outputs of a part: its own and the train files of all
// the others.
func (p *plan) withTrains(set *output.Set, headers [][]byte) func(part int) ([]io.Writer, error) {
	trains := make([][]io.Writer, len(p.trains)) // when they are open
	return func(part int) ([]io.Writer, error) {
		to, err := set.Open(p.parts[part]...)
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
