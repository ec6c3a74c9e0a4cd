package packing

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/yates-shuffle/yates/records/failure"
)

// Decompressing a zstd frame takes the memory of its window, whose size is in the frame's
// header.
const (
	// LeastWindow is what all decoders should support (RFC 8878, 3.1.1.1.2).
	LeastWindow = 8 << 20
	// MostWindow is what the program zstd supports by default.
	MostWindow = 128 << 20
)

var (
	errTooSoon = errors.New("it ends too soon")
	errDamaged = errors.New("it is damaged")
	errBehind  = errors.New("something else stands behind the compressed data")
)

// A Reader decompresses all gzip members or zstd frames of a file. It starts no
// goroutines, and is not safe for concurrent use.
type Reader struct {
	in     input
	buf    *bufio.Reader
	window int64
	begun  bool // something has been decompressed

	gz     *gzip.Reader
	member bool // gz is in one
	zst    *zstd.Decoder
	read   func(p []byte) (int, error)
}

// An input reads up to the first error, and remembers it, because decompressors change
// errors: for example, they take an unexpected EOF between two frames for the end. A
// terminal is not read again after its end.
type input struct {
	r   io.Reader
	err error
}

func (i *input) Read(p []byte) (n int, err error) {
	if i.err == nil {
		n, i.err = i.r.Read(p)
	}
	return n, i.err
}

// NewReader returns a Reader of the contents of r. It accepts zstd frames with windows of
// up to that many bytes, from [LeastWindow] to [MostWindow]; a number outside that range
// means its nearer end. Nothing is read before the first Read.
func NewReader(k Kind, r io.Reader, window int64) *Reader {
	d := &Reader{in: input{r: r}, window: min(max(window, LeastWindow), MostWindow)}
	d.buf = bufio.NewReaderSize(&d.in, 128<<10)
	d.read = map[Kind]func(p []byte) (int, error){Gzip: d.gzip, Zstd: d.zstd}[k]
	return d
}

// Read decompresses into p. It returns an error of r unchanged; other errors describe what
// is wrong with the contents. They are a [*failure.NotPackedError] if the contents are something else,
// and a [*failure.WindowError] if the window of a frame is too large.
func (d *Reader) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(p) > 0 { // of many empty members, for example
		n, err = d.read(p)
	}
	if err != nil && d.in.err != nil && d.in.err != io.EOF {
		err = d.in.err
	}
	return n, err
}

// Close frees the memory. It does not close what is read from, and returns nil.
func (d *Reader) Close() error {
	if d.zst != nil {
		d.zst.Close()
	}
	return nil
}

// gzip reads from the members. Zeros may follow the last one, as on tapes and
// from programs that write blocks of a fixed size; gzip allows that, too.
func (d *Reader) gzip(p []byte) (int, error) {
	if !d.member {
		if err := d.nextMember(); err != nil {
			return 0, err
		}
		d.begun, d.member = true, true
	}
	n, err := d.gz.Read(p)
	if err == io.EOF {
		d.member = false
		return n, nil
	}
	return n, gzipError(err)
}

// nextMember begins the next member, or returns io.EOF.
func (d *Reader) nextMember() error {
	const magic = "\x1f\x8b"
	head, _ := d.buf.Peek(len(magic))
	switch {
	case len(head) == 0 && d.begun:
		return io.EOF
	case len(head) > 0 && head[0] == 0 && d.begun:
		return d.zeros()
	case !bytes.HasPrefix([]byte(magic), head) && d.begun:
		return errBehind
	case !bytes.HasPrefix([]byte(magic), head):
		return &failure.NotPackedError{Want: Gzip.String()}
	case len(head) < len(magic):
		return errTooSoon
	}
	var err error
	if d.gz == nil {
		d.gz, err = gzip.NewReader(d.buf)
	} else {
		err = d.gz.Reset(d.buf)
	}
	if err != nil {
		return gzipError(err)
	}
	d.gz.Multistream(false) // so that what follows is looked at here
	return nil
}

// zeros reads zeros up to the end of the file.
func (d *Reader) zeros() error {
	for {
		b, err := d.buf.ReadByte()
		if err != nil {
			return err
		}
		if b != 0 {
			return errBehind
		}
	}
}

func gzipError(err error) error {
	switch {
	case err == nil:
		return nil
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		return errTooSoon
	}
	return errDamaged
}

// zstd reads from the frames.
func (d *Reader) zstd(p []byte) (int, error) {
	if d.zst == nil {
		if err := d.firstFrame(); err != nil {
			return 0, err
		}
	}
	n, err := d.zst.Read(p)
	d.begun = d.begun || n > 0
	switch {
	case err == nil, err == io.EOF:
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return n, errTooSoon
	case errors.Is(err, zstd.ErrMagicMismatch):
		return n, errBehind
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return n, &failure.WindowError{Allowed: d.window, Most: d.window == MostWindow}
	case errors.Is(err, zstd.ErrUnknownDictionary):
		return n, errors.New("it was compressed with a dictionary, which is not at hand")
	}
	return n, errDamaged
}

// firstFrame makes the decoder, if the file begins with a frame, or with one to
// be skipped (RFC 8878, 3.1.2).
func (d *Reader) firstFrame() error {
	const magic, skipped = "\x28\xb5\x2f\xfd", "\x2a\x4d\x18"
	head, _ := d.buf.Peek(len(magic))
	switch {
	case bytes.HasPrefix([]byte(magic), head) && len(head) < len(magic):
		return errTooSoon
	case string(head) == magic, len(head) == len(magic) && head[0]&0xf0 == 0x50 && string(head[1:]) == skipped:
	default:
		return &failure.NotPackedError{Want: Zstd.String()}
	}
	var err error
	d.zst, err = zstd.NewReader(d.buf, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(uint64(d.window)))
	return err
}
