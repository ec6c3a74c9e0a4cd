//go:build linux

package main

import (
	"fmt"
	"path/filepath"
	"strconv"
)

// How a source comes to the command.
const (
	byName = iota
	byFifo
	byPipe // as standard input
)

// A source is one input.
type source struct {
	how  int
	name string
}

// write makes the sources, and chooses how they come.
func (r *round) write() {
	first := 0 // records of the first source, as many as others in step have
	stdin := r.rng.IntN(4 * max(r.files, 1))
	for i := range r.files {
		size := r.size / r.files
		if r.chance(10) && r.fault.change == nil {
			size = 0
		}
		text, n := r.text(size, first, (r.giants+i)/r.files)
		if i == 0 && r.job.InStep {
			first = n + r.rng.IntN(20)/19
		}
		if len(text) > 0 && r.chance(30) {
			text = text[:len(text)-1]
		}
		if r.job.NUL {
			for k, c := range text {
				if c == 0 || c == '\n' {
					text[k] ^= '\n'
				}
			}
		}
		s := source{name: filepath.Join(r.dir, "in", strconv.Itoa(i))}
		switch {
		case r.fault.change != nil && i > 0:
			s.how = byFifo
		case r.named:
		case i == stdin:
			s.how = byPipe
		case r.chance(10):
			s.how = byFifo
		}
		r.texts, r.sources = append(r.texts, text), append(r.sources, s)
	}
}

// text returns a source of a size, or of so many records if that is not 0, and how many it has.
func (r *round) text(size, records, giants int) (b []byte, n int) {
	b = []byte{}
	if size > 0 {
		for i := range r.job.Header {
			b = fmt.Appendf(b, "id%ckind%crest %d\n", r.job.Delimiter, r.job.Delimiter, i+r.rng.IntN(50)/49)
		}
	}
	for end := size; giants > 0 || records == 0 && len(b) < end || n < records; n++ {
		at := len(b)
		if giants == 0 || at < end && !r.chance(1) {
			b = r.kind.record(r.rng, b, n, r.longest, r.job.Delimiter)
			continue
		}
		for giants--; len(b) < at+10<<20; {
			b = r.kind.record(r.rng, b[:at], n, 60<<20, r.job.Delimiter)
		}
		end += len(b) - at
	}
	return b, n
}
