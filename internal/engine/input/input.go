// Package input turns sources into chunks of whole records: it opens them, joins them,
// decompresses them, and removes their headers.
//
// Regular files are mapped if each separator ends a record, and each worker cuts its own
// stretches out of them. Everything else is a stream, which one worker reads at a time
// while the others process their chunks.
package input

import (
	"context"
	"io"
	"io/fs"
	"os"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// A Chunk is consecutive whole records of the input, which one worker processes at a time.
// The last one may be a long record, of which the chunk has only the front.
type Chunk struct {
	Number int64  // of the chunk, from 0 on
	Data   []byte // the records, each with its separator
	At     int64  // of Data in the input, if that is [Input.Files]
	Long   int64  // the length of the long record, or 0
	Front  int    // bytes of it at the end of Data
}

// Whole returns the records that are complete in the chunk.
func (k Chunk) Whole() []byte { return k.Data[:len(k.Data)-k.Front] }

// Options configure the reading.
type Options struct {
	FS     vfs.FS
	Format *record.Format
	Header int // lines or rows at the front of a source that are not records
	// HeaderLike is what the lines, or rows, at the front match that are the header, or nil.
	HeaderLike *record.Matcher
	Chunk      int   // about the size of a chunk
	Window     int64 // the largest one of zstd
	Row        int64 // the largest quoted field of CSV
	Long       int64 // a longer record need not be held in memory
	Streams    bool  // map no file
	// Archive is what the sources are, or nil, and Known what is known of them.
	Archive *archive.Kind
	Known   *archive.Known
	Read    func(int) // called with the number of bytes read
	// Look, if not nil, gets the first bytes of each source of text, with its header, and its error refuses them.
	Look func(name string, front []byte) error
	// Opened is called with the regular files, described when they are opened.
	Opened func(fs.FileInfo)
}

// An Input reads sources. Next is safe for concurrent use.
type Input struct {
	cutter
	// Files is what is read, where that is regular files that are mapped.
	Files *Files
}

// A cutter cuts chunks.
type cutter interface {
	// Next returns the next chunk, or io.EOF. Its data are in buf, or in a mapped
	// file. Before it makes the buffer large it calls await with the chunk's number:
	// await returns when all chunks before are dealt with, so that no two workers
	// have large buffers.
	//
	// A long record of a stream is a chunk by itself. It is written, as it is read, to
	// what long returns: a writer for the chunk with that number, when all chunks before
	// are dealt with. One of a file comes last in its chunk, and is to be had from
	// [Files.WriteLong].
	Next(ctx context.Context, buf *spill.Buffer, await func(number int64) error,
		long func(number int64) (io.Writer, error)) (Chunk, error)
	// Header returns the header of the sources, when all is read or the first chunk is.
	Header() []byte
	// First returns the name of the source of the first header, or "" if there is none.
	First() string
	// Close closes what is open.
	Close()
}

// Open opens the sources, the records of which stand one after the other.
func Open(opt Options, sources []Source) (*Input, error) {
	files, err := openFiles(opt, sources)
	if err != nil {
		return nil, err
	}
	if files != nil {
		return &Input{cutter: files, Files: files}, nil
	}
	return &Input{cutter: newStream(opt, sources)}, nil
}

// Large reports whether a buffer of n bytes is too large for each worker to have
// one, where chunks have that size.
func Large(n, chunk int) bool { return n > 2*chunk }

// grow returns at least n bytes of buf. Before it makes a large buffer it awaits the
// chunk's turn.
func grow(buf *spill.Buffer, n, chunk int, number int64, await func(number int64) error) ([]byte, error) {
	if Large(n+n/2, chunk) {
		if err := await(number); err != nil {
			return nil, err
		}
	}
	return buf.Grow(n)
}

// To find the end of the last record of a chunk, beyond bytes are read at first
// and up to mostBeyond at a time later.
const (
	beyond     = 64 << 10
	mostBeyond = 1 << 20
)

// mostPiece is how much of a long record is read at a time.
const mostPiece = 256 << 10

// twice reports whether an open file is given more than once.
func twice(sources []Source) bool {
	seen := map[*os.File]bool{}
	for _, s := range sources {
		if f, ok := s.Reader.(*os.File); ok {
			if seen[f] {
				return true
			}
			seen[f] = true
		}
	}
	return false
}
