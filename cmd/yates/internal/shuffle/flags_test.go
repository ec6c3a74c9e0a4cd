package shuffle

import (
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine"
)

// Exclusions are of flags that there are, and no thing of the engine is forgotten.
func TestConflicts(t *testing.T) {
	flags := Commands()[0].Flags()
	for _, c := range conflicts() {
		for flag := range strings.FieldsSeq(c.Flag + " " + c.Others) {
			if flags.Lookup(flag) == nil {
				t.Errorf("there is no flag %s", flag)
			}
		}
	}
	noFlags := " Table Head " // Table is the command's own wish; -n is not only Head
	for _, c := range engine.Conflicts {
		for thing := range strings.FieldsSeq(c.Thing + " " + c.Excludes) {
			if flagsOf[thing] == "" && !strings.Contains(noFlags, " "+thing+" ") {
				t.Errorf("no flag asks for %s", thing)
			}
		}
	}
}
