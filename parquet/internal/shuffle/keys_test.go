package shuffle_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/extensions"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/shuffle"
)

// keyFields are columns that can be keys, and some that cannot.
var keyFields = []arrow.Field{
	{Name: "row", Type: arrow.PrimitiveTypes.Int64},
	{Name: "user", Nullable: true, Type: arrow.StructOf(
		arrow.Field{Name: "id", Type: arrow.BinaryTypes.String, Nullable: true},
		arrow.Field{Name: "n", Type: arrow.PrimitiveTypes.Int16})},
	{Name: "u.32", Type: arrow.PrimitiveTypes.Uint32}, {Name: "u64", Type: arrow.PrimitiveTypes.Uint64},
	{Name: "int", Type: arrow.PrimitiveTypes.Int64, Nullable: true}, {Name: "is", Type: arrow.FixedWidthTypes.Boolean},
	{Name: "day", Type: arrow.FixedWidthTypes.Date32}, {Name: "uuid", Type: extensions.NewUUIDType()},
	{Name: "price", Type: &arrow.Decimal128Type{Precision: 9, Scale: 2}},
	{Name: "wide", Type: &arrow.Decimal128Type{Precision: 38, Scale: 0}},
	{Name: "one", Type: arrow.BinaryTypes.String}, {Name: "float", Type: arrow.PrimitiveTypes.Float64},
	{Name: "time", Type: &arrow.TimestampType{Unit: arrow.Microsecond}}, {Name: "list",
		Type: arrow.ListOf(arrow.PrimitiveTypes.Int32)},
}

// writeKeys writes rows to a file, and returns them as lines of JSON.
func writeKeys(t *testing.T, name string, first, n int) string {
	lines := new(bytes.Buffer)
	to := json.NewEncoder(lines)
	for i := first; i < first+n; i++ {
		h := uint64(i) * 0x9e3779b97f4a7c15 >> 32
		user := any(map[string]any{"n": h % 7, "id": [...]any{nil, "", fmt.Sprint("a,\"b\"\r\nü", h%90),
			fmt.Sprint(h % 90)}[h%4]})
		if h%11 == 0 {
			user = nil
		}
		row := map[string]any{"row": i, "user": user, "u.32": ^uint32(0) - uint32(h%50), "u64": ^uint64(0) - h%50,
			"int": -int64(h % 50), "is": h%3 == 0, "day": fmt.Sprintf("19%02d-02-03", h%100),
			"uuid": fmt.Sprintf("00112233-4455-6677-8899-aabbccddee%02x", h%100), "price": fmt.Sprintf("-%d.50", h%9),
			"wide": fmt.Sprint(int64(h%40) - 20), "one": "all", "float": 0.5, "time": "2026-01-01", "list": []int{1}}
		if h%13 == 0 {
			row["int"] = nil
		}
		check(t, to.Encode(row))
	}
	schema := arrow.NewSchema(keyFields, nil)
	text := "[" + strings.ReplaceAll(strings.TrimSpace(lines.String()), "\n", ",") + "]"
	rows, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(text))
	check(t, err)
	f, err := os.Create(name)
	check(t, err)
	w, err := pqarrow.NewFileWriter(schema, f, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(700),
		parquet.WithDataPageSize(1<<10)), pqarrow.DefaultWriterProps())
	check(t, err)
	check(t, w.Write(rows))
	check(t, w.Close())
	return lines.String()
}

// By keys, rows come where the engine puts the lines of JSON that they are.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	inputs := []string{filepath.Join(dir, "a"), filepath.Join(dir, "empty"), filepath.Join(dir, "b")}
	lines := writeKeys(t, inputs[0], 0, 2000) + writeKeys(t, inputs[1], 2000, 0) + writeKeys(t, inputs[2], 2000, 900)
	all := func(n int64) []int64 { return []int64{n} }
	few := func(n int64) []int64 { return []int64{min(n, 17)} }
	parts := func(n int64) []int64 { return []int64{n / 3, 0, n - n/3 - n/5} }
	for i, c := range []struct {
		groups, strata, unique string
		missing                engine.Missing
		skip                   int64
		sizes                  func(n int64) []int64
	}{
		{groups: "user.id", sizes: all},
		{groups: "user.id,int", missing: engine.MissingOne, sizes: parts},
		{groups: "user.id", missing: engine.MissingDrop, skip: 30, sizes: few},
		{groups: "one", sizes: all}, // of which there is one
		{groups: "row", sizes: parts},
		{groups: "user.n", strata: "is", sizes: parts},
		{groups: "wide", strata: "int", sizes: parts},
		{unique: "price,day", sizes: parts},
		{strata: "user.id", sizes: few},
		{strata: "user.n,u64", sizes: parts},
		{unique: "uuid", skip: 5, sizes: all},
		{unique: "int", missing: engine.MissingOwn, sizes: parts},
		{unique: "u.32", sizes: parts},
		{groups: "day", sizes: parts},
	} {
		names := func(text string) []string {
			return slices.DeleteFunc(strings.Split(text, ","), func(s string) bool { return s == "" })
		}
		columns := func(text string) (columns []engine.Column) {
			for _, name := range names(text) {
				columns = append(columns, engine.Column{Name: map[string]string{"u.32": `u\.32`}[name]})
				if columns[len(columns)-1].Name == "" {
					columns[len(columns)-1].Name = name
				}
			}
			return columns
		}
		seed := order.SeedFromText(fmt.Sprint(i))
		ctx := context.Background()
		rule := engine.Rule{Kind: ask.Groups, By: columns(c.groups)}
		if c.strata != "" {
			rule = engine.Rule{Kind: ask.Classes, By: columns(c.strata), Groups: rule.By}
		} else if c.unique != "" {
			rule = engine.Rule{Kind: ask.UniqueBy, By: columns(c.unique)}
		}
		rule.Missing = cmp.Or(c.missing, engine.MissingOwn)
		e, err := engine.Collect(ctx, engine.Options{Seed: &seed, Memory: 1 << 20, Rule: rule,
			Format: engine.Format{Kind: ask.JSON}, Sink: engine.Sink{Parts: true}},
			engine.Source{Reader: strings.NewReader(lines)})
		check(t, err)
		n, err := e.Len(ctx)
		check(t, err)
		sizes := c.sizes(int64(n) - c.skip)
		if c.skip > 0 {
			sizes = append([]int64{c.skip}, sizes...)
		}
		want := make([]bytes.Buffer, len(sizes))
		check(t, e.WriteParts(ctx, sizes, func(part int) (io.Writer, error) { return &want[part], nil }))
		check(t, e.Close())
		if c.skip > 0 {
			want = want[1:]
		}
		keys := shuffle.Keys{GroupBy: names(c.groups), StratifyBy: names(c.strata), UniqueBy: names(c.unique),
			Missing: c.missing}
		memories := []int64{1 << 30, 270 << 10}
		if c.unique == "" { // what differs needs no memory, but several columns are read at once
			memories = append(memories, 4<<10)
		}
		for _, memory := range memories {
			opt := &shuffle.Options{Seed: seed, Memory: memory, Workers: 2, Skip: c.skip}
			outputs, err := doBy(t, vfs.OS{}, dir, opt, keys, c.sizes, inputs...)
			check(t, err)
			for part, name := range outputs {
				if got, want := rowsOf(t, name), numbersIn(t, want[part].Bytes()); !slices.Equal(got, want) {
					t.Errorf("case %d, memory %d, part %d: rows %.60v, not %.60v", i, memory, part, got, want)
				}
			}
		}
	}
	for _, c := range []struct {
		keys shuffle.Keys
		says string
	}{
		{shuffle.Keys{GroupBy: []string{"user"}}, `there is no single column "user"; there are "user.id", "user.n"`},
		{shuffle.Keys{GroupBy: []string{"users"}}, `there is no column "users"; there are "row", "user.id", `},
		{shuffle.Keys{UniqueBy: []string{"list.list.element"}},
			"reading " + inputs[0] + ": column list.list.element: it is in a list"},
		{shuffle.Keys{StratifyBy: []string{"time"}}, "column time: values of its type are written in several ways"},
		{shuffle.Keys{StratifyBy: []string{"float"}}, "column float: values of its type are written in several ways"},
		{shuffle.Keys{GroupBy: []string{"int"}, Missing: engine.MissingError},
			"reading " + inputs[0] + `: record 1: there is no value in column "int"`},
	} {
		opt := &shuffle.Options{Memory: 1 << 20, Workers: 2}
		if _, err := doBy(t, vfs.OS{}, dir, opt, c.keys, all, inputs...); err == nil || !strings.Contains(err.Error(),
			c.says) {
			t.Errorf("%v: %v, not %s", c.keys, err, c.says)
		}
	}

	numbers := array.NewInt64Builder(memory.DefaultAllocator)
	numbers.AppendValues(make([]int64, 1_500_000), nil)
	schema := arrow.NewSchema([]arrow.Field{{Name: "int", Type: arrow.PrimitiveTypes.Int64}}, nil)
	zeros := array.NewRecordBatch(schema, []arrow.Array{numbers.NewArray()}, 1_500_000)
	f, err := os.Create(inputs[0])
	check(t, err)
	w, err := pqarrow.NewFileWriter(schema, f, parquet.NewWriterProperties(), pqarrow.DefaultWriterProps())
	check(t, err)
	check(t, w.Write(zeros))
	check(t, w.Close())
	opt := &shuffle.Options{Memory: 1 << 20, Workers: 2}
	_, err = doBy(t, vfs.OS{}, dir, opt, shuffle.Keys{GroupBy: []string{"int"}}, all, inputs[0])
	if err == nil || err.Error() != "an order of 1,500,000 rows by columns needs 35 MiB of memory" {
		t.Error(err)
	}
}

// rowsOf returns the column row of a file.
func rowsOf(t *testing.T, name string) (numbers []int64) {
	f, err := file.OpenParquetFile(name, false)
	check(t, err)
	defer f.Close()
	r, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	check(t, err)
	table, err := r.ReadTable(context.Background())
	check(t, err)
	for _, chunk := range table.Column(0).Data().Chunks() {
		numbers = append(numbers, chunk.(*array.Int64).Int64Values()...)
	}
	return numbers
}

// numbersIn returns the members row of lines of JSON.
func numbersIn(t *testing.T, lines []byte) (numbers []int64) {
	for d := json.NewDecoder(bytes.NewReader(lines)); d.More(); {
		var line struct{ Row int64 }
		check(t, d.Decode(&line))
		numbers = append(numbers, line.Row)
	}
	return numbers
}
