package shuffle

import (
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/shares"
)

// mixed reports whether there is a mixture.
func (f *flags) mixed() bool { return f.mix != nil || len(f.times) > 0 }

// mixture sets the mixture, and returns the names of its files.
func (f *flags) mixture(args []string) (names []string, err error) {
	if len(args) > 0 {
		return nil, frame.BadUsage("", "--mix and --times name all files: add %s=NUMBER", label.Name(args[0]))
	}
	m := &job.Mixture{}
	f.job.Mixture = m
	for _, text := range f.times {
		at := max(strings.LastIndex(text, "="), 0)
		times, err := shares.Parse(strings.TrimPrefix(text[at:], "="))
		if at == 0 || err != nil {
			return nil, frame.BadUsage("", "--times %q is not FILE=NUMBER, as in a.txt=2.5", text)
		}
		if slices.Contains(names, text[:at]) {
			return nil, frame.BadUsage("", "--times has %s twice", label.Name(text[:at]))
		}
		names, m.Times = append(names, text[:at]), append(m.Times, times)
	}
	if f.mix == nil {
		return names, nil
	}
	n := f.job.Head.Count
	if !f.set.Changed("head-count") || f.job.Head.Share != nil || n == job.All {
		return nil, frame.BadUsage("", "--mix needs -n COUNT: how many lines the mixture has")
	}
	if m.Counts, err = f.mix.Sizes(n); err != nil {
		return nil, frame.BadUsage("", "--mix: %w", err)
	}
	for _, count := range m.Counts {
		n -= count
	}
	if n > 0 {
		return nil, frame.BadUsage("", "the shares of --mix come to less than 1: NAME=rest takes what they leave")
	}
	f.job.Head.Count = job.All
	return f.mix.Names(), nil
}
