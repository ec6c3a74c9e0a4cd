package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/label"
)

// Tar is the format of tar, where a record is a sample, as WebDataset calls it: members that stand
// together and whose names are the same up to the first dot of the last part. Folders and other members that are of no
// sample are left out, as who reads samples does. Blocks of others are passed on as they are: a frame is a member, with
// its headers. No two archives have a sample of the same name.
var Tar = &Kind{Read: newTarReader, End: make([]byte, 2*block)}

const block = 512

// sampleOf returns what the members of a sample have in common, with the dot, or nothing if the member is of none.
func sampleOf(name string) string {
	base := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[base:], '.')
	if dot <= 0 {
		return ""
	}
	for _, about := range []string{"README", "LICENSE", "LICENCE"} {
		if strings.EqualFold(name[base:base+dot], about) {
			return ""
		}
	}
	return name[:base+dot+1]
}

// A tarReader reads an archive.
type tarReader struct {
	reader
	sample string
	known  *Known
	name   string // of the member, or nothing while its header is read
	begin  int64  // of the header
	raw    bytes.Buffer
	buf    []byte
}

func newTarReader(in io.Reader, known *Known) io.Reader {
	t := &tarReader{reader: reader{in: bufio.NewReaderSize(in, 64<<10)}, known: known}
	t.next, t.what = t.member, t.current
	return t
}

// current returns what is being read.
func (t *tarReader) current() string {
	if t.name == "" {
		return fmt.Sprintf("the header that begins at byte %d", t.begin)
	}
	return "the member " + label.Name(t.name)
}

// member reads the headers of the next member.
func (t *tarReader) member() error {
	t.begin, t.name = t.at, ""
	t.raw.Reset()
	h, bad := new(tar.Header), error(nil)
	if b, err := t.in.Peek(block); err == nil && plain(b, h) {
		t.raw.Write(b)
		t.in.Discard(block) // which is there
	} else {
		h, bad = tar.NewReader(io.TeeReader(t.in, &t.raw)).Next()
	}
	if t.at += int64(t.raw.Len()); bad != nil {
		return t.bad(bad)
	}
	t.name = h.Name
	if err := check(h); err != nil {
		return fmt.Errorf("%s, at byte %d, %w", t.what(), t.begin, err)
	}
	if h.Typeflag == tar.TypeDir {
		return nil
	}
	data := (h.Size + block - 1) / block * block
	sample := sampleOf(h.Name)
	if sample == "" {
		t.known.leave(h.Name)
		n, err := io.CopyN(io.Discard, t.in, data)
		if t.at += n; err == io.EOF {
			err = t.cut()
		}
		return err
	}
	first := sample != t.sample
	if first {
		if err := t.begins(sample); err != nil {
			return err
		}
	}
	t.left = data
	t.buf = record.AppendFrameHead(t.buf[:0], int64(t.raw.Len())+t.left, first)
	t.buf = append(t.buf, t.raw.Bytes()...)
	t.head = t.buf
	return nil
}

// begins begins a sample.
func (t *tarReader) begins(sample string) error {
	t.sample = sample
	was, err := t.known.add(sample)
	if was { // who reads the output would take both for one
		err = fmt.Errorf("%s, at byte %d, is of a sample that has been there: members of a sample must stand "+
			"together, and no two FILEs have samples of one name; mkdir 2, tar -C 2 -xf FILE and tar --sort=name -cf "+
			"NEW.tar 2 make it so", t.what(), t.begin)
	}
	return err
}

// bad returns what an error of reading a header means.
func (t *tarReader) bad(err error) error {
	switch {
	case err == io.EOF:
		return t.end()
	case err == io.ErrUnexpectedEOF:
		return t.cut()
	case errors.Is(err, tar.ErrFieldTooLong):
		return fmt.Errorf("%s is longer than 1 MiB: pack again with shorter names", t.what())
	case errors.Is(err, tar.ErrHeader):
		return fmt.Errorf("what begins at byte %d is no header of a tar archive: it is damaged, or none", t.begin)
	}
	return err
}

// plain reads the header of a file that is one block, as nearly all are, in a fraction of the time that archive/tar
// takes. It reports whether it is one.
func plain(b []byte, h *tar.Header) bool {
	const sizeAt, timeAt, sumAt, kindAt, magicAt, prefixAt = 124, 136, 148, 156, 257, 345
	posix := string(b[magicAt:magicAt+8]) == "ustar\x0000" && string(b[508:]) != "tar\x00"
	if b[kindAt] != tar.TypeReg || !posix && string(b[magicAt:magicAt+8]) != "ustar  \x00" {
		return false
	}
	var numbers [2]int64 // size and checksum; the others mean nothing here
	for i, field := range [...][]byte{b[sizeAt:timeAt], b[sumAt:kindAt]} {
		for _, c := range bytes.Trim(field, " \x00") {
			if c < '0' || c > '7' {
				return false
			}
			numbers[i] = numbers[i]<<3 | int64(c-'0')
		}
	}
	const lanes = 0x00ff_00ff_00ff_00ff // four sums of bytes, none of more than 64*2*255
	sums, own := uint64(0), int64(8*' ')
	for i := 0; i < block; i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		sums += x&lanes + x>>8&lanes
	}
	for _, c := range b[sumAt:kindAt] { // it counts as spaces
		own -= int64(c)
	}
	sum := own + int64(sums&0xffff+sums>>16&0xffff+sums>>32&0xffff+sums>>48)
	name, _, _ := bytes.Cut(b[:100], []byte{0})
	prefix, _, _ := bytes.Cut(b[prefixAt:500], []byte{0})
	if h.Name = string(name); posix && len(prefix) > 0 {
		h.Name = string(prefix) + "/" + h.Name
	}
	h.Typeflag, h.Size = tar.TypeReg, numbers[0]
	return sum == numbers[1] && !strings.HasSuffix(h.Name, "/")
}

// Member returns the contents of the member of a sample whose name ends so behind the first dot, if it is there and
// whole.
func Member(sample []byte, end string) (text []byte, ok bool) {
	for len(sample) >= record.FrameHead {
		size, _ := record.Frame(sample)
		frame := sample[record.FrameHead:]
		if int64(len(frame)) > size {
			frame = frame[:size]
		}
		sample = sample[record.FrameHead+len(frame):]
		in, h := bytes.NewReader(frame), new(tar.Header)
		if len(frame) >= block && plain(frame[:block], h) {
			in.Seek(block, io.SeekStart) // which is there
		} else if h, _ = tar.NewReader(in).Next(); h == nil {
			return nil, false
		}
		text = frame[len(frame)-in.Len():]
		if h.Name[len(sampleOf(h.Name)):] == end && int64(len(text)) >= h.Size {
			return text[:h.Size], true
		}
	}
	return nil, false
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
