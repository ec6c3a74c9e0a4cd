//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// wellSaid is a message by the rules of internal/frame.
var wellSaid = regexp.MustCompile(`\A(yates|/[^\n:]*/shuf): [^A-Z\n][^\n]*[^.:\n](:\n  [^\n]+)?\n\z`)

// fewerLine is the message about fewer lines than -n asks for.
var fewerLine = regexp.MustCompile(`(?m)^yates: there (is|are) (only|no) [^\n]*, and -n asks for [^\n]*\n`)

// tornLine matches the message of a partly overwritten file.
var tornLine = regexp.MustCompile(`(?m)^yates: ([^\n]*) is partly overwritten: [^\n]*\n`)

// judge says what is wrong with how a round ended. The twin is right where the
// status is that of the twin; a fault may have led to others.
func (r *round) judge(res result, f *fault) (wrong []string, outcome string) {
	complain := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	twin := 0
	if r.wantErr != nil {
		twin = 1
	}
	mayEnd := append([]int{twin}, f.statuses...)
	switch {
	case f.bad != nil:
		mayEnd = f.statuses
	case f.change != nil && r.changed == nil: // it was over
		mayEnd = []int{twin}
	case f.change != nil:
		mayEnd = append(mayEnd, 0) // the input may be mended
	case f.must != nil:
		if all := f.must(r); all != nil {
			mayEnd = all
		}
	}
	if f.signal == syscall.SIGQUIT && early(res) {
		res.status, res.stderr = -int(syscall.SIGQUIT), ""
	}
	if f.name == "address space" && res.status == 2 && strings.Contains(res.stderr, "out of memory") && strings.Contains(res.stderr, "runtime.doInit") {
		res.status, res.stderr = 1, "yates: too little, before it began\n"
	}
	if r.job.count >= 0 && !r.job.repeat {
		res.stderr = fewerLine.ReplaceAllString(res.stderr, "")
	}
	torn := map[string]bool{} // what it says has been lost
	if r.overwrite {
		res.stderr = tornLine.ReplaceAllStringFunc(res.stderr, func(line string) string {
			torn[tornLine.FindStringSubmatch(line)[1]] = true
			return ""
		})
	}
	expected := slices.Contains(mayEnd, res.status)
	switch {
	case !expected:
		complain("it ends with %d, the twin with %d (%v)", res.status, twin, r.wantErr)
	case res.status == 1 || res.status == 2:
		if !wellSaid.MatchString(res.stderr) {
			complain("it fails with a message that breaks the rules")
		}
	case res.status < 0 && twin == 1 && wellSaid.MatchString(res.stderr): // it was over
	case res.stderr != "":
		complain("it ends with %d and says something", res.status)
	}
	if strings.Contains(res.stderr, "panic") || strings.Contains(res.stderr, "goroutine ") {
		complain("it crashes")
	}

	var olds, news int
	for _, o := range r.outs {
		old, whole, problem := r.judgeOut(o, res, f)
		if problem == "" && !old && !whole && res.status > 0 && r.overwrite && r.changed == nil && !torn[o.name] {
			problem = "has been lost, which is not said"
		}
		if problem != "" {
			complain("%s %s", filepath.Base(o.name), problem)
		}
		switch {
		case old && !whole:
			olds++
		case whole && !old:
			news++
		}
	}
	if olds > 0 && news > 0 && res.status != killed && !r.overwrite {
		complain("%d outputs are new and %d old", news, olds)
	}
	if res.shown != "" {
		complain("%s can be read by more people than before", res.shown)
	}
	if problem := r.judgeStdout(res, f); problem != "" {
		complain("standard output %s", problem)
	}

	// What is left behind.
	mayStay := map[string]bool{}
	for _, o := range r.outs {
		mayStay[o.name] = true
	}
	for i := range r.sources {
		mayStay[r.work(i)] = true
	}
	outcome = fmt.Sprint("status ", res.status)
	for _, dir := range []string{r.outDir, r.tmpDir, filepath.Join(r.dir, "work")} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			complain("%v", err)
		}
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			switch {
			case mayStay[name]:
			case res.status == killed && (dir != r.tmpDir || runtime.GOOS != "linux") && strings.HasPrefix(e.Name(), ".yates-"):
				outcome = "killed, a file left beside the output"
				if runtime.GOOS == "linux" && !r.wholeOut(name) { // it has had no name before
					complain("%s is left, and is no whole file", name)
				}
			default:
				complain("%s is left", name)
			}
		}
	}
	for i, s := range r.sources {
		own := len(r.outs) > 0 && r.outs[0].input && i == 0
		switch {
		case s.how == byFifo || own:
		case r.changed != nil && i == 0:
			if !r.became(r.work(i)) {
				complain("the input is not what it was changed to")
			}
		default:
			if same, err := sameFiles(r.work(i), r.in(i)); !same {
				complain("input %d is not as it was: %v", i, err)
			}
		}
	}

	const beyond = 64 << 20
	if r.memory > 0 && res.peak > r.memory+beyond && ownPeak() < r.memory+beyond {
		complain("it takes %d MiB of memory, more than %d", res.peak>>20, (r.memory+beyond)>>20)
	}
	if !r.job.inStep && res.files >= 64 {
		complain("it has %d files open", res.files)
	}
	return wrong, outcome
}

// early reports whether a command was ended by SIGQUIT before it listened: the run-time
// system of Go shows what its goroutines do, and none of them shuffles.
func early(res result) bool {
	starts := strings.Contains(res.stderr, "runtime.doInit") || !strings.Contains(res.stderr, "yates/records.")
	return res.status == 2 && strings.HasPrefix(res.stderr, "SIGQUIT: quit\n") && starts
}

// judgeOut reports whether an output is what it was and what the twin makes, and what is
// wrong with it.
func (r *round) judgeOut(o out, res result, f *fault) (old, whole bool, problem string) {
	info, err := os.Lstat(o.name)
	switch {
	case os.IsNotExist(err):
		old, err = !o.exists(), nil
		if !old {
			return false, false, "is gone"
		}
	case err != nil:
	case !info.Mode().IsRegular():
		return false, false, "is no file"
	case o.input:
		old, err = sameFiles(o.name, r.in(0))
	case o.old != nil:
		var text []byte
		text, err = os.ReadFile(o.name)
		old = bytes.Equal(text, o.old)
	}
	if err != nil {
		return false, false, err.Error()
	}
	overwritten := r.overwrite && o.exists()
	switch {
	case !o.exists():
	case attributes(o.name) != o.kept:
		return false, false, fmt.Sprintf("has %s, not %s", attributes(o.name), o.kept)
	case overwritten && !os.SameFile(info, o.was):
		return false, false, "is another file"
	}
	if r.wantErr == nil {
		whole, err = sameUnpacked(o.name, r.want(o.part, o.track))
		if os.IsNotExist(err) {
			whole, err = false, nil
		}
	}
	switch {
	case err != nil:
		problem = err.Error()
	case r.changed != nil && f.change != nil && (o.input || res.status == 0):
		problem = r.judgeChanged(o.name, o.input, res.status)
	case res.status == 0 && !whole:
		problem = "is not what the twin makes"
	case overwritten && r.wantErr == nil && f.bad == nil: // it may be a mixture
	case res.status > 0 && !old:
		problem = "is not what it was"
	case !whole && !old:
		problem = "is neither what it was nor what the twin makes"
	}
	return old, whole, problem
}

// wholeOut reports whether a file is what one of the outputs was, or is to be.
func (r *round) wholeOut(name string) bool {
	for _, o := range r.outs {
		old := o.old
		if o.input {
			old, _ = os.ReadFile(r.in(0))
		}
		if text, err := os.ReadFile(name); err == nil && o.exists() && bytes.Equal(text, old) {
			return true
		}
		if r.wantErr != nil {
			continue
		}
		if same, _ := sameUnpackedAs(name, filepath.Ext(o.name), r.want(o.part, o.track)); same {
			return true
		}
	}
	return false
}

// became reports whether a file is the first input as it was changed.
func (r *round) became(name string) bool {
	input, err := os.ReadFile(r.in(0))
	got, err2 := os.ReadFile(name)
	return err == nil && err2 == nil && bytes.Equal(got, r.changed.of(input))
}

// judgeStdout says what is wrong with standard output, which has the front of what
// the twin makes if not all was done.
func (r *round) judgeStdout(res result, f *fault) string {
	got, err := os.Open(r.stdout())
	if err != nil {
		return err.Error()
	}
	defer got.Close()
	info, err := got.Stat()
	if err != nil {
		return err.Error()
	}
	switch {
	case len(r.outs) > 0 || f.bad != nil || r.wantErr != nil && r.changed == nil:
		if info.Size() > 0 {
			return "is not empty"
		}
	case r.changed != nil && f.change != nil && res.status == 0:
		return r.judgeChanged(r.stdout(), false, 0)
	case r.changed != nil && f.change != nil: // the front of something
	default:
		want, err := os.Open(r.want(0, 0))
		if err != nil {
			return err.Error()
		}
		defer want.Close()
		wanted, err := want.Stat()
		if err != nil {
			return err.Error()
		}
		if res.status == 0 && info.Size() != wanted.Size() && !f.closes {
			return fmt.Sprintf("has %d bytes, not %d", info.Size(), wanted.Size())
		}
		if same, err := sameText(got, io.LimitReader(want, info.Size())); !same {
			return fmt.Sprintf("is not the front of what the twin makes: %v", err)
		}
	}
	return ""
}
