//go:build linux

package soak

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/internal/twin/trial"
)

// A round is a trial as a command line, in directories of its own: "in" has the inputs, "out" the outputs, and "tmp" is
// for temporary files.
type round struct {
	*trial.Trial
	fault               *fault // which may force parts of what follows
	dir, outDir, tmpDir string
	to                  string // "stdout", "file", "input", "shards" or "split"
	parts               int
	memory              int64
	named               bool     // the inputs are files that the command opens
	mix                 string   // what stands behind the shares of a mixture, none or x; or "-": it is none
	shares              []string // of the inputs in it
	total               int      // records of it, of shares

	args    []string
	ins     []in
	outs    []out       // none: standard output
	want    []byte      // on standard output
	wantErr error       // of the twin
	mode0   os.FileMode // of outputs that exist before
	changed []byte      // what the first source was made while the command ran, or nil
}

// An in is how a source comes to the command, and its file.
type in struct {
	how  int
	name string
}

const (
	byName = iota
	byFifo
	byPipe // as standard input
)

// An out is a file that the command is to make.
type out struct {
	name string
	old  []byte      // nil: there is none
	want []byte      // what the twin makes
	was  os.FileInfo // before the command starts; nil: there is none
}

// arg adds arguments, if it is to.
func (r *round) arg(is bool, args ...any) {
	for _, a := range args {
		if is {
			r.args = append(r.args, fmt.Sprint(a))
		}
	}
}

var ends = []string{"stdout", "stdout", "stdout", "file", "file", "file", "input", "shards", "split"}

// newRound makes the round of that number; what is random about it comes from the seed and the number, but for the
// moments of faults. The fault may be given by its name.
func newRound(seed, number uint64, dir, name string) *round {
	r := &round{Trial: trial.New(seed, number), dir: dir, outDir: filepath.Join(dir, "out"),
		tmpDir: filepath.Join(dir, "tmp")}
	r.to, r.parts, r.mix = trial.Pick(r.Rand, ends...), 1+r.IntN(12), none
	r.memory = trial.Pick[int64](r.Rand, 1, 1, 2, 5, 64, 1024) << 20
	r.mode0 = trial.Pick[os.FileMode](r.Rand, 0o600, 0o640, 0o664)
	if r.IntN(12) == 0 {
		r.big()
	}
	if r.IntN(12) == 0 {
		r.mixture()
	}
	if r.fault = faultNamed(name); r.fault == nil {
		r.fault = pickFault(r.Rand)
	}
	if r.fault.force != nil {
		r.fault.force(r)
	}
	r.settle()
	text := fmt.Sprintf("soak %d %d", seed, number)
	r.Job.Seed = sha256.Sum256([]byte(text))
	r.arg(true, r.verb()...)
	r.arg(true, "--seed", text, "--tmp", r.tmpDir)
	r.arg(r.memory < 1<<30, "--memory", fmt.Sprintf("%dM", r.memory>>20))
	r.arg(r.Chance(60), "--workers", 1+r.IntN(6))
	r.ask()
	r.Make()
	r.inputs()
	r.outputs()
	for n, i := range r.ins {
		switch {
		case r.mix != none:
			r.arg(true, i.name+"="+r.shares[n]+r.mix)
		case i.how == byPipe:
			r.arg(true, "-")
		default:
			r.arg(true, i.name)
		}
	}
	r.arg(len(r.ins) == 0, "-") // it reads the null device
	return r
}

// settle makes a round one that the command can play.
func (r *round) settle() {
	if r.Giants > 0 { // one may be taken for the header, which is bounded
		r.Job.Header = 0
	}
	r.Settle()
	job := &r.Job
	if job.Tar && r.to == "input" { // which may have files that are of no sample, and is not replaced then
		r.to = "file"
	}
	many := job.Unique || job.UniqueBy != nil || job.Drop || job.StratifyBy != nil || job.ByKey != nil
	if many { // different texts, which must fit
		r.Size, r.Longest, r.memory = min(r.Size, 300_000), min(r.Longest, 1000), max(r.memory, 64<<20)
	}
	if classes := job.StratifyBy != nil && !r.Draws(); classes && r.to != "shards" || r.to == "split" {
		r.to, job.Head, job.Skip = "split", -1, 0
		if job.Unique || job.UniqueBy != nil || job.ApartBy != nil || job.Weight > 0 || job.OrderBy != nil {
			r.to = "shards" // of yates shuffle
		}
	} else if classes {
		job.Head, job.Skip = -1, 0
	}
	one := r.one()
	switch {
	case r.Draws() && !one:
		if r.to = "file"; job.Repeat && job.StratifyBy == nil && job.Head < 0 { // which never ends
			job.Head = 1000
		}
	case !one || job.Share != nil:
		job.Skip = 0
	}
	if job.OrderBy != nil && !one { // which would be parts by key
		r.to = "file"
	}
	if job.StratifyBy != nil && job.GroupBy == nil { // a class of one row has no shares
		job.Common = job.Ragged && !job.Drop
	}
	if job.ByKey != nil || r.mix != none && r.to == "split" { // whose parts would share records
		r.to = "shards"
	}
	if r.to == "input" {
		r.Files, r.named = max(r.Files, 1), true
	}
}

// none says that there is no mixture.
const none = "-"

// verb returns the command, with the COUNT that it needs.
func (r *round) verb() []any {
	j := &r.Job
	switch {
	case r.mix != none:
		return []any{"mix"}
	case j.Repeat && j.StratifyBy != nil && j.Head < 0:
		return []any{"sample", "max"}
	case j.Repeat && j.StratifyBy != nil:
		return []any{"sample", j.Head}
	case r.to == "split", j.StratifyBy != nil:
		return []any{"split"}
	}
	return []any{"shuffle"}
}

// one reports whether there is one output.
func (r *round) one() bool { return slices.Contains([]string{"stdout", "file", "input"}, r.to) }

// ask asks for the job by flags.
func (r *round) ask() {
	j := &r.Job
	r.arg(r.Kind == trial.Text, "--raw") // as it may begin like anything else
	r.arg(j.Tar, "--tar")
	r.arg(j.TFRecord, "--tfrecord")
	r.arg(j.Size > 0, "--record-size", j.Size)
	r.arg(j.CSV, "--csv")
	r.arg(j.Start != nil, "--record-start", j.Start)
	r.arg(j.Paragraphs, "--paragraphs")
	// Quotation marks of lines are text.
	lines := !j.Tar && !j.TFRecord && j.Size == 0 && !j.CSV && j.Start == nil && !j.Paragraphs
	r.arg(lines, "--lines", max(j.Lines, 1))
	r.arg(j.CSV || j.Columns() != nil || j.Weight > 0, "--delimiter", string(rune(j.Delimiter)))
	r.arg(j.NUL, "-z")
	if r.arg(j.Header > 0 && j.HeaderLike == nil, "--header", j.Header); j.HeaderLike != nil {
		r.arg(true, "--header", j.HeaderLike)
	}
	r.arg(j.CSV && j.Header == 0 && j.HeaderLike == nil, "--no-header")
	stratify := "--stratify"
	if j.Repeat {
		stratify = "--per"
	}
	for _, by := range []struct {
		flag    string
		columns []int
	}{{"--group-by", j.GroupBy}, {stratify, j.StratifyBy}, {"--by-key", slices.Concat(j.ByKey, j.OrderBy)},
		{"--apart", j.ApartBy}, {"--unique-by", j.UniqueBy}} {
		for _, column := range by.columns {
			r.arg(true, by.flag, column)
		}
	}
	r.arg(j.Run > 1 && j.ApartBy != nil, "--max-run", j.Run)
	r.arg(j.Common, "--missing", "one")
	r.arg(j.Drop, "--missing", "drop")
	r.arg(j.Ragged && !j.Common && !j.Drop, "--missing", "own")
	r.arg(j.Unique, "--unique")
	r.arg(j.Repeat, "--repeat")
	r.arg(j.Weight > 0, "--weight", j.Weight)
	r.arg(j.Skip > 0, "--skip", j.Skip)
	r.arg(j.Head >= 0 && (!j.Repeat || j.StratifyBy == nil), "-n", j.Head)
	if j.Share != nil {
		r.arg(true, "-n", j.Share.FloatString(3))
	}
	r.arg(r.mix == "", "-n", r.total)
}

// inputs chooses how the sources come.
func (r *round) inputs() {
	stdin := r.IntN(4 * max(r.Files, 1))
	for n := range r.Files {
		i := in{name: filepath.Join(r.dir, "in", strconv.Itoa(n))}
		switch {
		case r.fault.change != nil && n > 0:
			i.how = byFifo
		case r.named:
		case n == stdin:
			i.how = byPipe
		case r.Chance(10):
			i.how = byFifo
		}
		r.ins = append(r.ins, i)
	}
}

// outputs chooses the outputs, and has the twin make them.
func (r *round) outputs() {
	names, file := []string{""}, filepath.Join(r.outDir, "out")
	switch r.to {
	case "input":
		file = r.ins[0].name
	case "split":
		names, file = []string{"a", "b", "c"}, filepath.Join(r.outDir, "part-{}")
		r.arg(true, "a=30%,b=1/7,c=0.5")
		r.Job.Parts = twin.Shares("0.3", "1/7", "0.5")
	case "shards":
		names, file = nil, filepath.Join(r.outDir, "part-{}")
		for i := range r.parts {
			names = append(names, fmt.Sprintf("%0*d", len(strconv.Itoa(r.parts-1)), i))
		}
		r.arg(true, "--shards", r.parts)
		r.Job.Parts = twin.Equal(r.parts)
	}
	made, err := r.Job.Outputs(r.Sources)
	r.wantErr = err
	if r.to == "stdout" {
		if err == nil {
			r.want = made[0]
		}
		return
	}
	r.arg(true, "-o", file)
	for i, name := range names {
		o := out{name: strings.ReplaceAll(file, "{}", name)}
		if err == nil {
			o.want = made[i]
		}
		if r.to == "input" {
			o.old = append([]byte{}, r.Sources[0]...) // which is there, though it may be empty
		} else if r.Chance(60) {
			o.old = fmt.Appendf(nil, "old %d\n", r.Uint64())
		}
		r.outs = append(r.outs, o)
	}
}

// reset puts everything as it is before the command starts.
func (r *round) reset() error {
	r.changed = nil
	var err error
	for _, dir := range r.dirs() {
		err = errors.Join(err, os.RemoveAll(dir), os.MkdirAll(dir, 0o777))
	}
	for n, i := range r.ins {
		if i.how == byFifo {
			err = errors.Join(err, syscall.Mkfifo(i.name, 0o666))
		} else {
			err = errors.Join(err, os.WriteFile(i.name, r.Sources[n], 0o666))
		}
	}
	for i := range r.outs {
		if o := &r.outs[i]; o.old != nil { // the first source, if that is the output
			err = errors.Join(err, os.WriteFile(o.name, o.old, 0o666), os.Chmod(o.name, r.mode0))
			info, e := os.Stat(o.name)
			o.was, err = info, errors.Join(err, e)
		}
	}
	return err
}

// dirs returns the directories in which files may be left.
func (r *round) dirs() []string { return []string{filepath.Join(r.dir, "in"), r.outDir, r.tmpDir} }
