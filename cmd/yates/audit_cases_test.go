package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var full = flag.Bool("full", false,
	"audit the fair shuffles of examples/audit until a minute or a million deals have gone by")

// TestAuditCases audits real programs, with the scripts of examples/audit. Each says
// at its top what must come out, and which programs it needs; it exits with 77 where
// they are not those that it is about. A fair one fails once in a million runs.
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
	t.Setenv("PATH", strings.Join(path, string(filepath.ListSeparator)))
	head := regexp.MustCompile(`(?s)^#!/bin/sh\n# (biased|fair): .*\n# needs: ([^\n]*)\n`)
	for _, name := range scripts {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			says := head.FindSubmatch(text)
			if says == nil {
				t.Fatal("does not say what must come out")
			}
			for _, need := range strings.Fields("sh " + string(says[2])) {
				if _, err := exec.LookPath(need); err != nil {
					t.Skip(err)
				}
			}
			want, limit := 1, []string{"--time", "5m"}
			if string(says[1]) == "fair" {
				if want, limit = 0, []string{"--deals", "300", "--target", "skip-last"}; *full {
					limit = nil
				}
			}
			args := append([]string{"examples/audit/" + filepath.Base(name)}, limit...)
			cmd := exec.CommandContext(t.Context(), "sh", args...)
			cmd.Dir = "../.."
			output, err := cmd.CombinedOutput()
			switch got := cmd.ProcessState.ExitCode(); {
			case got == 77:
				t.Skip("the programs are not those that it is about")
			case got != want:
				t.Errorf("%v, not exit status %d:\n%s", err, want, output)
			case *full:
				t.Logf("%s", output)
			}
		})
	}
}
