package shuffle

import (
	"cmp"
	"flag"
	"os"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/file"
	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/parquet/internal/column"
)

var from, to = flag.String("copy", "", "a file that TestCopy copies"), flag.String("to", "", "its copy")

// TestCopy writes a file anew, in its own order and with its row groups: the least that a shuffle has to do, beside
// which bench/parquet.sh measures it.
func TestCopy(t *testing.T) {
	if *from == "" {
		t.Skip("for bench/parquet.sh")
	}
	in, err := Open(1<<34, *from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(*to)
	if err != nil {
		t.Fatal(err)
	}
	props, err := in.properties(Codec{})
	if err != nil {
		t.Fatal(err)
	}
	w := file.NewParquetWriter(out, in.schema.Root(), file.WithWriterProps(props))
	err = in.each(func(s *source, group int, _ int64) error {
		g, err := w.AppendBufferedRowGroupChecked()
		if err != nil {
			return err
		}
		var all errgroup.Group
		all.SetLimit(2)
		for c, kind := range in.kinds {
			all.Go(func() error {
				chunk, err := g.Column(c)
				if err != nil {
					return err
				}
				var to column.Writer
				var numbers []uint32
				err = in.read(t.Context(), new(column.Reader), s, group, c, func(rows *column.Rows) error {
					n := rows.Len(kind)
					for len(numbers) < n {
						numbers = append(numbers, uint32(len(numbers)))
					}
					return to.Write(kind, chunk, rows, numbers[:n])
				})
				return cmp.Or(err, column.Flush(chunk))
			})
		}
		return cmp.Or(all.Wait(), g.Close())
	})
	if err = cmp.Or(err, w.Close()); err != nil {
		t.Fatal(err)
	}
}
