package column

import (
	"math"
	"slices"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow/float16"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// buffers hold levels and values as the library has them.
type buffers struct {
	def, rep []int16
	values   []byte   // if they have one width
	items    [][]byte // or slices of them
}

// A physical is a physical type.
type physical struct {
	value int // the bytes of a value, or 0 if the library has slices of them
	// read and write hand buffers to the library.
	read  func(from file.ColumnChunkReader, b *buffers) (levels int64, values int, err error)
	write func(to file.ColumnChunkWriter, b *buffers) error
	// join appends levels and values as rows of one width, unless they contradict each other, and split does the
	// opposite with the rows with these numbers. The highest level says that there is a value.
	join  func(dst []byte, b *buffers, levels, values int, highest int16) ([]byte, bool)
	split func(b *buffers, rows []byte, numbers []uint32, highest int16)
	// nan, of numbers with a floating point, reports whether one of the first values is not a number.
	nan func(b *buffers, values int) bool
}

var physicals = map[parquet.Type]physical{
	parquet.Types.Boolean:           fixed[bool, [1]byte](),
	parquet.Types.Int32:             fixed[int32, [4]byte](),
	parquet.Types.Int64:             fixed[int64, [8]byte](),
	parquet.Types.Int96:             fixed[parquet.Int96, [12]byte](),
	parquet.Types.Float:             float[float32, [4]byte](),
	parquet.Types.Double:            float[float64, [8]byte](),
	parquet.Types.ByteArray:         sliced[parquet.ByteArray](),
	parquet.Types.FixedLenByteArray: sliced[parquet.FixedLenByteArray](),
}

// handed returns the physical type of which the library has values T, which are in buffers.
func handed[T any](in func(b *buffers) []T) physical {
	type reader interface {
		ReadBatchInPage(most int64, values []T, def, rep []int16) (levels int64, read int, err error)
	}
	type writer interface {
		WriteBatch(values []T, def, rep []int16) (offset int64, err error)
	}
	return physical{
		read: func(from file.ColumnChunkReader, b *buffers) (int64, int, error) {
			return from.(reader).ReadBatchInPage(int64(len(b.def)), in(b), b.def, b.rep)
		},
		write: func(to file.ColumnChunkWriter, b *buffers) error {
			_, err := to.(writer).WriteBatch(in(b), b.def, b.rep)
			return err
		},
	}
}

// sliced returns a physical type of slices of bytes.
func sliced[T ~[]byte]() physical {
	return handed(func(b *buffers) []T { return view[T](b.items) })
}

// fixed returns a physical type of values T, which are as large as V, an array of bytes.
func fixed[T, V any]() physical {
	type row struct { // if it may be null
		level byte
		value V
	}
	p := handed(func(b *buffers) []T { return view[T](b.values) })
	p.value = int(unsafe.Sizeof(*new(V)))
	p.join = func(dst []byte, b *buffers, levels, values int, highest int16) ([]byte, bool) {
		if highest == 0 {
			return append(dst, b.values[:values*p.value]...), levels == values
		}
		at, from, n := len(dst), view[V](b.values), 0
		dst = slices.Grow(dst, levels*(1+p.value))[:at+levels*(1+p.value)]
		rows := view[row](dst[at:])
		for i, level := range b.def[:levels] {
			rows[i] = row{level: byte(level)}
			if level >= highest {
				if level > highest || n == values {
					return dst, false
				}
				rows[i].value = from[n]
				n++
			}
		}
		return dst, n == values
	}
	p.split = func(b *buffers, rows []byte, numbers []uint32, highest int16) {
		if highest == 0 {
			b.values = gather[V](b.values, rows, numbers)
			return
		}
		b.def = slices.Grow(b.def, len(numbers))[:len(numbers)]
		b.values = slices.Grow(b.values, len(numbers)*p.value)[:len(numbers)*p.value]
		from, to, n := view[row](rows), view[V](b.values), 0
		for i, number := range numbers {
			b.def[i] = int16(from[number].level)
			if b.def[i] == highest {
				to[n] = from[number].value
				n++
			}
		}
		b.values = b.values[:n*p.value]
	}
	return p
}

// float returns a physical type of numbers with a floating point.
func float[T float32 | float64, V any]() physical {
	p := fixed[T, V]()
	p.nan = func(b *buffers, values int) bool {
		return slices.ContainsFunc(view[T](b.values)[:values], func(v T) bool { return math.IsNaN(float64(v)) })
	}
	return p
}

// halfNaN is nan of numbers of two bytes.
func halfNaN(b *buffers, values int) bool {
	return slices.ContainsFunc(b.items[:values], func(v []byte) bool { return float16.FromLEBytes(v).IsNaN() })
}
