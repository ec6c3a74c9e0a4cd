//go:build linux

package soak

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/internal/twin/trial"
)

const (
	input   = "abcde\nfghij\nklmno\npqrst\nuvwxy\n"
	failure = "yates: writing x: no\n"
)

// aRound makes a round of five lines, and of two outputs that have old files; or of one output, which is the input.
func aRound(t *testing.T, to, faultName string) (*round, *fault) {
	t.Helper()
	dir := t.TempDir()
	r := &round{
		Trial: &trial.Trial{Job: twin.Job{Head: -1, Parts: twin.Equal(2)}, Sources: [][]byte{[]byte(input)}},
		to:    to, memory: 1 << 30, dir: dir,
		outDir: filepath.Join(dir, "out"), tmpDir: filepath.Join(dir, "tmp"),
		mode0: 0o640, ins: []in{{name: filepath.Join(dir, "in", "0")}},
	}
	if to != "shards" {
		r.Job.Parts = nil
	}
	made, err := r.Job.Outputs(r.Sources)
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range made {
		o := out{name: filepath.Join(r.outDir, string(rune('a'+i))), old: []byte("old\n"), want: part}
		if to == "input" {
			o.name, o.old = r.ins[0].name, r.Sources[0]
		}
		r.outs = append(r.outs, o)
	}
	r.fault = faultNamed(faultName)
	if err := r.reset(); err != nil {
		t.Fatal(err)
	}
	return r, r.fault
}

// put writes a text to a file that may be there.
func put(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// What is wrong with outputs is seen, and no more.
func TestJudgeOutputs(t *testing.T) {
	const was = "old\n"
	for name, test := range map[string]struct {
		fault  string
		status int
		stderr string
		a, b   string // what is there; nothing stands for what the twin makes
		left   string // beside them
		says   string
	}{
		"all new":                   {fault: "none"},
		"all old":                   {fault: "SIGTERM", status: 143, a: was, b: was},
		"new and old":               {fault: "SIGTERM", status: -15, a: was, says: "are new and 1 old"},
		"new and old after a kill":  {fault: "SIGKILL", status: killed, a: was},
		"a mixture after a kill":    {fault: "SIGKILL", status: killed, a: "new", says: "a is neither"},
		"new after an error":        {fault: "file size limit", status: 1, stderr: failure, says: "not what it was"},
		"old after success":         {fault: "none", a: was, b: was, says: "a is not what the twin makes"},
		"a whole file after a kill": {fault: "SIGKILL", status: killed, a: was, b: was, left: was},
		"half a file after a kill":  {fault: "SIGKILL", status: killed, a: was, b: was, left: "ol", says: "is left"},
		"a file after success":      {fault: "none", left: was, says: ".yates-1 is left"},
		"a trace":                   {fault: "SIGTERM", status: 2, stderr: "panic: no\n", says: "crashes"},
	} {
		t.Run(name, func(t *testing.T) {
			r, f := aRound(t, "shards", test.fault)
			for i, text := range []string{test.a, test.b} {
				if text == "" {
					text = string(r.outs[i].want)
				}
				put(t, r.outs[i].name, []byte(text))
			}
			if test.left != "" {
				put(t, filepath.Join(r.outDir, ".yates-1"), []byte(test.left))
			}
			stderr := strings.ReplaceAll(test.stderr, "A", r.outs[0].name)
			check(t, r.judge(result{status: test.status, stderr: stderr}, f), test.says)
		})
	}
}

// Of what is done to an input nothing is lost, and what comes out is made of what it was.
func TestJudgeChanges(t *testing.T) {
	const became = "abcde\nfg"
	for name, test := range map[string]struct {
		to     string
		status int
		got    string // or nothing: what the twin makes of what the input was
		says   string
	}{
		"seen":                         {to: "input", status: 1, got: became},
		"seen, and undone":             {to: "input", status: 1, got: input, says: "is not what it was"},
		"lost":                         {to: "input", says: "it ends with 0"},
		"seen, not made":               {to: "file", status: 1, got: "old\n"},
		"of what it was":               {to: "file"},
		"of what it became":            {to: "file", got: "fg\nabcde\n", says: "is not what the twin makes"},
		"of what it was to stdout":     {to: "stdout"},
		"something to stdout":          {to: "stdout", got: "fg\n", says: "is not the front"},
		"something to stdout, is told": {to: "stdout", status: 1, got: "fg\n"},
	} {
		t.Run(name, func(t *testing.T) {
			r, f := aRound(t, test.to, "input cut")
			r.changed = []byte(became)
			put(t, r.ins[0].name, r.changed)
			if test.got == "" {
				test.got = string(r.outs[0].want)
			}
			res := result{status: test.status}
			if test.status == 1 {
				res.stderr = failure
			}
			if test.to == "stdout" {
				os.Remove(r.outs[0].name)
				r.want, r.outs, res.stdout = r.outs[0].want, nil, []byte(test.got)
			} else {
				put(t, r.outs[0].name, []byte(test.got))
			}
			check(t, r.judge(res, f), test.says)
		})
	}
}

// check compares what is wrong with what is to be said of it, or nothing.
func check(t *testing.T, wrong []string, says string) {
	t.Helper()
	if says == "" && len(wrong) > 0 || !strings.Contains(strings.Join(wrong, "\n"), says) {
		t.Errorf("wrong is %q, not %q", wrong, says)
	}
}
