package shuffle_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/shuffle"
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

// do shuffles files to others in a folder.
func do(t *testing.T, fsys vfs.FS, dir string, opt *shuffle.Options, parts int, inputs ...string) ([]string, error) {
	return doBy(t, fsys, dir, opt, shuffle.Keys{}, func(rows int64) (sizes []int64) {
		for p := range parts {
			sizes = append(sizes, rows/int64(parts-p))
			rows -= sizes[p]
		}
		return sizes
	}, inputs...)
}

// doBy is do by keys, and with sizes of the parts of so many rows, or groups.
func doBy(t *testing.T, fsys vfs.FS, dir string, opt *shuffle.Options, keys shuffle.Keys,
	sizes func(rows int64) []int64, inputs ...string) (names []string, err error) {
	in, err := shuffle.Open(fsys, opt.Memory, inputs...)
	if err != nil {
		return nil, err
	}
	defer func() {
		if closed := in.Close(); err == nil {
			err = closed
		}
	}()
	opt.FS, opt.TempDir = fsys, dir
	left := uint64(in.Rows)
	if keys.Given() {
		c, err := in.Collect(t.Context(), opt, keys)
		if err == nil {
			left, err = c.Len(t.Context())
		}
		if err != nil {
			return nil, err
		}
	}
	opt.Parts = sizes(int64(left) - opt.Skip)
	for p := range opt.Parts {
		names = append(names, filepath.Join(dir, fmt.Sprint("out", p)))
	}
	var open *os.File
	opt.Names, opt.Open = names, func(name string) (_ io.Writer, err error) {
		open.Close()
		open, err = os.Create(name)
		return open, err
	}
	defer func() { open.Close() }()
	return names, in.Do(t.Context(), opt)
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
	for _, opt := range []*shuffle.Options{
		{Memory: 1 << 30, Workers: 3},
		{Memory: 1 << 20, Workers: 1},
		{Memory: 100 << 10, Workers: 2, RowGroup: 210}, // spills, and gathers units in several turns
		{Memory: 1 << 20, Workers: 2, Skip: 1000, Codec: shuffle.Codec{Given: true, Kind: compress.Codecs.Zstd,
			Level: 3}},
	} {
		for parts := 1; parts <= 3; parts += 2 {
			opt.Seed, opt.Parts = seed, nil
			outputs, err := do(t, vfs.OS{}, dir, opt, parts, inputs...)
			check(t, err)
			got, gotSchema, gotAbout := read(t, outputs...)
			if !gotSchema.Equal(schema) || gotAbout != about {
				t.Fatalf("the schema is\n%v\n%s\nand not\n%v\n%s", gotSchema, gotAbout, schema, about)
			}
			for c, column := range got {
				if column.Len() != 1800-int(opt.Skip) {
					t.Fatalf("%s has %d rows", fields[c].name, column.Len())
				}
				for place, number := range numbers[opt.Skip:] {
					at, of := int64(place), int64(number)
					same := array.SliceEqual(column, at, at+1, rows[c], of, of+1)
					if _, names := column.(*array.Dictionary); names { // whose numbers may differ
						same = column.ValueStr(place) == rows[c].ValueStr(number)
					}
					if !same {
						t.Fatalf("memory %d, parts %d: %s of row %d is not that of row %d", opt.Memory, parts,
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
	outputs, err := do(t, vfs.OS{}, dir, &shuffle.Options{Memory: 1 << 20, Workers: 1}, 1, inputs...)
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

// Each fault of the file system is reported, and nothing stays open.
func TestFaultSweep(t *testing.T) {
	dir, keys := t.TempDir(), shuffle.Keys{GroupBy: []string{"text", "int8"}}
	input := filepath.Join(dir, "in")
	write(t, input, 0, 200)
	for at := 0; ; at++ {
		fsys := &faultfs.FS{FS: vfs.OS{}, At: at, Err: errors.New("a fault")}
		opt := &shuffle.Options{Seed: order.Seed{}, Memory: 20 << 10, Workers: 1}
		halves := func(rows int64) []int64 { return []int64{rows / 2, rows - rows/2} }
		_, err := doBy(t, fsys, dir, opt, keys, halves, input)
		if left := fsys.Left(); len(left) > 0 {
			t.Errorf("fault %d leaves %v", at, left)
		}
		if fsys.Failed() == "" {
			if err != nil || at < 20 {
				t.Fatalf("without a fault among %d operations: %v", at, err)
			}
			return
		}
		if err == nil || !strings.Contains(err.Error(), "a fault") || strings.Contains(err.Error(), "column") &&
			strings.Contains(err.Error(), "temporary") {
			t.Errorf("fault %d, %s: %v", at, fsys.Failed(), err)
		}
	}
}

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
		_, err := do(t, vfs.OS{}, dir, &shuffle.Options{Memory: 1 << 20, Workers: 2}, 1, input)
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
	when := arrow.Field{Name: "when", Type: &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}}
	number := arrow.Field{Name: "n", Type: arrow.PrimitiveTypes.Int32, Nullable: true}
	const signed = "Int(bitWidth=32, isSigned=true)"
	for name, columns := range map[string][]arrow.Field{"one": {long}, "two": {long, number}, "time": {long, when}} {
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
		"one":     "reading one: column long: a page of 17,825,796 bytes needs 69 MiB of memory",
		"one two": "reading two: its schema has optional int32 n (" + signed + ") where there is nothing more in one",
		"two one": "reading one: its schema has nothing more where there is optional int32 n (" + signed + ") in two",
		"two time": "reading time: its schema has required int64 when (Timestamp(isAdjustedToUTC=true, " +
			"timeUnit=microseconds)) where there is optional int32 n",
	} {
		_, err := do(t, vfs.OS{}, ".", &shuffle.Options{Memory: 1 << 20, Workers: 1}, 1, strings.Fields(inputs)...)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, not %s", inputs, err, want)
		}
	}
}
