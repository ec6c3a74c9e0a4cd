package main

import (
	"bytes"
	"errors"
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
	for _, dir := range []string{"data/deep", "none", "parts/year=2026", "data/_tmp", "delta/_delta_log",
		"ice/data/year=2026", "ice/metadata/v1.metadata.json", "known/id=1", "linked"} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write(t, "a.parquet", "id", 100)
	write(t, "other.parquet", "name", 1)
	write(t, "data/b.parquet", "id", 7)
	write(t, "data/deep/C.PARQUET", "id", 3)
	write(t, "many.parquet", "id", 1<<15)
	if f, err := os.OpenFile("many.parquet", os.O_WRONLY, 0); err != nil {
		t.Fatal(err)
	} else if _, err := f.WriteAt(make([]byte, 99), 4); errors.Join(err, f.Close()) != nil { // reading which fails
		t.Fatal(err)
	}
	write(t, "data/_tmp/d.parquet", "id", 3) // and others that are no data
	write(t, "data/.e.parquet", "id", 3)
	write(t, "delta/f.parquet", "id", 3)
	if err := os.Symlink("data", "link"); err != nil {
		t.Fatal(err)
	}
	write(t, "parts/year=2026/d.parquet", "id", 3)
	write(t, "known/id=1/g.parquet", "id", 3)
	write(t, "linked/h.parquet", "id", 3)
	if err := os.Symlink("../data", "linked/more"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("text", []byte("no Parquet file at all\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("secret", []byte("PAR1 PARE"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		says   string
		rows   string // of the files out*, by their names
	}{
		{"shuffle -o out a.parquet", 0, "", "out 100"},
		{"shuffle -o out -n 20 --skip 90 --seed 1 a.parquet", 0, "asks for 20 of 10 rows", "out 10"},
		{"shuffle -o out -n 25% data a.parquet", 0, "", "out 28"},
		{"shuffle -o out link/.", 0, "", "out 10"},
		{"shuffle -o out link", 0, "", "out 10"},
		{"shuffle -o out-{}-of-{n} --shards 3 data", 0, "", "out-0-of-3 4 out-1-of-3 3 out-2-of-3 3"},
		{"shuffle -o out-{:02} --shard-size 60 a.parquet", 0, "", "out-00 60 out-01 40"},
		{"shuffle -o out-{} --split a=0.9,b=0.1 --row-group 7 --compression zstd:3 a.parquet", 0, "", "out-a 90 out-b 10"},
		{"shuffle -o out --shards 3 a.parquet", 2, "needs {}", ""},
		{"shuffle -o out --compression zip a.parquet", 2, "none of zstd", ""},
		{"shuffle -o out --split a=1 --shards 3 a.parquet", 2, "--shards", ""},
		{"shuffle -o out", 2, "name the files", ""},
		{"shuffle a.parquet", 2, "name the output", ""},
		{"shuffle -o out --skip 3 a.parquet", 2, "--skip needs --seed", ""},
		{"shuffle -o out absent", 1, "reading absent: no such file", ""},
		{"shuffle -o out text", 1, "reading text: it is not Parquet", ""},
		{"shuffle -o out secret", 1, "reading secret: it is encrypted", ""},
		{"shuffle -o out -n 101% a.parquet", 2, "-n can be at most 100%", ""},
		{"shuffle -o out -n 0.1% a.parquet", 0, "none of 100 rows", "out 0"},
		{"shuffle -o out --row-group 1 many.parquet", 1, "writing out: it would have more than 32767 row groups", ""},
		{"foo", 2, `unknown command: "foo"`, ""},
		{"shuffle -o out --seed 1 --skip 1 -n 4% a.parquet", 2, "--skip needs -n as a number", ""},
		{"shuffle -o out-{} --seed 1 --skip 1 --shards 2 a.parquet", 2, "--shards", ""},
		{"shuffle -o out known", 0, "", "out 3"},
		{"shuffle -o out linked", 1, "linked/more is a link to a folder", ""},
		{"shuffle -o out none", 1, "none has no files", ""},
		{"shuffle -o out parts", 1, "is a partition", ""},
		{"shuffle -o out delta", 1, "delta is a table, and _delta_log says", ""},
		{"shuffle -o out ice", 1, "ice is a table, and metadata says", ""},
		{"shuffle -o data/deep/new.parquet a.parquet data", 2, "the next run would read data/deep/new.parquet", ""},
		{"shuffle -o link/{}.parquet --shards 2 data", 2, "the next run would read link/0.parquet", ""},
		{"shuffle -o data/deep/C.PARQUET data/deep/C.PARQUET", 0, "", ""},
		{"shuffle -o data/_tmp/out.parquet data", 0, "", ""},
		{"shuffle -o out a.parquet other.parquet", 1, "reading other.parquet: its schema has", ""},
		{"shuffle -o none a.parquet", 1, "writing none", ""},
	} {
		var stderr bytes.Buffer
		status := run(t.Context(), strings.Fields(c.args), strings.NewReader(""), &bytes.Buffer{}, &stderr)
		says := stderr.String()
		if status != c.status || !strings.Contains(says, c.says) || (says == "") != (c.says == "") {
			t.Errorf("%s: status %d and %q, not %d and %q", c.args, status, says, c.status, c.says)
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
