package dest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/yates-shuffle/yates/internal/label"
)

// NameOthers names the files that have a number where a pattern has the place of a part, but are none of the set:
// inputs, and perhaps those of an earlier run with more parts.
func (f *Set) NameOthers(patterns ...string) {
	var left, read []string
	for _, pattern := range patterns {
		others, inputs := f.others(pattern)
		left, read = append(left, others...), append(read, inputs...)
	}
	say := func(names []string, what string) {
		names = slices.Compact(slices.Sorted(slices.Values(names)))
		if len(names) > 1 {
			what = " and " + label.Plural(len(names)-1, "other file") + what
		}
		if len(names) > 0 {
			f.ui.Say(label.Name(names[0]) + what)
		}
	}
	say(read, ": read as input and numbered as the parts, so these lines are there twice")
	say(left, ", perhaps parts of an earlier run, stay")
}

// meta are the characters of a name that filepath.Match takes for patterns.
var meta = regexp.MustCompile(`[*?[\\]`)

// others returns the files that a pattern with numbers matches, apart from those of the set, and the inputs
// among them, as far as can be known.
func (f *Set) others(pattern string) (others, read []string) {
	pattern = filepath.Clean(pattern)
	number := "[0-9]+"
	if m := digits.FindStringSubmatch(pattern); m != nil {
		number = "[0-9]{" + m[1] + ",}"
	}
	text, glob, at := "^", "", 0
	for _, place := range append(placeholder.FindAllStringIndex(pattern, -1), []int{len(pattern), len(pattern)}) {
		part := pattern[at:place[0]]
		text, glob = text+regexp.QuoteMeta(part), glob+meta.ReplaceAllString(part, "[$0]")
		if at = place[1]; at > place[0] {
			text, glob = text+number, glob+"*"
		}
	}
	numbered, own := regexp.MustCompile(text+"$"), map[string]bool{}
	for _, name := range f.Names {
		own[filepath.Clean(name)] = true
	}
	names, _ := filepath.Glob(glob) // what cannot be read is not known
	for _, name := range names {
		info, err := os.Lstat(name)
		switch {
		case err != nil || !info.Mode().IsRegular() || own[name] || !numbered.MatchString(name):
		case slices.ContainsFunc(f.Read, func(r fs.FileInfo) bool { return os.SameFile(r, info) }):
			read = append(read, name)
		default:
			others = append(others, name)
		}
	}
	return others, read
}
