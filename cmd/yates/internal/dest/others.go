package dest

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// Others returns the files that have a number where the pattern has the place of one, but are none
// of the set, nor inputs: those of an earlier run with more parts, as far as can be known.
func (f *Set) Others(pattern string) (others, read []string) {
	dir, base := filepath.Split(pattern)
	text, at := "^", 0
	for _, place := range placeholder.FindAllStringIndex(base, -1) {
		text, at = text+regexp.QuoteMeta(base[at:place[0]])+"[0-9]+", place[1]
	}
	numbered := regexp.MustCompile(text + regexp.QuoteMeta(base[at:]) + "$")
	own := map[string]bool{}
	for _, name := range f.Names {
		own[name] = true
	}
	entries, _ := os.ReadDir(cmp.Or(dir, ".")) // if it cannot be read, nothing is known
	for _, entry := range entries {
		name := dir + entry.Name()
		if own[name] || !entry.Type().IsRegular() || !numbered.MatchString(entry.Name()) {
			continue
		}
		info, err := entry.Info()
		switch {
		case err != nil: // gone
		case slices.ContainsFunc(f.Read, func(r fs.FileInfo) bool { return os.SameFile(r, info) }):
			read = append(read, name)
		default:
			others = append(others, name)
		}
	}
	return others, read
}
