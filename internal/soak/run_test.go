//go:build linux

package soak

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// patience is how long a command may take that takes seconds.
const patience = 3 * time.Minute

const killed = -int(syscall.SIGKILL)

// A result is how the command ended.
type result struct {
	status int // the exit status, or the signal that ended it, negative
	stdout []byte
	stderr string
	took   time.Duration
	peak   int64 // bytes of memory
	files  int   // most descriptors that were seen open
}

// A reader takes so many bytes of standard output, and then goes away.
type reader struct {
	got   []byte
	most  int
	begin func() // is called before the first
}

func (r *reader) Write(b []byte) (int, error) {
	if len(r.got) == 0 {
		r.begin()
	}
	n := min(len(b), r.most-len(r.got))
	r.got = append(r.got, b[:n]...)
	if n < len(b) {
		return n, io.ErrClosedPipe
	}
	return n, nil
}

// run runs the command under a fault, a signal of which comes at some moment of a run that takes so long.
func (r *round) run(yates string, f *fault, took time.Duration) (res result, err error) {
	args := append([]string{yates}, r.args...)
	if f.limit != nil {
		args = append([]string{"sh", "-c", "ulimit " + f.limit(r) + ` && exec "$@"`, "sh"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	ended := make(chan struct{})
	var others sync.WaitGroup
	var altered error
	halfway := func() {
		if f.change != nil {
			altered = r.alter()
		}
	}
	for n, i := range r.ins {
		switch i.how {
		case byPipe:
			cmd.Stdin = bytes.NewReader(r.Sources[n])
		case byFifo:
			others.Go(func() { feed(openFifo(i.name, ended), r.Sources[n], halfway) })
		}
	}
	stdout, stderr := &reader{most: math.MaxInt, begin: func() {}}, &bytes.Buffer{}
	if f.closes {
		stdout.most = r.IntN(r.Size + 2)
	}
	if len(r.ins) == 1 {
		stdout.begin = halfway
	}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return res, err
	}
	others.Go(func() { res.peak, res.files = watch(cmd.Process.Pid, ended) })
	if f.signal != 0 {
		strike := r.moment(took)
		others.Go(func() {
			if strike(ended) {
				cmd.Process.Signal(f.signal)
			}
		})
	}
	timer := time.AfterFunc(patience, func() { cmd.Process.Signal(syscall.SIGABRT) }) // a trace of all goroutines
	cmd.Wait()                                                                        // the exit status is below
	timer.Stop()
	res.took = time.Since(begin)
	close(ended)
	others.Wait()
	res.stdout, res.stderr, res.status = stdout.got, stderr.String(), cmd.ProcessState.ExitCode()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		res.status = -int(status.Signal())
	}
	if err := syscall.Kill(-cmd.Process.Pid, 0); !errors.Is(err, syscall.ESRCH) {
		return res, fmt.Errorf("a process is left: %v", err)
	}
	return res, altered
}

// feed writes to a pipe, whose reader may go away, and calls halfway when that has taken about half of it.
func feed(w *os.File, data []byte, halfway func()) {
	half := len(data) / 2
	if _, err := w.Write(data[:half]); err == nil {
		halfway()
		w.Write(data[half:])
	}
	w.Close()
}

// openFifo opens a pipe that has a name as soon as the command reads it, or returns nil when that has ended.
func openFifo(name string, ended <-chan struct{}) *os.File {
	for {
		if w, err := os.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			return w
		}
		select {
		case <-ended:
			return nil
		case <-time.After(time.Millisecond):
		}
	}
}

// watch looks at what a process takes until it has ended.
func watch(pid int, ended <-chan struct{}) (peak int64, files int) {
	for {
		fds, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		_, anonymous, _ := strings.Cut(string(status), "RssAnon:") // mapped files are the system's
		var kilobytes int64
		fmt.Sscan(anonymous, &kilobytes)
		peak, files = max(peak, kilobytes<<10), max(files, len(fds))
		select {
		case <-ended:
			return peak, files
		case <-time.After(time.Millisecond):
		}
	}
}

// moment chooses a moment of a run that takes so long: any, or that at which outputs are put in their places. It
// returns what waits for it, and reports whether the run has not ended before.
func (r *round) moment(took time.Duration) func(ended <-chan struct{}) bool {
	if len(r.outs) > 0 && r.Chance(30) {
		return func(ended <-chan struct{}) bool {
			for !r.placing() {
				select {
				case <-ended:
					return false
				default:
				}
			}
			return true
		}
	}
	delay := time.Duration(r.Float64() * 1.1 * float64(took))
	return func(ended <-chan struct{}) bool {
		select {
		case <-ended:
			return false
		case <-time.After(delay):
			return true
		}
	}
}

// placing reports whether there is a file with a name that the command makes up, or an output is another file than
// before.
func (r *round) placing() bool {
	names, _ := filepath.Glob(filepath.Join(filepath.Dir(r.outs[0].name), ".yates-*"))
	info, err := os.Stat(r.outs[0].name)
	return len(names) > 0 || err == nil && (r.outs[0].was == nil || !os.SameFile(info, r.outs[0].was))
}

// play plays the round. It returns the exit status, and what was wrong.
func (r *round) play(yates string) (status int, wrong []string) {
	var res result
	try := func(f *fault) bool {
		var err error
		if res, err = r.run(yates, f, res.took); err != nil {
			wrong = append(wrong, err.Error())
		}
		wrong = append(wrong, r.judge(res, f)...)
		if len(wrong) > 0 {
			wrong = append(wrong, fmt.Sprintf("fault %q, status %d, %v, %d MiB, standard error: %.2000q",
				f.name, res.status, res.took, res.peak>>20, res.stderr))
		}
		return len(wrong) == 0
	}
	stages, none := []*fault{r.fault}, &faults[0]
	if r.fault.signal != 0 { // how long does it take?
		stages = []*fault{none, r.fault}
	}
	for _, f := range stages {
		if err := r.reset(); err != nil {
			return 0, []string{err.Error()}
		}
		if !try(f) {
			return res.status, wrong
		}
	}
	if status = res.status; status == killed { // it can be run again
		for _, dir := range r.dirs() {
			left, _ := filepath.Glob(filepath.Join(dir, ".yates-*")) // whole files, as judge has seen
			for _, name := range left {
				os.Remove(name)
			}
		}
		if r.to == "input" { // it may be new
			if err := os.WriteFile(r.ins[0].name, r.Sources[0], 0o666); err != nil {
				return status, []string{err.Error()}
			}
		}
		try(none)
	}
	return status, wrong
}
