package trial

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"
)

// A Kind is a format, and what is random about records in it.
type Kind struct {
	Name    string
	set     func(t *Trial)                                  // has the job ask for the format
	record  func(t *Trial, b []byte, i, longest int) []byte // appends record i, whose texts are shorter than longest
	columns bool                                            // the second of which has few different texts
}

// The kinds that a trial may have to be of.
var (
	Lines    = &Kind{"lines", func(*Trial) {}, line, true}
	Text     = &Kind{"text", func(*Trial) {}, text, false} // without columns
	Tar      = &Kind{"tar", func(t *Trial) { t.Job.Tar = true }, sample, false}
	TFRecord = &Kind{"TFRecord", func(t *Trial) { t.Job.TFRecord = true }, frame, false}
	Fixed    = &Kind{"of a fixed size", func(t *Trial) { t.Job.Size = Pick(t.Rand, sizes...) }, fixed, false}
	OneGroup = &Kind{"one group", func(*Trial) {}, same, true} // but for a few lines
)

// Texts are the kinds of text that need no columns.
var Texts = []*Kind{
	Lines,
	{"CSV", func(t *Trial) { t.Job.CSV = true }, row, true},
	{"several lines", func(t *Trial) { t.Job.Lines = 2 + t.IntN(3) }, several, true},
	{"from a start", func(t *Trial) { t.Job.Start = Pick(t.Rand, starts...) }, started, true},
	{"paragraphs", func(t *Trial) { t.Job.Paragraphs = true }, paragraph, true},
	Text,
}

var weights = &Kind{"weights", func(t *Trial) { t.Job.Weight = 1 }, weighted, false}

// sizes are those of records in bytes.
var sizes = []int{1, 2, 3, 8, 16, 17, 33, 1000, 70_000}

// starts match the first lines of started.
var starts = []*regexp.Regexp{regexp.MustCompile(`^>`), regexp.MustCompile(`^>?\b\d+-\d+`), regexp.MustCompile(`[05]$`)}

// line appends a line of a number, a text that few have, and any other bytes.
func line(t *Trial, b []byte, i, longest int) []byte {
	b = fmt.Append(b, i)
	if t.Job.Ragged && t.Chance(10) {
		return append(b, '\n')
	}
	b = append(b, t.Job.Delimiter)
	if !t.Chance(10) {
		b = fmt.Append(b, t.IntN(1+t.IntN(20)))
	}
	b = append(b, t.Job.Delimiter)
	switch t.IntN(8) {
	case 0:
		for range t.IntN(min(longest, 1<<20)) {
			if c := byte(t.Uint32()); c != 0 && c != '\n' && c != t.Job.Delimiter {
				b = append(b, c)
			}
		}
	case 1:
		b = append(b, "caf\u00e9\"\r"...)
	default:
		b = append(b, strings.Repeat("x", t.IntN(longest))...)
	}
	return append(b, '\n')
}

var fields = []string{`1`, `2`, `3`, `"a,""b"""`, "\"a\nb\"", `"7"`, `""`, `""""`, `"7"7`, `7"7`, ` "`}

// row appends a CSV row.
func row(t *Trial, b []byte, i, longest int) []byte {
	b = fmt.Appendf(b, Pick(t.Rand, "%d", "%d", "%d", "\"%d\n\""), i)
	for range 2 {
		b = append(b, t.Job.Delimiter)
		if t.IntN(7) == 0 {
			b = append(append(append(b, '"'), strings.Repeat("long\r\n\"\"", t.IntN(longest)/8)...), '"')
		} else {
			b = append(b, Pick(t.Rand, fields...)...)
		}
	}
	return append(b, Pick(t.Rand, "\n", "\n", "\r\n")...)
}

// several appends some lines.
func several(t *Trial, b []byte, i, longest int) []byte {
	for range t.Job.Lines {
		b = line(t, b, i, longest)
	}
	return b
}

// started appends lines of which the first matches.
func started(t *Trial, b []byte, i, longest int) []byte {
	if t.Sound || t.IntN(30) > 0 {
		b = append(b, '>')
	}
	b = fmt.Appendf(b, "%d-%[1]d%[2]c%[3]d%[2]c5\n", i, t.Job.Delimiter, t.IntN(9))
	for range t.IntN(5) {
		b = append(append(b, strings.Repeat("\tat", t.IntN(longest)/3)...), '\n')
	}
	return b
}

// paragraph appends some lines, and the blank lines that end them.
func paragraph(t *Trial, b []byte, i, longest int) []byte {
	if !t.Sound && t.IntN(30) == 0 {
		b = append(b, '\n')
	}
	for range 1 + t.IntN(3) {
		b = line(t, b, i, longest)
	}
	for range 1 + t.IntN(2) {
		b = append(b, Pick(t.Rand, "\n", "\n", "\r\n")...)
	}
	return b
}

// same appends a line whose second column nearly all have.
func same(t *Trial, b []byte, i, longest int) []byte {
	if t.IntN(100) == 0 {
		return line(t, b, i, longest)
	}
	return fmt.Appendf(b, "%d%[2]csame%[2]c%[3]s\n", i, t.Job.Delimiter, strings.Repeat("y", t.IntN(longest)))
}

// text appends a line, or now and then bytes of which some may be separators.
func text(t *Trial, b []byte, i, longest int) []byte {
	n := t.IntN(longest)
	if t.IntN(8) == 0 {
		for range min(n, 1<<20) {
			if c := byte(t.Uint32()); c != 0 || t.Job.NUL {
				b = append(b, c)
			}
		}
		return append(b, '\n')
	}
	number := fmt.Append(nil, i)
	b = append(b, number[:min(n, len(number))]...)
	b = append(b, bytes.Repeat([]byte{byte('a' + i%26)}, max(0, n-len(number)))...)
	return append(b, Pick(t.Rand, "\n", "\n", "\n", "\r\n")...)
}

// weighted appends a line that begins with a weight.
func weighted(t *Trial, b []byte, _, longest int) []byte {
	large := []string{"40", "4e17", "7e40"}[t.Number%3]
	weight := Pick(t.Rand, "0", "1", "2.5", "0.125", "3e2", "10", "1e-3", "00.50", large, fmt.Sprint(t.Float64()))
	return fmt.Appendf(b, "%s%c%s\n", weight, t.Job.Delimiter, strings.Repeat("y", t.IntN(longest)))
}

// sample appends members of a tar archive that have a name in common, or are folders; or one that is of no sample
// before them.
func sample(t *Trial, b []byte, i, longest int) []byte {
	folder := Pick(t.Rand, "", "./", "set/", strings.Repeat("a long folder/", 20))
	members := []string{".jpg", ".seg.png", ".cls"}[:1+t.IntN(3)]
	switch t.IntN(12) {
	case 0:
		members = []string{"/"}
	case 1:
		members = []string{".jpg", ".d/", ".cls"} // a folder within a sample
	case 2:
		members = []string{"", ".jpg"} // the first has no dot, and is of no sample
	}
	out := bytes.NewBuffer(b)
	w := tar.NewWriter(out)
	for _, end := range members {
		h := &tar.Header{
			Name: fmt.Sprintf("%s%d%s", folder, i, end), Mode: 0o644, Size: int64(t.IntN(longest) * t.IntN(2)),
			Format: Pick(t.Rand, tar.FormatUnknown, tar.FormatPAX, tar.FormatGNU),
		}
		if strings.HasSuffix(end, "/") {
			h.Typeflag, h.Size = tar.TypeDir, 0
		}
		if t.IntN(5) == 0 {
			h.Format, h.PAXRecords = tar.FormatPAX, map[string]string{"VENDOR.note": strings.Repeat("x", t.IntN(900)+1)}
		}
		if err := w.WriteHeader(h); err != nil {
			panic(err)
		}
		w.Write(bytes.Repeat([]byte{byte(i)}, int(h.Size)))
		w.Flush()
		if h.Typeflag == tar.TypeDir { // in all spellings
			header := out.Bytes()[out.Len()-512:]
			header[156] = Pick[byte](t.Rand, tar.TypeDir, tar.TypeReg, 0)
			SetChecksum(header)
		}
	}
	return out.Bytes()
}

// SetChecksum sets the checksum of a member's header in a tar archive.
func SetChecksum(header []byte) {
	copy(header[148:], "        ")
	sum := 0
	for _, c := range header[:512] {
		sum += int(c)
	}
	copy(header[148:], fmt.Sprintf("%06o\x00", sum))
}

// frame appends a record of a TFRecord file.
func frame(t *Trial, b []byte, i, longest int) []byte {
	sum := func(from int) {
		crc := crc32.Checksum(b[from:], crc32.MakeTable(crc32.Castagnoli))
		b = binary.LittleEndian.AppendUint32(b, (crc>>15|crc<<17)+0xa282ead8)
	}
	begin, data := len(b), bytes.Repeat([]byte{byte(i)}, t.IntN(longest)*t.IntN(2))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(data)))
	sum(begin)
	b = append(b, data...)
	sum(begin + 12)
	return b
}

// fixed appends a record of a fixed size, which has its number if there is room.
func fixed(t *Trial, b []byte, i, _ int) []byte {
	for k := range t.Job.Size {
		b = append(b, byte(i>>(k%4*8)))
	}
	return b
}
