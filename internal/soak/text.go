//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"

	"github.com/yates-shuffle/yates/internal/twin"
)

// A textKind makes text for one kind of records, which begin with a number and a column that has few different values.
type textKind struct {
	name   string
	flags  []string
	set    func(j *twin.Job)
	record func(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte // appends one to b
	spoil  string                                                                // makes an input bad at its end
}

var (
	textKinds = []*textKind{
		{"lines", nil, func(*twin.Job) {}, line, ""},
		&tinyLines,
		{"CSV", []string{"--csv"}, func(j *twin.Job) { j.CSV = true }, row, "\"open\n"},
		{"pairs", []string{"--lines", "2"}, func(j *twin.Job) { j.Lines = 2 }, pair, "half\n"},
		{"FASTA", []string{"--record-start", "^>"}, func(j *twin.Job) { j.Start = begins }, fasta, ""},
	}
	tinyLines = textKind{"tiny lines", nil, func(*twin.Job) {}, tiny, ""}
	begins    = regexp.MustCompile("^>")
	oneGroup  = textKind{"one group", nil, func(*twin.Job) {}, same, ""}
)

// line appends a line of two columns or three, with any other bytes in the last.
func line(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	b = append(strconv.AppendInt(marked(rng, b), int64(i), 36), delimiter)
	b = append(strconv.AppendInt(b, int64(rng.IntN(1+rng.IntN(20))), 10), delimiter)
	switch rng.IntN(8) {
	case 0:
		for range rng.IntN(min(longest, 1<<20)) {
			if c := byte(rng.Uint32()); c != '\n' && c != delimiter {
				b = append(b, c)
			}
		}
	case 1:
		b = append(b, "caf\u00e9\"\r"...)
	default:
		b = repeat(b, "x", rng.IntN(longest))
	}
	return append(b, '\n')
}

// row appends a CSV row.
func row(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	b = fmt.Appendf(marked(rng, b), pick(rng, "%d", "%d", "%d", "\"%d\n\""), i)
	for range 2 {
		b = append(b, delimiter)
		if rng.IntN(7) == 0 {
			b = append(repeat(append(b, '"'), "long\r\n", rng.IntN(longest)/6), '"')
		} else {
			b = append(b, pick(rng, `1`, `2`, `3`, `"a,""b"""`, "\"a\nb\"", `"7"`, `""`, `""""`, `"7"7`, `7"7`)...)
		}
	}
	return append(b, pick(rng, "\n", "\n", "\r\n")...)
}

// pair appends two lines.
func pair(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	return line(rng, line(rng, b, i, longest, delimiter), i, longest, delimiter)
}

// fasta appends lines of which the first matches.
func fasta(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	b = fmt.Appendf(b, ">%d%c%d\n", i, delimiter, rng.IntN(9))
	for range rng.IntN(5) {
		b = append(repeat(b, "ACgt", rng.IntN(longest)/8+1), '\n')
	}
	return b
}

// tiny appends a line of a byte or two, which many are like.
func tiny(rng *rand.Rand, b []byte, _, _ int, _ byte) []byte {
	return append(b, pick(rng, "\n", "a\n", "b\n", "c\n", "\r\n")...)
}

// same appends a line whose second column nearly all have.
func same(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	if rng.IntN(100) == 0 {
		return line(rng, b, i, longest, delimiter)
	}
	return append(repeat(fmt.Appendf(b, "%d%csame%c", i, delimiter, delimiter), "y", rng.IntN(longest)), '\n')
}

// marked appends a byte-order mark now and then.
func marked(rng *rand.Rand, b []byte) []byte {
	if rng.IntN(50) == 0 {
		b = append(b, "\ufeff"...)
	}
	return b
}

// repeat appends a text n times.
func repeat(b []byte, text string, n int) []byte {
	for range n {
		b = append(b, text...)
	}
	return b
}
