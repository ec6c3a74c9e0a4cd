//go:build linux

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"
)

// An edit is a change of a file: it is cut off, or something is written to it.
type edit struct {
	cut  bool
	at   int64 // or −1: its end
	text []byte
}

func cut(rng *rand.Rand, input []byte) edit {
	return edit{cut: true, at: rng.Int64N(int64(len(input)) + 1)}
}

func grow(_ *rand.Rand, input []byte) edit { return edit{at: -1, text: input[:len(input)/3]} }

// overwrite changes letters from small to large.
func overwrite(rng *rand.Rand, input []byte) edit {
	begin := rng.IntN(len(input) + 1)
	text := slices.Clone(input[begin : begin+rng.IntN(len(input)-begin+1)])
	for i, c := range text {
		if 'a' <= c && c <= 'z' {
			text[i] -= 0x20
		}
	}
	return edit{at: int64(begin), text: text}
}

// of returns what the edit makes of a text.
func (e edit) of(b []byte) []byte {
	end := int(e.at)
	switch {
	case e.at < 0:
		return slices.Concat(b, e.text)
	case !e.cut && len(e.text) == 0:
		return b
	case !e.cut:
		end = max(len(b), end+len(e.text))
	}
	b = append(slices.Clone(b[:min(end, len(b))]), make([]byte, max(0, end-len(b)))...)
	copy(b[e.at:], e.text)
	return b
}

// to edits a file.
func (e edit) to(f *os.File) error {
	switch {
	case e.cut:
		return f.Truncate(e.at)
	case e.at < 0:
		info, err := f.Stat() // nobody else writes to it
		if err != nil {
			return err
		}
		e.at = info.Size()
	}
	_, err := f.WriteAt(e.text, e.at)
	return err
}

// A change is an edit that was made while the command ran.
type change struct {
	edit
	hit  bool      // the input; else what replaced it
	ends time.Time // when it was made; zero if the input was being replaced then
}

// alter edits the first input.
func (r *round) alter(e edit) error {
	f, err := os.OpenFile(r.sources[0].name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := e.to(f); err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	r.changed = &change{edit: e, hit: os.SameFile(info, r.inFile)}
	if now, err := os.Stat(f.Name()); err == nil && os.SameFile(now, info) {
		r.changed.ends = time.Now()
	}
	return nil
}

// judgeChanged says what is wrong with an output that was made while the input was changed. It is made of what the
// input was, of what it became or, if it grew, of something between. If it is the input, too, nothing of the change
// may be lost.
func (r *round) judgeChanged(got []byte, info os.FileInfo, status int) string {
	c, input, own := r.changed, r.texts[0], r.to == "input"
	became := c.of(input)
	isMadeOf := func(b []byte) bool {
		made, err := r.job.Outputs([][]byte{b})
		return err == nil && bytes.Equal(got, made[0][0])
	}
	switch {
	case status != 0:
		if own && !bytes.Equal(got, became) {
			return "is not the input that was changed"
		}
		return ""
	case own && !c.hit: // it had been replaced
		if made, err := r.job.Outputs([][]byte{input}); err != nil || !bytes.Equal(got, c.of(made[0][0])) {
			return "is not what the twin makes, changed"
		}
		return ""
	case isMadeOf(became):
		return ""
	}
	if own && !c.ends.IsZero() {
		// Between the last look at the input and its renaming there is a moment.
		if late := renamed(info).Sub(c.ends); late > 30*time.Millisecond {
			return fmt.Sprintf("has lost a change, made %v before it was renamed", late)
		}
	}
	if isMadeOf(input) {
		return ""
	}
	for _, n := range []int{len(got), len(got) - 1} { // a separator may have been added
		if c.at < 0 && n > len(input) && n < len(became) && isMadeOf(became[:n]) {
			return ""
		}
	}
	return "is nothing that the input ever was"
}
