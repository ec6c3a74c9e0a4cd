//go:build unix

package main

import (
	"math/rand/v2"
	"syscall"
)

// A fault is what happens to the command in a round.
type fault struct {
	name   string
	weight int // how often, relative to the others

	// What the round must be like.
	byName           bool // inputs
	whole            bool // one source, all of which comes out
	letters          bool // letters have no meaning
	file, stdout     bool // output
	ownInput         bool // an output may be an input
	many             bool // inputs and outputs
	outDisk, tmpDisk bool // on the small disk

	// What is done.
	signal   syscall.Signal
	change   func(r *round, file string) error // of the input
	limit    func(r *round) []string           // for the shell's ulimit
	closes   bool                              // the reader of the output goes away
	forbids  func(r *round) string             // returns what nobody may use
	bad      []string                          // arguments, of which one is added
	statuses []int                             // that it may end with besides that of the twin
}

var faults = []fault{
	{name: "none", weight: 45, ownInput: true},
	{name: "SIGKILL", weight: 12, ownInput: true, signal: syscall.SIGKILL, statuses: []int{-int(syscall.SIGKILL)}},
	// A signal that comes before the program listens ends it without it.
	{name: "SIGTERM", weight: 7, ownInput: true, signal: syscall.SIGTERM, statuses: []int{143, -int(syscall.SIGTERM)}},
	{name: "SIGINT", weight: 7, ownInput: true, signal: syscall.SIGINT, statuses: []int{130, -int(syscall.SIGINT)}},
	{name: "full disk, output", weight: 6, outDisk: true, file: true, statuses: []int{1}},
	{name: "full disk, temporary file", weight: 3, tmpDisk: true, statuses: []int{1}},
	{name: "file size limit", weight: 4, limit: fileSize, statuses: []int{1}},
	{name: "closed pipe", weight: 6, stdout: true, closes: true, statuses: []int{141}},
	{name: "input cut", weight: 5, byName: true, whole: true, change: cutInput, statuses: []int{1}},
	{name: "input grown", weight: 5, byName: true, whole: true, change: growInput, statuses: []int{1}},
	{name: "input overwritten", weight: 5, byName: true, whole: true, letters: true, change: overwriteInput, statuses: []int{1}},
	{name: "64 descriptors", weight: 3, many: true, limit: descriptors},
	{name: "forbidden directory", weight: 4, file: true, byName: true, forbids: forbid, statuses: []int{1}},
	{name: "bad command line", weight: 2, bad: []string{"--nonsense", "--lines=0", "--memory=1K", "--workers=0", "--seed-hex=0", "-nx",
		"--split=a=0.9,b=0.2", "--shards=-1", "--delimiter=ab", "--record-start=("}, statuses: []int{2}},
}

// pickFault returns a fault; without a small disk, none that needs it.
func pickFault(rng *rand.Rand, disk bool) *fault {
	for {
		n := 0
		for i := range faults {
			n += faults[i].weight
		}
		at := rng.IntN(n)
		for i := range faults {
			f := &faults[i]
			if at -= f.weight; at < 0 {
				if disk || !f.outDisk && !f.tmpDisk {
					return f
				}
				break
			}
		}
	}
}
