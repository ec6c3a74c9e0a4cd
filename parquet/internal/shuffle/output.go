package shuffle

import (
	"bufio"
	"cmp"
	"encoding/binary"

	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// An output is a Parquet file that is written. It is what the library's file.Writer is for row groups of which several
// have begun: they are encoded in memory, and end in order.
type output struct {
	*job
	to     *bufio.Writer
	at     int64 // bytes written
	meta   *metadata.FileMetaDataBuilder
	index  metadata.PageIndexBuilder
	groups int16 // that have begun
}

func newOutput(j *job) *output {
	keys := j.in.files[0].reader.MetaData().KeyValueMetadata()
	return &output{job: j, meta: metadata.NewFileMetadataBuilder(j.in.schema, j.props, keys),
		index: metadata.PageIndexBuilder{Schema: j.in.schema}}
}

// Write and Tell are what the library needs of a file.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	o.at += int64(n)
	return n, err
}

func (o *output) Tell() int64 { return o.at }

// magic is at the beginning of a file, and at its end.
var magic = []byte("PAR1")

// open opens the file of a part.
func (o *output) open(part int) error {
	to, err := o.Open(part)
	if err != nil {
		return err
	}
	o.to = bufio.NewWriterSize(to, 256<<10)
	_, err = o.Write(magic)
	return err
}

// close writes what is behind the row groups.
func (o *output) close() error {
	var at metadata.PageIndexLocation
	o.index.Finish()
	if err := cmp.Or(o.index.WriteTo(o, &at), o.meta.SetPageIndexLocation(at)); err != nil {
		return err
	}
	meta, err := o.meta.Finish()
	if err != nil {
		return err
	}
	n, err := meta.WriteTo(o, nil)
	if err != nil {
		return err
	}
	_, err = o.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(n)), magic...))
	return cmp.Or(err, o.to.Flush())
}

// A rowGroup is one that has begun.
type rowGroup struct {
	number int16
	meta   *metadata.RowGroupMetaDataBuilder
	chunks []file.ColumnChunkWriter
}

// begin begins a row group.
func (o *output) begin() (*rowGroup, error) {
	g := &rowGroup{number: o.groups, meta: o.meta.AppendRowGroup()}
	o.groups++
	err := o.index.AppendRowGroup()
	for c := 0; c < o.in.schema.NumColumns() && err == nil; c++ {
		var pages file.PageWriter
		meta, path := g.meta.NextColumnChunk(), o.in.schema.Column(c).Path()
		pages, err = file.NewPageWriter(o, o.props.CompressionFor(path), o.props.CompressionLevelFor(path), meta,
			g.number, int16(c), o.props.Allocator(), true, nil, nil)
		if err != nil {
			break
		}
		bounds, bad := o.index.GetColumnIndexBuilder(c)
		offsets, worse := o.index.GetOffsetIndexBuilder(c)
		pages.SetIndexBuilders(bounds, offsets)
		g.chunks = append(g.chunks, file.NewColumnChunkWriter(meta, pages, o.props))
		err = cmp.Or(bad, worse)
	}
	return g, err
}

// end writes the row group.
func (g *rowGroup) end(rows int64) error {
	for _, chunk := range g.chunks {
		if err := chunk.Close(); err != nil {
			return err
		}
	}
	g.meta.SetNumRows(int(rows))
	return g.meta.Finish(0, g.number)
}
