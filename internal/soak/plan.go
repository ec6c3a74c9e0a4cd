//go:build linux

package main

import (
	"slices"

	"github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/internal/twin/trial"
)

// A plan is what a round is to be like: a trial, and where it writes. A fault may force parts of it.
type plan struct {
	*trial.Trial
	to     string // "stdout", "file", "input", "shards" or "split"
	parts  int
	memory int64

	disk      string // what is on the small disk: "out" or "tmp"
	named     bool   // the inputs are files that the command opens
	overwrite bool
}

var ends = []string{"stdout", "stdout", "stdout", "file", "file", "file", "input", "shards", "split"}

func newPlan(seed, number uint64) *plan {
	p := &plan{Trial: trial.New(seed, number)}
	p.to, p.parts, p.overwrite = trial.Pick(p.Rand, ends...), 1+p.IntN(12), p.IntN(7) == 0
	p.memory = trial.Pick[int64](p.Rand, 1, 1, 2, 5, 64, 1024) << 20
	if p.IntN(12) == 0 {
		p.big()
	}
	return p
}

// big is what does not fit the memory, and takes its time.
func (p *plan) big() {
	p.Size, p.Longest = trial.Pick(p.Rand, 10, 20, 40)<<20, trial.Pick(p.Rand, 100, 1000, 100_000)
	p.memory = trial.Pick[int64](p.Rand, 1, 2, 6) << 20
}

// plain has the job shuffle all records of that kind, and no more.
func (p *plan) plain(kind *trial.Kind) { p.Kind, p.Job = kind, twin.Job{Head: -1} }

// settle makes a plan one that the command can follow.
func (p *plan) settle() {
	if p.Giants > 0 { // one may be taken for the header, which is bounded
		p.Job.Header = 0
	}
	p.Settle()
	job := &p.Job
	if job.Unique || job.Drop || job.StratifyBy != nil { // what is different must fit
		p.Size, p.Longest, p.memory = min(p.Size, 300_000), min(p.Longest, 1000), max(p.memory, 64<<20)
	}
	one := p.one()
	switch {
	case p.Draws() && !one:
		p.to = "file"
	case job.InStep && p.to != "shards":
		p.to = "file"
	case !one:
		job.Skip = 0
	}
	if p.to == "input" {
		p.Files, p.named = max(p.Files, 1), true
	}
}

// one reports whether there is one output.
func (p *plan) one() bool { return slices.Contains([]string{"stdout", "file", "input"}, p.to) }
