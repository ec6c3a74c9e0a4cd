//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"syscall"

	"github.com/yates-shuffle/yates/internal/twin/trial"
)

// A fault is what happens to the command in a round.
type fault struct {
	name   string
	weight int           // how often, relative to the others
	force  func(p *plan) // what the round must be like

	// What is done.
	signal syscall.Signal
	change func(rng *rand.Rand, input []byte) (becomes []byte) // of the first input
	limit  func(r *round) string                               // for the shell's ulimit
	closes bool                                                // the reader of the output goes away
	fills  bool                                                // the small disk, where p.disk is

	statuses []int // that it may end with besides that of the twin
}

var faults = []fault{
	{name: "none", weight: 45},
	{name: "giant records", weight: 3, force: func(p *plan) {
		p.plain(trial.Pick(p.Rand, trial.Lines, trial.Text))
		p.Job.Repeat, p.Job.InStep = p.Chance(10), p.Chance(10)
		p.Giants, p.Size, p.Longest, p.memory = 1+p.IntN(2), p.IntN(1<<20), 1000, 1<<20<<p.IntN(5)
		p.Files = min(max(p.Files, 1), 3)
	}},
	{name: "large group", weight: 3, force: func(p *plan) {
		p.plain(trial.OneGroup)
		p.Job.GroupBy = []int{2}
		p.big()
	}},
	{name: "SIGKILL", weight: 12, signal: syscall.SIGKILL, statuses: []int{killed}},
	// A signal that comes before the program listens ends it without it.
	{name: "SIGTERM", weight: 7, signal: syscall.SIGTERM, statuses: []int{143, -int(syscall.SIGTERM)}},
	{name: "SIGINT", weight: 7, signal: syscall.SIGINT, statuses: []int{130, -int(syscall.SIGINT)}},
	{name: "SIGHUP", weight: 4, signal: syscall.SIGHUP, statuses: []int{129, -int(syscall.SIGHUP)}},
	{name: "full disk, output", weight: 6, fills: true, statuses: []int{1}, force: func(p *plan) {
		p.disk, p.to = "out", trial.Pick(p.Rand, "file", "shards", "split")
	}},
	{name: "full disk, temporary file", weight: 4, fills: true, statuses: []int{1}, force: func(p *plan) {
		p.disk = "tmp"
		p.big()
	}},
	{name: "file size limit", weight: 4, limit: fileSize, statuses: []int{1}},
	{name: "closed pipe", weight: 6, force: func(p *plan) { p.to = "stdout" }, closes: true, statuses: []int{141}},
	{name: "input cut", weight: 6, force: midway, change: cut, statuses: []int{1}},
	{name: "input grown", weight: 6, force: midway, change: grow, statuses: []int{1}},
	{name: "input overwritten", weight: 6, force: midway, change: overwrite, statuses: []int{1}},
	{name: "64 descriptors", weight: 3, limit: func(*round) string { return "-n 64" }, force: func(p *plan) {
		p.plain(trial.Lines)
		p.Files, p.parts, p.to, p.named = 101+p.IntN(100), 100+p.IntN(50), "shards", true
	}},
}

func fileSize(r *round) string { return fmt.Sprint("-f ", r.IntN(r.Size/512+r.Size/2048+8)) }

// midway has the first input change while the command is sure to be at work: it waits for the reader of standard
// output, or for a pipe that is its second input. If the output is another file, the two are in step, so that then some
// of the first is read and some is not.
func midway(p *plan) {
	p.big()
	p.plain(trial.Lines)
	p.Files, p.named, p.Sound, p.overwrite, p.Longest = 2, true, true, false, min(p.Longest, 1000)
	switch p.to = trial.Pick(p.Rand, "stdout", "file", "input"); p.to {
	case "stdout":
		p.Files, p.parts = 1, 1
	case "file":
		p.Job.InStep = true
	}
}

func cut(rng *rand.Rand, input []byte) []byte { return input[:rng.IntN(len(input))] }

func grow(_ *rand.Rand, input []byte) []byte { return slices.Concat(input, input[:len(input)/3]) }

// overwrite changes letters from small to large.
func overwrite(rng *rand.Rand, input []byte) []byte {
	input = slices.Clone(input)
	for i := rng.IntN(len(input)); i < len(input); i++ {
		if 'a' <= input[i] && input[i] <= 'z' {
			input[i] -= 0x20
		}
	}
	return input
}

// alter makes the first input what its fault makes of it, in its place.
func (r *round) alter() error {
	was, becomes := r.Sources[0], r.fault.change(r.Rand, r.Sources[0])
	same := 0
	for same < min(len(was), len(becomes)) && was[same] == becomes[same] {
		same++
	}
	if len(becomes) == len(was) && same == len(was) {
		return nil
	}
	f, err := os.OpenFile(r.comes[0].name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	r.changed = becomes
	if err := f.Truncate(int64(len(becomes))); err != nil {
		return err
	}
	_, err = f.WriteAt(becomes[same:], int64(same))
	return err
}

// pickFault returns a fault, or the one of that name; without a small disk, none that needs it.
func pickFault(rng *rand.Rand, disk bool, name string) *fault {
	var all []*fault
	for i := range faults {
		f := &faults[i]
		if f.name == name {
			return f
		}
		for range f.weight {
			if disk || !f.fills {
				all = append(all, f)
			}
		}
	}
	return trial.Pick(rng, all...)
}
