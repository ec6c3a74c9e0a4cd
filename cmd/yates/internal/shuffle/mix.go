package shuffle

import (
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/shares"
)

// mixed reports whether there is a mixture.
func (f *flags) mixed() bool { return f.mix != nil || len(f.times) > 0 }

// mixture sets how much of each file a mixture has, and returns their names.
func (f *flags) mixture(args []string) (names []string, err error) {
	all, head := &f.job.Mixture, &f.job.Head
	if len(args) > 0 {
		return nil, frame.BadUsage("", "--mix and --times name all files: add %s=NUMBER", label.Name(args[0]))
	}
	for _, text := range f.times {
		at := max(strings.LastIndex(text, "="), 0)
		times, err := shares.Parse(strings.TrimPrefix(text[at:], "="))
		if at == 0 || err != nil || slices.Contains(names, text[:at]) {
			return nil, frame.BadUsage("", "--times needs FILE=NUMBER once for each FILE, such as a.txt=2.5: %q", text)
		}
		names, *all = append(names, text[:at]), append(*all, shares.Head{Share: times})
	}
	if f.mix == nil {
		return names, nil
	}
	if !f.set.Changed("head-count") || head.Share != nil || head.Count == shares.All {
		return nil, frame.BadUsage("", "--mix needs -n as a number of lines: how many the mixture has")
	}
	counts, err := f.mix.Sizes(head.Count)
	if err != nil {
		return nil, frame.BadUsage("", "--mix: %w", err)
	}
	left := head.Count
	for _, n := range counts {
		*all, left = append(*all, shares.Head{Count: n}), left-n
	}
	if left > 0 {
		return nil, frame.BadUsage("", "the shares of --mix come to less than 1: FILE=rest takes what the others leave")
	}
	head.Count, f.job.Strict = shares.All, false // as many as there are, or there is an error
	return f.mix.Names(), nil
}
