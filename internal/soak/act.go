//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// prepare does what a fault does before the command starts, and returns what
// undoes it.
func (r *round) prepare(f *fault) (undo func(), err error) {
	switch {
	case f.forbids != nil:
		name := f.forbids(r)
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		mode := os.FileMode(0o555)
		if !info.IsDir() || name == filepath.Join(r.dir, "work") {
			mode = 0
		}
		return func() { os.Chmod(name, 0o777) }, os.Chmod(name, mode)
	case f.outDisk, f.tmpDisk:
		return fillDisk(filepath.Dir(r.onDisk()), r.rng.Int64N(int64(r.size)+int64(r.size)/4+128<<10))
	}
	return func() {}, nil
}

// onDisk returns the directory of the round that may be on the small disk.
func (r *round) onDisk() string {
	if r.fault.tmpDisk {
		return r.tmpDir
	}
	return r.outDir
}

// forbid returns a directory or an input of the round.
func forbid(r *round) string {
	all := []string{r.outDir, r.tmpDir, filepath.Join(r.dir, "work")}
	for i := range r.sources {
		all = append(all, r.work(i))
	}
	return pick(r.rng, all[:min(len(all), 5)]...)
}

func fileSize(r *round) []string {
	return []string{"-f", strconv.Itoa(r.rng.IntN(r.size/512 + r.size/2048 + 8))}
}

func descriptors(*round) []string { return []string{"-n", "64"} }

func fewDescriptors(*round) []string { return []string{"-n", "5"} }

// addressSpace is from less than is asked for to more than is needed. With still less
// the run-time system of Go does not start.
func addressSpace(r *round) []string {
	return []string{"-v", strconv.Itoa(pick(r.rng, 1000, 1500, 2047, 2048, 2100, 2500, 3000, 6000) << 10)}
}

// withoutStdin returns how a command ends whose standard input is closed: it fails if
// it needs it, and may if nothing of it would come out.
func withoutStdin(r *round) []int {
	reads := len(r.sources) == 0 && r.kind != "words" && r.kind != "numbers"
	for _, s := range r.sources {
		reads = reads || s.how >= byRedirection
	}
	switch {
	case !reads:
		return nil
	case r.job.count == 0:
		return []int{0, 1}
	}
	return []int{1}
}

// withoutStdout returns how a command ends whose standard output is closed: it fails
// if there is anything to be written there.
func withoutStdout(r *round) []int {
	if info, err := os.Stat(r.want(0, 0)); len(r.outs) > 0 || err != nil || info.Size() == 0 {
		return nil
	}
	return []int{1}
}

// strike returns what sends the signal of a fault, or changes the input, at a
// random moment of a run that takes so long: at any time; or when outputs are
// written, or a little later; or when they are put in their places.
func (r *round) strike(f *fault, took time.Duration) func(p *os.Process, ended <-chan struct{}) {
	if f.signal == 0 && f.change == nil {
		return func(*os.Process, <-chan struct{}) {}
	}
	delay := time.Duration(r.rng.Float64() * 1.1 * float64(took))
	reached := func(int) bool { return true }
	if len(r.outs) > 0 {
		switch r.rng.IntN(4) {
		case 0, 1:
		case 2:
			reached, delay = r.writing, time.Duration(pick(r.rng, 0, 0, r.rng.Float64()/4)*float64(took))
		case 3:
			reached, delay = r.placing, 0
		}
	}
	var e edit
	if f.change != nil {
		input, err := os.ReadFile(r.in(0))
		if err != nil {
			r.changeErr = err
		}
		e = f.change(r, input)
	}
	return func(p *os.Process, ended <-chan struct{}) {
		for !reached(p.Pid) {
			select {
			case <-ended:
				return
			default:
			}
		}
		select {
		case <-ended:
			return
		case <-time.After(delay):
		}
		if f.signal != 0 {
			p.Signal(f.signal)
		} else if err := r.change(e); err != nil {
			r.changeErr = err
		}
	}
}

// writing reports whether something has been written to a file that is to be an output.
func (r *round) writing(pid int) bool {
	dir := filepath.Dir(r.outs[0].name)
	fds := fmt.Sprintf("/proc/%d/fd", pid)
	entries, _ := os.ReadDir(fds)
	for _, e := range entries {
		fd := filepath.Join(fds, e.Name())
		if name, _ := os.Readlink(fd); filepath.Dir(name) == dir && strings.HasSuffix(name, " (deleted)") {
			if info, err := os.Stat(fd); err == nil && info.Size() > 0 {
				return true
			}
		}
	}
	return r.placing(pid)
}

// placing reports whether there is a file with a name that the command makes up, or an
// output is another file than before.
func (r *round) placing(int) bool {
	for _, dir := range []string{filepath.Dir(r.outs[0].name), r.tmpDir} {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".yates-") {
				return true
			}
		}
	}
	info, err := os.Stat(r.outs[0].name)
	return err == nil && (r.outs[0].was == nil || !os.SameFile(info, r.outs[0].was))
}

// play plays the round and returns what was wrong, and how it ended.
func (r *round) play(yates string) (wrong []string, outcome string, err error) {
	none := &faults[0]
	stages := []*fault{r.fault}
	if r.fault.signal != 0 || r.fault.change != nil { // how long does it take?
		stages = []*fault{none, r.fault}
	}
	var res result
	for _, f := range stages {
		if err := r.reset(); err != nil {
			return nil, "", err
		}
		undo, err := r.prepare(f)
		if err != nil {
			return nil, "", err
		}
		room := roomOf(r.onDisk())
		res, err = r.run(yates, f, r.strike(f, res.took))
		undone := roomOf(r.onDisk())
		undo()
		if err == nil {
			err = r.changeErr
		}
		if err != nil {
			return nil, "", err
		}
		wrong, outcome = r.judge(res, f)
		mixed := r.overwrite && f.outDisk // what was written may stay
		if (f.outDisk || f.tmpDisk) && (res.status != 0 || f.tmpDisk) && undone != room && !mixed {
			wrong = append(wrong, fmt.Sprintf("%d bytes of the disk are lost", room-undone))
		}
		if len(wrong) > 0 {
			return append(wrong, f.end(res)), outcome, nil
		}
	}
	if res.status == killed {
		if res, err = r.again(yates, none); err != nil {
			return nil, "", err
		}
		if wrong, _ = r.judge(res, none); len(wrong) > 0 {
			return append(wrong, "run again after a kill", none.end(res)), outcome, nil
		}
	}
	return nil, outcome, nil
}

// end describes how a command ended.
func (f *fault) end(res result) string {
	return fmt.Sprintf("fault %q, status %d, %v, %d MiB, standard error: %.2000q", f.name, res.status, res.took, res.peak>>20, res.stderr)
}

// again runs the command once more, over what was left of it.
func (r *round) again(yates string, f *fault) (res result, err error) {
	if len(r.outs) > 0 && r.outs[0].input {
		if err := copyFile(r.work(0), r.in(0)); err != nil {
			return res, err
		}
	}
	return r.run(yates, f, func(*os.Process, <-chan struct{}) {})
}
