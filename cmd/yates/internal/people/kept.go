package people

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// keptFrom returns from whom each name of a list is kept by the values of --not, itself among them. With gifts, a name
// can also be kept from another one way.
func keptFrom(list *infile.List, values []string, gifts bool) ([]map[int]bool, error) {
	kept := make([]map[int]bool, len(list.Names))
	keep := func(i int, from map[int]bool) {
		if kept[i] == nil {
			kept[i] = map[int]bool{i: true}
		}
		maps.Copy(kept[i], from)
	}
	find := func(name string) (int, error) {
		i, err := list.Find(strings.TrimSpace(name))
		if err != nil {
			err = fmt.Errorf("--not: %w", err)
		}
		return i, err
	}
	for _, value := range values {
		if giver, receiver, oneWay := strings.Cut(value, ">"); oneWay && gifts {
			i, noGiver := find(giver)
			j, noReceiver := find(receiver)
			if err := cmp.Or(noGiver, noReceiver); err != nil {
				return nil, err
			}
			keep(i, map[int]bool{j: true})
			continue
		}
		if !strings.Contains(value, "=") {
			return nil, frame.BadUsage("", "--not %s needs two names or more, such as Ann=Bob", label.Name(value))
		}
		apart := make(map[int]bool)
		for name := range strings.SplitSeq(value, "=") {
			i, err := find(name)
			if err != nil {
				return nil, err
			}
			apart[i] = true
		}
		if gifts && len(apart) > len(kept)/2 {
			return nil, fmt.Errorf("no draw is possible: %d of %s are kept from each other, more than half",
				len(apart), label.Plural(len(kept), "name"))
		}
		for i := range apart {
			keep(i, apart)
		}
	}
	return kept, nil
}
