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
	"strconv"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/label"
)

var full = flag.Bool("full", false, "audit the programs of examples/audit at all sizes, for six seconds each")

// A program is what the head of a script in examples/audit says: how the program is called, the command that
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
		sizes := "3 10 52 1000"
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

// here gives the version of the program that is here; it skips the test if none is.
func (p program) here(t *testing.T) string {
	out, _ := exec.CommandContext(t.Context(), "sh", "-c", p.version).Output()
	version, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if version == "" {
		t.Skip("missing")
	}
	return version
}

// TestAuditCases audits the programs of examples/audit, those that are here. A fair one fails once in a million
// runs. With -full, it logs the rows of the table in docs/field.md.
func TestAuditCases(t *testing.T) {
	if testing.Short() {
		t.Skip("many processes are started")
	}
	scripts, err := filepath.Glob("../../examples/audit/*.sh")
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
	t.Setenv("TMPDIR", t.TempDir()) // where the scripts leave their programs
	t.Setenv("PATH", strings.Join(path, string(filepath.ListSeparator)))
	t.Chdir("../..")
	for _, script := range scripts {
		script = "examples/audit/" + filepath.Base(script)
		t.Run(filepath.Base(script), func(t *testing.T) {
			p := readProgram(t, script)
			version := p.here(t)
			sizes := p.small
			if *full {
				sizes = []int{3, 10, 52, 1000}
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
					args = append(args, "--time", "2s")
				default:
					args = append(args, "--deals", "300", "--target", "skip-last")
				}
				args = append(args, "--", "sh", script, strconv.Itoa(n))
				out, err := exec.CommandContext(t.Context(), yates, args...).Output()
				var exit *exec.ExitError
				if errors.As(err, &exit) && exit.ExitCode() == 2 {
					t.Fatalf("%s", exit.Stderr)
				}
				var report struct {
					Verdict string
					Deals   int64
					AlarmAt int64 `json:"alarm_at"`
				}
				if err := json.Unmarshal(out, &report); err != nil {
					t.Fatal(err)
				}
				if got := report.Verdict; got != map[string]string{"fair": "nothing found"}[want] && got != want {
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
