package shuffle_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/float16"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/shuffle"
)

// bounded are columns of numbers or texts, with the bounds that each row group and page of them must have.
var bounded = []struct {
	name   string
	values []any // in turn
	bounds []any // or none
}{
	{"numbers", []any{1.5, -2.5, nil, 0.0, 40.0}, []any{-2.5, 40.0}},
	{"infinite", []any{math.Inf(1), 1.0, math.Inf(-1)}, []any{math.Inf(-1), math.Inf(1)}},
	{"zeros", []any{0.0, nil}, []any{math.Copysign(0, -1), 0.0}}, // others may hold -0 to be equal to them
	{"minus", []any{math.Copysign(0, -1)}, []any{math.Copysign(0, -1), 0.0}},
	{"below", []any{math.Copysign(0, -1), -1.0}, []any{-1.0, 0.0}},
	{"nan", []any{1.5, nil, math.NaN(), -2.5}, nil},
	{"nothing else", []any{math.NaN()}, nil},
	{"null", []any{nil}, nil},
	{"text", []any{"", "é", "z", nil, "ab"}, []any{"", "é"}},
	{"long", []any{strings.Repeat("z", 5000), strings.Repeat("a", 5000)}, nil}, // nothing is cut
}

// The bounds of row groups and pages are right, and there are none where a value is not a number: to many readers that
// is larger than all numbers. Nulls are counted, and what was not counted is not said.
func TestStatistics(t *testing.T) {
	const rows, group = 4000, 1000
	var columns []arrow.Field
	var arrays []arrow.Array
	var want [][]any
	for _, c := range bounded {
		types := []arrow.DataType{arrow.FixedWidthTypes.Float16, arrow.PrimitiveTypes.Float32, arrow.PrimitiveTypes.Float64,
			arrow.ListOf(arrow.PrimitiveTypes.Float64)}
		for _, v := range c.values {
			if _, text := v.(string); text {
				types = []arrow.DataType{arrow.BinaryTypes.String}
			}
		}
		for _, typ := range types {
			b := array.NewBuilder(memory.DefaultAllocator, typ)
			for i := range rows {
				add(b, c.values[i*i%101%len(c.values)])
			}
			columns = append(columns, arrow.Field{Name: fmt.Sprint(c.name, " ", typ), Type: typ, Nullable: true})
			arrays, want = append(arrays, b.NewArray()), append(want, c.bounds)
		}
	}
	dir := t.TempDir()
	input := filepath.Join(dir, "in")
	f, err := os.Create(input)
	check(t, err)
	schema := arrow.NewSchema(columns, nil)
	w, err := pqarrow.NewFileWriter(schema, f, parquet.NewWriterProperties(), pqarrow.DefaultWriterProps())
	check(t, err)
	check(t, w.Write(array.NewRecordBatch(schema, arrays, rows)))
	check(t, w.Close())
	outputs, err := do(t, dir, 1<<20, order.Seed{}, shuffle.Options{Workers: 2, RowGroup: group}, 1, input)
	check(t, err)

	out, err := file.OpenParquetFile(outputs[0], false)
	check(t, err)
	defer out.Close()
	for g := range rows / group {
		indexes, err := out.GetPageIndexReader().RowGroup(g)
		check(t, err)
		for c, bounds := range want {
			name, typ := columns[c].Name, columns[c].Type
			chunk, err := out.MetaData().RowGroup(g).ColumnChunk(c)
			check(t, err)
			is, err := chunk.Statistics()
			check(t, err)
			index, err := indexes.GetColumnIndex(c)
			check(t, err)
			pages, err := out.RowGroup(g).GetColumnPageReader(c)
			check(t, err)
			for pages.Next() {
				if p, ok := pages.Page().(file.DataPage); ok && bounds == nil &&
					(p.Statistics().HasMin || p.Statistics().HasMax) {
					t.Errorf("%s: a page has bounds", name)
				}
			}
			check(t, pages.Err())
			if bounds == nil {
				if is != nil && is.HasMinMax() || index != nil && strings.Contains(fmt.Sprint(index.GetNullPages()), "false") {
					t.Errorf("%s: has bounds", name)
				}
				continue
			}
			low, high := encoded(typ, bounds[0]), encoded(typ, bounds[1])
			if is == nil || string(is.EncodeMin()) != low || string(is.EncodeMax()) != high || is.HasDistinctCount() {
				t.Errorf("%s: has %v, not the bounds %v", name, is, bounds)
			}
			nulls := int64(0)
			for page, none := range index.GetNullPages() {
				nulls += index.GetNullCounts()[page]
				if none || string(index.GetMinValues()[page]) != low || string(index.GetMaxValues()[page]) != high {
					t.Errorf("%s: a page does not have the bounds %v", name, bounds)
				}
			}
			if nulls != is.NullCount() || nulls+is.NumValues() != group || nulls == 0 && strings.HasPrefix(name, "numbers") {
				t.Errorf("%s: %d and %d nulls, and %d values of %d", name, nulls, is.NullCount(), is.NumValues(), group)
			}
		}
	}
}

// add adds a value to a builder.
func add(b array.Builder, value any) {
	list, ok := b.(*array.ListBuilder)
	if ok {
		list.Append(true)
		b = list.ValueBuilder()
	}
	switch b := b.(type) {
	case *array.Float16Builder:
		if value, ok := value.(float64); ok {
			b.Append(float16.New(float32(value)))
			return
		}
	case *array.Float32Builder:
		if value, ok := value.(float64); ok {
			b.Append(float32(value))
			return
		}
	case *array.Float64Builder:
		if value, ok := value.(float64); ok {
			b.Append(value)
			return
		}
	case *array.StringBuilder:
		if value, ok := value.(string); ok {
			b.Append(value)
			return
		}
	}
	b.AppendNull()
}

// encoded returns a bound as Parquet has it.
func encoded(typ arrow.DataType, bound any) string {
	if text, ok := bound.(string); ok {
		return text
	}
	switch v := bound.(float64); typ.ID() {
	case arrow.FLOAT16:
		return string(float16.New(float32(v)).ToLEBytes())
	case arrow.FLOAT32:
		return string(arrow.Float32Traits.CastToBytes([]float32{float32(v)}))
	default:
		return string(arrow.Float64Traits.CastToBytes([]float64{v}))
	}
}
