// Package trial makes random jobs, with all formats and options, and their inputs. The slow twin says what is to be
// written. A trial is made again by its seed and number.
package trial

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"

	"github.com/yates-shuffle/yates/internal/twin"
)

// A Trial is a job and its inputs. New draws what it is like, which may be changed before Settle and Make.
type Trial struct {
	*rand.Rand // for what else is random about it
	Number     uint64

	Job     twin.Job // without parts
	Kind    *Kind
	Files   int
	Size    int  // bytes of all files, about
	Longest int  // bytes of texts in most records
	Giants  int  // records of tens of megabytes
	Sound   bool // no file is empty, cut off or unlike the others

	Sources [][]byte

	records int // that have been made
}

// Pick returns one of some values.
func Pick[T any](rng *rand.Rand, all ...T) T { return all[rng.IntN(len(all))] }

// Chance reports true so many times of a hundred.
func (t *Trial) Chance(percent int) bool { return t.IntN(100) < percent }

// New draws a trial.
func New(seed, number uint64) *Trial {
	rng := rand.New(rand.NewPCG(seed, number))
	t := &Trial{
		Rand: rng, Number: number,
		Kind:    Pick(rng, append(Texts, Lines, Lines, Text, Text, weights, Tar, TFRecord, Fixed, Fixed)...),
		Files:   Pick(rng, 1, 1, 1, 1, 1, 0, 2, 3, 5, 40),
		Size:    Pick(rng, 0, rng.IntN(300), 300, 20_000, 20_000, 200_000, 1<<20, 1<<20, 6<<20),
		Longest: Pick(rng, 1, 2, 10, 100, 100, 1000, 20_000, 3<<20), Sound: rng.IntN(8) > 0,
	}
	j := &t.Job
	j.Head, j.Unique = -1, t.Chance(15)
	j.NUL = t.Chance(20)
	if t.Chance(25) {
		j.Header = 1 + t.IntN(3)
	}
	j.Delimiter = Pick[byte](rng, 0, 0, 0, 0, ';', '-', 'x')
	columns := [][]int{{2}, {2}, {2}, {2}, {1}, {3}, {1, 2}, {2, 3}, {2, 1}}
	switch by := Pick(rng, columns...); t.IntN(12) {
	case 0:
		j.StratifyBy = Pick(rng, columns...)
		fallthrough
	case 1, 2:
		j.GroupBy = by
	case 3, 4:
		j.StratifyBy = by
	case 5:
		j.ByKey = by
	case 6:
		j.ApartBy, j.Run = by, 1+t.IntN(3)
	case 7:
		if j.OrderBy = Pick(rng, by, []int{1}); t.Chance(40) { // the first column has many different texts
			j.Share = big.NewRat(rng.Int64N(1001), 1000)
		}
	case 8:
		j.UniqueBy = by
	}
	j.Ragged = t.Chance(75)
	j.Common = j.Ragged && t.Chance(30)
	j.Drop = j.Ragged && !j.Common && t.Chance(30)
	j.Repeat = t.Chance(15)
	if t.Chance(30) {
		j.Head = t.IntN(1 << t.IntN(18))
	}
	if t.Chance(25) {
		j.Skip = t.IntN(1 << t.IntN(14))
	}
	return t
}

// Settle makes the job one that can be asked for.
func (t *Trial) Settle() {
	j := &t.Job
	t.Kind.set(t)
	if !t.Kind.columns {
		j.GroupBy, j.StratifyBy, j.ByKey, j.OrderBy, j.ApartBy, j.UniqueBy = nil, nil, nil, nil, nil, nil
		j.Unique = j.Unique && (j.Size > 0 || !t.binary())
	}
	if j.Repeat = j.Repeat && !j.Tar && j.ApartBy == nil; t.Draws() {
		j.GroupBy, j.ByKey, j.OrderBy, j.UniqueBy, j.Unique = nil, nil, nil, nil, false
	}
	if j.Unique { // which is a rule by itself
		j.GroupBy, j.StratifyBy, j.ByKey, j.OrderBy, j.ApartBy, j.UniqueBy = nil, nil, nil, nil, nil, nil
	}
	if j.Header > 0 && t.Chance(30) {
		j.HeaderLike = regexp.MustCompile("^id")
	}
	if j.Columns() == nil {
		j.Ragged, j.Common, j.Drop = false, false, false
	}
	if j.OrderBy == nil {
		j.Share = nil
	}
	if j.ByKey != nil || j.OrderBy != nil { // by which no record is alone
		j.Common = j.Ragged && !j.Drop
	}
	if j.ByKey != nil || j.Share != nil {
		j.Head = -1
	}
	j.NUL = j.NUL && !j.CSV
	switch {
	case t.binary():
		j.Header, j.HeaderLike, j.NUL, j.Delimiter = 0, nil, false, 0
		t.Giants = 0
	case j.CSV && j.Delimiter == 0:
		j.Delimiter = ','
	case j.Delimiter == 0:
		j.Delimiter = '\t'
	}
	if j.StratifyBy != nil || j.ByKey != nil || t.Draws() {
		j.Skip = 0
	}
	if j.Unique || j.UniqueBy != nil || j.Drop || j.StratifyBy != nil { // what is different must fit into memory
		t.Size = min(t.Size, 300_000)
	}
	if j.Tar {
		t.Files = max(t.Files, 1)
	}
	if j.Weight > 0 || j.Repeat && j.StratifyBy != nil { // as the twin takes its time, and there are many draws
		t.Size, t.Longest = min(t.Size, 20_000), min(t.Longest, 1000)
	}
	if j.ApartBy != nil {
		t.Size, t.Longest = min(t.Size, 600), min(t.Longest, 20)
	}
	if j.Repeat { // and does not write gigabytes
		most := min(1000, 8<<20/t.Longest+1)
		if t.Giants > 0 {
			most = 4
		}
		if j.StratifyBy != nil { // of each class
			most = 20
		}
		if j.Head = 1 + t.IntN(most); j.StratifyBy != nil && t.Chance(50) {
			j.Head = -1
		}
		if j.Start != nil { // records are found again and again
			t.Size = min(t.Size, 20_000)
		}
	}
}

// binary reports whether no separator ends records.
func (t *Trial) binary() bool { return t.Job.Tar || t.Job.TFRecord || t.Job.Size > 0 }

// Draws reports whether records are drawn one by one.
func (t *Trial) Draws() bool { return t.Job.Repeat || t.Job.Weight > 0 || t.Job.ApartBy != nil }

// Make makes the inputs, when all is settled.
func (t *Trial) Make() {
	for i := range t.Files {
		size := t.Size / t.Files
		if !t.Sound && t.Chance(10) {
			size = 0
		}
		b := t.source(size, (t.Giants+i)/t.Files)
		if t.Job.NUL {
			for k, c := range b {
				if c == 0 || c == '\n' {
					b[k] ^= '\n'
				}
			}
		}
		t.Sources = append(t.Sources, b)
	}
}

// source returns a source of a size.
func (t *Trial) source(size, giants int) (b []byte) {
	if size == 0 && t.Chance(50) && !t.Job.Tar {
		return []byte{}
	}
	if t.Job.Header > 0 {
		b = append(b, Pick(t.Rand, "", "", "", "\ufeff")...)
	}
	for i := range t.Job.Header {
		b = fmt.Appendf(b, "id%ckind%crest %d", t.Job.Delimiter, t.Job.Delimiter, i)
		if !t.Sound && t.Chance(3) {
			b = append(b, "another"...)
		}
		b = append(b, Pick(t.Rand, "\n", "\n", "\n", "\r\n")...)
	}
	turn := size // where short records begin
	if t.Chance(10) {
		turn = t.IntN(size + 1)
	}
	var copies [7][]byte // of first records
	for n, end := 0, size; giants > 0 || len(b) < end; n++ {
		at := len(b)
		longest := min(t.Longest, size+1)
		switch {
		case giants > 0 && (at >= end || t.Chance(1)):
			for giants--; len(b) < at+10<<20; {
				b = t.Kind.record(t, b[:at], t.records, 60<<20)
			}
			end += len(b) - at
			continue
		case t.Job.Unique && copies[n%7] != nil && t.Chance(50):
			b = append(b, copies[n%7]...)
			continue
		case at > turn:
			longest = min(longest, 3)
		case t.IntN(20_000) == 0:
			if longest = size/2 + 1; t.Job.Columns() != nil { // which are refused beyond 4 MiB
				longest = min(longest, 2<<20)
			}
		}
		b = t.Kind.record(t, b, t.records, longest)
		t.records++
		if n < 7 {
			copies[n] = b[at:len(b):len(b)]
		}
	}
	switch {
	case t.Job.Tar:
		b = append(b, make([]byte, 1024+t.IntN(3)*4096)...) // programs fill up their last blocks
	case len(b) > 0 && !t.binary() && t.Chance(30):
		b = b[:len(b)-1]
	}
	if !t.Sound && len(b) > 0 && t.Chance(20) {
		b = b[:t.IntN(len(b))]
	}
	return b
}
