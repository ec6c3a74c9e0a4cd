package shuffle

import (
	"cmp"
	"slices"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
)

// A Codec is a kind of compression. If it is not given, it is that of the input.
type Codec struct {
	Given bool
	Kind  compress.Compression
	Level int // or 0: the usual one
}

// kept are the encodings that a column keeps; others have what the library takes, which is a dictionary or PLAIN.
var kept = []parquet.Encoding{parquet.Encodings.DeltaBinaryPacked, parquet.Encodings.DeltaLengthByteArray,
	parquet.Encodings.DeltaByteArray, parquet.Encodings.ByteStreamSplit}

// properties returns how outputs are written: as the first row group is, unless the codec is given. Columns with NaN,
// which are known when all is read, have no statistics: the library leaves NaN out of the bounds, but to many readers
// it is larger than all numbers, and they would not find it.
func (in *Input) properties(codec Codec) (*parquet.WriterProperties, error) {
	opts := []parquet.WriterProperty{parquet.WithPageIndexEnabled(true), parquet.WithCreatedBy("yates-parquet"),
		parquet.WithVersion(in.files[0].reader.MetaData().Version())}
	for i, c := range in.schema.Columns() {
		path, own := c.ColumnPath(), codec
		if in.first != nil {
			chunk, err := in.first.ColumnChunk(i)
			if err != nil {
				return nil, err
			}
			opts = append(opts, parquet.WithDictionaryPath(path, chunk.HasDictionaryPage()))
			for _, e := range chunk.Encodings() {
				if slices.Contains(kept, e) {
					opts = append(opts, parquet.WithEncodingPath(path, e))
				}
			}
			if !codec.Given {
				own.Kind = chunk.Compression()
			}
		}
		// This library's level 3 of zstd takes twice the time of 1, and makes no smaller files.
		usual := map[compress.Compression]int{compress.Codecs.Zstd: 1}
		own.Level = cmp.Or(own.Level, usual[own.Kind], compress.DefaultCompressionLevel)
		opts = append(opts, parquet.WithCompressionPath(path, own.Kind),
			parquet.WithCompressionLevelPath(path, own.Level))
		if in.nan[i].Load() {
			opts = append(opts, parquet.WithStatsPath(path, false))
		}
	}
	return parquet.NewWriterProperties(opts...), nil
}
