// Package museum is for tests: it has the suspects by their names.
package museum

import "github.com/yates-shuffle/yates/audit/suspects"

// Suspect returns the suspect with a name, which there must be.
func Suspect(name string) suspects.Suspect {
	s, ok := suspects.Find(name)
	if !ok {
		panic("there is no suspect " + name)
	}
	return s
}
