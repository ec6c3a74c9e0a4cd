package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// write writes a file with a column of n numbers.
func write(t *testing.T, name, column string, n int) {
	schema := arrow.NewSchema([]arrow.Field{{Name: column, Type: arrow.PrimitiveTypes.Int64}}, nil)
	text := []byte("[")
	for i := range n {
		text = fmt.Appendf(text, `%c{"%s":%d}`, " ,"[min(i, 1)], column, i)
	}
	rows, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, bytes.NewReader(append(text, ']')))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := pqarrow.NewFileWriter(schema, f, parquet.NewWriterProperties(), pqarrow.DefaultWriterProps())
	if err == nil {
		err = w.Write(rows)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Command lines, with their exit statuses, what they say and the rows of the files that they write.
func TestCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("none", 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, "a.parquet", "id", 100)
	write(t, "other.parquet", "name", 1)
	write(t, "many.parquet", "id", 1<<15)
	array := func(name, kind string, numbers ...uint64) {
		width := kind[2] - '0'
		head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", kind, len(numbers))
		text := fmt.Appendf(nil, "\x93NUMPY\x01\x00\x76\x00%-117s\n", head)
		for _, n := range numbers {
			text = append(text, binary.LittleEndian.AppendUint64(nil, n)[:width]...)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	array("train.npy", "<i8", 7, 3, 99)
	array("test.npy", "<u4", 0, 50)
	array("one.npy", "<i8", 0)
	array("beyond.npy", "<i8", 100)
	array("below.npy", "<i4", 1, 1<<32-1)
	array("floats.npy", "<f8", 1)
	array("cut.npy", "<i8", 1, 2)
	if err := os.Truncate("cut.npy", 128+8+3); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("text", []byte("no Parquet file at all\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		says   string
		rows   string // of the files out*, by their names
	}{
		{"shuffle -o out a.parquet", 0, "", "out 100"},
		{"shuffle -o out -n 120 --seed 1 a.parquet", 0, "asks for 120 of 100 rows", "out 100"},
		{"shuffle -o out -n 25 a.parquet", 0, "", "out 25"},
		{"shuffle -o out-{}-of-{n} --shards 3 a.parquet", 0, "", "out-0-of-3 34 out-1-of-3 33 out-2-of-3 33"},
		{"shuffle -o out-{:05} --shard-size 60 a.parquet", 0, "", "out-00000 60 out-00001 40"},
		{"shuffle -o out-{} --shard-size 9 --row-group 7 --compression zstd:3 a.parquet", 0, "", "out-00 9 out-01 9 " +
			"out-02 9 out-03 9 out-04 9 out-05 9 out-06 9 out-07 9 out-08 9 out-09 9 out-10 9 out-11 1"},
		{"shuffle -o out --order train.npy a.parquet", 0, "3 of 100 rows are in --order", "out 3"},
		{"shuffle -o out-{} --order train.npy --order test.npy a.parquet", 0, "5 of 100", "out-test 2 out-train 3"},
		{"shuffle -o out-{} --order train.npy --shards 2 a.parquet", 0, "3 of 100", "out-0 2 out-1 1"},
		{"shuffle -o out --order one.npy other.parquet", 0, "", "out 1"},
		{"shuffle -o out-{} --order train.npy --order train.npy a.parquet", 2, "needs {}", ""},
		{"shuffle -o out --order beyond.npy a.parquet", 1, "the order has the row 100, and there are only 100", ""},
		{"shuffle -o out --order below.npy a.parquet", 1, "below.npy has a negative number", ""},
		{"shuffle -o out --order cut.npy a.parquet", 1, "cut.npy is cut off: it ends before its 2 numbers do", ""},
		{"shuffle -o out --order floats.npy a.parquet", 2, "floats.npy has the type '<f8' and the shape (1,)", ""},
		{"shuffle -o out --order text a.parquet", 2, "text is no array that yates or numpy.save", ""},
		{"shuffle -o - a.parquet", 2, "written to files", ""},
		{"shuffle -o out --order train.npy --seed 1 a.parquet", 2, "excludes -n and --seed", ""},
		{"shuffle -o out --shards 3 a.parquet", 2, "needs {}", ""},
		{"shuffle -o out --compression zip a.parquet", 2, "none of zstd", ""},
		{"shuffle -o out --compression lzo a.parquet", 2, "none of zstd", ""},
		{"shuffle -o out --shard-size 1 --shards 3 a.parquet", 2, "--shards", ""},
		{"shuffle -o out --group-by id a.parquet", 2, "--order takes an order", ""},
		{"shuffle -o out", 2, "name the files", ""},
		{"shuffle a.parquet", 2, "name the output", ""},
		{"shuffle -o out absent", 1, "reading absent: no such file", ""},
		{"shuffle -o out none", 1, "of a folder, name the files", ""},
		{"shuffle -o out text", 1, "reading text: it is damaged, encrypted or not Parquet", ""},
		{"shuffle -o out --row-group 1 many.parquet", 1, "more than 32767 row groups", ""},
		{"foo", 2, `unknown command: "foo"`, ""},
		{"shuffle -o a.parquet a.parquet", 0, "", ""},
		{"shuffle -o out a.parquet other.parquet", 1, "other.parquet: its column 1 is name (", ""},
		{"shuffle -o none a.parquet", 1, "none", ""},
	} {
		var stderr bytes.Buffer
		status := run(t.Context(), strings.Fields(c.args), strings.NewReader(""), &bytes.Buffer{}, &stderr)
		says := stderr.String()
		if status != c.status || !strings.Contains(says, c.says) || (says == "") != (c.says == "") {
			t.Errorf("%s: status %d and %q, not %d and %q", c.args, status, says, c.status, c.says)
		}
		if status != 0 && strings.Contains(says, "are not written") {
			t.Errorf("%s: says what is written, and writes nothing: %q", c.args, says)
		}
		var rows []string
		names, _ := filepath.Glob("out*")
		for _, name := range names {
			f, err := file.OpenParquetFile(name, false)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, fmt.Sprint(name, " ", f.NumRows()))
			f.Close()
			os.Remove(name)
		}
		if got := strings.Join(rows, " "); got != c.rows {
			t.Errorf("%s: wrote %q, not %q", c.args, got, c.rows)
		}
		if left, _ := filepath.Glob(".*"); len(left) > 0 {
			t.Errorf("%s leaves %v", c.args, left)
		}
	}
}
