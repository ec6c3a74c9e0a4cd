package records

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A packing is how the contents of a file are compressed.
type packing int

const (
	unpacked packing = iota
	gzipped
	zstandard
)

// packingOf tells it by the end of the name, in capitals or not.
func packingOf(name string) packing {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return gzipped
	case ".zst":
		return zstandard
	}
	return unpacked
}

// To decompress a zstd frame takes its window, which its header tells. A window
// of 8 MiB is what decoders are asked to support (RFC 8878, 3.1.1.1.2) and is
// part of base; what zstd supports unless it is told otherwise is 128 MiB.
const (
	leastWindow = 8 << 20
	mostWindow  = 128 << 20
)

// takeWindows sets the largest window, and takes the memory for the windows that
// are in use at the same time.
func (opt *Options) takeWindows(sources []Source) {
	n := int64(0)
	for _, s := range sources {
		if s.packing == zstandard && (opt.InStep || n == 0) {
			n++
		}
	}
	if n > 0 {
		set(&opt.tune.window, min(max(opt.Memory/8/n, leastWindow), mostWindow))
		opt.Memory -= min(n*opt.tune.window-leastWindow, opt.Memory/2)
	}
}

var (
	errTooSoon = errors.New("it ends too soon")
	errDamaged = errors.New("it is damaged")
	errBehind  = errors.New("something else stands behind the compressed data")
)

func errNot(kind string) error {
	return &Error{
		Err:  errors.New("it is not a " + kind + " file"),
		Hint: "to shuffle it as it is, give it as standard input",
	}
}

func errWindow(allowed int64) error {
	if allowed < mostWindow {
		return &Error{
			Err:  errors.New("to decompress it takes more memory than is allowed"),
			Hint: "use more --memory (for one file 1G is always enough)",
		}
	}
	return &Error{
		Err:  errors.New("it was compressed with a window of more than 128 MiB"),
		Hint: "decompress it with zstd -dc --long=31, and give that as standard input",
	}
}

// A decompressor reads what a compressed file holds: all gzip members or zstd
// frames in it. It starts no goroutine: while one worker decompresses, the
// others scatter.
//
// Read gives errors that say what is wrong with the file in plain words, and
// those of reading the file as they are.
type decompressor struct {
	in     input
	buf    *bufio.Reader
	window int64
	begun  bool // something has been decompressed

	gz     *gzip.Reader
	member bool // gz is in one
	zst    *zstd.Decoder
	read   func(p []byte) (int, error)
}

// An input remembers the error of reading, which decompressors change: an
// unexpected EOF between two frames, for example, is taken for the end.
type input struct {
	r   io.Reader
	err error
}

func (i *input) Read(p []byte) (int, error) {
	n, err := i.r.Read(p)
	if err != nil && err != io.EOF {
		i.err = err
	}
	return n, err
}

// newDecompressor returns a decompressor of r, for frames of windows up to the
// given one.
func newDecompressor(f packing, r io.Reader, window int64) *decompressor {
	d := &decompressor{in: input{r: r}, window: window}
	d.buf = bufio.NewReaderSize(&d.in, 128<<10)
	d.read = d.gzip
	if f == zstandard {
		d.read = d.zstd
	}
	return d
}

func (d *decompressor) Read(p []byte) (int, error) {
	n, err := d.read(p)
	if err != nil && d.in.err != nil {
		err = d.in.err
	}
	return n, err
}

func (d *decompressor) close() {
	if d.zst != nil {
		d.zst.Close()
	}
}

// gzip reads from the members. Zeros may follow the last one, as on tapes and
// from programs that write blocks of a fixed size; gzip allows that, too.
func (d *decompressor) gzip(p []byte) (int, error) {
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
func (d *decompressor) nextMember() error {
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
		return errNot("gzip")
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
func (d *decompressor) zeros() error {
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
func (d *decompressor) zstd(p []byte) (int, error) {
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
		return n, errWindow(d.window)
	case errors.Is(err, zstd.ErrUnknownDictionary):
		return n, errors.New("it was compressed with a dictionary, which is not at hand")
	}
	return n, errDamaged
}

// firstFrame makes the decoder, if the file begins with a frame, or with one to
// be skipped (RFC 8878, 3.1.2).
func (d *decompressor) firstFrame() error {
	const magic, skipped = "\x28\xb5\x2f\xfd", "\x2a\x4d\x18"
	head, _ := d.buf.Peek(len(magic))
	switch {
	case bytes.HasPrefix([]byte(magic), head) && len(head) < len(magic):
		return errTooSoon
	case string(head) == magic, len(head) == len(magic) && head[0]&0xf0 == 0x50 && string(head[1:]) == skipped:
	default:
		return errNot("zstd")
	}
	var err error
	d.zst, err = zstd.NewReader(d.buf, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(uint64(d.window)))
	return err
}
