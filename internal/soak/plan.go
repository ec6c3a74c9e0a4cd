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
	mode    string // how it shuffles: what stands behind -- in modes
	to      string // "stdout", "file", "input", "shards", "split" or "folds"
	parts   int
	files   int
	giants  int // records of tens of megabytes
	huge    int // bytes of a few records, or 0
	size    int // bytes of all files, about
	longest int // bytes of most records
	memory  int64
	count   int // of -n, or −1

	disk      string // what is on the small disk: "out" or "tmp"
	named     bool   // the inputs are files that the command opens
	plain     bool   // they are not compressed
	stdin     bool   // the first of them is standard input
	overwrite bool
}

var (
	modes = []string{"", "", "", "", "", "grouped", "grouped", "strata", "unique", "repeated", "weighted", "in step",
		"numbers"}
	ends = []string{"stdout", "stdout", "stdout", "file", "file", "file", "input", "shards", "split", "folds"}
)

func newPlan(rng *rand.Rand) *plan {
	p := &plan{
		rng: rng, kind: textKinds[0], mode: pick(rng, modes...), to: pick(rng, ends...), parts: 1 + rng.IntN(12),
		files: pick(rng, 1, 1, 1, 1, 1, 0, 2, 3, 40), size: pick(rng, 0, 300, 300, 20_000, 20_000, 1<<20, 1<<20, 6<<20),
		longest: pick(rng, 2, 10, 100, 100, 1000, 20_000), memory: pick[int64](rng, 1, 1, 2, 5, 64, 1024) << 20,
		count: -1, stdin: rng.IntN(4) == 0, overwrite: rng.IntN(7) == 0,
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
	p.huge = pick(p.rng, 0, 0, 0, 1, 3, 9) << 20 // or more than memory
}

// withoutKeys reads no columns, and compares no records.
func (p *plan) withoutKeys() {
	if slices.Contains([]string{"grouped", "strata", "weighted", "unique", "numbers"}, p.mode) {
		p.mode = ""
	}
}

// settle makes a plan one that the command can follow.
func (p *plan) settle() {
	if p.kind == &tinyLines { // millions take the twin too long
		p.size, p.huge = min(p.size, 1<<20), 0
		if p.mode != "unique" {
			p.withoutKeys() // there are no columns
		}
	}
	if p.giants > 0 && p.kind == &tinyLines {
		p.kind = textKinds[0]
	}
	alone := p.to
	if alone != "stdout" {
		alone = "file"
	}
	switch p.mode {
	case "grouped":
		p.huge = 0
	case "strata", "unique": // what is different must fit
		p.size, p.longest, p.huge, p.memory = min(p.size, 300_000), min(p.longest, 1000), 0, max(p.memory, 64<<20)
	case "repeated":
		p.count = 1 + p.rng.IntN(1000)
		if p.giants > 0 {
			p.count = 1 + p.rng.IntN(4)
		}
		p.to = alone
	case "weighted": // slowly by the twin
		p.size, p.kind, p.to = min(p.size, 20_000), textKinds[0], alone
	case "numbers":
		p.files, p.kind, p.to = 0, textKinds[0], alone
	case "in step":
		p.files = min(max(p.files, 1), 8)
		if p.to != "shards" {
			p.to = "file"
		}
	}
	if p.to == "folds" {
		p.parts, p.count = max(p.parts, 2), -1
	}
	if p.to == "input" {
		p.files, p.named, p.plain = 1, true, true
	}
	p.stdin = p.stdin && !p.named
}
