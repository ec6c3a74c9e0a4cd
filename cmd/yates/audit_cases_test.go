package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/label"
)

var (
	full  = flag.Bool("full", false, "audit the programs of docs/field at all sizes, for six seconds each")
	usual = flag.Bool("usual", false, "audit those that most machines have")
)

// A program is what the head of a script in docs/field says: how the program is called, the command that
// prints its version (nothing where it is missing), what an audit says of it at which sizes, and why.
type program struct {
	title, version, seen string
	verdicts             map[int]string
	small                []int // for each verdict the size that make test audits
}

var (
	scriptHead = regexp.MustCompile(`^#!/bin/sh\n# (.+)\n((?:# (?:fair|biased|broken).*\n)+)# version: (.+)\n`)
	scriptLine = regexp.MustCompile(`# (fair|biased|broken)(?: at ([0-9 ]+))?(?:: (.*))?\n`)
)

func readProgram(t *testing.T, script string) program {
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	head := scriptHead.FindSubmatch(text)
	if head == nil {
		t.Fatal(script, "does not begin with its title, its verdicts and its version")
	}
	p := program{title: string(head[1]), version: string(head[3]), verdicts: map[int]string{}}
	for _, line := range scriptLine.FindAllStringSubmatch(string(head[2]), -1) {
		sizes := "3 10 52 500 1000"
		if line[2] != "" {
			sizes = line[2]
		}
		small := 0
		for s := range strings.FieldsSeq(sizes) {
			n, _ := strconv.Atoi(s)
			p.verdicts[n] = line[1]
			if n <= 52 {
				small = max(small, n)
			}
		}
		if small > 0 {
			p.small = append(p.small, small)
		}
		p.seen += line[3]
	}
	return p
}

// here returns the version of the program that is here, and nothing if none is.
func (p program) here(t *testing.T) string {
	out, _ := exec.CommandContext(t.Context(), "sh", "-c", p.version).Output()
	version, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return version
}

// The scripts that are audited without flags, and those that make check audits besides: they compile programs, or start
// one for each deal.
var (
	quick = []string{"awk-clock.sh", "javascript-sort.sh", "perl.sh", "sort-random-equal.sh"}
	slow  = []string{"go-rand.sh", "python.sh", "shuf-few.sh", "shuf-one.sh", "sort-random.sh", "yates-library.sh",
		"yates-shuffle.sh"}
)

// TestAuditCases audits the programs of docs/field, those that are here: few of them, those that most machines have
// with -usual, or all with -full, which logs the rows of the table in docs/field.md. A fair one fails once in a million
// runs.
func TestAuditCases(t *testing.T) {
	if testing.Short() {
		t.Skip("many processes are started")
	}
	scripts, err := filepath.Glob("../../docs/field/*.sh")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	// Of the commands that the tests make, yates alone: shuf is the installed one.
	yates, err := exec.LookPath("yates")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(yates, filepath.Join(bin, "yates")); err != nil {
		t.Skip(err)
	}
	path := []string{bin}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if dir != filepath.Dir(yates) {
			path = append(path, dir)
		}
	}
	temp := t.TempDir()                                         // where the scripts leave their programs
	if err := os.Chmod(filepath.Dir(temp), 0o755); err != nil { // for servers that are not root's
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", temp)
	t.Setenv("PATH", strings.Join(path, string(filepath.ListSeparator)))
	t.Chdir("../..")
	for _, script := range scripts {
		name := filepath.Base(script)
		script = "docs/field/" + name
		if !*full && !slices.Contains(quick, name) && !(*usual && slices.Contains(slow, name)) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := readProgram(t, script)
			version := p.here(t)
			if version == "" {
				t.Skip("missing")
			}
			sizes := p.small
			if *full {
				sizes = []int{3, 10, 52, 500, 1000}
			}
			row := fmt.Sprintf("| %s | %s |", p.title, version)
			for _, n := range sizes {
				want := p.verdicts[n]
				if want == "" {
					row += " – |"
					continue
				}
				args := []string{"audit", "--stream", "--json", "--timeout", "2m", "--items", strconv.Itoa(n)}
				switch {
				case want != "fair":
				case *full:
					args = append(args, "--time", "6s")
				default:
					args = append(args, "--deals", "300", "--target", "skip-last")
				}
				args = append(args, "--", "sh", script, strconv.Itoa(n))
				out, err := exec.CommandContext(t.Context(), yates, args...).Output()
				var exit *exec.ExitError
				if errors.As(err, &exit) && exit.ExitCode() == 2 {
					t.Errorf("with %d items: %s", n, exit.Stderr)
					row += " – |"
					continue
				}
				var report struct {
					Verdict string
					Deals   int64
					AlarmAt int64 `json:"alarm_at"`
				}
				if err := json.Unmarshal(out, &report); err != nil {
					t.Fatal(err)
				}
				if got := report.Verdict; got != want && (want != "fair" || got != "nothing found" && got != "too few deals") {
					t.Errorf("with %d items, it is %s, not %s", n, got, want)
				}
				if want == "fair" {
					row += fmt.Sprintf(" %s |", label.Number(report.Deals))
				} else {
					row += fmt.Sprintf(" **%s** |", label.Number(cmp.Or(report.AlarmAt, report.Deals)))
				}
			}
			if *full {
				t.Log(row, p.seen, "|")
			}
		})
	}
}
