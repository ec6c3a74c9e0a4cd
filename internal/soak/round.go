//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"github.com/yates-shuffle/yates/order"
)

// How a source comes to the command.
const (
	byName = iota
	byFifo
	byRedirection // as standard input
	byPipe        // as standard input
)

// A source is one input. Its bytes stand in the round's directory "in".
type source struct {
	how    int
	packed string // how it is compressed, if it is: ".gz" or ".zst"
	ending string // of its name, by which nobody should go
}

// An out is a file that the command is to make.
type out struct {
	name        string
	part, track int
	old         []byte // what it has before; nil: it does not exist
	input       bool   // it is the first source

	was  os.FileInfo // before the command starts; nil: it does not exist
	kept string      // its mode, its owner and its attributes then
	who  int         // might read it then
}

// exists reports whether there is such a file before.
func (o *out) exists() bool { return o.input || o.old != nil }

// A round is one job, as a command line in directories of its own:
//
//	in/N     the sources; work/N, what the command is given of them
//	out      the outputs; want/P-T, what the twin makes of part P and track T
//	tmp      for temporary files
type round struct {
	number uint64
	rng    *rand.Rand
	dir    string
	outDir string
	tmpDir string

	shuf    bool // called by that name
	raw     bool // take the bytes of files as they are
	job     job
	kind    string
	sources []source
	args    []string
	outs    []out       // none: standard output
	mode    os.FileMode // of outputs that exist before
	listed  bool        // they have an access control list
	memory  int64
	size    int // of all sources
	fault   *fault

	overwrite bool        // by --overwrite
	was       os.FileInfo // the first source
	changed   *change     // of that
	wantErr   error       // of the twin
	changeErr error       // of changing an input
}

func pick[T any](rng *rand.Rand, all ...T) T { return all[rng.IntN(len(all))] }

func (r *round) chance(percent int) bool { return r.rng.IntN(100) < percent }

// in returns the name of a pristine source, work that of what the command is given.
func (r *round) in(i int) string { return filepath.Join(r.dir, "in", strconv.Itoa(i)) }

func (r *round) work(i int) string {
	return filepath.Join(r.dir, "work", strconv.Itoa(i)+r.sources[i].ending)
}

func (r *round) want(part, track int) string {
	return filepath.Join(r.dir, "want", fmt.Sprintf("%d-%d", part, track))
}

// newRound makes the round of that number; what is random about it comes from
// the seed and the number, but for the moments of faults. The fault may be given by
// its name.
func newRound(seed, number uint64, dir, disk, name string) (*round, error) {
	r := &round{number: number, rng: rand.New(rand.NewPCG(seed, number)), dir: dir}
	r.outDir, r.tmpDir = filepath.Join(dir, "out"), filepath.Join(dir, "tmp")
	r.fault = pickFault(r.rng, disk != "", name)
	switch {
	case r.fault.outDisk:
		r.outDir = filepath.Join(disk, "out")
	case r.fault.tmpDisk:
		r.tmpDir = filepath.Join(disk, "tmp")
	}
	for _, d := range []string{"in", "work", "want"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o777); err != nil {
			return nil, err
		}
	}
	text := fmt.Sprintf("soak %d %d", seed, number)
	r.job = job{seed: order.SeedFromText(text), count: -1, delimiter: '\t'}
	r.args = []string{"shuffle", "--seed", text, "--tmp", r.tmpDir}
	r.mode, r.listed = pick[os.FileMode](r.rng, 0o600, 0o640, 0o664), r.chance(30)
	shape := r.shape
	if f := r.fault; !f.whole && !f.many && !f.byName && !f.tmpDisk && !f.giant && !f.group && !f.stdin {
		switch at := r.rng.IntN(100); {
		case at < 4:
			return r, r.echo()
		case at < 9:
			shape = r.numbers
		case at < 13 && (f.name == "none" || f.signal != 0 || f.closed != ""):
			shape = r.gnu
		}
	}
	sources, err := shape()
	if err != nil {
		return nil, err
	}
	for i := range r.sources {
		r.size += len(sources[i])
		b, err := pack(r.sources[i].packed, sources[i])
		if err != nil {
			return nil, err
		}
		switch packed := r.sources[i].packed != ""; {
		case r.raw:
			sources[i] = b
		case packed && r.spoils() && r.chance(5): // not all of it
			b = b[:len(b)-1-r.rng.IntN(4)]
			r.wantErr = errBad
		case r.spoils() && r.chance(1): // no text
			b = append([]byte(pick(r.rng, "\xfd7zXZ\x00", "PK\x03\x04", "PAR1\x15", "\xff\xfea\x00\n\x00")), '\n', 0)
			r.wantErr = errBad
		case !packed && r.sources[i].ending != "": // not what its name says
			r.wantErr = errBad
		}
		if err := os.WriteFile(r.in(i), b, 0o666); err != nil {
			return nil, err
		}
	}
	if r.wantErr != nil {
		return r, nil
	}
	r.wantErr = r.job.do(sources, func(part, track int) (io.WriteCloser, error) {
		return newFile(r.want(part, track))
	})
	if r.wantErr != nil && !errors.Is(r.wantErr, errBad) {
		return nil, r.wantErr
	}
	return r, nil
}
