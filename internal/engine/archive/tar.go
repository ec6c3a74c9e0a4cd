package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/label"
)

// Tar is the format of tar, where a record is a sample, as WebDataset calls it: members that stand
// together and whose names are the same up to the first dot of the last part. A member without such
// a dot is a record by itself. Folders are left out, as who reads samples does. Blocks of others are passed on as
// they are: a frame is a member, with its headers.
var Tar = &Kind{Read: newTarReader, End: make([]byte, 2*block)}

const block = 512

// sampleOf returns what the members of a sample have in common, with the dot, or nothing.
func sampleOf(name string) string {
	base := strings.LastIndexByte(name, '/') + 1
	if dot := strings.IndexByte(name[base:], '.'); dot > 0 {
		return name[:base+dot+1]
	}
	return ""
}

// A tarReader reads an archive.
type tarReader struct {
	reader
	sample string
	known  *Known
	raw    bytes.Buffer
	buf    []byte
}

func newTarReader(in io.Reader, _ *io.SectionReader, known *Known) io.Reader {
	t := &tarReader{reader: reader{in: bufio.NewReaderSize(in, 64<<10)}, known: known}
	t.next = t.member
	return t
}

// member reads the headers of the next member.
func (t *tarReader) member() error {
	begin := t.at
	t.raw.Reset()
	h, err := tar.NewReader(io.TeeReader(t.in, &t.raw)).Next()
	t.at += int64(t.raw.Len())
	t.what = fmt.Sprintf("the header that begins at byte %d", begin)
	switch {
	case err == io.EOF:
		return t.end()
	case err == io.ErrUnexpectedEOF:
		return t.cut()
	case errors.Is(err, tar.ErrFieldTooLong):
		return fmt.Errorf("%s is longer than 1 MiB: pack again with shorter names", t.what)
	case errors.Is(err, tar.ErrHeader):
		return fmt.Errorf("what begins at byte %d is no header of a tar archive: it is damaged, or none", begin)
	case h == nil:
		return err
	}
	t.what = "the member " + label.Name(h.Name)
	if err := check(h); err != nil {
		return fmt.Errorf("%s, at byte %d, %w", t.what, begin, err)
	}
	if h.Typeflag == tar.TypeDir {
		return nil
	}
	t.left = (h.Size + block - 1) / block * block
	sample := sampleOf(h.Name)
	first := sample == "" || sample != t.sample
	t.buf = record.AppendFrameHead(t.buf[:0], int64(t.raw.Len())+t.left, first)
	t.buf = append(t.buf, t.raw.Bytes()...)
	t.head = t.buf
	if !first {
		return nil
	}
	t.sample = sample
	fresh, err := t.known.add(cmp.Or(sample, h.Name)) // no name of a member by itself ends as those of samples do
	if err == nil && !fresh {                         // who reads the output would take both for one
		err = fmt.Errorf("%s, at byte %d, is of a sample that has been there: pack again with --sort=name, or with "+
			"another name in each archive", t.what, begin)
	}
	return err
}

// check refuses members that cannot stand anywhere by themselves. Only files have data: the size of others means
// nothing, which it sets to 0.
func check(h *tar.Header) error {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			h.Typeflag = tar.TypeGNUSparse
		}
	}
	if h.Typeflag == tar.TypeReg && h.Size == 0 && strings.HasSuffix(h.Name, "/") {
		h.Typeflag = tar.TypeDir // as programs before POSIX had it
	}
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeCont:
		if h.Size > MostBytes {
			return fmt.Errorf("has %d bytes, which cannot be", h.Size)
		}
		return nil
	case tar.TypeSymlink, tar.TypeDir, tar.TypeChar, tar.TypeBlock, tar.TypeFifo:
		h.Size = 0
		return nil
	case tar.TypeLink:
		return errors.New("is a hard link, which must come behind its file: pack again with --hard-dereference")
	case tar.TypeXGlobalHeader:
		return errors.New("is a global PAX header, which is about all members behind it: unpack and pack again")
	case tar.TypeGNUSparse:
		return errors.New("is a sparse file: pack again without --sparse")
	}
	return fmt.Errorf("is of the kind %q, which is not supported: unpack and pack again", h.Typeflag)
}

// end checks the end of the archive, two blocks of zeros, and what stands behind it.
func (t *tarReader) end() error {
	if !bytes.Equal(t.raw.Bytes(), make([]byte, 2*block)) {
		return fmt.Errorf("it is cut off at byte %d: two blocks of zeros must end it", t.at)
	}
	var rest [block]byte
	for {
		n, err := t.in.Read(rest[:])
		if i := bytes.IndexFunc(rest[:n], func(c rune) bool { return c != 0 }); i >= 0 {
			return fmt.Errorf("behind its end, at byte %d, there is more: give each archive by itself", t.at+int64(i))
		}
		t.at += int64(n)
		if err != nil {
			return err
		}
	}
}
