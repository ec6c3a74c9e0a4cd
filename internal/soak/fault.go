//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"syscall"
)

// A fault is what happens to the command in a round.
type fault struct {
	name   string
	weight int           // how often, relative to the others
	force  func(p *plan) // what the round must be like

	// What is done.
	signal syscall.Signal
	change func(rng *rand.Rand, input []byte) edit
	limit  func(r *round) string // for the shell's ulimit
	closed string                // by the shell: a stream
	closes bool                  // the reader of the output goes away
	fills  bool                  // the small disk, where p.disk is

	statuses []int               // that it may end with besides that of the twin
	must     func(r *round) bool // reports whether it must end with the last of those
}

var faults = []fault{
	{name: "none", weight: 45},
	{name: "giant records", weight: 3, force: func(p *plan) {
		p.giants, p.size, p.longest, p.memory = 1+p.rng.IntN(2), p.rng.IntN(1<<20), 1000, 1<<20<<p.rng.IntN(5)
		p.files = min(max(p.files, 1), 3)
		p.withoutKeys()
	}},
	{name: "large group", weight: 3, force: func(p *plan) {
		p.kind, p.mode, p.count = &oneGroup, "grouped", -1
		p.big()
	}},
	{name: "SIGKILL", weight: 12, signal: syscall.SIGKILL, statuses: []int{killed}},
	// A signal that comes before the program listens ends it without it.
	{name: "SIGTERM", weight: 7, signal: syscall.SIGTERM, statuses: []int{143, -int(syscall.SIGTERM)}},
	{name: "SIGINT", weight: 7, signal: syscall.SIGINT, statuses: []int{130, -int(syscall.SIGINT)}},
	{name: "SIGHUP", weight: 4, signal: syscall.SIGHUP, statuses: []int{129, -int(syscall.SIGHUP)}},
	{name: "SIGQUIT", weight: 5, signal: syscall.SIGQUIT, statuses: []int{131, -int(syscall.SIGQUIT)}},
	{name: "full disk, output", weight: 6, fills: true, statuses: []int{1}, force: func(p *plan) {
		p.disk, p.to = "out", pick(p.rng, "file", "shards", "split")
	}},
	{name: "full disk, temporary file", weight: 4, fills: true, statuses: []int{1}, force: func(p *plan) {
		p.disk = "tmp"
		p.big()
	}},
	{name: "file size limit", weight: 4, limit: fileSize, statuses: []int{1}},
	{name: "closed stdin", weight: 5, closed: "<&-", statuses: []int{0, 1},
		force: func(p *plan) { p.files, p.stdin, p.mode, p.to = 1, true, "", "file" },
		must:  func(r *round) bool { return r.job.Head != 0 }},
	{name: "closed stdout", weight: 5, closed: ">&-", statuses: []int{1},
		force: func(p *plan) { p.to = "stdout" },
		must:  func(r *round) bool { return r.wantErr == nil && len(r.want) > 0 && len(r.outs) == 0 }},
	{name: "closed pipe", weight: 6, force: func(p *plan) { p.to = "stdout" }, closes: true, statuses: []int{141}},
	{name: "input cut", weight: 6, force: oneInput, change: cut, statuses: []int{1, 0}},
	{name: "input grown", weight: 8, force: oneInput, change: grow, statuses: []int{1, 0}},
	{name: "input overwritten", weight: 6, force: oneInput, change: overwrite, statuses: []int{1, 0}},
	{name: "64 descriptors", weight: 3, limit: func(*round) string { return "-n 64" }, force: func(p *plan) {
		p.files, p.parts, p.to, p.named, p.mode = 101+p.rng.IntN(100), 100+p.rng.IntN(50), "shards", true, ""
	}},
	{name: "5 descriptors", weight: 1, limit: func(*round) string { return "-n 5" }, statuses: []int{1},
		must: func(*round) bool { return true }},
}

// oneInput has one plain input, all of which comes out.
func oneInput(p *plan) {
	p.files, p.named, p.plain, p.mode, p.count, p.overwrite = 1, true, true, "", -1, false
	p.to = pick(p.rng, "stdout", "file", "input")
	if p.rng.IntN(3) == 0 { // so that it takes its time
		p.big()
	}
}

func fileSize(r *round) string { return fmt.Sprint("-f ", r.rng.IntN(r.size/512+r.size/2048+8)) }

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
	return pick(rng, all...)
}
