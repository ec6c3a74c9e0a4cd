package frame

import (
	"testing"

	"github.com/spf13/cobra"
)

// TestHelpOfOne: a command without others below it, as yates-beam is, stays what it is.
func TestHelpOfOne(t *testing.T) {
	ran := false
	root := &cobra.Command{Use: "one", Args: cobra.ArbitraryArgs, RunE: func(*cobra.Command, []string) error {
		ran = true
		return nil
	}}
	SetHelp(root)
	root.SetArgs([]string{"input"})
	if err := root.Execute(); err != nil || !ran || root.Name() != "one" {
		t.Errorf("%s ran: %v, %v", root.Name(), ran, err)
	}
}
