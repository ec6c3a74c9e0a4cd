//go:build linux

package main

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/yates-shuffle/yates/internal/twin"
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

	job     twin.Job
	texts   [][]byte // of the sources
	sources []source
	args    []string
	outs    []out       // none: standard output
	want    []byte      // on standard output
	wantErr error       // of the twin
	mode0   os.FileMode // of outputs that exist before
	changed []byte      // what the first source was made while the command ran, or nil
}

func pick[T any](rng *rand.Rand, all ...T) T { return all[rng.IntN(len(all))] }

func (r *round) chance(percent int) bool { return r.rng.IntN(100) < percent }

func (r *round) arg(args ...string) { r.args = append(r.args, args...) }

// is says what the round is like.
func (r *round) is() []string { return []string{r.kind.name, cmp.Or(r.mode, "shuffled"), "to " + r.to} }

// newRound makes the round of that number; what is random about it comes from the seed and the number, but for the
// moments of faults. The fault may be given by its name.
func newRound(seed, number uint64, dir, disk, name string) *round {
	rng := rand.New(rand.NewPCG(seed, number))
	r := &round{plan: newPlan(rng), number: number, fault: pickFault(rng, disk != "", name), dir: dir}
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
	r.mode0 = pick[os.FileMode](rng, 0o600, 0o640, 0o664)
	text := fmt.Sprintf("soak %d %d", seed, number)
	r.job = twin.Job{Seed: sha256.Sum256([]byte(text)), Head: r.count}
	r.arg("shuffle", "--seed", text, "--tmp", r.tmpDir)
	if r.memory < 1<<30 {
		r.arg("--memory", fmt.Sprintf("%dM", r.memory>>20))
	}
	if r.chance(60) {
		r.arg("--workers", strconv.Itoa(1+rng.IntN(6)))
	}
	r.records()
	r.shuffle()
	r.write()
	r.outputs()
	for _, s := range r.sources {
		if s.how == byPipe {
			r.arg("-")
		} else {
			r.arg(s.name)
		}
	}
	if len(r.sources) == 0 { // it reads the null device
		r.arg("-")
	}
	return r
}

// records chooses what a record is.
func (r *round) records() {
	r.kind.set(&r.job)
	r.arg(r.kind.flags...)
	r.job.Delimiter = '\t'
	if r.job.CSV {
		r.job.Delimiter = ','
	} else if r.chance(20) {
		r.job.NUL = true
		r.arg("-z")
	}
	if r.giants == 0 && r.chance(25) { // a giant may be taken for the header, which is bounded
		r.job.Header = 1 + r.rng.IntN(3)
		r.arg("--header", strconv.Itoa(r.job.Header))
		if len(r.kind.flags) == 0 {
			r.arg("--lines", "1") // as quotation marks are text
		}
	}
}

// shuffle chooses how they are shuffled.
func (r *round) shuffle() {
	switch r.mode {
	case "grouped":
		r.job.GroupBy = []int{2}
		r.arg("--group-by", "2")
	case "strata":
		r.job.StratifyBy = []int{1 + r.rng.IntN(2)}
		r.arg("--stratify", strconv.Itoa(r.job.StratifyBy[0]))
		if r.count < 0 && (r.to == "stdout" || r.to == "file" || r.to == "input") {
			r.arg("-n", "100%") // of what each class gets its share
		}
	case "unique":
		r.job.Unique = true
		r.arg("--unique")
	case "repeated":
		r.job.Repeat = true
		r.arg("--repeat")
	case "in step":
		r.job.InStep = true
		r.arg("--in-step")
	}
	if r.count >= 0 {
		r.arg("-n", strconv.Itoa(r.count))
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
		r.arg("--split", "a=30%,b=1/7,c=0.5")
		r.job.Parts = twin.Shares("0.3", "1/7", "0.5")
	default: // shards
		names = nil
		for i := range r.parts {
			names = append(names, fmt.Sprintf("%0*d", len(strconv.Itoa(r.parts-1)), i))
		}
		r.arg("--"+r.to, strconv.Itoa(r.parts))
		r.job.Parts = twin.Equal(r.parts)
	}
	var made [][][]byte
	made, r.wantErr = r.job.Outputs(r.texts)
	if r.to == "stdout" {
		if r.wantErr == nil {
			r.want = made[0][0]
		}
		return
	}
	if r.overwrite {
		r.arg("--overwrite")
	}
	tracks := 1
	if r.job.InStep {
		tracks = r.files
	}
	for t := range tracks {
		file := filepath.Join(r.outDir, pattern+"."+strconv.Itoa(t))
		if r.to == "input" {
			file = r.sources[0].name
		}
		r.arg("-o", file)
		for i, name := range names {
			o := out{name: strings.ReplaceAll(file, "{}", name)}
			if r.wantErr == nil {
				o.want = made[i][t]
			}
			if r.to == "input" {
				o.old = r.texts[0]
			} else if r.chance(60) {
				o.old = fmt.Appendf(nil, "old %d\n", r.rng.Uint64())
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
	for i, s := range r.sources {
		err := error(nil)
		if s.how == byFifo {
			err = syscall.Mkfifo(s.name, 0o666)
		} else {
			err = os.WriteFile(s.name, r.texts[i], 0o666)
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
