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

// strike returns what sends the signal of a fault, or changes the input, at a
// random moment of a run that takes so long: at any time, or when a file has been
// made beside an output, or a little later.
func (r *round) strike(f *fault, took time.Duration) func(p *os.Process, ended <-chan struct{}) {
	if f.signal == 0 && f.change == nil {
		return func(*os.Process, <-chan struct{}) {}
	}
	delay := time.Duration(r.rng.Float64() * 1.1 * float64(took))
	watch := f.signal != 0 && len(r.outs) > 0 && r.chance(50)
	if watch {
		delay = time.Duration(pick(r.rng, 0, 0, r.rng.Float64()/4) * float64(took))
	}
	return func(p *os.Process, ended <-chan struct{}) {
		for watch && !r.making() {
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
		} else if err := f.change(r, r.work(0)); err != nil {
			r.changeErr = err
		}
	}
}

// making tells whether there is a file with a name that the command makes up.
func (r *round) making() bool {
	for _, dir := range []string{filepath.Dir(r.outs[0].name), r.tmpDir} {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".yates-") {
				return true
			}
		}
	}
	return false
}

func cutInput(r *round, name string) error {
	return os.Truncate(name, r.rng.Int64N(int64(r.size)+1))
}

// grown is what is added to an input.
func grown(input []byte) []byte { return input[:len(input)/3] }

func growInput(r *round, name string) error {
	input, err := os.ReadFile(r.in(0))
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(grown(input))
	return err
}

// overwriteInput changes letters from small to large.
func overwriteInput(r *round, name string) error {
	input, err := os.ReadFile(r.in(0))
	if err != nil {
		return err
	}
	begin := r.rng.IntN(len(input) + 1)
	input = input[begin : begin+r.rng.IntN(len(input)-begin+1)]
	for i, c := range input {
		if 'a' <= c && c <= 'z' {
			input[i] -= 0x20
		}
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteAt(input, int64(begin))
	return err
}

// play plays the round and returns what was wrong, and how it ended.
func (r *round) play(yates string) (wrong []string, outcome string, err error) {
	none := &faults[0]
	stages := []*fault{r.fault}
	if r.fault.signal != 0 || r.fault.change != nil { // how long does it take?
		stages = []*fault{none, r.fault}
	}
	var took time.Duration
	for _, f := range stages {
		if err := r.reset(); err != nil {
			return nil, "", err
		}
		undo, err := r.prepare(f)
		if err != nil {
			return nil, "", err
		}
		room := roomOf(r.onDisk())
		res, err := r.run(yates, f, r.strike(f, took))
		undone := roomOf(r.onDisk())
		undo()
		if err == nil {
			err = r.changeErr
		}
		if err != nil {
			return nil, "", err
		}
		took = res.took
		wrong, outcome = r.judge(res, f)
		if (f.outDisk || f.tmpDisk) && (res.status != 0 || f.tmpDisk) && undone != room {
			wrong = append(wrong, fmt.Sprintf("%d bytes of the disk are lost", room-undone))
		}
		if len(wrong) > 0 {
			wrong = append(wrong, fmt.Sprintf("fault %q, status %d, %v, %d MiB, standard error: %q", f.name, res.status, res.took, res.peak>>20, res.stderr))
			return wrong, outcome, nil
		}
	}
	return nil, outcome, nil
}
