package main

import (
	"strings"
	"testing"
)

// What cannot be run is refused, before anything is built or made.
func TestRefuses(t *testing.T) {
	for want, run := range map[string]func() error{
		"no case is called nosuch; there are start, short, ": func() error {
			return run(t.TempDir(), 1, []string{"start", "nosuch"})
		},
		"-rounds 0": func() error { return run(t.TempDir(), 0, []string{"start"}) },
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}
