//go:build linux

package soak

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// judge says what is wrong with how a round ended.
func (r *round) judge(res result, f *fault) (wrong []string) {
	complain := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if ends := r.ends(f); !slices.Contains(ends, res.status) {
		complain("it ends with %d, and should with one of %d (%v)", res.status, ends, r.wantErr)
	}
	if problem := said(res); problem != "" {
		complain("it ends with %d and %s", res.status, problem)
	}

	olds, news := 0, 0
	for i := range r.outs {
		old, made, problem := r.judgeOut(&r.outs[i], res, f)
		if problem != "" {
			complain("%s %s", filepath.Base(r.outs[i].name), problem)
		}
		if old && !made {
			olds++
		} else if made && !old {
			news++
		}
	}
	if olds > 0 && news > 0 && res.status != killed {
		complain("%d outputs are new and %d old", news, olds)
	}
	if problem := r.judgeStdout(res, f); problem != "" {
		complain("standard output %s", problem)
	}
	for n, i := range r.ins {
		if i.how == byFifo || n == 0 && r.to == "input" {
			continue
		}
		want := r.Sources[n]
		if n == 0 && r.changed != nil {
			want = r.changed
		}
		if got, err := os.ReadFile(i.name); err != nil || !bytes.Equal(got, want) {
			complain("input %d is not as it was: %v", n, err)
		}
	}
	wrong = append(wrong, r.left(res)...)

	beyond := int64(64 << 20)
	if r.mix != none {
		beyond += int64(r.Files) * 32 << 20
	}
	if res.peak > r.memory+beyond {
		complain("it takes %d MiB of memory, more than %d", res.peak>>20, (r.memory+beyond)>>20)
	}
	if res.files >= 64 {
		complain("it has %d files open", res.files)
	}
	return wrong
}

// ends returns with what the command may end.
func (r *round) ends(f *fault) []int {
	twin := 0
	switch {
	case r.wantErr != nil:
		twin = 1
	case r.changed != nil && r.to == "input": // or the change would be lost
		return f.statuses
	}
	return append([]int{twin}, f.statuses...)
}

// said says what is wrong with a standard error: it has messages alone, and one for each failure.
func said(res result) string {
	for line := range strings.Lines(res.stderr) {
		if !strings.HasPrefix(line, "yates: ") && !strings.HasPrefix(line, "  ") {
			return "crashes, or says something that is no message"
		}
	}
	if (res.status == 1 || res.status == 2) && res.stderr == "" {
		return "says nothing"
	}
	return ""
}

// judgeOut reports whether an output is what it was and what the twin makes, and what is wrong with it.
func (r *round) judgeOut(o *out, res result, f *fault) (old, made bool, problem string) {
	info, err := os.Lstat(o.name)
	switch {
	case os.IsNotExist(err):
		if o.old != nil {
			return false, false, "is gone"
		}
		if res.status == 0 {
			return false, false, "was not made"
		}
		return true, false, ""
	case err != nil:
		return false, false, err.Error()
	case !info.Mode().IsRegular():
		return false, false, "is no file"
	case o.old != nil && rights(info) != rights(o.was):
		return false, false, fmt.Sprintf("has %s, not %s", rights(info), rights(o.was))
	}
	got, err := os.ReadFile(o.name)
	if err != nil {
		return false, false, err.Error()
	}
	was := o.old
	if r.to == "input" && r.changed != nil {
		was = r.changed
	}
	old, made = was != nil && bytes.Equal(got, was), r.isMade(got, o)
	switch {
	case res.status == 0 && !made:
		problem = "is not what the twin makes"
	case res.status > 0 && !old:
		problem = "is not what it was"
	case !made && !old:
		problem = "is neither what it was nor what the twin makes"
	}
	return old, made, problem
}

// rights describes a file's mode and owner.
func rights(info os.FileInfo) string {
	stat := info.Sys().(*syscall.Stat_t)
	return fmt.Sprintf("mode %o, owner %d:%d", info.Mode(), stat.Uid, stat.Gid)
}

// isMade reports whether a text is what the twin makes of an output.
func (r *round) isMade(text []byte, o *out) bool {
	return r.wantErr == nil && bytes.Equal(text, o.want)
}

// judgeStdout says what is wrong with standard output, which has the front of what the twin makes if not all was done,
// or anything if the input is said to have changed.
func (r *round) judgeStdout(res result, f *fault) string {
	switch {
	case r.changed != nil && res.status != 0:
	case !bytes.HasPrefix(r.want, res.stdout):
		return "is not the front of what the twin makes"
	case res.status == 0 && !f.closes && len(res.stdout) != len(r.want):
		return fmt.Sprintf("has %d bytes, not %d", len(res.stdout), len(r.want))
	}
	return ""
}

// left says what is left behind. A kill may leave whole files beside the outputs.
func (r *round) left(res result) (wrong []string) {
	var may []string
	for _, i := range r.ins {
		may = append(may, i.name)
	}
	for _, o := range r.outs {
		may = append(may, o.name)
	}
	for _, dir := range r.dirs() {
		entries, err := os.ReadDir(dir)
		if err != nil {
			wrong = append(wrong, err.Error())
		}
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			if slices.Contains(may, name) {
				continue
			}
			text, _ := os.ReadFile(name) // it has had no name before it was whole
			ours := func(o out) bool { return o.old != nil && bytes.Equal(text, o.old) || r.isMade(text, &o) }
			if res.status != killed || dir == r.tmpDir || !slices.ContainsFunc(r.outs, ours) {
				wrong = append(wrong, name+" is left")
			}
		}
	}
	return wrong
}
