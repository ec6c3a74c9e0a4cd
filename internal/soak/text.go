//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/twin"
)

// A textKind makes text for one kind of records, which begin with a number and a column that has few different values.
type textKind struct {
	name   string
	flags  []string
	set    func(j *twin.Job)
	record func(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte // appends one to b
}

var (
	textKinds = []*textKind{
		{"lines", nil, func(*twin.Job) {}, line},
		{"CSV", []string{"--csv"}, func(j *twin.Job) { j.CSV = true }, row},
		{"pairs", []string{"--lines", "2"}, func(j *twin.Job) { j.Lines = 2 }, pair},
		{"FASTA", []string{"--record-start", "^>"}, func(j *twin.Job) { j.Start = begins }, fasta},
	}
	begins   = regexp.MustCompile("^>")
	oneGroup = textKind{"one group", nil, func(*twin.Job) {}, same}
)

// line appends a line of two columns or three, with any other bytes in the last.
func line(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	b = append(strconv.AppendInt(b, int64(i), 36), delimiter)
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
		b = append(b, strings.Repeat("x", rng.IntN(longest))...)
	}
	return append(b, '\n')
}

// row appends a CSV row.
func row(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	b = fmt.Appendf(b, pick(rng, "%d", "%d", "%d", "\"%d\n\""), i)
	for range 2 {
		b = append(b, delimiter)
		if rng.IntN(7) == 0 {
			b = append(append(append(b, '"'), strings.Repeat("long\r\n", rng.IntN(longest)/6)...), '"')
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
		b = append(append(b, strings.Repeat("ACgt", rng.IntN(longest)/8+1)...), '\n')
	}
	return b
}

// same appends a line whose second column nearly all have.
func same(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	if rng.IntN(100) == 0 {
		return line(rng, b, i, longest, delimiter)
	}
	return fmt.Appendf(b, "%d%csame%c%s\n", i, delimiter, delimiter, strings.Repeat("y", rng.IntN(longest)))
}
