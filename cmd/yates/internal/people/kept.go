package people

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// keptFrom returns from which others each name of a list is kept by the values of --not. With gifts, a name can also be
// kept from another one way.
func keptFrom(list *infile.List, values []string, gifts bool) ([]map[int]bool, error) {
	kept := make([]map[int]bool, len(list.Names))
	keep := func(i, j int) {
		if kept[i] == nil {
			kept[i] = map[int]bool{}
		}
		if i != j {
			kept[i][j] = true
		}
	}
	for _, value := range values {
		between, most := "=", -1
		if gifts && strings.Contains(value, ">") {
			between, most = ">", 2
		} else if !strings.Contains(value, "=") {
			return nil, frame.BadUsage("", "--not %s needs two names or more, such as Ann=Bob", label.Name(value))
		}
		var some []int
		for _, name := range strings.SplitN(value, between, most) {
			i, err := list.Find(strings.TrimSpace(name))
			if err != nil {
				return nil, fmt.Errorf("--not: %w", err)
			}
			some = append(some, i)
		}
		for at, i := range some {
			for _, j := range some[at:] {
				if keep(i, j); between == "=" {
					keep(j, i)
				}
			}
		}
		all := len(slices.Compact(slices.Sorted(slices.Values(some))))
		if gifts && between == "=" && all > len(kept)/2 {
			return nil, fmt.Errorf("no draw is possible: %d of %s are kept from each other, more than half", all,
				label.Plural(len(kept), "name"))
		}
	}
	return kept, nil
}
