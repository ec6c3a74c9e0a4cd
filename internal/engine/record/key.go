package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/yates-shuffle/yates/records/failure"
)

// A Column of lines or rows.
type Column struct {
	Number int    // its place, from 1 on, or 0 if it is known by Name
	Name   string // its text in the last line of the header, or "" if it is known by Number
}

// A Key is the columns that decide which group a record belongs to. It is safe for concurrent use.
type Key struct {
	Again   bool    // the records have been looked at before, which saves time
	Missing Missing // what becomes of a record without a value
	// Compared says that a record without a value is compared with others, by its empty texts. Others stand alone.
	Compared bool
	Most     int64        // bytes of a record within which its columns must end: of a long one no more is held
	Without  atomic.Int64 // records without a value, as those who take keys count them

	format  *Format
	line    *Format // of its first line or row, with the delimiter of columns
	columns []column
	apart   atomic.Bool // the columns stand apart in some record, or need no delimiter for that
}

// A column is one of those of a key.
type column struct {
	asked  Column
	number int         // of a field of a row
	part   string      // of a record that has parts
	path   path        // of a field of JSON, in the record or its part, or nil
	met    atomic.Bool // some record has it
}

// Key returns the key that columns make. Those known by name are looked up in the last line, or row, of the header; it
// is an error if none or more than one has the name. A column with both is the one with that number, and it is an error
// if another one has the name. The columns of rows are their fields; those of lines have delimiter between them, and
// quotation marks there are text. The names of columns of JSON are paths, and without columns all keys of objects are
// the same.
func (f *Format) Key(columns []Column, delimiter byte, header []byte) (*Key, error) {
	k := &Key{format: f, line: f.Header(1), columns: make([]column, max(len(columns), 1))}
	if f.Unit != Row {
		k.line.Delimiter = delimiter
	}
	k.apart.Store(k.line.Delimiter == f.Sep || f.Sole || f.JSON || f.Member != nil)
	for i, asked := range columns {
		c := &k.columns[i]
		c.asked = asked
		switch {
		case f.JSON:
			c.path = newPath(asked.Name)
			continue
		case f.Member != nil && asked.Name == "":
			return nil, errors.New("columns of samples are their members, which have no numbers")
		case f.Member != nil:
			part, field, fields := strings.Cut(asked.Name, ":")
			if c.part = part; fields {
				c.path = newPath(field)
			}
			continue
		}
		c.number = asked.Number
		switch number, err := k.find(asked.Name, header); {
		case c.number > 0 && asked.Name != "" && err == nil && number != c.number:
			return nil, fmt.Errorf("column %d is not the one that is called %q, which is column %d", c.number,
				asked.Name, number)
		case c.number > 0:
		case err != nil:
			return nil, err
		default:
			c.number = number
			k.apart.Store(true)
		}
	}
	return k, nil
}

// find returns the number of the column that has a name.
func (k *Key) find(name string, header []byte) (int, error) {
	if header = bytes.TrimPrefix(header, []byte(Mark)); len(header) == 0 {
		return 0, &failure.AbsentError{What: fmt.Sprintf("column %q, as there is no header", name)}
	}
	for n := k.line.Length(header); n < len(header); n = k.line.Length(header) {
		header = header[n:]
	}
	var has []string
	found, number := 0, 0
	for row, more := k.row(header), true; more; {
		var field []byte
		field, row, more = k.cut(row)
		text := k.appendText(nil, field)
		number++
		has = append(has, string(text))
		switch {
		case string(text) != name:
		case found > 0:
			return 0, fmt.Errorf("the columns %d and %d of the header are both %q", found, number, name)
		default:
			found = number
		}
	}
	if found == 0 {
		what := fmt.Sprintf("column %s; the header, cut at %q, has %s", quoteName(name), k.line.Delimiter, listed(has))
		return 0, &failure.AbsentError{What: what}
	}
	return found, nil
}

// listed quotes the first of some names.
func listed(names []string) string {
	const most, longest = 20, 40
	var first []string
	for _, name := range names[:min(most, len(names))] {
		first = append(first, quoteName(fmt.Sprintf("%.*s", longest, name)))
	}
	list := strings.Join(first, ", ")
	if len(names) > most {
		list += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return list
}

// quoteName quotes a name. Letters with accents that stand alone look like others, and are escaped.
func quoteName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return 0x300 <= r && r < 0x370 }) {
		return strconv.QuoteToASCII(name)
	}
	return strconv.Quote(name)
}

// Met returns an error if none of the records whose keys were appended has columns, as the delimiter is in none of
// them, or has one of the columns. Columns that are known by name, or are whole lines, need no delimiter.
func (k *Key) Met() error {
	if !k.apart.Load() {
		return &failure.DelimiterError{Delimiter: k.line.Delimiter}
	}
	for i := range k.columns {
		if c := &k.columns[i]; !c.met.Load() {
			return &failure.AbsentError{What: k.name(c) + " in any record"}
		}
	}
	return nil
}

// name names a column, or field.
func (k *Key) name(of *column) string {
	switch c := of.asked; {
	case k.format.Member != nil:
		return fmt.Sprintf("member %q", c.Name)
	case k.format.JSON:
		return fmt.Sprintf("field %q", c.Name)
	case c.Name != "" && c.Name != strconv.Itoa(c.Number):
		return fmt.Sprintf("column %q", c.Name)
	default:
		return fmt.Sprintf("column %d", c.Number)
	}
}

// Texts returns the texts of the columns that a key is made of.
func (k *Key) Texts(key []byte) (texts []string) {
	k.eachText(key, func(text []byte) { texts = append(texts, string(text)) })
	return texts
}

// Columns returns the number of columns.
func (k *Key) Columns() int { return len(k.columns) }

// AppendFields appends the texts that a key is made of as fields of a row of CSV, each behind a comma.
func (k *Key) AppendFields(dst, key []byte) []byte {
	k.eachText(key, func(text []byte) { dst = AppendField(dst, 1, text) })
	return dst
}

// eachText calls do for the text of each column that a key is made of.
func (k *Key) eachText(key []byte, do func(text []byte)) {
	if len(k.columns) == 1 {
		do(key)
		return
	}
	for len(key) > 0 {
		end := 8 + binary.BigEndian.Uint64(key)
		do(key[8:end])
		key = key[end:]
	}
}

// AppendField appends a text as field number i of a row of CSV, counted from 0.
func AppendField(dst []byte, i int, text []byte) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	// At the front of a row, nothing would be no row for many readers, and a byte-order mark no part of it.
	if !bytes.ContainsAny(text, ",\"\r\n") && (i > 0 || len(text) > 0 && !bytes.HasPrefix(text, []byte(Mark))) {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	dst = append(dst, bytes.ReplaceAll(text, []byte{'"'}, []byte(`""`))...)
	return append(dst, '"')
}

// appendFrom appends the key of a record, or of the front of one that is not whole, to dst: of one column its text; of
// several, of each the length of its text as 8 bytes, the highest first, and its text, so that no two keys are the same
// by chance. Of a record of several lines or rows the first counts. A carriage return at its end and a byte-order mark
// at its front are not part of its columns. It is a failure.AbsentError if it has too few columns, or failure.ErrBlank.
// It reports whether the record has a value: whether the text of no column is empty.
//
// It takes time for the record up to the last of the columns, and for columns that do not ascend it begins anew.
func (k *Key) appendFrom(dst, record []byte, whole bool) (key []byte, has bool, err error) {
	row, members := record, k.format.Member != nil
	if !members {
		row = k.row(record)
	}
	switch {
	case members:
	case k.format.JSON && !whole:
		return dst, false, k.beyond()
	case !k.format.JSON && k.format.Unit == Line && k.line.Delimiter != k.format.Sep && // columns are parts of lines
		bytes.HasPrefix(row, []byte(`{"`)):
		return dst, false, failure.ErrObject
	}
	has = true
	rest, more, last := row, true, 0 // the fields behind the last one, if there are more
	var field []byte
	for i := range k.columns {
		c := &k.columns[i]
		if c.number < last {
			rest, more, last = row, true, 0
		}
		there := true
		for ; last < c.number; last++ {
			if !more {
				if err := k.checkLack(c.number, row); err != nil {
					return dst, false, err
				}
				field, there, last = nil, false, c.number // what stands before is looked for anew
				break
			}
			field, rest, more = k.cut(rest)
			if more && !k.apart.Load() {
				k.apart.Store(true)
			}
			if !more && !whole {
				return dst, false, k.beyond()
			}
		}
		if len(k.columns) > 1 {
			dst = append(dst, make([]byte, 8)...)
		}
		text := len(dst)
		switch {
		case members:
			dst, there, err = k.appendPart(dst, c, record, whole)
		case k.format.JSON:
			dst, there, err = k.appendField(dst, c, row)
		default:
			dst = k.appendText(dst, field)
		}
		if err != nil {
			return dst, false, err
		}
		if there && !c.met.Load() {
			c.met.Store(true)
		}
		has = has && len(dst) > text
		if len(k.columns) > 1 {
			binary.BigEndian.PutUint64(dst[text-8:], uint64(len(dst)-text))
		}
	}
	return dst, has, nil
}

// checkLack returns an error if a row must have a column that it does not have.
func (k *Key) checkLack(number int, row []byte) error {
	switch {
	case k.ragged():
		return nil
	case len(row) == 0:
		return failure.ErrBlank
	}
	const most = 60
	what := fmt.Sprintf("column %d in the row %.*q, cut at %q", number, most, row, k.line.Delimiter)
	return &failure.AbsentError{What: what}
}

// appendField appends the text of a column of an object, and reports whether it has that field.
func (k *Key) appendField(dst []byte, c *column, object []byte) (key []byte, there bool, err error) {
	dst, err = c.path.appendText(dst, object, k)
	if err == errAbsent {
		return dst, false, nil
	}
	return dst, true, err
}

// appendPart appends the text of a column of a record that has parts, or of the front of one, and reports whether it
// has that part.
func (k *Key) appendPart(dst []byte, c *column, record []byte, whole bool) (key []byte, there bool, err error) {
	part, there := k.format.Member(record, c.part)
	switch {
	case !there && !whole:
		return dst, false, k.beyond()
	case !there && !k.ragged():
		return dst, false, &failure.AbsentError{What: k.name(c)}
	case !there || c.path == nil:
		return append(dst, bytes.TrimSpace(part)...), there, nil
	}
	return k.appendField(dst, c, part)
}

// Take appends the key of a record, or of one of which only the front is there, as it is open. It looks at no more than
// the first Most bytes, and refuses a record without a value if that is an error.
func (k *Key) Take(dst, text []byte, open bool) (key []byte, has bool, err error) {
	whole := !open && int64(len(text)) <= k.Most
	if !whole {
		text = text[:min(int64(len(text)), k.Most)]
	}
	if !whole && k.format.Member == nil { // the first line may be
		c := NewCutter(k.line)
		if end, _ := c.Next(text, false); end >= 0 {
			text, whole = text[:end], true
		}
	}
	if key, has, err = k.appendFrom(dst, text, whole); err == nil && !has && k.Missing == MissingError {
		empty := slices.Index(k.Texts(key[len(dst):]), "")
		err = &failure.AbsentError{What: "value in " + k.name(&k.columns[empty])}
	}
	return key, has, err
}

// beyond is the error of columns that go on beyond the front of a record.
func (k *Key) beyond() error { return &failure.KeyError{Most: k.Most} }

// ragged reports whether a column that a record does not have is empty there, in place of an error.
func (k *Key) ragged() bool { return k.Missing != MissingUnset }

// Alone reports whether a record that has a value, or none, is not to be compared with others.
func (k *Key) Alone(has bool) bool { return !has && !k.Compared }

// row returns the first line, or row, of a record without what is not part of its columns.
func (k *Key) row(record []byte) []byte {
	if !k.format.singleRows() {
		record = record[:k.line.Length(record)]
	}
	row := bytes.TrimSuffix(record, []byte{k.line.Sep})
	if k.line.Sep == '\n' {
		row = bytes.TrimSuffix(row, []byte{'\r'})
	}
	return bytes.TrimPrefix(row, []byte(Mark))
}

// cut returns the first field of a row and what follows it, if a field does.
func (k *Key) cut(row []byte) (field, rest []byte, more bool) {
	end := 0
	for k.quoted(row[end:]) { // and again where two quotation marks stand for one
		i := bytes.IndexByte(row[end+1:], '"')
		if i < 0 {
			return row, nil, false
		}
		end += i + 2
	}
	if i := bytes.IndexByte(row[end:], k.line.Delimiter); i >= 0 {
		return row[:end+i], row[end+i+1:], true
	}
	return row, nil, false
}

// appendText appends the text of a field.
func (k *Key) appendText(dst, field []byte) []byte {
	if !k.quoted(field) {
		return append(dst, field...)
	}
	for {
		text, rest, _ := bytes.Cut(field[1:], []byte{'"'})
		dst = append(dst, text...)
		if !k.quoted(rest) {
			return append(dst, rest...)
		}
		dst, field = append(dst, '"'), rest
	}
}

// quoted reports whether a field begins with a quoted part.
func (k *Key) quoted(field []byte) bool {
	return k.line.Unit == Row && len(field) > 0 && field[0] == '"'
}

// LongKey is the length from which on a key is long.
const LongKey = 64

// Brief returns a key, or the hash of a long one, so that what is known of it takes little memory.
func Brief(key []byte) []byte {
	if len(key) < LongKey {
		return key
	}
	h := sha256.Sum256(key)
	return append(h[:], "is the hash of a longer key, not a shorter one"...)
}
