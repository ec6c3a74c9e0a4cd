package infile_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
)

// A list that is replaced must be as it was when it was read.
func TestListChanges(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list")
	for _, later := range []string{"", "Bob\n"} {
		if err := os.WriteFile(list, []byte("Ann\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		ui := new(frame.UI)
		out, err := dest.New(ui, output.Options{}, list)
		if err != nil {
			t.Fatal(err)
		}
		names, err := infile.ReadList(t.Context(), ui, []string{list})
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
