package record

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func BenchmarkAppendStarts(b *testing.B) {
	for _, length := range []int{1, 8, 30, 100, 1000} {
		b.Run(fmt.Sprint(length), func(b *testing.B) {
			data := bytes.Repeat(append(bytes.Repeat([]byte("x"), length-1), '\n'), 1<<20/length)
			starts := make([]uint32, 0, 1<<20/length+8)
			f := &Format{Sep: '\n', Count: 1}
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				f.AppendStarts(starts, data)
			}
		})
	}
}

// BenchmarkRows finds the rows of CSV.
func BenchmarkRows(b *testing.B) {
	long := strings.Repeat("x", 1000)
	for _, c := range []struct{ name, row string }{
		{"short", "1,2,3\n"},
		{"unquoted", "1234,some words,1.25,2024-02-29,a somewhat longer text of several words,99\n"},
		{"long", "1," + long + ",2\n"},
		{"one quoted", "1234,some words,1.25,2024-02-29,\"a text, with a comma, of several words\",99\n"},
		{"all quoted", "\"1234\",\"some words\",\"1.25\",\"2024-02-29\",\"a text of several words\",\"99\"\n"},
		{"doubled", "1,\"he said \"\"yes\"\", and \"\"no\"\"\",2\n"},
		{"bare", "1,a 5\" disk,a 3.5\" disk\n"},
		{"long quoted", "1,\"" + long + "\n" + long + "\",2\n"},
	} {
		data := bytes.Repeat([]byte(c.row), 1<<20/len(c.row))
		f := &Format{Sep: '\n', Unit: Row, Count: 1, Delimiter: ','}
		b.Run("AppendStarts/"+c.name, func(b *testing.B) {
			starts := make([]uint32, 0, len(data)/len(c.row)+72)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				f.AppendStarts(starts, data)
			}
		})
		b.Run("NextFrom/"+c.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				cut := NewCutter(f)
				cut.NextFrom(data, len(data), true)
			}
		})
		b.Run("Next/"+c.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				cut := NewCutter(f)
				for pos := 0; pos < len(data); {
					end, _ := cut.Next(data[pos:], true)
					pos += end
				}
			}
		})
	}
}
