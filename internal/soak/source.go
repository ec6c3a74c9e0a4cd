//go:build linux

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
)

// How a source comes to the command.
const (
	byName = iota
	byFifo
	byRedirection // as standard input
	byPipe        // as standard input
)

// A source is one input.
type source struct {
	how  int
	name string
	data []byte // compressed or not
}

// write makes the sources, and chooses how they come.
func (r *round) write() {
	first := 0 // records of the first source, as many as others in step have
	stdin := r.rng.IntN(max(r.files, 1))
	for i := range r.files {
		size := r.size / r.files
		if r.chance(10) && r.fault.change == nil {
			size = 0
		}
		text, n := r.text(size, first, (r.giants+i)/r.files)
		if i == 0 && r.job.InStep {
			first = n + r.rng.IntN(20)/19
		}
		if r.kind.spoil != "" && r.sound() && r.chance(3) {
			text = append(text, r.kind.spoil...)
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
		s := source{name: filepath.Join(r.dir, "in", strconv.Itoa(i)), data: text}
		switch {
		case r.named:
		case r.stdin && i == stdin:
			s.how = pick(r.rng, byRedirection, byPipe)
		case r.chance(10):
			s.how = byFifo
		}
		if !r.plain && r.chance(12) {
			s.data = pack(pick(r.rng, ".gz", ".zst"), text)
			if r.sound() && r.chance(5) {
				s.data = s.data[:len(s.data)-1-r.rng.IntN(4)]
				r.wantErr = errors.New("a source is cut off")
			}
		}
		r.texts, r.sources = append(r.texts, text), append(r.sources, s)
	}
}

// sound reports whether a source may be bad in a way that is seen for sure.
func (r *round) sound() bool { return r.job.Head != 0 && r.fault.change == nil }

// text returns a source of a size, or of so many records if that is not 0, and how many it has.
func (r *round) text(size, records, giants int) (b []byte, n int) {
	if r.job.Header > 0 && size > 0 {
		b = r.header()
	}
	for end := size; giants > 0 || records == 0 && len(b) < end || n < records; n++ {
		at, longest := len(b), r.longest
		if r.huge > 0 && r.rng.IntN(r.size/longest/10+1) == 0 {
			longest = r.huge
		}
		if giants > 0 && (at >= end || r.chance(1)) {
			for giants--; len(b) < at+10<<20; {
				b = r.kind.record(r.rng, b[:at], n, 60<<20, r.job.Delimiter)
			}
			end += len(b) - at
			continue
		}
		b = r.kind.record(r.rng, b, n, longest, r.job.Delimiter)
	}
	return b, n
}

// header returns the header of a source, as it may come from elsewhere, or another one.
func (r *round) header() (b []byte) {
	if r.chance(15) {
		b = append(b, "\ufeff"...)
	}
	for i := range r.job.Header {
		b = fmt.Appendf(b, "id%ckind%crest %d", r.job.Delimiter, r.job.Delimiter, i)
		if r.chance(2) {
			b = append(b, '!')
		}
		if !r.job.NUL && r.chance(10) {
			b = append(b, '\r')
		}
		b = append(b, '\n')
	}
	return b
}
