package input

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
)

// The chunks of sources of all kinds, however they come, are what the trials of the engine compare. These tests have
// what these cannot see: what is held, what is read, and what is told.

// A kind of records: its format, and what makes one that ends with the separator.
type kind struct {
	name   string
	format *record.Format
	make   func(text func() string) string
}

var kinds = []kind{
	{"lines", &record.Format{Sep: '\n', Count: 1}, func(text func() string) string { return text() + "\n" }},
	{"NUL", &record.Format{Count: 1}, func(text func() string) string { return text() + "\n\x00" }},
	{"two lines", &record.Format{Sep: '\n', Count: 2},
		func(text func() string) string { return text() + "\n" + text() + ".\n" }},
	{"rows", &record.Format{Sep: '\n', Unit: record.Row, Count: 1, Delimiter: ','}, func(text func() string) string {
		return text() + ",\"" + text() + "\n,\"\"\n" + text() + "\"" + text() + "\n"
	}},
	{"started", &record.Format{Sep: '\n', Unit: record.Started, Count: 1,
		Start: record.NewMatcher(regexp.MustCompile("^#"))}, func(text func() string) string {
		return "#" + text() + "\n" + []string{"", "\n", text() + "\n"}[len(text())%3]
	}},
}

// file makes a file and returns it as a source.
func file(t *testing.T, name string, b []byte) Source {
	t.Helper()
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return Source{Name: name}
}

// openFile returns an open file, which stands at its tenth byte.
func openFile(t *testing.T, name string, b []byte) Source {
	t.Helper()
	file(t, name, append([]byte("not this\n"), b...))
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.Seek(9, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return Source{Name: name, Reader: f}
}

// readAll reads all chunks, whose data are copies and hold all of their long records.
func readAll(ctx context.Context, in *Input) (chunks []Chunk, err error) {
	var buf spill.Buffer
	defer buf.Release()
	for {
		var long bytes.Buffer
		c, err := in.Next(ctx, &buf, func(int64) error { return nil },
			func(int64) (io.Writer, error) { return &long, nil })
		if err == io.EOF {
			return chunks, nil
		}
		if err != nil {
			return chunks, err
		}
		whole, front := bytes.Clone(c.Whole()), bytes.Clone(c.Data[len(c.Whole()):])
		if in.Files != nil && c.Long > 0 {
			if err := in.Files.WriteLong(ctx, &buf, c, &long); err != nil {
				return chunks, err
			}
		}
		if int64(long.Len()) != c.Long || !bytes.HasPrefix(long.Bytes(), front) {
			return chunks, fmt.Errorf("a long record of %d bytes instead of %d, and a front of %d", long.Len(), c.Long,
				c.Front)
		}
		c.Data = append(whole, long.Bytes()...)
		chunks = append(chunks, c)
		if Large(buf.Len(), 0) {
			buf.Release()
		}
	}
}
