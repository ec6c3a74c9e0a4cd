// Package rand stands in for math/rand/v2.
package rand

import "prove/draw"

type Source interface{}

type Rand struct{}

func New(Source) *Rand              { return &Rand{} }
func NewPCG(seed1, _ uint64) Source { return nil }

func (*Rand) Float64() float64                   { return Float64() }
func (*Rand) Shuffle(n int, swap func(i, j int)) { Shuffle(n, swap) }

func IntN(n int) int          { return draw.Intn(n) }
func Uint32N(n uint32) uint32 { return uint32(draw.Intn(int(n))) }
func Uint32() uint32          { draw.Never(); return 0 }
func Uint64() uint64          { draw.Never(); return 0 }
func Float64() float64        { return draw.Unit() }
func N[I int | int64](n I) I  { return I(draw.Intn(int(n))) }

func Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, IntN(i+1))
	}
}
