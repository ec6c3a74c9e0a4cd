//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
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

func cutInput(r *round, input []byte) edit {
	return edit{cut: true, at: r.rng.Int64N(int64(len(input)) + 1)}
}

func growInput(_ *round, input []byte) edit { return edit{at: -1, text: input[:len(input)/3]} }

// overwriteInput changes letters from small to large.
func overwriteInput(r *round, input []byte) edit {
	begin := r.rng.IntN(len(input) + 1)
	text := slices.Clone(input[begin : begin+r.rng.IntN(len(input)-begin+1)])
	for i, c := range text {
		if 'a' <= c && c <= 'z' {
			text[i] -= 0x20
		}
	}
	return edit{at: int64(begin), text: text}
}

// of returns what the edit makes of a text.
func (e edit) of(b []byte) []byte {
	switch {
	case e.cut:
		return append(slices.Clone(b[:min(int(e.at), len(b))]), make([]byte, max(0, int(e.at)-len(b)))...)
	case e.at < 0:
		return slices.Concat(b, e.text)
	}
	b = append(slices.Clone(b), make([]byte, max(0, int(e.at)+len(e.text)-len(b)))...)
	copy(b[e.at:], e.text)
	return b
}

// to edits a file.
func (e edit) to(f *os.File) error {
	switch {
	case e.cut:
		return f.Truncate(e.at)
	case len(e.text) == 0:
		return nil
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

// change edits the first input.
func (r *round) change(e edit) error {
	f, err := os.OpenFile(r.work(0), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := e.to(f); err != nil {
		return err
	}
	c := &change{edit: e}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	c.hit = os.SameFile(info, r.was)
	if now, err := os.Stat(r.work(0)); err == nil && os.SameFile(now, info) {
		c.ends = time.Now()
	}
	r.changed = c
	return nil
}

// judgeChanged says what is wrong with an output that was made while the input was
// changed. It is made of what the input was, of what it became or, if it grew, of
// something between. If it is the input, too, nothing of the change may be lost.
func (r *round) judgeChanged(name string, own bool, status int) string {
	got, err := os.ReadFile(name)
	if err != nil {
		return err.Error()
	}
	input, err := os.ReadFile(r.in(0))
	if err != nil {
		return err.Error()
	}
	c, became := r.changed, r.changed.of(input)
	isMadeOf := func(b []byte) bool {
		made, ok := r.made(b)
		return ok && bytes.Equal(got, made)
	}
	if status != 0 {
		if own && !bytes.Equal(got, became) {
			return "is not the input that was changed"
		}
		return ""
	}
	if own && !c.hit { // it had been replaced
		if made, ok := r.made(input); !ok || !bytes.Equal(got, c.of(made)) {
			return "is not what the twin makes, changed"
		}
		return ""
	}
	if isMadeOf(became) {
		return ""
	}
	if info, err := os.Stat(name); own && err == nil && !c.ends.IsZero() {
		// Between the last look at the input and its renaming there is a moment.
		if late := renamed(info).Sub(c.ends); late > 30*time.Millisecond {
			return fmt.Sprintf("has lost a change, made %v before it was renamed", late)
		}
	}
	if isMadeOf(input) {
		return ""
	}
	if c.at < 0 && r.sources[0].packed == "" {
		for _, n := range []int{len(got), len(got) - 1} { // a line feed may have been added
			if n > len(input) && n < len(became) && isMadeOf(became[:n]) {
				return ""
			}
		}
	}
	return "is nothing that the input ever was"
}

// made returns what the twin makes of an input. What is compressed and was changed is
// refused, unless nothing is left that shows how it is compressed.
func (r *round) made(input []byte) (b []byte, ok bool) {
	if r.sources[0].packed != "" {
		if pristine, err := os.ReadFile(r.in(0)); err == nil && bytes.Equal(input, pristine) {
			b, err = os.ReadFile(r.want(0, 0))
			return b, err == nil
		}
		if len(input) > 3 {
			return nil, false
		}
	}
	var out buffer
	err := r.job.do([][]byte{input}, func(int, int) (io.WriteCloser, error) { return &out, nil })
	return out.Bytes(), err == nil
}
