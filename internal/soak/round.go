//go:build linux

package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/internal/twin/trial"
)

// An out is a file that the command is to make.
type out struct {
	name string
	old  []byte      // nil: there is none
	want []byte      // what the twin makes
	was  os.FileInfo // before the command starts; nil: there is none
}

// A round is one job, as a command line, in directories of its own: "in" has the inputs, "out" the outputs, and "tmp"
// is for temporary files.
type round struct {
	*plan
	number              uint64
	fault               *fault
	dir, outDir, tmpDir string

	comes   []source // how each of the sources does
	args    []string
	outs    []out       // none: standard output
	want    []byte      // on standard output
	wantErr error       // of the twin
	mode0   os.FileMode // of outputs that exist before
	changed []byte      // what the first source was made while the command ran, or nil
}

// A source is how one comes to the command, and its file.
type source struct {
	how  int
	name string
}

const (
	byName = iota
	byFifo
	byPipe // as standard input
)

// arg adds arguments, if it is to.
func (r *round) arg(is bool, args ...any) {
	for _, a := range args {
		if is {
			r.args = append(r.args, fmt.Sprint(a))
		}
	}
}

// newRound makes the round of that number; what is random about it comes from the seed and the number, but for the
// moments of faults. The fault may be given by its name.
func newRound(seed, number uint64, dir, disk, name string) *round {
	r := &round{plan: newPlan(seed, number), number: number, dir: dir}
	r.fault = pickFault(r.Rand, disk != "", name)
	if r.fault.force != nil {
		r.fault.force(r.plan)
	}
	r.settle()
	r.outDir, r.tmpDir = filepath.Join(dir, "out"), filepath.Join(dir, "tmp")
	switch r.plan.disk {
	case "out":
		r.outDir = filepath.Join(disk, "out")
	case "tmp":
		r.tmpDir = filepath.Join(disk, "tmp")
	}
	r.mode0 = trial.Pick[os.FileMode](r.Rand, 0o600, 0o640, 0o664)
	text := fmt.Sprintf("soak %d %d", seed, number)
	r.Job.Seed = sha256.Sum256([]byte(text))
	r.arg(true, "shuffle", "--seed", text, "--tmp", r.tmpDir)
	r.arg(r.memory < 1<<30, "--memory", fmt.Sprintf("%dM", r.memory>>20))
	r.arg(r.Chance(60), "--workers", 1+r.IntN(6))
	r.ask()
	r.Make()
	r.come()
	r.outputs()
	for _, s := range r.comes {
		r.arg(s.how != byPipe, s.name)
		r.arg(s.how == byPipe, "-")
	}
	r.arg(len(r.comes) == 0, "-") // it reads the null device
	return r
}

// ask asks for the job by flags.
func (r *round) ask() {
	j := &r.Job
	r.arg(r.Kind == trial.Text, "--raw") // as it may begin like anything else
	r.arg(j.Tar, "--tar")
	r.arg(j.TFRecord, "--tfrecord")
	r.arg(j.CSV, "--csv")
	r.arg(j.Start != nil, "--record-start", j.Start)
	r.arg(!j.Tar && !j.TFRecord && !j.CSV && j.Start == nil, "--lines", max(j.Lines, 1)) // quotation marks are text
	r.arg(j.CSV || j.GroupBy != nil || j.StratifyBy != nil || j.Weight > 0, "--delimiter", string(rune(j.Delimiter)))
	r.arg(j.NUL, "-z")
	r.arg(j.Header > 0, "--header", j.Header)
	for _, column := range j.GroupBy {
		r.arg(true, "--group-by", column)
	}
	for _, column := range j.StratifyBy {
		r.arg(true, "--stratify", column)
	}
	r.arg(j.Common, "--missing", "one")
	r.arg(j.Drop, "--missing", "drop")
	r.arg(j.Ragged && !j.Common && !j.Drop, "--missing", "own")
	r.arg(j.Unique, "--unique")
	r.arg(j.Repeat, "--repeat")
	r.arg(j.InStep, "--in-step")
	r.arg(j.Weight > 0, "--weight", j.Weight)
	r.arg(j.Skip > 0, "--skip", j.Skip)
	r.arg(j.Head >= 0, "-n", j.Head)
	r.arg(j.Head < 0 && j.StratifyBy != nil && r.one(), "-n", "100%") // of what each class gets its share
}

// come chooses how the sources come.
func (r *round) come() {
	stdin := r.IntN(4 * max(r.Files, 1))
	for i := range r.Files {
		s := source{name: filepath.Join(r.dir, "in", strconv.Itoa(i))}
		switch {
		case r.fault.change != nil && i > 0:
			s.how = byFifo
		case r.named:
		case i == stdin:
			s.how = byPipe
		case r.Chance(10):
			s.how = byFifo
		}
		r.comes = append(r.comes, s)
	}
}

// outputs chooses the outputs, and has the twin make them.
func (r *round) outputs() {
	names, pattern := []string{""}, "part-{}"
	switch r.to {
	case "stdout", "file", "input":
		pattern = "out"
	case "split":
		names = []string{"a", "b", "c"}
		r.arg(true, "--split", "a=30%,b=1/7,c=0.5")
		r.Job.Parts = twin.Shares("0.3", "1/7", "0.5")
	default: // shards
		names = nil
		for i := range r.parts {
			names = append(names, fmt.Sprintf("%0*d", len(strconv.Itoa(r.parts-1)), i))
		}
		r.arg(true, "--"+r.to, r.parts)
		r.Job.Parts = twin.Equal(r.parts)
	}
	var made [][][]byte
	made, r.wantErr = r.Job.Outputs(r.Sources)
	if r.to == "stdout" {
		if r.wantErr == nil {
			r.want = made[0][0]
		}
		return
	}
	r.arg(r.overwrite, "--overwrite")
	tracks := 1
	if r.Job.InStep {
		tracks = r.Files
	}
	for t := range tracks {
		file := filepath.Join(r.outDir, pattern+"."+strconv.Itoa(t))
		if r.to == "input" {
			file = r.comes[0].name
		}
		r.arg(true, "-o", file)
		for i, name := range names {
			o := out{name: strings.ReplaceAll(file, "{}", name)}
			if r.wantErr == nil {
				o.want = made[i][t]
			}
			if r.to == "input" {
				o.old = r.Sources[0]
			} else if r.Chance(60) {
				o.old = fmt.Appendf(nil, "old %d\n", r.Uint64())
			}
			r.outs = append(r.outs, o)
		}
	}
}

// reset puts everything as it is before the command starts.
func (r *round) reset() error {
	r.changed = nil
	for _, dir := range r.dirs() {
		if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o777)); err != nil {
			return err
		}
	}
	for i, s := range r.comes {
		err := error(nil)
		if s.how == byFifo {
			err = syscall.Mkfifo(s.name, 0o666)
		} else {
			err = os.WriteFile(s.name, r.Sources[i], 0o666)
		}
		if err != nil {
			return err
		}
	}
	for i := range r.outs {
		o := &r.outs[i]
		if o.old == nil {
			continue
		}
		if r.to != "input" {
			if err := os.WriteFile(o.name, o.old, 0o666); err != nil {
				return err
			}
		}
		if err := os.Chmod(o.name, r.mode0); err != nil {
			return err
		}
		info, err := os.Stat(o.name)
		if err != nil {
			return err
		}
		o.was = info
	}
	return nil
}

// dirs returns the directories in which files may be left.
func (r *round) dirs() []string { return []string{filepath.Join(r.dir, "in"), r.outDir, r.tmpDir} }
