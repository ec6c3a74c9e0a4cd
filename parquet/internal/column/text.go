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

// A Text makes texts of the values of a column, as they are in CSV and JSON: of a number its decimal digits, with as
// many behind the point as its type has; true or false; of a date 2026-01-31; of a UUID hexadecimal digits with
// hyphens; of other bytes themselves.
type Text struct {
	physical parquet.Type
	logical  schema.LogicalType
}

var errSeveral = errors.New("values of its type are written in several ways; add a column of their texts")

// TextOf returns the text of a column. It is an error if values have none that everybody writes.
func TextOf(c *schema.Column) (Text, error) {
	t := Text{c.PhysicalType(), c.LogicalType()}
	if c.MaxRepetitionLevel() > 0 {
		return t, errors.New("it is in a list or map, of which a row has any number of values")
	}
	var err error
	switch t.logical.(type) {
	case schema.TimeLogicalType, schema.TimestampLogicalType, schema.IntervalLogicalType,
		schema.Float16LogicalType:
		err = errSeveral
	}
	switch t.physical {
	case parquet.Types.Float, parquet.Types.Double, parquet.Types.Int96:
		err = errSeveral
	}
	return t, err
}

// Append appends the text of a value.
func (t Text) Append(dst, value []byte) []byte {
	number, bits := int64(0), 64 // if it is one
	switch t.physical {
	case parquet.Types.Boolean:
		return strconv.AppendBool(dst, value[0] != 0)
	case parquet.Types.Int32:
		number, bits = int64(int32(binary.NativeEndian.Uint32(value))), 32
	case parquet.Types.Int64:
		number = int64(binary.NativeEndian.Uint64(value))
	default:
		bits = 0
	}
	switch l := t.logical.(type) {
	case schema.DateLogicalType:
		return time.Unix(number*24*60*60, 0).UTC().AppendFormat(dst, time.DateOnly)
	case schema.UUIDLogicalType:
		return fmt.Appendf(dst, "%x-%x-%x-%x-%x", value[:4], value[4:6], value[6:8], value[8:10], value[10:])
	case schema.DecimalLogicalType:
		n := big.NewInt(number)
		if bits == 0 {
			if n.SetBytes(value); len(value) > 0 && value[0] >= 0x80 { // two's complement
				n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(value))))
			}
		}
		one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(l.Scale())), nil)
		return append(dst, new(big.Rat).SetFrac(n, one).FloatString(int(l.Scale()))...)
	case schema.IntLogicalType:
		if !l.IsSigned() {
			return strconv.AppendUint(dst, uint64(number)<<(64-bits)>>(64-bits), 10)
		}
	}
	if bits == 0 {
		return append(dst, value...)
	}
	return strconv.AppendInt(dst, number, 10)
}
