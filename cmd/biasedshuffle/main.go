// Biasedshuffle finds biased shuffles in Go code; see the package of its name. It
// runs on packages, as in "biasedshuffle ./...", and as "go vet -vettool". Build tags
// are those of GOFLAGS.
//
// The exit status is 0 if nothing was found, 3 if something was, 1 if code could not be
// read or does not compile and in what could, nothing was found, and 2 if a flag is
// wrong. With -json, which prints what is found, it is 0 then, as that of go vet.
package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/yates-shuffle/yates/biasedshuffle"
	"github.com/yates-shuffle/yates/internal/label"
)

// inner is set for the process that does the work.
const inner = "BIASEDSHUFFLE_INNER"

// main runs itself again and hands on what that says, in which nothing is left that does
// something to a terminal: code may give its files any names (//line), and the
// framework prints them as they are.
func main() {
	if os.Getenv(inner) != "" {
		singlechecker.Main(biasedshuffle.Analyzer) // which exits
	}
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	stderr := &lines{w: os.Stderr, clean: func(line []byte) []byte { return []byte(label.Escape(string(line), "\n\t")) }}
	cmd := exec.Command(program, os.Args[1:]...)
	cmd.Args[0] = os.Args[0]
	cmd.Env = append(os.Environ(), inner+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, stderr
	if slices.ContainsFunc(os.Args[1:], func(arg string) bool { return strings.HasPrefix(strings.TrimLeft(arg, "-"), "json") }) {
		cmd.Stdout = &lines{w: os.Stdout, clean: label.JSON}
	}
	err = cmd.Run()
	if l, ok := cmd.Stdout.(*lines); ok {
		l.flush()
	}
	stderr.flush()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.Exited() {
		os.Exit(exit.ExitCode())
	} else if err != nil {
		io.WriteString(os.Stderr, "biasedshuffle: "+label.Escape(err.Error(), "")+"\n")
		os.Exit(1)
	}
}

// Lines hand on what is written to them line by line, cleaned.
type lines struct {
	w     io.Writer
	clean func(line []byte) []byte
	begun []byte // a line
}

func (l *lines) Write(p []byte) (int, error) {
	l.begun = append(l.begun, p...)
	whole := bytes.LastIndexByte(l.begun, '\n') + 1
	text := l.clean(l.begun[:whole])
	l.begun = append([]byte(nil), l.begun[whole:]...)
	if _, err := l.w.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush hands on a line that has no end.
func (l *lines) flush() { l.w.Write(l.clean(l.begun)) }
