package shuffle

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"io"

	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// An output is a Parquet file that is written. It is what the library's file.Writer is for row groups of which several
// have begun: they are encoded in memory, and end in order.
type output struct {
	*job
	to     *bufio.Writer // which remembers its first error
	at     int64         // bytes written
	meta   *metadata.FileMetaDataBuilder
	index  metadata.PageIndexBuilder
	groups int16 // that have begun
}

// magic is at the beginning of a file, and at its end.
var magic = []byte("PAR1")

func newOutput(j *job, to io.Writer) *output {
	keys := j.in.files[0].reader.MetaData().KeyValueMetadata()
	o := &output{job: j, to: bufio.NewWriterSize(to, 256<<10), index: metadata.PageIndexBuilder{Schema: j.in.schema},
		meta: metadata.NewFileMetadataBuilder(j.in.schema, j.props, keys)}
	o.Write(magic)
	return o
}

// Write and Tell are what the library needs of a file.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	o.at += int64(n)
	return n, err
}

func (o *output) Tell() int64 { return o.at }

// close writes what is behind the row groups.
func (o *output) close() error {
	var at metadata.PageIndexLocation
	o.index.Finish()
	if err := o.index.WriteTo(o, &at); err != nil {
		return err
	}
	err := o.meta.SetPageIndexLocation(at)
	meta, bad := o.meta.Finish()
	if err = cmp.Or(err, bad); err != nil {
		return err
	}
	n, err := meta.WriteTo(o, nil)
	o.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(n)), magic...))
	return cmp.Or(err, o.to.Flush())
}

// begin begins a row group. It returns its column chunks, and what writes them when they are encoded.
func (o *output) begin(rows int64) (chunks []file.ColumnChunkWriter, end func() error, err error) {
	number, group := o.groups, o.meta.AppendRowGroup()
	o.groups++
	err = o.index.AppendRowGroup()
	for c := range o.in.kinds {
		meta, path := group.NextColumnChunk(), o.in.schema.Column(c).Path()
		pages, bad := file.NewPageWriter(o, o.props.CompressionFor(path), o.props.CompressionLevelFor(path), meta,
			number, int16(c), o.props.Allocator(), true, nil, nil)
		bounds, worse := o.index.GetColumnIndexBuilder(c)
		offsets, worst := o.index.GetOffsetIndexBuilder(c)
		if err = cmp.Or(err, bad, worse, worst); err != nil {
			return nil, nil, err
		}
		pages.SetIndexBuilders(bounds, offsets)
		chunks = append(chunks, file.NewColumnChunkWriter(meta, pages, o.props))
	}
	return chunks, func() error {
		for _, chunk := range chunks {
			if err := chunk.Close(); err != nil {
				return err
			}
		}
		group.SetNumRows(int(rows))
		return group.Finish(0, number)
	}, nil
}
