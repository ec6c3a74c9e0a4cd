// Package rand stands in for math/rand.
package rand

import "prove/draw"

type Source interface{}

type Rand struct{}

func New(Source) *Rand       { return &Rand{} }
func NewSource(int64) Source { return nil }
func Seed(int64)             {}

func (*Rand) Intn(n int) int                     { return Intn(n) }
func (*Rand) Int31n(n int32) int32               { return Int31n(n) }
func (*Rand) Int63n(n int64) int64               { return Int63n(n) }
func (*Rand) Shuffle(n int, swap func(i, j int)) { Shuffle(n, swap) }

func (*Rand) Perm(n int) []int { return Perm(n) }

func Intn(n int) int       { return draw.Intn(n) }
func Int31n(n int32) int32 { return int32(draw.Intn(int(n))) }
func Int63n(n int64) int64 { return int64(draw.Intn(int(n))) }
func Float64() float64     { return draw.Unit() }
func Float32() float32     { return float32(draw.Unit()) }
func Int() int             { draw.Never(); return 0 }
func Int31() int32         { draw.Never(); return 0 }
func Int63() int64         { draw.Never(); return 0 }
func Uint32() uint32       { draw.Never(); return 0 }

func Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := Intn(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}

func Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, Intn(i+1))
	}
}
