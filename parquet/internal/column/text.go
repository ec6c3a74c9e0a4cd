package column

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// A Text appends the text of a value, as it is in CSV and JSON.
type Text func(dst, value []byte) []byte

// TextOf returns what makes texts of the values of a column: of a number its decimal digits, with as many behind the
// point as its type has; true or false; of a date 2026-01-31; of a UUID hexadecimal digits with hyphens; of other bytes
// themselves. It is an error if values have no text that everybody writes.
func TextOf(c *schema.Column) (Text, error) {
	if c.MaxRepetitionLevel() > 0 {
		return nil, errors.New("it is in a list or map, of which a row has any number of values")
	}
	var text Text
	ints := false
	switch c.PhysicalType() {
	case parquet.Types.Boolean:
		text = func(dst, value []byte) []byte { return strconv.AppendBool(dst, value[0] != 0) }
	case parquet.Types.Int32, parquet.Types.Int64:
		ints = true
		text = func(dst, value []byte) []byte { return strconv.AppendInt(dst, number(value), 10) }
	case parquet.Types.ByteArray, parquet.Types.FixedLenByteArray:
		text = func(dst, value []byte) []byte { return append(dst, value...) }
	}
	switch l := c.LogicalType().(type) {
	case schema.DateLogicalType:
		text = func(dst, value []byte) []byte {
			return time.Unix(number(value)*24*60*60, 0).UTC().AppendFormat(dst, time.DateOnly)
		}
	case schema.UUIDLogicalType:
		text = func(dst, b []byte) []byte {
			return fmt.Appendf(dst, "%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
		}
	case schema.DecimalLogicalType:
		one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(l.Scale())), nil)
		text = func(dst, value []byte) []byte {
			n := new(big.Int)
			if ints {
				n.SetInt64(number(value))
			} else if n.SetBytes(value); len(value) > 0 && value[0] >= 0x80 { // two's complement
				n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(value))))
			}
			return append(dst, new(big.Rat).SetFrac(n, one).FloatString(int(l.Scale()))...)
		}
	case schema.TimeLogicalType, schema.TimestampLogicalType, schema.IntervalLogicalType, schema.Float16LogicalType:
		text = nil
	case schema.IntLogicalType:
		if bits := 8 * c.PhysicalType().ByteSize(); !l.IsSigned() {
			text = func(dst, value []byte) []byte {
				return strconv.AppendUint(dst, uint64(number(value))<<(64-bits)>>(64-bits), 10)
			}
		}
	}
	if text == nil {
		return nil, errors.New("values of its type are written in several ways; add a column of their texts")
	}
	return text, nil
}

// number returns the value of an integer.
func number(value []byte) int64 {
	if len(value) == 4 {
		return int64(int32(binary.NativeEndian.Uint32(value)))
	}
	return int64(binary.NativeEndian.Uint64(value))
}
