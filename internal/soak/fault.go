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
	giant            bool // records
	group            bool // most records are of one
	stdin            bool // is read
	outDisk, tmpDisk bool // on the small disk

	// What is done.
	signal   syscall.Signal
	change   func(r *round, input []byte) edit
	limit    func(r *round) []string // for the shell's ulimit
	closed   string                  // by the shell: a stream
	closes   bool                    // the reader of the output goes away
	forbids  func(r *round) string   // returns what nobody may use
	bad      []string                // arguments, of which one is added
	statuses []int                   // that it may end with besides that of the twin
	must     func(r *round) []int    // returns all that it may end with, or none for those
}

var faults = []fault{
	{name: "none", weight: 45, ownInput: true},
	{name: "giant records", weight: 3, ownInput: true, giant: true},
	{name: "large group", weight: 2, ownInput: true, group: true},
	{name: "SIGKILL", weight: 12, ownInput: true, signal: syscall.SIGKILL, statuses: []int{-int(syscall.SIGKILL)}},
	// A signal that comes before the program listens ends it without it.
	{name: "SIGTERM", weight: 7, ownInput: true, signal: syscall.SIGTERM, statuses: []int{143, -int(syscall.SIGTERM)}},
	{name: "SIGINT", weight: 7, ownInput: true, signal: syscall.SIGINT, statuses: []int{130, -int(syscall.SIGINT)}},
	{name: "SIGHUP", weight: 4, ownInput: true, signal: syscall.SIGHUP, statuses: []int{129, -int(syscall.SIGHUP)}},
	{name: "SIGQUIT", weight: 5, ownInput: true, signal: syscall.SIGQUIT, statuses: []int{131, -int(syscall.SIGQUIT)}},
	{name: "full disk, output", weight: 6, outDisk: true, file: true, statuses: []int{1}},
	{name: "full disk, temporary file", weight: 3, tmpDisk: true, statuses: []int{1}},
	{name: "file size limit", weight: 4, limit: fileSize, statuses: []int{1}},
	{name: "closed stdin", weight: 5, stdin: true, closed: "<&-", must: withoutStdin},
	{name: "closed stdout", weight: 5, closed: ">&-", must: withoutStdout},
	{name: "closed pipe", weight: 6, stdout: true, closes: true, statuses: []int{141}},
	{name: "input cut", weight: 6, byName: true, ownInput: true, whole: true, change: cutInput, statuses: []int{1}},
	{name: "input grown", weight: 8, byName: true, ownInput: true, whole: true, change: growInput, statuses: []int{1}},
	{name: "input overwritten", weight: 6, byName: true, ownInput: true, whole: true, letters: true, change: overwriteInput, statuses: []int{1}},
	{name: "64 descriptors", weight: 3, many: true, limit: descriptors},
	{name: "5 descriptors", weight: 1, limit: fewDescriptors, must: func(*round) []int { return []int{1} }},
	{name: "address space", weight: 3, limit: addressSpace, statuses: []int{1}},
	{name: "forbidden directory", weight: 4, file: true, byName: true, forbids: forbid, statuses: []int{1}},
	{name: "bad command line", weight: 2, bad: []string{"--nonsense", "--lines=0", "--memory=1K", "--workers=0", "--seed-hex=0", "-nx",
		"--split=a=0.9,b=0.2", "--shards=-1", "--delimiter=ab", "--record-start=("}, statuses: []int{2}},
}

// pickFault returns a fault, or the one of that name; without a small disk, none
// that needs it.
func pickFault(rng *rand.Rand, disk bool, name string) *fault {
	for i := range faults {
		if faults[i].name == name {
			return &faults[i]
		}
	}
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
