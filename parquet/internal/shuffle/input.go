// Package shuffle writes the rows of Parquet files in another order, column by column.
package shuffle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"
	"golang.org/x/sync/semaphore"

	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// An Input is Parquet files of one schema. Its rows are those of all files in their order.
type Input struct {
	Rows int64

	files   []*source
	schema  *schema.Schema
	first   *metadata.RowGroupMetaData // or nil: there is none
	kinds   []column.Kind              // of the columns
	encoded []int64                    // bytes of each column as it is encoded, without compression
	nan     []atomic.Bool              // whether a column has a value that is not a number, as far as it was read
	most    int64                      // rows of a row group
	memory  int64
	page    int64               // bytes that a page may have
	room    *semaphore.Weighted // bytes, for pages
}

// A source is one of the files.
type source struct {
	name   string
	file   *os.File
	info   fs.FileInfo // when it was opened
	reader *file.Reader
}

// Open opens files, to shuffle them in so many bytes of memory.
func Open(memory int64, names ...string) (*Input, error) {
	in := &Input{memory: memory, page: min(max(memory/4, 16<<20), math.MaxInt32),
		room: semaphore.NewWeighted(max(memory/2, 1))}
	for _, name := range names {
		s := &source{name: name}
		if err := s.failed(in.open(s)); err != nil {
			in.Close()
			return nil, err
		}
	}
	return in, nil
}

func (in *Input) open(s *source) (err error) {
	defer recovered(&err)
	if s.file, err = os.Open(s.name); err != nil {
		return err
	}
	in.files = append(in.files, s)
	if s.info, err = s.file.Stat(); err != nil {
		return err
	} else if !s.info.Mode().IsRegular() {
		return errors.New("it is no regular file, whose end must be read first; of a folder, name the files")
	}
	props := parquet.NewReaderProperties(nil)
	props.BufferedStreamEnabled, props.BufferSize, props.PageStreamingEnabled = true, 256<<10, true
	props.MaxUncompressedPageSize, props.MaxCompressedPageSize = in.page, in.page
	s.reader, err = file.NewParquetReader(io.NewSectionReader(s.file, 0, s.info.Size()), file.WithReadProps(props))
	if err != nil {
		return fmt.Errorf("%w, encrypted or not Parquet: %w", column.ErrDamaged, err)
	}
	return in.add(s.reader.MetaData())
}

// add takes account of one more file.
func (in *Input) add(meta *metadata.FileMetaData) error {
	if in.schema == nil {
		in.schema = meta.Schema
		for _, c := range meta.Schema.Columns() {
			kind, err := column.KindOf(c)
			if err != nil {
				return fmt.Errorf("column %s: %w", c.Path(), err)
			}
			in.kinds = append(in.kinds, kind)
		}
		in.encoded, in.nan = make([]int64, len(in.kinds)), make([]atomic.Bool, len(in.kinds))
	}
	for i := range max(meta.Schema.NumColumns(), len(in.kinds)) {
		if is, was := describe(meta.Schema, i), describe(in.schema, i); is != was {
			return fmt.Errorf("its column %d is %s, and %s in %s", i+1, is, was, in.files[0].name)
		}
	}
	rows := int64(0)
	for i := range meta.NumRowGroups() {
		group := meta.RowGroup(i)
		for c := range in.kinds {
			chunk, err := group.ColumnChunk(c)
			if err != nil {
				return err
			}
			in.encoded[c] += chunk.TotalUncompressedSize()
			old := slices.Contains(chunk.Encodings(), parquet.Encodings.BitPacked) &&
				!slices.Contains(chunk.Encodings(), parquet.Encodings.RLE)
			if c := in.schema.Column(c); old && max(c.MaxDefinitionLevel(), c.MaxRepetitionLevel()) > 0 {
				return fmt.Errorf("column %s: its levels are BIT_PACKED, of which the library makes nulls", c.Path())
			}
		}
		in.first = cmp.Or(in.first, group)
		if rows += group.NumRows(); group.NumRows() < 0 {
			return column.ErrDamaged
		}
		in.most = max(in.most, group.NumRows())
	}
	if rows != meta.NumRows || len(in.kinds) == 0 {
		return column.ErrDamaged
	}
	in.Rows += rows
	return nil
}

// describe returns what must be the same of a column in all files: its name and its type.
func describe(s *schema.Schema, i int) string {
	if i >= s.NumColumns() {
		return "missing"
	}
	c := s.Column(i)
	text := fmt.Sprint(c.Path(), " (", c.SchemaNode().RepetitionType(), " ", c.PhysicalType())
	if c.PhysicalType() == parquet.Types.FixedLenByteArray {
		text += fmt.Sprint(" of ", c.TypeLength())
	}
	if c.LogicalType().IsValid() && !c.LogicalType().IsNone() {
		logical, _, _ := strings.Cut(c.LogicalType().String(), ", is_from") // and how that was written
		text += " as " + logical
	}
	return fmt.Sprintf("%s with levels to %d and %d)", text, c.MaxDefinitionLevel(), c.MaxRepetitionLevel())
}

// failed returns the error of a file, if there is one.
func (s *source) failed(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // as it is named already
	}
	if err != nil {
		err = &failure.SourceError{Name: s.name, Err: err}
	}
	return err
}

// Close closes the files.
func (in *Input) Close() {
	for _, s := range in.files {
		s.file.Close() // it was only read
	}
}

// changed returns an error if a file has changed since it was opened.
func (in *Input) changed() error {
	for _, s := range in.files {
		is, err := s.file.Stat()
		if err == nil && (is.Size() != s.info.Size() || !is.ModTime().Equal(s.info.ModTime())) {
			err = errors.New("it changed while it was read")
		}
		if err != nil {
			return s.failed(err)
		}
	}
	return nil
}

// each calls use for each row group, with the number of its first row.
func (in *Input) each(use func(s *source, group int, first int64) error) error {
	first := int64(0)
	for _, s := range in.files {
		for group := range s.reader.NumRowGroups() {
			if err := use(s, group, first); err != nil {
				return err
			}
			first += s.reader.MetaData().RowGroup(group).NumRows()
		}
	}
	return nil
}

// read reads a column chunk and hands its rows on. An error of emit is returned as it is. Pages that may be large are
// not read at the same time.
func (in *Input) read(ctx context.Context, from *column.Reader, s *source, group, c int,
	emit func(*column.Rows) error) (err error) {
	var failed error // of what is no fault of the file
	var meta *metadata.ColumnChunkMetaData
	defer func() {
		note := ""
		if meta != nil && meta.TotalUncompressedSize() > in.page {
			note = "; a page may have a quarter of the memory allowed"
		}
		if err = cmp.Or(failed, err); err != nil && failed == nil {
			err = s.failed(fmt.Errorf("column %s: %w%s", in.schema.Column(c).Path(), err, note))
		}
	}()
	defer recovered(&err)
	groups := s.reader.RowGroup(group)
	left := groups.NumRows()
	if left == 0 {
		return nil // and there may be no pages
	}
	if meta, err = groups.MetaData().ColumnChunk(c); err != nil {
		return err
	}
	const copies = 4 // of a page
	room := min(max(copies*min(meta.TotalUncompressedSize(), in.page), 0), max(in.memory/2, 1))
	if failed = in.room.Acquire(ctx, room); failed != nil {
		return nil
	}
	defer in.room.Release(room)
	chunk, err := groups.Column(c)
	if err != nil {
		return err
	}
	defer chunk.Close()
	err = from.Read(in.kinds[c], chunk, func(rows *column.Rows) error {
		if left -= int64(rows.Len(in.kinds[c])); left < 0 {
			return column.ErrDamaged
		}
		failed = cmp.Or(emit(rows), context.Cause(ctx))
		return failed
	})
	in.nan[c].CompareAndSwap(false, from.NaN)
	if err == nil && left != 0 {
		err = column.ErrDamaged
	}
	return err
}

// recovered makes a panic the error that it has: the library panics on some damaged files.
func recovered(err *error) {
	switch r := recover().(type) {
	case nil:
	case runtime.Error: // which says nothing of the file
		*err = column.ErrDamaged
	default:
		*err = fmt.Errorf("%w: %v", column.ErrDamaged, r)
	}
}
