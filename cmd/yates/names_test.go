package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/records"
)

func TestNearest(t *testing.T) {
	names := []string{"Ann", "Cleo Lee", "Maximilian", "Zoë", "Bo", "Dora", "Dola"}
	for name, want := range map[string]string{
		"ann": "Ann", "An": "Ann", "Anm": "Ann", "Nan": "", "Xyz": "",
		"Cleo": "Cleo Lee", "Clio Lee": "Cleo Lee", "Cloe Lee": "Cleo Lee", "Cleol": "",
		"Maxmilian": "Maximilian", "Maximillian": "Maximilian", "Maximus": "",
		"Zoe": "Zoë", "Bob": "Bo", "Doxa": "Dora", "Q": "",
	} {
		if got := nearest(names, name); got != want {
			t.Errorf("nearest to %s is %q, want %q", name, got, want)
		}
	}
}

// A list that is replaced must be as it was when it was read.
func TestListChanges(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list")
	for _, later := range []string{"", "Bob\n"} {
		if err := os.WriteFile(list, []byte("Ann\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := new(cobra.Command)
		cmd.SetContext(t.Context())
		out, err := newFileSet(cmd, list)
		if err != nil {
			t.Fatal(err)
		}
		names, err := readNames(cmd, []string{list}, maxNames)
		if err != nil {
			t.Fatal(err)
		}
		if later != "" {
			if err := os.WriteFile(list, []byte("Ann\n"+later), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := out.write(t.Context(), names, []byte("Team 1\n")); errors.Is(err, records.ErrChanged) != (later != "") {
			t.Errorf("after %q was added: %v", later, err)
		}
	}
}
