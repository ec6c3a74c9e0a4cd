//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// A textKind makes text for one kind of records.
type textKind struct {
	name string
	flag []string
	set  func(j *job)
	unit func(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte // appends some lines to b
	// spoil returns what makes an input bad when it stands at its end.
	spoil string
}

// textKinds begin their records with a number and a column that has few
// different values.
var textKinds = []textKind{
	{"lines", nil, func(*job) {}, line, ""},
	{"CSV", []string{"--csv"}, func(j *job) { j.csv = true }, row, "\"open\n"},
	{"pairs", []string{"--lines", "2"}, func(j *job) { j.lines = 2 }, func(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
		return line(rng, line(rng, b, i, longest, delimiter), i, longest, delimiter)
	}, "half\n"},
	{"FASTQ", []string{"--lines=4"}, func(j *job) { j.lines = 4 }, func(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
		n := rng.IntN(longest)
		return fmt.Appendf(b, "@%d%c%d\n%s\n+\n%s\n", i, delimiter, rng.IntN(9), strings.Repeat("A", n), strings.Repeat("#", n))
	}, "@x\nAC\n+\n"},
	{"FASTA", []string{"--record-start", "^>"}, func(j *job) { j.start = regexp.MustCompile("^>") }, func(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
		b = fmt.Appendf(b, ">%d%c%d\n", i, delimiter, rng.IntN(9))
		for range rng.IntN(5) {
			b = append(repeat(b, "ACgt", rng.IntN(longest)/8+1), '\n')
		}
		return b
	}, ""},
	{"log", []string{"--record-start", `^\d+-\d+\b`}, func(j *job) { j.start = regexp.MustCompile(`^\d+-\d+\b`) }, func(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
		b = fmt.Appendf(b, "%d-%d%c%d%cit happened\n", i, rng.IntN(99), delimiter, rng.IntN(9), delimiter)
		for range rng.IntN(3) * rng.IntN(3) {
			b = append(repeat(append(b, "  at"...), " somewhere()", rng.IntN(longest)/24), '\n')
		}
		return b
	}, ""},
}

// line appends a line of two columns or three, with any other bytes in the last.
func line(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	if rng.IntN(50) == 0 {
		b = append(b, mark...)
	}
	b = append(strconv.AppendInt(b, int64(i), 36), delimiter)
	b = strconv.AppendInt(b, int64(rng.IntN(1+rng.IntN(20))), 10)
	b = append(b, delimiter)
	switch rng.IntN(8) {
	case 0:
		for range rng.IntN(longest) {
			c := byte(rng.Uint32())
			if c == '\n' || c == delimiter {
				c = 0
			}
			b = append(b, c)
		}
	case 1:
		b = append(b, "caf\u00e9\r"...)
	case 2:
		b = append(b, '"')
	default:
		b = repeat(b, "x", rng.IntN(longest))
	}
	return append(b, '\n')
}

// row appends a CSV row.
func row(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
	if rng.IntN(50) == 0 {
		b = append(b, mark...)
	}
	if rng.IntN(8) == 0 {
		b = fmt.Appendf(b, "\"%d\n\"", i)
	} else {
		b = strconv.AppendInt(b, int64(i), 10)
	}
	for range 2 {
		b = append(b, delimiter)
		switch rng.IntN(7) {
		case 0:
			b = append(b, `"a,""b"""`...)
		case 1:
			b = append(b, "\"line\nbreak\""...)
		case 2:
			b = append(repeat(append(b, '"'), "long\r\n", rng.IntN(longest)/6), '"')
		case 3:
			b = append(b, pick(rng, `"7"`, `""`, `""""`, `"7"7`, `7"7`, `"7""7"7"`)...)
		case 4:
			b = strconv.AppendInt(b, int64(rng.IntN(1000)), 10)
		default:
			b = strconv.AppendInt(b, int64(rng.IntN(9)), 10)
		}
	}
	if rng.IntN(4) == 0 {
		b = append(b, '\r')
	}
	return append(b, '\n')
}

// tiny appends lines of a byte or two, many of which are equal.
func tiny(rng *rand.Rand, b []byte, _, _ int, _ byte) []byte {
	word := rng.Uint64()
	for range 16 {
		if word&3 != 0 {
			b = append(b, byte('a'+word&15))
		}
		b = append(b, '\n')
		word >>= 4
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
