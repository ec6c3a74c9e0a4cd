package record

import (
	"bytes"
	"fmt"
	"testing"
)

func BenchmarkAppendStarts(b *testing.B) {
	for _, length := range []int{1, 8, 30, 100, 1000} {
		b.Run(fmt.Sprint(length), func(b *testing.B) {
			data := bytes.Repeat(append(bytes.Repeat([]byte("x"), length-1), '\n'), 1<<20/length)
			starts := make([]uint32, 0, 1<<20/length+8)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				appendStarts(starts, data, '\n')
			}
		})
	}
}
