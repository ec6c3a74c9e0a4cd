// Package rand stands in for crypto/rand.
package rand

import (
	"math/big"

	"prove/draw"
)

type reader struct{}

var Reader reader

func (reader) Read(b []byte) (int, error) { return Read(b) }

func Int(_ reader, max *big.Int) (*big.Int, error) {
	return big.NewInt(int64(draw.Intn(int(max.Int64())))), nil
}

func Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(draw.Intn(256))
	}
	return len(b), nil
}
