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
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/yates-shuffle/yates/internal/twin"
)

// An out is a file that the command is to make.
type out struct {
	name string
	old  []byte // nil: there is none
	want []byte // what the twin makes, not compressed

	was  os.FileInfo // before the command starts; nil: there is none
	kept string      // its mode, its owner and its attributes then
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
	ending  string      // of outputs that are compressed
	want    []byte      // on standard output
	wantErr error       // of the twin
	mode0   os.FileMode // of outputs that exist before

	inFile  os.FileInfo // the first source, before the command starts
	changed *change     // of that
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
	if r.mode == "numbers" {
		r.integers()
	} else {
		r.write()
	}
	r.outputs()
	for _, s := range r.sources {
		if s.how >= byRedirection {
			r.arg("-")
		} else {
			r.arg(s.name)
		}
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
	if r.mode != "numbers" && r.chance(25) {
		r.job.Header = 1 + r.rng.IntN(3)
		r.arg("--header", strconv.Itoa(r.job.Header))
	}
	if (r.job.CSV || r.mode == "grouped" || r.mode == "strata" || r.mode == "weighted") && r.chance(30) {
		r.job.Delimiter = pick[byte](r.rng, ';', '|')
		r.arg("--delimiter", string(rune(r.job.Delimiter)))
	}
}

// shuffle chooses how they are shuffled.
func (r *round) shuffle() {
	switch r.mode {
	case "grouped":
		r.job.GroupBy = pick(r.rng, []int{2}, []int{2}, []int{2}, []int{1, 2}, []int{3})
		if r.kind == &oneGroup {
			r.job.GroupBy = []int{2}
		}
		for _, column := range r.job.GroupBy {
			r.arg("--group-by", strconv.Itoa(column))
		}
	case "strata":
		r.job.StratifyBy = []int{1 + r.rng.IntN(2)}
		r.arg("--stratify", strconv.Itoa(r.job.StratifyBy[0]))
		if r.count < 0 && (r.to == "stdout" || r.to == "file" || r.to == "input") {
			r.arg("-n", "100%") // of what each class gets its share
		}
	case "weighted":
		r.job.Weight = 2
		r.arg("--weight", "2")
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

// integers makes the round one of -i.
func (r *round) integers() {
	low, n := r.rng.Uint64N(1<<r.rng.IntN(63))+1, r.rng.Uint64N(1<<(1+r.rng.IntN(20)))
	end := "\n"
	if r.job.NUL {
		end = "\x00"
	}
	var b []byte
	for i := range n {
		b = append(strconv.AppendUint(b, low+i, 10), end...)
	}
	r.arg("-i", fmt.Sprintf("%d-%d", low, low+n-1))
	if r.count > 0 && n > 0 && r.chance(50) {
		r.job.Repeat = true
		r.arg("-r")
	}
	r.texts, r.size = [][]byte{b}, len(b)
}

// outputs chooses the outputs, and has the twin make them.
func (r *round) outputs() {
	names, pattern := []string{""}, "part-{}"
	switch r.to {
	case "stdout", "file", "input":
		pattern = "out"
	case "split":
		var words, shares []string
		names = nil
		for left := 100; left > 0 && len(names) < 5; {
			share, name := r.rng.IntN(left+1), string(rune('a'+len(names)))
			left -= share
			names, shares = append(names, name), append(shares, fmt.Sprintf("%d/100", share))
			words = append(words, fmt.Sprintf(pick(r.rng, "%s=%d%%", "%s=%d/100"), name, share))
		}
		r.arg("--split", strings.Join(words, ","))
		r.job.Parts = twin.Shares(shares...)
	default: // shards or folds
		names = nil
		for i := range r.parts {
			names = append(names, fmt.Sprintf("%0*d", len(strconv.Itoa(r.parts-1)), i))
		}
		r.arg("--"+r.to, strconv.Itoa(r.parts))
		r.job.Parts = twin.Equal(r.parts)
	}
	sets := []string{""}
	if r.to == "folds" {
		r.job.Folds, pattern, sets = true, "{set}-{}", []string{"test", "train"}
	}
	var made [][][]byte
	if r.wantErr == nil {
		made, r.wantErr = r.job.Outputs(r.texts)
	}
	if r.to == "stdout" {
		if r.wantErr == nil {
			r.want = made[0][0]
		}
		return
	}
	if r.fault.change == nil && r.to != "input" && r.chance(12) {
		r.ending = pick(r.rng, ".gz", ".zst")
	}
	if r.chance(12) {
		r.arg("--sync")
	}
	if r.overwrite {
		r.arg("--overwrite")
	}
	tracks := 1
	if r.job.InStep {
		tracks = r.files
	}
	for t := range tracks {
		file := filepath.Join(r.outDir, pattern+"."+strconv.Itoa(t)+r.ending)
		if r.to == "input" {
			file = r.sources[0].name
		}
		r.arg("-o", file)
		for i, name := range slices.Repeat(names, len(sets)) {
			o := out{name: strings.NewReplacer("{set}", sets[i/len(names)], "{}", name).Replace(file)}
			if r.wantErr == nil {
				o.want = made[i][t]
			}
			if r.to == "input" {
				o.old = r.sources[0].data
			} else if r.chance(60) {
				o.old = fmt.Appendf(nil, "old %d\n", r.rng.Uint64())
			}
			r.outs = append(r.outs, o)
		}
	}
}

// reset puts everything as it is before the command starts.
func (r *round) reset() error {
	r.changed, r.inFile = nil, nil
	for _, dir := range r.dirs() {
		if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o777)); err != nil {
			return err
		}
	}
	for i, s := range r.sources {
		if s.how == byFifo {
			if err := syscall.Mkfifo(s.name, 0o666); err != nil {
				return err
			}
			continue
		}
		// What is written in the same moment is not told from what was there.
		before := time.Now().Add(-time.Hour)
		if err := errors.Join(os.WriteFile(s.name, s.data, 0o666), os.Chtimes(s.name, before, before)); err != nil {
			return err
		}
		if i == 0 {
			r.inFile, _ = os.Stat(s.name)
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
		if err := errors.Join(os.Chmod(o.name, r.mode0), setAttribute(o.name)); err != nil {
			return err
		}
		o.was, _ = os.Stat(o.name)
		o.kept = attributes(o.name)
	}
	return nil
}

// dirs returns the directories in which files may be left.
func (r *round) dirs() []string { return []string{filepath.Join(r.dir, "in"), r.outDir, r.tmpDir} }
