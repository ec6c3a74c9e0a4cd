package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/advice"
)

var errNoDeals = errors.New("audit needs a COMMAND, --file or --suspect")

// feeds reports whether standard input is a file or a pipe, which may have deals.
func feeds(stdin io.Reader) bool {
	f, ok := stdin.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && (info.Mode().IsRegular() || info.Mode()&os.ModeNamedPipe != 0)
}

// interpreters run scripts with these endings.
var interpreters = map[string][]string{
	".go": {"go", "run"}, ".jl": {"julia"}, ".js": {"node"}, ".lua": {"lua"}, ".php": {"php"}, ".pl": {"perl"}, ".py": {"python3"},
	".r": {"Rscript"}, ".rb": {"ruby"}, ".sh": {"sh"},
}

// likely returns what to type in place of a COMMAND that cannot be run, or nil: a file may
// be a script, a program outside PATH, or deals.
func likely(args []string) []string {
	name := args[0]
	if name == "-" {
		return []string{"--file", "-"}
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	run := interpreters[strings.ToLower(filepath.Ext(name))]
	switch {
	case run != nil:
		return slices.Concat([]string{"--"}, run, args)
	case info.Mode()&0o111 != 0 && filepath.Base(name) == name:
		return append([]string{"--", "./" + name}, args[1:]...)
	case len(args) == 1:
		return []string{"--file", name}
	}
	return nil
}

// isLayout reports whether COMMAND is "yates deal" as people read it.
func isLayout(args []string) bool {
	return len(args) > 1 && strings.TrimSuffix(filepath.Base(args[0]), ".exe") == "yates" && args[1] == "deal" &&
		!slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--in") })
}

// inOrder returns the error of "yates deal" as people read it.
func (q *inquiry) inOrder(args []string, named bool) error {
	var meant []string
	if !q.noInput && !q.stream {
		meant = append(meant, "--no-input")
	}
	if !named {
		meant = append(meant, "--cards")
	}
	meant = append(meant, "--", args[0], "deal", "--in-order")
	err := errors.New("yates deal sorts the hands; --in-order leaves them as they were dealt")
	return &advice.MisplacedError{Err: err, Last: len(args), Meant: append(meant, args[2:]...)}
}
