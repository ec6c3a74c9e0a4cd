package advice

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/records/failure"
)

// What to do follows from the error, and not from where it came up.
func TestHints(t *testing.T) {
	temporary := func(err error) error { return &failure.TempError{Op: "writing", Dir: "tmp", Err: err} }
	for _, test := range []struct {
		command string
		err     error
		want    string // "" stands for none
	}{
		{"shuffle", temporary(syscall.EMFILE), "see ulimit -n"},
		{"shuffle", &failure.SourceError{Name: "a", Err: syscall.ENFILE}, "see ulimit -n"},
		{"shuffle", &output.Error{Err: fmt.Errorf("writing a: %w", syscall.EMFILE)}, "see ulimit -n"},
		{"audit", fmt.Errorf("run 1 of the command cannot start: %w", syscall.EMFILE), "see ulimit -n"},
		{"shuffle", temporary(syscall.ENOSPC), "use --tmp DIR for a directory with more space, or more --memory"},
		{"shuffle", fmt.Errorf("getting 16 MiB of memory: %w", syscall.ENOMEM), "use less --memory, or see ulimit -v"},
		{"audit", fmt.Errorf("run 1 of the command cannot start: %w", syscall.ENOMEM), ""},
		{"shuffle", &failure.WindowError{},
			"use more --memory (for one file 1G is enough, unless its window has more than 128 MiB)"},
	} {
		has := func(string) bool { return test.command == "shuffle" }
		got := Hinted(test.err, has).Error()
		if got, _ = strings.CutPrefix(got, test.err.Error()); strings.TrimPrefix(got, "; ") != test.want {
			t.Errorf("%v: %q, want %q", test.err, got, test.want)
		}
	}
}
