// Package shuffle shuffles the rows of Parquet files, column by column, by Order 1.
package shuffle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"
	"golang.org/x/sync/semaphore"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// An Input is Parquet files of one schema. Its rows are those of all files in their order.
type Input struct {
	Rows   int64
	Values int64         // that all columns have together; keys are read twice
	Files  []fs.FileInfo // as they were when they were opened

	files   []*source
	schema  *schema.Schema
	kinds   []column.Kind // of the columns
	encoded []int64       // bytes of each column as it is encoded, without compression
	nan     []atomic.Bool // whether a column has a value that is not a number, as far as it was read
	most    int64         // rows of a row group
	memory  int64
	room    *semaphore.Weighted // bytes, for pages

	together   int64              // column chunks that one worker reads at once, which must have room, or 0
	collection *engine.Collection // of them; or nil
	places     []uint32           // if they decide it: of each row
	placed     int64              // rows that have one
}

var errEncrypted = errors.New("it is encrypted")

// A source is one of the files.
type source struct {
	name   string
	file   vfs.File
	reader *file.Reader
}

// A page may take one of so many parts of the memory, and a row of a column, of which there are more copies.
const pageShare, rowShare = 4, 12

// Open opens files, to shuffle them in so many bytes of memory.
func Open(fsys vfs.FS, memory int64, names ...string) (*Input, error) {
	in := &Input{memory: memory, room: semaphore.NewWeighted(memory / 2)}
	for _, name := range names {
		if err := in.open(fsys, name); err != nil {
			in.Close()
			return nil, &failure.SourceError{Name: name, Err: vfs.Cause(err)}
		}
	}
	return in, nil
}

func (in *Input) open(fsys vfs.FS, name string) (err error) {
	defer recovered(&err)
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	s := &source{name: name, file: f}
	in.files = append(in.files, s)
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("it is no regular file, whose end must be read first")
	}
	in.Files = append(in.Files, info)
	end := make([]byte, 4)
	_, err = f.ReadAt(end, max(info.Size()-4, 0))
	switch text := string(end); {
	case err != nil && err != io.EOF:
		return err
	case text == "PARE":
		return errEncrypted
	case text != "PAR1":
		return errors.New("it is not Parquet, or its end is missing")
	}
	props := parquet.NewReaderProperties(nil)
	props.BufferedStreamEnabled, props.BufferSize = true, 256<<10
	props.PageStreamingEnabled = true
	props.MaxCompressedPageSize, props.MaxUncompressedPageSize = math.MaxInt32, math.MaxInt32 // read has a limit
	s.reader, err = file.NewParquetReader(io.NewSectionReader(f, 0, info.Size()), file.WithReadProps(props))
	if err != nil {
		return fmt.Errorf("%w, or not Parquet: %w", column.ErrDamaged, err)
	}
	return in.add(s.reader.MetaData())
}

// add takes account of one more file.
func (in *Input) add(meta *metadata.FileMetaData) error {
	if meta.IsSetEncryptionAlgorithm() {
		return errEncrypted
	}
	if in.schema == nil {
		in.schema = meta.Schema
		for i, c := range meta.Schema.Columns() {
			kind, err := column.KindOf(c)
			if err != nil {
				return fmt.Errorf("column %s: %w", label.Name(meta.Schema.Column(i).Path()), err)
			}
			in.kinds = append(in.kinds, kind)
		}
		in.encoded, in.nan = make([]int64, len(in.kinds)), make([]atomic.Bool, len(in.kinds))
		if len(in.kinds) == 0 {
			return errors.New("it has no columns")
		}
	} else if err := same(in.schema, meta.Schema); err != nil {
		return fmt.Errorf("%w %s", err, label.Name(in.files[0].name))
	}
	rows := int64(0)
	for i := range meta.NumRowGroups() {
		group := meta.RowGroup(i)
		if group.NumRows() < 0 || group.NumColumns() != len(in.kinds) {
			return column.ErrDamaged
		}
		for c := range in.kinds {
			chunk, err := group.ColumnChunk(c)
			if err != nil {
				return err
			}
			in.encoded[c] += chunk.TotalUncompressedSize()
		}
		rows += group.NumRows()
		in.most = max(in.most, group.NumRows())
	}
	if rows != meta.NumRows {
		return column.ErrDamaged
	}
	in.Rows += rows
	in.Values = in.Rows * int64(len(in.kinds))
	return nil
}

// noise is what the schema's text has of fields without an id, and of how types were written.
var noise = regexp.MustCompile(`(?m)field_id=-1 |, (is_from|force_set)_converted_type=\w+|;$`)

// same returns the first difference of this file's schema to that of an earlier one.
func same(earlier, is *schema.Schema) error {
	lines := func(s *schema.Schema) []string {
		var text strings.Builder
		schema.PrintSchema(s.Root(), &text, 0)
		clean := strings.ReplaceAll(noise.ReplaceAllString(text.String(), ""), "\n}", "\nnothing more")
		return strings.Split(clean, "\n")[1:] // without its own name
	}
	a, b := lines(earlier), lines(is)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Errorf("its schema has %s where there is %s in", label.Name(b[i]), label.Name(a[i]))
		}
	}
	return nil
}

// failed returns the error of a file, if there is one.
func (s *source) failed(err error) error {
	if err != nil {
		err = &failure.SourceError{Name: s.name, Err: vfs.Cause(err)}
	}
	return err
}

// Close closes the files.
func (in *Input) Close() error {
	if in.collection != nil {
		in.collection.Close() // as in.place may have done
	}
	var errs []error
	for _, s := range in.files {
		errs = append(errs, s.failed(s.file.Close()))
	}
	return errors.Join(errs...)
}

// changed returns an error if a file has changed since it was opened.
func (in *Input) changed(context.Context) error {
	for i, s := range in.files {
		is, err := s.file.Stat()
		if err == nil {
			err = vfs.Changed(in.Files[i], is)
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

// read reads a column chunk and hands its rows on. An error of emit is returned as it is. Large pages are not read at
// the same time.
func (in *Input) read(ctx context.Context, from *column.Reader, s *source, group, c int,
	emit func(*column.Rows) error) (err error) {
	var failed error // of what is no fault of the file
	defer func() {
		if failed != nil {
			err = failed
		} else if err != nil && ctx.Err() == nil {
			err = s.failed(fmt.Errorf("column %s: %w", label.Name(in.schema.Column(c).Path()), vfs.Cause(err)))
		}
	}()
	defer recovered(&err)
	groups := s.reader.RowGroup(group)
	left := groups.NumRows()
	if left == 0 {
		return nil // and there may be no pages
	}
	meta, err := groups.MetaData().ColumnChunk(c)
	if err != nil {
		return err
	}
	begin := meta.DataPageOffset()
	if meta.HasDictionaryPage() && meta.DictionaryPageOffset() > 0 {
		begin = min(begin, meta.DictionaryPageOffset())
	}
	page, err := pages(io.NewSectionReader(s.file, begin, meta.TotalCompressedSize()), in.schema.Column(c))
	if err != nil {
		return err
	}
	if page > max(in.memory/pageShare, 16<<20) {
		return &failure.MemoryError{What: "a page of " + label.Number(page) + " bytes", Need: uint64(page) * pageShare}
	}
	room := min(pageShare*page, in.memory/2/max(in.together, 1))
	if in.room.Acquire(ctx, room) != nil {
		return context.Cause(ctx)
	}
	defer in.room.Release(room)
	chunk, err := groups.Column(c)
	if err != nil {
		return err
	}
	defer chunk.Close()
	most := min(max(in.memory/rowShare, 8<<20), math.MaxInt32)
	err = from.Read(in.kinds[c], chunk, most, func(rows *column.Rows) error {
		if left -= int64(rows.Len(in.kinds[c])); left < 0 {
			return column.ErrDamaged
		}
		if failed = context.Cause(ctx); failed == nil {
			failed = emit(rows)
		}
		return failed
	})
	if from.NaN {
		in.nan[c].Store(true)
	}
	switch {
	case err == column.ErrRow:
		return &failure.MemoryError{What: "a row of more than " + label.Number(most) + " bytes",
			Need: 2 * rowShare * uint64(most)}
	case err == nil && left != 0:
		return column.ErrDamaged
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

// Has reports whether there is a column with this path.
func (in *Input) Has(path string) bool { return in.schema.ColumnIndexByName(path) >= 0 }

// properties returns how outputs are written: as the first row group is, unless the codec is given. Columns with NaN,
// which are known when all is read, have no statistics: the library leaves NaN out of the bounds, but to many readers
// it is larger than all numbers, and they would not find it.
func (in *Input) properties(codec Codec) *parquet.WriterProperties {
	meta := in.files[0].reader.MetaData()
	for _, s := range in.files {
		if s.reader.NumRowGroups() > 0 {
			meta = s.reader.MetaData()
			break
		}
	}
	opts := []parquet.WriterProperty{parquet.WithPageIndexEnabled(true), parquet.WithVersion(meta.Version()),
		parquet.WithCreatedBy("yates-parquet")}
	for i, c := range in.schema.Columns() {
		own := codec
		if meta.NumRowGroups() > 0 {
			if chunk, err := meta.RowGroup(0).ColumnChunk(i); err == nil {
				opts = append(opts, parquet.WithDictionaryPath(c.ColumnPath(), chunk.HasDictionaryPage()))
				if !codec.Given {
					own.Kind = chunk.Compression()
				}
			}
		}
		if own.Level == 0 {
			own.Level = compress.DefaultCompressionLevel
			if own.Kind == compress.Codecs.Zstd {
				own.Level = 1 // this library's level 3 takes twice the time, and makes no smaller files
			}
		}
		opts = append(opts, parquet.WithCompressionPath(c.ColumnPath(), own.Kind),
			parquet.WithCompressionLevelPath(c.ColumnPath(), own.Level))
		if in.nan[i].Load() {
			opts = append(opts, parquet.WithStatsPath(c.ColumnPath(), false))
		}
	}
	return parquet.NewWriterProperties(opts...)
}
