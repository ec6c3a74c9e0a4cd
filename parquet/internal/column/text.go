package column

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

var (
	errLists = errors.New("it is in a list or map, of which a row has any number of values")
	errText  = errors.New("its values are written in several ways; add a column of their texts")
)

// Text returns what appends the text of a value of a column, which is that in CSV and JSON: of a number its decimal
// digits, with as many behind the point as the type has, or, of a float, as few as tell it from others, as in Python;
// true or false; of a date 2026-01-31; of a UUID its hexadecimal digits with hyphens; of other bytes themselves. What is
// written in several ways is an error.
func Text(c *schema.Column) (text func(dst, value []byte) []byte, err error) {
	if c.MaxRepetitionLevel() > 0 {
		return nil, errLists
	}
	integer := c.PhysicalType() == parquet.Types.Int32 || c.PhysicalType() == parquet.Types.Int64
	switch t := c.LogicalType().(type) {
	case schema.DateLogicalType:
		const day = 24 * 60 * 60
		return func(dst, value []byte) []byte {
			return time.Unix(day*signed(value), 0).UTC().AppendFormat(dst, time.DateOnly)
		}, nil
	case schema.UUIDLogicalType:
		return func(dst, v []byte) []byte {
			return fmt.Appendf(dst, "%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
		}, nil
	case schema.DecimalLogicalType:
		one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Scale())), nil)
		return func(dst, value []byte) []byte {
			n := new(big.Int)
			if integer {
				n.SetInt64(signed(value))
			} else if n.SetBytes(value); len(value) > 0 && value[0] >= 0x80 { // two's complement
				n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(value))))
			}
			return append(dst, new(big.Rat).SetFrac(n, one).FloatString(int(t.Scale()))...)
		}, nil
	case schema.IntLogicalType:
		if !t.IsSigned() {
			return func(dst, value []byte) []byte { return strconv.AppendUint(dst, bits(value), 10) }, nil
		}
	case schema.TimeLogicalType, schema.TimestampLogicalType, schema.IntervalLogicalType, schema.Float16LogicalType:
		return nil, errText
	}
	switch c.PhysicalType() {
	case parquet.Types.Int96: // a timestamp
		return nil, errText
	case parquet.Types.Boolean:
		return func(dst, value []byte) []byte { return strconv.AppendBool(dst, value[0] != 0) }, nil
	case parquet.Types.Float:
		return func(dst, value []byte) []byte {
			return appendFloat(dst, float64(math.Float32frombits(uint32(bits(value)))), 32)
		}, nil
	case parquet.Types.Double:
		return func(dst, value []byte) []byte { return appendFloat(dst, math.Float64frombits(bits(value)), 64) }, nil
	}
	if integer {
		return func(dst, value []byte) []byte { return strconv.AppendInt(dst, signed(value), 10) }, nil
	}
	return func(dst, value []byte) []byte { return append(dst, value...) }, nil
}

// bits returns the bits of a value of four or eight bytes.
func bits(value []byte) uint64 {
	if len(value) == 4 {
		return uint64(binary.NativeEndian.Uint32(value))
	}
	return binary.NativeEndian.Uint64(value)
}

// signed returns the integer that a value of four or eight bytes is.
func signed(value []byte) int64 {
	if len(value) == 4 {
		return int64(int32(bits(value)))
	}
	return int64(bits(value))
}

// appendFloat appends a float of 32 or 64 bits as Python writes it.
func appendFloat(dst []byte, f float64, size int) []byte {
	format, point := byte('f'), ""
	switch abs := math.Abs(f); {
	case math.IsNaN(f):
		return append(dst, "nan"...)
	case math.IsInf(f, 1):
		return append(dst, "inf"...)
	case math.IsInf(f, -1):
		return append(dst, "-inf"...)
	case abs != 0 && (abs < 1e-4 || abs >= 1e16):
		format = 'e'
	case f == math.Trunc(f):
		point = ".0"
	}
	return append(strconv.AppendFloat(dst, f, format, -1, size), point...)
}
