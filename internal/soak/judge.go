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

// wellSaid is a message by the rules of cmd/yates/ui.go.
var wellSaid = regexp.MustCompile(`\Ayates: [^A-Z\n][^\n]*[^.:\n](:\n  [^\n]+)?\n\z`)

// judge says what is wrong with how a round ended. The twin is right where the
// status is that of the twin; a fault may have led to others.
func (r *round) judge(res result, f *fault) (wrong []string, outcome string) {
	complain := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	twin := 0
	if r.wantErr != nil {
		twin = 1
	}
	expected := res.status == twin && f.bad == nil || slices.Contains(f.statuses, res.status) ||
		res.status == 0 && f.change != nil // which may mend the input
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

	for _, o := range r.outs {
		if problem := r.judgeOut(o, res, f); problem != "" {
			complain("%s %s", filepath.Base(o.name), problem)
		}
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
			case res.status == -int(syscall.SIGKILL) && (dir != r.tmpDir || runtime.GOOS != "linux") && strings.HasPrefix(e.Name(), ".yates-"):
				outcome = "killed, a file left beside the output"
			default:
				complain("%s is left", name)
			}
		}
	}
	for i, s := range r.sources {
		own := len(r.outs) > 0 && r.outs[0].input && i == 0
		if s.how != byFifo && f.change == nil && !own {
			if same, err := sameFiles(r.work(i), r.in(i)); !same {
				complain("input %d is not as it was: %v", i, err)
			}
		}
	}

	beyond := int64(64 << 20)
	if int64(r.job.longest) > r.memory {
		beyond += 2 * int64(r.job.longest)
	}
	if r.memory > 0 && res.peak > r.memory+beyond && ownPeak() < r.memory+beyond {
		complain("it takes %d MiB of memory, more than %d", res.peak>>20, (r.memory+beyond)>>20)
	}
	if !r.job.inStep && res.files >= 64 {
		complain("it has %d files open", res.files)
	}
	return wrong, outcome
}

// judgeOut says what is wrong with an output.
func (r *round) judgeOut(o out, res result, f *fault) string {
	_, err := os.Lstat(o.name)
	old := os.IsNotExist(err)
	switch {
	case o.input:
		old, err = sameFiles(o.name, r.in(0))
	case o.old != nil:
		var text []byte
		text, err = os.ReadFile(o.name)
		old = bytes.Equal(text, o.old)
	case old:
		err = nil
	}
	if err != nil {
		return err.Error()
	}
	whole := r.wantErr == nil
	if whole {
		whole, err = sameUnpacked(o.name, r.want(o.part, o.track))
		if os.IsNotExist(err) {
			whole, err = false, nil
		}
	}
	switch {
	case err != nil:
		return err.Error()
	case res.status == 0 && f.change != nil && !whole:
		return r.judgeChanged(o.name, f)
	case res.status == 0 && !whole:
		return "is not what the twin makes"
	case res.status > 0 && !old:
		return "is not what it was"
	case !whole && !old:
		return "is neither what it was nor what the twin makes"
	}
	return ""
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
	case len(r.outs) > 0 || f.bad != nil || r.wantErr != nil && f.change == nil:
		if info.Size() > 0 {
			return "is not empty"
		}
	case f.change != nil && res.status == 0:
		if same, _ := sameFiles(r.stdout(), r.want(0, 0)); !same {
			return r.judgeChanged(r.stdout(), f)
		}
	case f.change != nil: // the front of something
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

// judgeChanged says what is wrong with a whole output that was made while the
// input was changed. If the input was cut or grown, the bytes that were read tell
// how far it was read; if it was overwritten, each letter may be an old or a new one.
func (r *round) judgeChanged(name string, f *fault) string {
	got, err := os.ReadFile(name)
	if err != nil {
		return err.Error()
	}
	if f.letters {
		want, err := os.ReadFile(r.want(0, 0))
		if err != nil {
			return err.Error()
		}
		if !bytes.Equal(lower(got), lower(want)) {
			return "is in another order"
		}
		return ""
	}
	input, err := os.ReadFile(r.in(0))
	if err != nil {
		return err.Error()
	}
	input = append(input, grown(input)...)
	for _, n := range []int{len(got), len(got) - 1} {
		if n < 0 || n > len(input) {
			continue
		}
		var b buffer
		err := r.job.do([][]byte{input[:n]}, func(int, int) (io.WriteCloser, error) { return &b, nil })
		if err == nil && bytes.Equal(b.Bytes(), got) {
			return ""
		}
	}
	return "is nothing that the input ever was"
}

// lower returns b with small letters.
func lower(b []byte) []byte {
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] |= 0x20
		}
	}
	return b
}
