//go:build linux

package main

import (
	"math/rand/v2"
	"slices"
)

// A plan is what a round is to be like; a fault may force parts of it.
type plan struct {
	rng     *rand.Rand
	kind    *textKind
	mode    string // how it shuffles
	to      string // "stdout", "file", "input", "shards" or "split"
	parts   int
	files   int
	giants  int // records of tens of megabytes
	size    int // bytes of all files, about
	longest int // bytes of most records
	memory  int64
	count   int // of -n, or −1

	disk      string // what is on the small disk: "out" or "tmp"
	named     bool   // the inputs are files that the command opens
	overwrite bool
}

var (
	modes = []string{"", "", "", "", "", "grouped", "grouped", "strata", "unique", "repeated", "in step"}
	ends  = []string{"stdout", "stdout", "stdout", "file", "file", "file", "input", "shards", "split"}
)

func newPlan(rng *rand.Rand) *plan {
	p := &plan{
		rng: rng, kind: textKinds[0], mode: pick(rng, modes...), to: pick(rng, ends...), parts: 1 + rng.IntN(12),
		files: pick(rng, 1, 1, 1, 1, 1, 0, 2, 3, 40), size: pick(rng, 0, 300, 300, 20_000, 20_000, 1<<20, 1<<20, 6<<20),
		longest: pick(rng, 2, 10, 100, 100, 1000, 20_000), memory: pick[int64](rng, 1, 1, 2, 5, 64, 1024) << 20,
		count: -1, overwrite: rng.IntN(7) == 0,
	}
	if rng.IntN(2) == 0 {
		p.kind = pick(rng, textKinds...)
	}
	if rng.IntN(4) == 0 {
		p.count = rng.IntN(1 << rng.IntN(18))
	}
	if rng.IntN(12) == 0 {
		p.big()
	}
	return p
}

// big is what does not fit the memory, and takes its time.
func (p *plan) big() {
	p.size, p.longest = pick(p.rng, 10, 20, 40)<<20, pick(p.rng, 100, 1000, 100_000)
	p.memory = pick[int64](p.rng, 1, 2, 6) << 20
}

// settle makes a plan one that the command can follow.
func (p *plan) settle() {
	one := slices.Contains([]string{"stdout", "file", "input"}, p.to)
	switch p.mode {
	case "strata", "unique": // what is different must fit
		p.size, p.longest, p.memory = min(p.size, 300_000), min(p.longest, 1000), max(p.memory, 64<<20)
	case "repeated":
		p.count = 1 + p.rng.IntN(1000)
		if p.giants > 0 {
			p.count = 1 + p.rng.IntN(4)
		}
		if !one {
			p.to = "file"
		}
	case "in step":
		p.files = min(max(p.files, 1), 8)
		if p.to != "shards" {
			p.to = "file"
		}
	}
	if p.to == "input" {
		p.files, p.named = max(p.files, 1), true
	}
}
