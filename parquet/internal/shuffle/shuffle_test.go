package shuffle_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/shuffle"
	"github.com/yates-shuffle/yates/records"
)

// fields are columns of most types, with the JSON text of a value of row i.
var fields = []struct {
	name  string
	typ   arrow.DataType
	value func(i int) string
}{
	{"bool", arrow.FixedWidthTypes.Boolean, func(i int) string { return fmt.Sprint(i%3 == 0) }},
	{"int8", arrow.PrimitiveTypes.Int8, func(i int) string { return fmt.Sprint(i%200 - 100) }},
	{"uint32", arrow.PrimitiveTypes.Uint32, func(i int) string { return fmt.Sprint(uint32(i) * 4_000_037) }},
	{"int64", arrow.PrimitiveTypes.Int64, func(i int) string { return fmt.Sprint(i) }},
	{"uint64", arrow.PrimitiveTypes.Uint64, func(i int) string { return fmt.Sprint(^uint64(0) - uint64(i)) }},
	{"half", arrow.FixedWidthTypes.Float16, func(i int) string { return fmt.Sprint(float32(i%64) / 4) }},
	{"float", arrow.PrimitiveTypes.Float32, func(i int) string { return fmt.Sprint(float32(i) / 8) }},
	{"double", arrow.PrimitiveTypes.Float64, func(i int) string { return fmt.Sprint(float64(i) / 3) }},
	{"text", arrow.BinaryTypes.String, func(i int) string { return fmt.Sprintf("%q", strings.Repeat("é", i%40)) }},
	{"large", arrow.BinaryTypes.LargeString, func(i int) string { return fmt.Sprintf("%q", fmt.Sprint("row ", i)) }},
	{"five", &arrow.FixedSizeBinaryType{ByteWidth: 3}, func(i int) string { return `"YWJj"` }},
	{"day", arrow.FixedWidthTypes.Date32, func(i int) string { return fmt.Sprint(i) }},
	{"time", arrow.FixedWidthTypes.Time64us, func(i int) string { return fmt.Sprintf(`"10:%02d:00"`, i%60) }},
	{"zone", &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "Europe/Berlin"},
		func(i int) string { return fmt.Sprintf(`"2026-01-01T00:%02d:00Z"`, i%60) }},
	{"nano", &arrow.TimestampType{Unit: arrow.Nanosecond},
		func(i int) string { return fmt.Sprintf(`"2026-01-01 00:00:00.%09d"`, i) }},
	{"price", &arrow.Decimal128Type{Precision: 9, Scale: 2}, func(i int) string { return fmt.Sprintf(`"%d.25"`, i) }},
	{"wide", &arrow.Decimal128Type{Precision: 38, Scale: 5}, func(i int) string { return fmt.Sprintf(`"-%d.5"`, i) }},
	{"names", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String},
		func(i int) string { return fmt.Sprintf("%q", fmt.Sprint("class ", i%7)) }},
	{"list", arrow.ListOf(arrow.PrimitiveTypes.Int32), func(i int) string {
		return strings.ReplaceAll(fmt.Sprint(slices.Repeat([]int{i}, i%4)), " ", ",")
	}},
	{"lists", arrow.ListOf(arrow.ListOf(arrow.BinaryTypes.String)), func(i int) string {
		return [...]string{`[]`, `[[]]`, `[null,["a",null]]`, fmt.Sprintf(`[["%d","b"],[],["c"]]`, i)}[i%4]
	}},
	{"map", arrow.MapOf(arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int64), func(i int) string {
		return [...]string{`[]`, fmt.Sprintf(`[{"key":"k","value":%d},{"key":"n","value":null}]`, i)}[i%2]
	}},
	{"struct", arrow.StructOf(arrow.Field{Name: "a", Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		arrow.Field{Name: "b", Type: arrow.ListOf(arrow.PrimitiveTypes.Float32), Nullable: true}),
		func(i int) string {
			return [...]string{`{"a":null,"b":[1.5]}`, fmt.Sprintf(`{"a":%d,"b":null}`, i)}[i%2]
		}},
	{"fixed", arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Float32),
		func(i int) string { return fmt.Sprintf("[%d,0.5]", i) }},
}

// write writes a file of n rows, of which the first has that number.
func write(t *testing.T, name string, first, n int) {
	var columns []arrow.Field
	for _, f := range fields {
		columns = append(columns, arrow.Field{Name: f.name, Type: f.typ, Nullable: true,
			Metadata: arrow.NewMetadata([]string{"of"}, []string{f.name})})
	}
	meta := arrow.NewMetadata([]string{"huggingface"}, []string{`{"info": 1}`})
	schema := arrow.NewSchema(columns, &meta)
	var text bytes.Buffer
	text.WriteByte('[')
	for i := first; i < first+n; i++ {
		if i > first {
			text.WriteByte(',')
		}
		for c, f := range fields {
			value := f.value(i)
			if (i+c)%11 == 0 && f.name != "fixed" { // which the library writes without nulls alone
				value = "null"
			}
			fmt.Fprintf(&text, "%c%q:%s", "{,"[min(c, 1)], f.name, value)
		}
		text.WriteByte('}')
	}
	text.WriteByte(']')
	rows, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, &text)
	check(t, err)
	f, err := os.Create(name)
	check(t, err)
	defer f.Close()
	w, err := pqarrow.NewFileWriter(schema, f, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(300),
		parquet.WithCompression(compress.Codecs.Snappy), parquet.WithDataPageSize(2<<10)),
		pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	check(t, err)
	check(t, w.Write(rows))
	check(t, w.Close())
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// read returns the columns of files, one after the other, and the schema and metadata of the first.
func read(t *testing.T, names ...string) (columns []arrow.Array, schema *arrow.Schema, about string) {
	chunks := make([][]arrow.Array, len(fields))
	for _, name := range names {
		f, err := file.OpenParquetFile(name, false)
		check(t, err)
		r, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
		check(t, err)
		table, err := r.ReadTable(context.Background())
		check(t, err)
		for c := range fields {
			chunks[c] = append(chunks[c], table.Column(c).Data().Chunks()...)
		}
		if schema == nil {
			schema, about = table.Schema(), fmt.Sprint(f.MetaData().KeyValueMetadata().Keys(),
				f.MetaData().KeyValueMetadata().Values(), f.MetaData().Schema)
		}
		check(t, f.Close())
	}
	for _, some := range chunks {
		all, err := array.Concatenate(some, memory.DefaultAllocator)
		check(t, err)
		columns = append(columns, all)
	}
	return columns, schema, about
}

// do shuffles files to others in a folder, as many parts as that.
func do(t *testing.T, dir string, memory int64, seed order.Seed, opt shuffle.Options, parts int,
	inputs ...string) (names []string, err error) {
	in, err := shuffle.Open(memory, inputs...)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	left, outputs := in.Rows, []shuffle.Part(nil)
	for p := range parts {
		names = append(names, filepath.Join(dir, fmt.Sprint("out", p)))
		out, err := os.Create(names[p])
		check(t, err)
		defer out.Close()
		outputs = append(outputs, shuffle.Part{To: out, Rows: left / int64(parts-p)})
		left -= outputs[p].Rows
	}
	all := records.Order(t.Context(), records.Options{Seed: &seed}, nil, records.Integers(0, uint64(in.Rows)))
	return names, in.Write(t.Context(), opt, all, outputs...)
}

// Row i is record i of Order 1, whatever the memory, the workers and the row groups; all types, nulls and metadata
// stay as they are.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	inputs := []string{filepath.Join(dir, "a"), filepath.Join(dir, "empty"), filepath.Join(dir, "b")}
	write(t, inputs[0], 0, 1100)
	write(t, inputs[1], 1100, 0)
	write(t, inputs[2], 1100, 700)
	rows, schema, about := read(t, inputs...)
	seed := order.SeedFromText("rows")
	numbers := order.Of(seed, 1800)
	for _, try := range []struct {
		memory int64
		opt    shuffle.Options
	}{
		{1 << 30, shuffle.Options{Workers: 3}},
		{1 << 30, shuffle.Options{Workers: 3, RowGroup: 70}}, // row groups of one unit are encoded side by side
		{1 << 20, shuffle.Options{Workers: 1}},
		{100 << 10, shuffle.Options{Workers: 2, RowGroup: 210}}, // spills, and gathers units in several turns
		{1 << 20, shuffle.Options{Workers: 2, Codec: shuffle.Codec{Given: true, Kind: compress.Codecs.Zstd, Level: 3}}},
	} {
		for parts := 1; parts <= 3; parts += 2 {
			outputs, err := do(t, dir, try.memory, seed, try.opt, parts, inputs...)
			check(t, err)
			got, gotSchema, gotAbout := read(t, outputs...)
			if !gotSchema.Equal(schema) || gotAbout != about {
				t.Fatalf("the schema is\n%v\n%s\nand not\n%v\n%s", gotSchema, gotAbout, schema, about)
			}
			for c, column := range got {
				if column.Len() != 1800 {
					t.Fatalf("%s has %d rows", fields[c].name, column.Len())
				}
				for place, number := range numbers {
					at, of := int64(place), int64(number)
					same := array.SliceEqual(column, at, at+1, rows[c], of, of+1)
					if _, names := column.(*array.Dictionary); names { // whose numbers may differ
						same = column.ValueStr(place) == rows[c].ValueStr(number)
					}
					if !same {
						t.Fatalf("memory %d, parts %d: %s of row %d is not that of row %d", try.memory, parts,
							fields[c].name, place, number)
					}
				}
			}
		}
	}
}

// The codec is that of the first file with rows.
func TestCodec(t *testing.T) {
	dir := t.TempDir()
	inputs := []string{filepath.Join(dir, "empty"), filepath.Join(dir, "a")}
	write(t, inputs[0], 0, 0)
	write(t, inputs[1], 0, 10)
	outputs, err := do(t, dir, 1<<20, order.Seed{}, shuffle.Options{Workers: 1}, 1, inputs...)
	check(t, err)
	f, err := file.OpenParquetFile(outputs[0], false)
	check(t, err)
	defer f.Close()
	chunk, err := f.MetaData().RowGroup(0).ColumnChunk(0)
	check(t, err)
	if chunk.Compression() != compress.Codecs.Snappy {
		t.Errorf("the codec is %v", chunk.Compression())
	}
}

// What goes wrong is said, and leaves no temporary file: an output that is full, a folder that is not there, an order
// that has other rows or is an error itself.
func TestFaults(t *testing.T) {
	dir := t.TempDir()
	input, temp := filepath.Join(dir, "in"), t.TempDir()
	write(t, input, 0, 200)
	in, err := shuffle.Open(20<<10, input)
	check(t, err)
	defer in.Close()
	bad := errors.New("a fault")
	rows := func(numbers ...uint64) iter.Seq2[uint64, error] {
		return func(yield func(uint64, error) bool) {
			for _, n := range numbers {
				if !yield(n, nil) {
					return
				}
			}
		}
	}
	all := make([]uint64, 200)
	for i := range all {
		all[i] = uint64(i)
	}
	for _, c := range []struct {
		says  string
		dir   string
		order iter.Seq2[uint64, error]
		to    io.Writer
	}{
		{"a fault", temp, rows(all...), faulty{bad}},
		{"a fault", temp, func(yield func(uint64, error) bool) { yield(0, bad) }, nil},
		{"the row 200, and there are only 200", temp, rows(0, 200), nil},
		{"the row 7 twice", temp, rows(7, 0, 7), nil},
		{"writing a temporary file in " + dir + "/none", dir + "/none", rows(all...), nil},
	} {
		err := in.Write(t.Context(), shuffle.Options{Workers: 2, TempDir: c.dir}, c.order,
			shuffle.Part{To: c.to, Rows: 200})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, not %s", err, c.says)
		}
		if left, _ := os.ReadDir(temp); len(left) > 0 {
			t.Errorf("%s leaves %v", c.says, left)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := in.Write(ctx, shuffle.Options{Workers: 2, TempDir: temp}, rows(all...),
		shuffle.Part{Rows: 200}); err != context.Canceled {
		t.Errorf("canceled: %v", err)
	}
}

// A faulty writer fails.
type faulty struct{ err error }

func (w faulty) Write([]byte) (int, error) { return 0, w.err }

// A truncated file is an error, and a damaged one if that can be seen: the codec here has no checksums.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	input := filepath.Join(dir, "in")
	write(t, input, 0, 300)
	whole, err := os.ReadFile(input)
	check(t, err)
	const trials = 200
	for i := range trials {
		text, truncate := slices.Clone(whole), i%4 == 0
		at, by := i*len(text)/trials, byte(1+i%255)
		if i == 1 {
			at, by = 4017, 220 // at which this version of the library panics
		}
		if truncate {
			text = text[:at]
		} else {
			text[at] ^= by
		}
		check(t, os.WriteFile(input, text, 0o666))
		_, err := do(t, dir, 1<<20, order.Seed{}, shuffle.Options{Workers: 2}, 1, input)
		if err == nil && truncate || err != nil && (!strings.HasPrefix(err.Error(),
			"reading ") || strings.Contains(err.Error(), "runtime")) {
			t.Errorf("damaged at %d: %v", at, err)
		}
	}
}

// What cannot be shuffled, or not together, is said in words of the user.
func TestRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	long := arrow.Field{Name: "long", Type: arrow.BinaryTypes.String}
	moment := arrow.Field{Name: "when", Type: &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}}
	number := arrow.Field{Name: "n", Type: arrow.PrimitiveTypes.Int32, Nullable: true}
	large := arrow.Field{Name: "n", Type: arrow.PrimitiveTypes.Int64}
	for name, columns := range map[string][]arrow.Field{"one": {long}, "two": {long, number},
		"time": {long, moment}, "large": {long, large}} {
		schema := arrow.NewSchema(columns, nil)
		long := map[string]int{"one": 17 << 20}[name]
		values := map[string]any{"long": strings.Repeat("a", long), "when": "2026-01-01T00:00:00Z", "n": 1}
		text, err := json.Marshal([]any{values})
		check(t, err)
		rows, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, bytes.NewReader(text))
		check(t, err)
		f, err := os.Create(name)
		check(t, err)
		w, err := pqarrow.NewFileWriter(schema, f, parquet.NewWriterProperties(), pqarrow.DefaultWriterProps())
		check(t, err)
		check(t, w.Write(rows))
		check(t, w.Close())
	}
	for inputs, want := range map[string]string{
		"one": "reading one: column long: parquet: compressed page size 17825796 exceeds",
		"one two": "reading two: its column 2 is n (optional INT32 as Int(bitWidth=32, isSigned=true) with levels to 1 " +
			"and 0), and missing in one",
		"two one":  "reading one: its column 2 is missing, and n (optional",
		"two time": "reading time: its column 2 is when (required",
		"two large": "reading large: its column 2 is n (required INT64 as Int(bitWidth=64, isSigned=true) with levels " +
			"to 0 and 0), and n (optional INT32 as Int(bitWidth=32, isSigned=true) with levels to 1 and 0) in two",
	} {
		_, err := do(t, ".", 1<<20, order.Seed{}, shuffle.Options{Workers: 1}, 1, strings.Fields(inputs)...)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, not %s", inputs, err, want)
		}
	}
}
