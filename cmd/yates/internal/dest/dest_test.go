package dest_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/output"
)

// A list that is replaced must be as it was when it was read.
func TestListChanges(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list")
	for _, later := range []string{"", "Bob\n"} {
		if err := os.WriteFile(list, []byte("Ann\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := new(cobra.Command)
		cmd.SetContext(t.Context())
		out, err := dest.New(cmd, list)
		if err != nil {
			t.Fatal(err)
		}
		names, err := infile.ReadList(cmd, []string{list}, infile.MostNames)
		if err != nil {
			t.Fatal(err)
		}
		if later != "" {
			if err := os.WriteFile(list, []byte("Ann\n"+later), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := out.WriteTexts(t.Context(), names.Files, []byte("Team 1\n")); errors.Is(err,
			output.ErrChanged) != (later != "") {
			t.Errorf("after %q was added: %v", later, err)
		}
	}
}
