package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/job"
)

// TestExplain: an input that changed under "shuffle", which has no folder, is not said to be
// mended by cleaning one.
func TestExplain(t *testing.T) {
	for name, cleans := range map[string]bool{"shuffle": false, "scatter": true} {
		said := Explain(&cobra.Command{Use: name}, &job.ChangedError{}).Error()
		if strings.Contains(said, "folder") != cleans || !strings.Contains(said, "start") {
			t.Errorf("%s: %s", name, said)
		}
	}
}
