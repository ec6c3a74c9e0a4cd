//go:build linux

package soak

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"syscall"

	"github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/internal/twin/trial"
)

// A fault is what happens to the command in a round.
type fault struct {
	name   string
	weight int            // how often, relative to the others
	force  func(r *round) // what the round must be like

	// What is done.
	signal syscall.Signal
	change func(rng *rand.Rand, input []byte) (becomes []byte) // of the first input
	limit  func(r *round) string                               // for the shell's ulimit
	closes bool                                                // the reader of the output goes away

	statuses []int // that it may end with besides that of the twin
}

var faults = []fault{
	{name: "none", weight: 45},
	{name: "giant records", weight: 3, force: func(r *round) {
		r.plain(trial.Pick(r.Rand, trial.Lines, trial.Text))
		r.Job.Repeat = r.Chance(10)
		r.Giants, r.Size, r.Longest, r.memory = 1+r.IntN(2), r.IntN(1<<20), 1000, 1<<20<<r.IntN(5)
		r.Files = min(max(r.Files, 1), 3)
	}},
	{name: "large group", weight: 3, force: func(r *round) {
		r.plain(trial.OneGroup)
		r.Job.GroupBy = []int{2}
		r.big()
	}},
	{name: "SIGKILL", weight: 12, signal: syscall.SIGKILL, statuses: []int{killed}},
	// A signal that comes before the program listens ends it without it.
	{name: "SIGTERM", weight: 7, signal: syscall.SIGTERM, statuses: []int{143, -int(syscall.SIGTERM)}},
	{name: "SIGINT", weight: 7, signal: syscall.SIGINT, statuses: []int{130, -int(syscall.SIGINT)}},
	{name: "SIGHUP", weight: 4, signal: syscall.SIGHUP, statuses: []int{129, -int(syscall.SIGHUP)}},
	{name: "file size limit", weight: 10, limit: fileSize, statuses: []int{1}},
	{name: "closed pipe", weight: 6, force: func(r *round) { r.to = "stdout" }, closes: true, statuses: []int{141}},
	{name: "input cut", weight: 6, force: midway, change: cut, statuses: []int{1}},
	{name: "input grown", weight: 6, force: midway, change: grow, statuses: []int{1}},
	{name: "input overwritten", weight: 6, force: midway, change: overwrite, statuses: []int{1}},
	{name: "64 descriptors", weight: 3, limit: func(*round) string { return "-n 64" }, force: func(r *round) {
		r.plain(trial.Lines)
		r.Files, r.parts, r.to, r.named = 101+r.IntN(100), 100+r.IntN(50), "shards", true
	}},
}

// faultNamed returns the fault of that name, or nil.
func faultNamed(name string) *fault {
	if i := slices.IndexFunc(faults, func(f fault) bool { return f.name == name }); i >= 0 {
		return &faults[i]
	}
	return nil
}

// pickFault returns a random fault.
func pickFault(rng *rand.Rand) *fault {
	var all []*fault
	for i := range faults {
		all = append(all, slices.Repeat([]*fault{&faults[i]}, faults[i].weight)...)
	}
	return trial.Pick(rng, all...)
}

func fileSize(r *round) string { return fmt.Sprint("-f ", r.IntN(r.Size/512+r.Size/2048+8)) }

// mixture has the job mix some files, each in proportion or so often.
func (r *round) mixture() {
	r.plain(trial.Pick(r.Rand, append(trial.Texts, trial.TFRecord, trial.Fixed)...))
	r.Files, r.Size, r.Longest = 1+r.IntN(4), min(r.Size, 200_000), min(r.Longest, 1000)
	r.named, r.Job.Header, r.Job.Skip, r.mix = true, r.IntN(2), r.IntN(200), trial.Pick(r.Rand, "", "x")
	for i := range r.Files {
		share := fmt.Sprintf("%d/%d", 2*(i+1), r.Files*(r.Files+1)) // which come to 1
		if r.mix == "x" {
			share = trial.Pick(r.Rand, "0", "1", "1/3", "0.8", "2.5", share)
		}
		r.shares = append(r.shares, share)
	}
	shares := twin.Shares(r.shares...)
	r.Job.Mix = func(n []int) []int { return twin.Times(shares, n) }
	if r.mix == "" {
		r.total = r.IntN(3000)
		r.Job.Mix = func([]int) []int { return twin.Sizes(shares, r.total) }
	}
}

// plain has the job shuffle all records of that kind, and no more.
func (r *round) plain(kind *trial.Kind) {
	r.Kind, r.Job, r.mix, r.shares = kind, twin.Job{Head: -1}, none, nil
}

// big is what does not fit the memory, and takes its time.
func (r *round) big() {
	r.Size, r.Longest = trial.Pick(r.Rand, 10, 20, 40)<<20, trial.Pick(r.Rand, 100, 1000, 100_000)
	r.memory = trial.Pick[int64](r.Rand, 1, 2, 6) << 20
}

// midway has the first input change while the command is sure to be at work: it waits for the reader of standard
// output, or for a pipe that is its second input.
func midway(r *round) {
	r.big()
	r.plain(trial.Lines)
	r.Files, r.named, r.Sound, r.Longest = 2, true, true, min(r.Longest, 1000)
	if r.to = trial.Pick(r.Rand, "stdout", "input"); r.to == "stdout" {
		r.Files, r.parts = 1, 1
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
	r.changed = r.fault.change(r.Rand, r.Sources[0])
	f, err := os.OpenFile(r.ins[0].name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteAt(r.changed, 0)
	return errors.Join(err, f.Truncate(int64(len(r.changed))))
}
