package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

var limits = flag.Bool("limits", false, "run TestLimits, which needs 6 GB of memory and some minutes")

// TestMain runs the command if a test calls itself for that, and copies what the system knows of the process to the
// file of that name.
func TestMain(m *testing.M) {
	if name := os.Getenv("YATES_PARQUET_TEST"); name != "" {
		status := run(context.Background(), os.Args[1:], nil, os.Stdout, os.Stderr)
		if about, err := os.ReadFile("/proc/self/status"); err != nil || os.WriteFile(name, about, 0o666) != nil {
			status = -1
		}
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// texts writes a file of columns of texts, in one row group.
func texts(t *testing.T, name string, columns, rows int, text func(row int) string) {
	var fields schema.FieldList
	for c := range columns {
		fields = append(fields, schema.NewByteArrayNode(fmt.Sprint("c", c), parquet.Repetitions.Optional, -1))
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := file.NewParquetWriter(f, root, file.WithWriterProps(parquet.NewWriterProperties(
		parquet.WithDictionaryDefault(false), parquet.WithStats(false))))
	g, err := w.AppendRowGroupChecked()
	if err != nil {
		t.Fatal(err)
	}
	for range columns {
		c, err := g.NextColumn()
		for row := 0; row < rows && err == nil; row++ {
			value := []parquet.ByteArray{[]byte(text(row))}
			_, err = c.(*file.ByteArrayColumnChunkWriter).WriteBatch(value, []int16{1}, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// The memory is that which was allowed, and 64 MiB at most, whatever there is; or nothing is written.
func TestLimits(t *testing.T) {
	if !*limits {
		t.Skip("for make parquet")
	}
	t.Chdir(t.TempDir())
	texts(t, "wide", 10_000, 300, func(row int) string { return fmt.Sprint(row) })
	texts(t, "group", 2, 300_000, func(row int) string { return strings.Repeat(fmt.Sprint(row), 100) })
	cell := strings.Repeat("0123456789abcdef", 1<<26)
	texts(t, "cell", 1, 3, func(row int) string { return cell[:[]int{1, len(cell), 2}[row]] })
	tenth := cell[:len(cell)/20]
	texts(t, "tenth", 1, 300, func(row int) string { return tenth[:[]int{1, len(tenth)}[min(row%100, 1)^1]] })
	for _, c := range []struct {
		name     string
		mebibyte int
		says     string
	}{
		{"wide", 256, ""}, {"wide", 1024, ""}, {"group", 32, ""}, {"group", 1024, ""},
		{"cell", 256, "a page may have a quarter"}, {"cell", 1024, "a page may have a quarter"},
		{"tenth", 128, "a page may have a quarter"}, {"tenth", 700, ""},
	} {
		cmd := exec.Command(os.Args[0], "shuffle", "--memory", fmt.Sprint(c.mebibyte, "M"), "-o", "out", c.name)
		cmd.Env = append(os.Environ(), "YATES_PARQUET_TEST=status")
		says, err := cmd.CombinedOutput()
		used := 0 // MiB; the usage that Wait knows has that of this process before it became another one
		about, _ := os.ReadFile("status")
		if _, peak, ok := strings.Cut(string(about), "VmHWM:"); ok {
			fmt.Sscan(peak, &used)
			used >>= 10
		}
		t.Logf("%s in %d MiB: %d MiB %s", c.name, c.mebibyte, used, says)
		if !strings.Contains(string(says), c.says) || (err == nil) != (c.says == "") || used == 0 || used > c.mebibyte+64 {
			t.Errorf("%s in %d MiB: %v, %d MiB, %s", c.name, c.mebibyte, err, used, says)
		}
		left, _ := filepath.Glob("out*")
		if len(left) > 0 != (err == nil) {
			t.Errorf("%s in %d MiB leaves %v", c.name, c.mebibyte, left)
		}
		os.Remove("out")
	}
}
