package twin

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// mark is the byte-order mark.
var mark = []byte("\ufeff")

func (j *Job) separator() byte {
	if j.NUL {
		return 0
	}
	return '\n'
}

func (j *Job) delimiter() byte {
	switch {
	case j.Delimiter != 0:
		return j.Delimiter
	case j.CSV:
		return ','
	}
	return '\t'
}

// units cuts a source into lines, CSV rows, or records of a binary format.
func (j *Job) units(source []byte) (units [][]byte, err error) {
	switch {
	case j.Tar:
		return samples(source)
	case j.TFRecord:
		return frames(source)
	case j.Size > 0 && len(source)%j.Size != 0:
		return nil, errors.New("the last record is not whole")
	case j.Size > 0:
		return slices.Collect(slices.Chunk(source, j.Size)), nil
	case len(source) == 0:
		return nil, nil
	}
	if source[len(source)-1] != j.separator() {
		source = append(slices.Clip(source), j.separator())
	}
	for len(source) > 0 {
		n := bytes.IndexByte(source, j.separator()) + 1
		if j.CSV {
			_, n = j.row(source)
		}
		if n == 0 {
			return nil, errors.New("a quotation mark is never closed")
		}
		units, source = append(units, source[:n:n]), source[n:]
	}
	return units, nil
}

// row returns the texts of the fields of the CSV row that text begins with, and its length; that is 0 if it has no end.
func (j *Job) row(text []byte) (fields []string, length int) {
	const (
		begin    = iota // of a field
		unquoted        // or behind its quoted part
		quoted
	)
	state, field := begin, []byte(nil)
	for i := len(text) - len(bytes.TrimPrefix(text, mark)); i < len(text); i++ {
		switch b := text[i]; {
		case state == begin && b == '"':
			state = quoted
		case state == quoted && b == '"' && i+1 < len(text) && text[i+1] == '"':
			field = append(field, b)
			i++
		case state == quoted && b == '"':
			state = unquoted
		case state == quoted:
			field = append(field, b)
		case b == j.delimiter():
			fields, field, state = append(fields, string(field)), nil, begin
		case b == '\n':
			if i > 0 && text[i-1] == '\r' {
				field = field[:len(field)-1]
			}
			return append(fields, string(field)), i + 1
		default:
			field, state = append(field, b), unquoted
		}
	}
	return nil, 0
}

// fields returns the columns of a record.
func (j *Job) fields(record []byte) []string {
	if j.CSV {
		fields, _ := j.row(record)
		return fields
	}
	line, _, _ := bytes.Cut(record, []byte{j.separator()})
	if !j.NUL {
		line = bytes.TrimSuffix(line, []byte{'\r'})
	}
	return strings.Split(string(bytes.TrimPrefix(line, mark)), string([]byte{j.delimiter()}))
}

// Columns returns the columns by which records are told apart.
func (j *Job) Columns() []int {
	return slices.Concat(j.UniqueBy, j.GroupBy, j.StratifyBy, j.ByKey, j.OrderBy, j.ApartBy)
}

// met returns an error if columns count, and no record has two, or one of them.
func (j *Job) met(records [][]byte) error {
	for _, column := range j.Columns() {
		if len(records) > 0 && !slices.ContainsFunc(records, func(record []byte) bool {
			return len(j.fields(record)) >= max(column, 2)
		}) {
			return fmt.Errorf("no record has the delimiter, or column %d", column)
		}
	}
	return nil
}

// keys returns the keys that columns of records make, and which of these have no value, but with Common.
func (j *Job) keys(records [][]byte, columns []int) (keys []string, without []bool, err error) {
	for _, record := range records {
		key, has, err := j.key(record, columns)
		if err != nil {
			return nil, nil, err
		}
		keys, without = append(keys, key), append(without, !has && !j.Common)
	}
	return keys, without, nil
}

// key returns the key that columns of a record make, and whether the record has a value: whether none is empty.
func (j *Job) key(record []byte, columns []int) (key string, has bool, err error) {
	fields := j.fields(record)
	has = true
	for _, column := range columns {
		text := ""
		switch {
		case column <= len(fields):
			text = fields[column-1]
		case !j.Ragged:
			return "", false, fmt.Errorf("a record has no column %d", column)
		}
		if len(columns) > 1 {
			key += string(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
		}
		key += text
		has = has && text != ""
	}
	return key, has, nil
}

// begins reports whether a line begins a record. The engine promises to look at 4,096 bytes of it.
func (j *Job) begins(line []byte) bool {
	return j.Start.Match(line[:min(len(line)-1, 4096)])
}

// blank reports whether a line has nothing but CR.
func (j *Job) blank(line []byte) bool {
	return len(bytes.Trim(line, "\r"+string([]byte{j.separator()}))) == 0
}

// front returns the header of a source that is cut into units, if lines that match are the header. A byte-order mark
// is part of it, and of no unit.
func (j *Job) front(marked bool, units [][]byte) (front, rest [][]byte) {
	n := 0
	for n < len(units) && j.HeaderLike.Match(units[n][:min(len(units[n])-1, 4096)]) {
		n++
	}
	if front = units[:n:n]; marked && n > 0 {
		front = append([][]byte{slices.Concat(mark, front[0])}, front[1:]...)
	} else if marked {
		front = [][]byte{mark}
	}
	return front, units[n:]
}

// bare is a header without what headers may differ in.
func (j *Job) bare(header [][]byte) string {
	var bare []byte
	for i, unit := range header {
		if i == 0 {
			unit = bytes.TrimPrefix(unit, mark)
		}
		if line, ok := bytes.CutSuffix(unit, []byte("\r\n")); ok {
			unit = append(bytes.Clone(line), '\n')
		}
		bare = append(bare, unit...)
	}
	return string(bare)
}

// Records returns the header and the records of sources.
func (j *Job) Records(sources [][]byte) (head []byte, records [][]byte, err error) {
	var header [][]byte // of the first source that is not empty
	for _, source := range sources {
		marked := false
		if j.HeaderLike != nil {
			source, marked = bytes.CutPrefix(source, mark)
		}
		units, err := j.units(source)
		if err != nil {
			return nil, nil, err
		}
		if len(units) == 0 && !marked {
			continue
		}
		front := units[:min(j.Header, len(units))]
		if units = units[len(front):]; j.HeaderLike != nil {
			front, units = j.front(marked, slices.Concat(front, units))
		}
		if last := len(units) - 1; j.Paragraphs && last >= 0 && !j.blank(units[last]) {
			units = append(units, []byte{j.separator()})
		}
		if header == nil {
			header = slices.Concat([][]byte{{}}, front)[1:]
		} else if j.bare(front) != j.bare(header) {
			return nil, nil, errors.New("a source has another header")
		}
		for len(units) > 0 {
			n := max(j.Lines, 1)
			if j.Start != nil {
				if !j.begins(units[0]) {
					return nil, nil, errors.New("the first line begins no record")
				}
				for n < len(units) && !j.begins(units[n]) {
					n++
				}
			}
			if j.Paragraphs {
				if j.blank(units[0]) {
					return nil, nil, errors.New("the first line is blank")
				}
				for n < len(units) && (!j.blank(units[n-1]) || j.blank(units[n])) {
					n++
				}
			}
			if n > len(units) {
				return nil, nil, errors.New("the last record is not whole")
			}
			record := units[0]
			if n > 1 {
				record = slices.Concat(units[:n]...)
			}
			records, units = append(records, record), units[n:]
		}
	}
	return slices.Concat(header...), records, nil
}
