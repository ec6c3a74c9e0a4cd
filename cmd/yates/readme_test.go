package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A transcript is a command that a page shows, with what it prints.
type transcript struct {
	line    int // where it stands
	command string
	output  []string // "..." stands for any number of lines
}

// transcripts returns those of a Markdown page: in each block marked console, a
// line that starts with "$ " is a command, lines right after it that start with
// "> " continue it, and what follows up to the next command or the end of the
// block is its output. A command of ours that is shown in a block of another kind
// would not be run, and is an error.
func transcripts(page string) ([]transcript, error) {
	var found []transcript
	inBlock, inConsole, inCommand := false, false, false
	number := 0
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		number++
		command, isCommand := strings.CutPrefix(line, "$ ")
		more, isMore := strings.CutPrefix(line, "> ")
		mark, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence:
			inBlock = !inBlock
			inConsole = inBlock && strings.TrimSpace(mark) == "console"
			inCommand = false
		case isCommand && inConsole:
			found = append(found, transcript{line: number, command: command})
			inCommand = true
		case isCommand && inBlock && strings.Contains(command, "yates"):
			return nil, fmt.Errorf("line %d: mark the block of %q with ```console, so that it is tested", number, line)
		case inCommand && isMore && found[len(found)-1].output == nil:
			found[len(found)-1].command += "\n" + more
		case inCommand:
			last := &found[len(found)-1]
			last.output = append(last.output, line)
		case inConsole:
			return nil, fmt.Errorf("line %d: %q is the output of no command", number, line)
		}
	}
	if inBlock {
		return nil, fmt.Errorf("the last block has no end")
	}
	return found, nil
}

// matches reports whether lines are those wanted, where "..." stands for any.
func matches(lines, want []string) bool {
	switch {
	case len(want) == 0:
		return len(lines) == 0
	case want[0] == "...":
		return matches(lines, want[1:]) || len(lines) > 0 && matches(lines[1:], want)
	}
	return len(lines) > 0 && lines[0] == want[0] && matches(lines[1:], want[1:])
}

// trimEnd returns lines without the empty ones at the end: a page may put one
// between two commands.
func trimEnd(lines []string) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// Every command that the README and the pages of docs show prints what they show.
func TestPagesTellTheTruth(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	pages, err := filepath.Glob("../../docs/[a-z]*.md") // the specifications show no command
	if err != nil || len(pages) == 0 {
		t.Fatalf("there are no pages: %v", err)
	}
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	// Built with -race, each command would sleep for a second at its end.
	t.Setenv("GORACE", "atexit_sleep_ms=0")
	for _, page := range append(pages, "../../README.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			found, err := transcripts(string(text))
			if err != nil {
				t.Error(err)
			}
			if len(found) == 0 && !slices.Contains([]string{"analyser.md", "durability.md"}, filepath.Base(page)) {
				t.Error("the page shows no command")
			}
			// Commands may write files, so they have a place of their own, with the examples.
			dir := t.TempDir()
			if err := os.Symlink(examples, filepath.Join(dir, "examples")); err != nil {
				t.Skip(err)
			}
			for _, shown := range found {
				cmd := exec.CommandContext(t.Context(), shell, "-c", shown.command)
				cmd.Dir = dir
				if strings.HasPrefix(shown.command, "go ") {
					cmd.Dir = "../.."
				}
				output, err := cmd.CombinedOutput() // a failure may be what is shown
				got := trimEnd(strings.Split(string(output), "\n"))
				if !matches(got, trimEnd(shown.output)) {
					t.Errorf("%s:%d: $ %s\nprints (%v)\n%s\nbut is shown with\n%s", page, shown.line, shown.command,
						err,
						strings.Join(got, "\n"), strings.Join(shown.output, "\n"))
				}
			}
		})
	}
}

// Every example in the help of a command has flags that the command has, and as many arguments as it takes.
func TestExamplesOfHelp(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	continued := regexp.MustCompile(`\\\n *`)
	checked := 0
	for _, shown := range commands(newRootCommand()) {
		if shown.Name() == "completion" {
			continue // its examples are lines for the settings of shells
		}
		for line := range strings.Lines(continued.ReplaceAllString(shown.Example, "")) {
			_, line, isOurs := strings.Cut(strings.TrimSpace(line), "yates ")
			if !isOurs {
				continue
			}
			for _, end := range []string{"  ", "|", " > "} { // what it is for, and what the shell does
				line, _, _ = strings.Cut(line, end)
			}
			words, err := exec.CommandContext(t.Context(), shell, "-c", `printf '%s\n' `+line).Output()
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			checked++
			args := strings.Split(strings.TrimSuffix(string(words), "\n"), "\n")
			cmd, rest, err := newRootCommand().Find(args)
			if err == nil {
				err = cmd.ParseFlags(rest)
			}
			if err == nil {
				err = cmd.ValidateArgs(cmd.Flags().Args())
			}
			if err != nil {
				t.Errorf("help of %s: yates %s: %v", shown.CommandPath(), line, err)
			}
		}
	}
	if checked < 50 {
		t.Errorf("the help has only %d examples", checked)
	}
}

func TestTranscripts(t *testing.T) {
	const page = `# A page
$ yates in prose
` + "```console" + `
$ yates deal
hand 1
...

$ seq 3 | yates shuffle
$ yates --version
yates devel
$ for i in 1 2
> do yates deal
> done
hand 1
> hand 2
` + "```" + `
` + "```sh" + `
$ make test
` + "```\n"
	want := []transcript{
		{4, "yates deal", []string{"hand 1", "...", ""}},
		{8, "seq 3 | yates shuffle", nil},
		{9, "yates --version", []string{"yates devel"}},
		{11, "for i in 1 2\ndo yates deal\ndone", []string{"hand 1", "> hand 2"}},
	}
	got, err := transcripts(page)
	if err != nil || !slices.EqualFunc(got, want, func(a, b transcript) bool {
		return a.line == b.line && a.command == b.command && slices.Equal(a.output, b.output)
	}) {
		t.Errorf("finds %+v, %v", got, err)
	}
	for _, bad := range []string{
		"```\n$ yates deal\n```\n",
		"```sh\n$ go run ./cmd/yates deal\n```\n",
		"```sh\n$ seq 3 | yates shuffle\n```\n",
		"```console\nhand 1\n```\n",
		"```console\n$ yates deal\n",
	} {
		if got, err := transcripts(bad); err == nil {
			t.Errorf("finds %+v in %q, and no error", got, bad)
		}
	}
}
