//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
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

// command returns the command of the round, with the limits and the user that a fault gives it.
func (r *round) command(yates string, f *fault) *exec.Cmd {
	args := append([]string{yates}, r.args...)
	if f.limit != nil {
		args = append([]string{"sh", "-c", "ulimit " + f.limit(r) + ` && exec "$@"`, "sh"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// run runs the command while act is called with its process; act returns when ended is closed.
func (r *round) run(yates string, f *fault, act func(p *os.Process, ended <-chan struct{})) (res result, err error) {
	cmd := r.command(yates, f)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	ended := make(chan struct{})
	var theirs []*os.File // ends of pipes which the command has
	defer func() {
		for _, file := range theirs {
			file.Close()
		}
	}()
	var altered error
	halfway := func() {
		if f.change != nil {
			altered = r.alter()
		}
	}
	var others sync.WaitGroup
	for i, s := range r.comes {
		switch s.how {
		case byPipe:
			read, write, err := os.Pipe()
			if err != nil {
				return res, err
			}
			theirs, cmd.Stdin = append(theirs, read), read
			others.Go(func() { feed(write, r.Sources[i], func() {}) })
		case byFifo:
			others.Go(func() { feed(openFifo(s.name, ended), r.Sources[i], halfway) })
		}
	}
	got, write, err := os.Pipe()
	if err != nil {
		return res, err
	}
	theirs, cmd.Stdout = append(theirs, write), write
	wanted := int64(math.MaxInt64)
	if f.closes {
		wanted = r.Int64N(int64(r.Size) + 2)
	}
	others.Go(func() {
		defer got.Close()
		first := make([]byte, 1)
		if n, _ := io.ReadFull(got, first); n > 0 && wanted > 0 {
			if len(r.comes) == 1 {
				halfway()
			}
			res.stdout, _ = io.ReadAll(io.MultiReader(bytes.NewReader(first), io.LimitReader(got, wanted-1)))
		}
	})

	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return res, err
	}
	for _, file := range theirs {
		file.Close()
	}
	others.Go(func() { res.peak, res.files = watch(cmd.Process.Pid, ended) })
	others.Go(func() { act(cmd.Process, ended) })
	timer := time.AfterFunc(patience, func() { cmd.Process.Signal(syscall.SIGABRT) }) // a trace of all goroutines
	cmd.Wait()                                                                        // the exit status is below
	timer.Stop()
	res.took = time.Since(begin)
	close(ended)
	others.Wait()
	res.stderr, res.status = stderr.String(), cmd.ProcessState.ExitCode()
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

// strike returns what sends the signal of a fault at a random moment of a run that takes so long: at any time, or when
// outputs are put in their places.
func (r *round) strike(f *fault, took time.Duration) func(p *os.Process, ended <-chan struct{}) {
	if f.signal == 0 {
		return func(*os.Process, <-chan struct{}) {}
	}
	delay := time.Duration(r.Float64() * 1.1 * float64(took))
	reached := func() bool { return true }
	if len(r.outs) > 0 && r.Chance(30) {
		reached, delay = r.placing, 0
	}
	return func(p *os.Process, ended <-chan struct{}) {
		for !reached() {
			select {
			case <-ended:
				return
			default:
			}
		}
		select {
		case <-ended:
		case <-time.After(delay):
			p.Signal(f.signal)
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

// onDisk returns the directory of the round that is on the small disk, if there is one.
func (r *round) onDisk() string {
	if r.disk == "tmp" {
		return r.tmpDir
	}
	return r.outDir
}

// play plays the round and returns what was wrong, and how it ended.
func (r *round) play(yates string) (wrong []string, outcome string, err error) {
	stages := []*fault{r.fault}
	if r.fault.signal != 0 { // how long does it take?
		stages = []*fault{&faults[0], r.fault}
	}
	var res result
	for _, f := range stages {
		if err := r.reset(); err != nil {
			return nil, "", err
		}
		undo := func() {}
		if f.fills {
			room := r.Int64N(int64(r.Size) + int64(r.Size)/4 + 128<<10)
			if undo, err = fillDisk(filepath.Dir(r.onDisk()), room); err != nil {
				return nil, "", err
			}
		}
		room := roomOf(r.onDisk())
		res, err = r.run(yates, f, r.strike(f, res.took))
		lost := room - roomOf(r.onDisk())
		undo()
		if err != nil {
			return nil, "", err
		}
		wrong = r.judge(res, f)
		if f.fills && lost != 0 && (res.status != 0 && !r.overwrite || r.disk == "tmp") {
			wrong = append(wrong, fmt.Sprintf("%d bytes of the disk are lost", lost))
		}
		if len(wrong) > 0 {
			return append(wrong, describe(f, res)), "", nil
		}
	}
	outcome = fmt.Sprint("status ", res.status)
	if res.status != killed {
		return nil, outcome, nil
	}
	if r.to == "input" { // it may be new
		if err := os.WriteFile(r.comes[0].name, r.Sources[0], 0o666); err != nil {
			return nil, "", err
		}
	}
	left, _ := filepath.Glob(filepath.Join(r.outDir, ".yates-*")) // whole files, as judge has seen
	for _, name := range left {
		os.Remove(name)
	}
	res, err = r.run(yates, &faults[0], r.strike(&faults[0], 0))
	if err == nil {
		if wrong = r.judge(res, &faults[0]); len(wrong) > 0 {
			wrong = append(wrong, "run again after a kill", describe(&faults[0], res))
		}
	}
	return wrong, outcome, err
}

// describe says how a command ended.
func describe(f *fault, res result) string {
	return fmt.Sprintf("fault %q, status %d, %v, %d MiB, standard error: %.2000q",
		f.name, res.status, res.took, res.peak>>20, res.stderr)
}
