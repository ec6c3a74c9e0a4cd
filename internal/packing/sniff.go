package packing

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/records/failure"
)

// SniffLen is the number of bytes that [Sniff] looks at, up to the mark of a tar archive.
const SniffLen = tarMark + 8

// Sniff returns the kind of contents that begin with head: Gzip, Zstd, or None for
// what may be text. Its error is an [*failure.UnreadableError] for files of other compressors,
// archives, tables, databases, and text in UTF-16 or UTF-32 with a byte-order mark.
//
// The head should have [SniffLen] bytes, or all bytes of a shorter file. Text and records
// that end with the byte 0 are None, unless somebody made them look like something else.
// About one in a million files of random bytes is mistaken for something else.
func Sniff(head []byte) (Kind, error) {
	f, _ := find(head[:min(len(head), SniffLen)])
	switch {
	case f == nil:
		return None, nil
	case f.kind != None:
		return f.kind, nil
	}
	return None, f.unreadable()
}

// find returns the form of contents that begin with head, or nil, and whether more
// bytes could change that.
func find(head []byte) (found *form, open bool) {
	for i := range forms {
		is, more := forms[i].is(head)
		open = open || more
		if is {
			return &forms[i], open
		}
	}
	return nil, open
}

// A form is a form of contents that shows in their first bytes.
type form struct {
	kind    Kind // None: it is failure.UnreadableError
	what    string
	command string
	holds   failure.Family
	twice   bool     // command also reads the file if it is compressed by gzip or zstd
	begins  []string // one of these stands at the front
	// rest, unless it is nil, has the last word. It gets all of the head. If more
	// bytes could change what it says, the form is open.
	rest func(head []byte) (is, open bool)
}

// The beginnings are of three bytes at least. All but those with a rest, and that of PDF, have bytes
// that no text has there.
var forms = []form{
	{kind: Gzip, what: "a gzip file", begins: []string{"\x1f\x8b\x08"}},
	// RFC 8878: a frame to be skipped, and another
	{kind: Zstd, what: "a zstd file", begins: append(each("", 0x50, 0x5f, "\x2a\x4d\x18"), "\x28\xb5\x2f\xfd")},
	// A block, or the end if there is none, begins with the digits of pi, or of its square root.
	{what: "a bzip2 file", command: "bzip2 -dc", begins: append(each("BZh", '1', '9', "\x31\x41\x59\x26\x53\x59"),
		each("BZh", '1', '9', "\x17\x72\x45\x38\x50\x90")...)},
	{what: "an xz file", command: "xz -dc", begins: []string{"\xfd7zXZ\x00"}},
	{what: "an lz4 file", command: "lz4 -dc", begins: []string{"\x04\x22\x4d\x18", "\x02\x21\x4c\x18"}},
	// Codes have 9 to 16 bits, and the highest bit means that the table may be cleared.
	{what: "a compress (.Z) file", command: "uncompress -c", begins: each("\x1f\x9d", 0x89, 0x90, "")},
	{what: "a zip archive", command: "unzip -p", begins: []string{"PK\x03\x04", "PK\x05\x06", "PK\x07\x08"}},
	{what: "a 7z archive", command: "7z x -so", begins: []string{"7z\xbc\xaf\x27\x1c"}},
	{what: "a rar archive", command: "unrar p -inul", begins: []string{"Rar!\x1a\x07"}},
	// A text may well begin with PAR1. What follows in a Parquet file is the header
	// of a page, or that of the file if it has none; each begins with a field that
	// is a number, which is 0x15 in Thrift's compact protocol and in no text.
	{what: "a Parquet file", holds: failure.Parquet, begins: []string{"PAR1\x15"}},
	{what: "an Arrow file", holds: failure.Rows, begins: []string{"ARROW1\x00\x00"}},
	{what: "an SQLite database", begins: []string{"SQLite format 3\x00"}},
	{what: "a JPEG image", holds: failure.Image, begins: []string{"\xff\xd8\xff"}},
	{what: "a PNG image", holds: failure.Image, begins: []string{"\x89PNG\r\n\x1a\n"}},
	{what: "a PDF document", begins: []string{"%PDF-1.", "%PDF-2."}},
	{what: "a BAM file", command: "samtools view", twice: true, begins: []string{"BAM\x01"}},
	{what: "a BCF file", command: "bcftools view", twice: true, begins: []string{"BCF\x02"}},
	{what: "a CRAM file", command: "samtools view", begins: []string{"CRAM\x03", "CRAM\x02"}},
	{what: "an HDF5 file", holds: failure.Rows, begins: []string{"\x89HDF\r\n\x1a\n"}},
	{what: "a NumPy array", holds: failure.Array, begins: []string{"\x93NUMPY"}},
	{what: "an Arrow stream", holds: failure.Rows, begins: []string{"\xff\xff\xff\xff"}},
	{what: "a pickle of Python", begins: []string{"\x80\x04\x95", "\x80\x05\x95"}},
	{what: "a TFRecord file", holds: failure.Examples, begins: []string{""}, rest: isTFRecord},
	{what: "UTF-32 text", command: "iconv -f UTF-32 -t UTF-8", begins: []string{"\xff\xfe\x00\x00"},
		rest: isText32(binary.LittleEndian)},
	{what: "UTF-32 text", command: "iconv -f UTF-32 -t UTF-8", begins: []string{"\x00\x00\xfe\xff"},
		rest: isText32(binary.BigEndian)},
	{what: "UTF-16 text", command: "iconv -f UTF-16 -t UTF-8", begins: []string{"\xff\xfe"},
		rest: isText16(binary.LittleEndian)},
	{what: "UTF-16 text", command: "iconv -f UTF-16 -t UTF-8", begins: []string{"\xfe\xff"},
		rest: isText16(binary.BigEndian)},
	// It comes last: its mark is far behind what may be the beginning of another.
	{what: "a tar archive", command: "tar -xO -f", holds: failure.Members, twice: true, begins: []string{""},
		rest: isTar},
}

// each returns what begins with before, goes on with a byte of a range, and ends
// with behind.
func each(before string, from, to byte, behind string) (all []string) {
	for c := from; c <= to; c++ {
		all = append(all, before+string([]byte{c})+behind)
	}
	return all
}

func (f *form) unreadable() *failure.UnreadableError {
	return &failure.UnreadableError{What: f.what, Command: f.command, Holds: f.holds}
}

func (f *form) is(head []byte) (is, open bool) {
	for _, b := range f.begins {
		if bytes.HasPrefix(head, []byte(b)) {
			if f.rest == nil {
				return true, false
			}
			return f.rest(head)
		}
		open = open || strings.HasPrefix(b, string(head))
	}
	return false, open
}

// isText16 looks at the units behind a byte-order mark. Each must be part of a
// character. In data that are random, one in 30 is not.
func isText16(order binary.ByteOrder) func(head []byte) (is, open bool) {
	return func(head []byte) (is, open bool) {
		var units []uint16
		for i := 2; i+2 <= len(head); i += 2 {
			units = append(units, order.Uint16(head[i:]))
		}
		if n := len(units) - 1; n >= 0 && 0xd800 <= units[n] && units[n] < 0xdc00 {
			units = units[:n] // the first half of a character
		}
		return len(head) >= 4 && !slices.ContainsFunc(utf16.Decode(units), func(c rune) bool {
			return c == 0 || c == utf8.RuneError || c == 0xfffe || c == 0xffff
		}), true
	}
}

// isText32 looks at the characters behind a byte-order mark.
func isText32(order binary.ByteOrder) func(head []byte) (is, open bool) {
	return func(head []byte) (is, open bool) {
		for i := 4; i+4 <= len(head); i += 4 {
			if c := order.Uint32(head[i:]); c == 0 || c > utf8.MaxRune || !utf8.ValidRune(rune(c)) {
				return false, false
			}
		}
		return len(head) >= 8, true
	}
}

// The places of some fields of a tar archive's first header.
const (
	tarMode = 100
	tarUser = 108
	tarMark = 257
)

// isTFRecord compares the checksum of the length of the first record. Nobody waits for it: it is known if
// it comes along with the first bytes.
func isTFRecord(head []byte) (is, open bool) {
	const sum, size = 8, 12
	if len(head) < size {
		return false, false
	}
	crc := crc32.Checksum(head[:sum], crc32.MakeTable(crc32.Castagnoli))
	return binary.LittleEndian.Uint32(head[sum:]) == (crc>>15|crc<<17)+0xa282ead8, false
}

// isTar tells from what stands before the mark that there can be none, if possible,
// so that nobody has to wait for it: the first line of a text is enough, because
// names of files with line feeds are rare. The name ends at its 100th byte, or with
// zeros; the mode is in octal digits.
func isTar(head []byte) (is, open bool) {
	name, zeros, _ := bytes.Cut(head[:min(len(head), tarMode)], []byte{0})
	mode := head[min(len(head), tarMode):min(len(head), tarUser)]
	switch {
	case len(name) == 0 && len(head) > 0,
		slices.ContainsFunc(name, func(c byte) bool { return c < ' ' }),
		len(bytes.Trim(zeros, "\x00")) > 0,
		len(bytes.Trim(mode, "01234567 \x00")) > 0:
		return false, false
	case len(head) < tarMark:
		return false, true
	}
	mark := string(head[tarMark:])
	for _, m := range []string{"ustar\x00", "ustar  \x00"} { // POSIX, and GNU
		if strings.HasPrefix(mark, m) {
			return true, false
		}
		open = open || strings.HasPrefix(m, mark)
	}
	return false, open
}
