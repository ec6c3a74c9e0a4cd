// Package npy reads and writes what stands in front of the rows of an array in a file of numpy.
package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// An Array is what a header says of an array. In one dimension, each number is a row.
type Array struct {
	Rows  int64
	Bytes int64  // of a row
	kind  string // of the numbers, such as <i8
	row   string // the other dimensions, each with a space before it and a comma behind it
}

// Integers is an array of n integers of 64 bits.
func Integers(n int64) Array { return Array{Rows: n, Bytes: 8, kind: "<i8"} }

const (
	magic      = "\x93NUMPY"
	mostHeader = 64 << 10
	mostBytes  = 1 << 48 // of an array
)

var (
	header = regexp.MustCompile(
		`^\{ *'descr': *(.+), *'fortran_order': *(True|False), *'shape': *\(([\d, ]*)\),? *\}\s*$`)
	number = regexp.MustCompile(`^'([<>|=]?([a-zA-Z])(\d*)(?:\[\w+\])?)'$`)
	known  = regexp.MustCompile(`^(b1|[iu][1248]|f(2|4|8|12|16)|c(8|16|24|32)|[mM]8|[SaUV]\d+)$`)
)

// Read reads the header that r begins with, and nothing behind it. It is an error if the rows of the array do not stand
// one after the other, or have no size.
func Read(r io.Reader) (a Array, err error) {
	text, err := read(r)
	parts := header.FindStringSubmatch(text)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return a, errors.New("it is not an array (.npy), or is cut off within its header")
	case err != nil:
		return a, err
	case parts == nil:
		return a, fmt.Errorf("the header of its array is not as numpy writes it: %.200q", text)
	}
	kind := number.FindStringSubmatch(parts[1])
	dims := strings.FieldsFunc(parts[3], func(c rune) bool { return c == ',' || c == ' ' })
	switch {
	case kind == nil || !known.MatchString(kind[2]+kind[3]):
		return a, fmt.Errorf("it is an array of %.80s, and not of numbers or texts that each have as many bytes: "+
			"save the fields of structures as arrays, and objects as numbers", parts[1])
	case len(dims) == 0:
		return a, errors.New("it is one number, and has no rows")
	case len(dims) > 1 && parts[2] == "True":
		return a, errors.New("its array stands column by column (Fortran order): save numpy.ascontiguousarray(A)")
	}
	a.kind, a.Bytes = kind[1], 1
	if kind[2] == "U" { // characters
		a.Bytes = 4
	}
	for i, text := range append(dims[1:], kind[3], dims[0]) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n > mostBytes/max(a.Bytes, 1) {
			return a, errors.New("its array has more bytes than can be")
		}
		if i < len(dims)-1 {
			a.row += fmt.Sprintf(" %d,", n)
		}
		if i == len(dims) {
			a.Rows = n
		} else {
			a.Bytes *= n
		}
	}
	if a.Bytes == 0 {
		return a, errors.New("the rows of its array have no bytes")
	}
	return a, nil
}

// read reads the text of a header.
func read(r io.Reader) (string, error) {
	const version, size = len(magic), len(magic) + 2
	front := make([]byte, size+4)
	if _, err := io.ReadFull(r, front[:size+2]); err != nil {
		return "", err
	}
	if !bytes.HasPrefix(front, []byte(magic)) {
		return "", errors.New("it is no array of numpy (.npy)")
	}
	switch front[version] {
	case 1:
	case 2, 3:
		if _, err := io.ReadFull(r, front[size+2:]); err != nil {
			return "", err
		}
	default:
		return "", fmt.Errorf("its version is %d, and only 1 to 3 are known", front[version])
	}
	n := binary.LittleEndian.Uint32(front[size:])
	if n > mostHeader {
		return "", fmt.Errorf("the header of its array has %d bytes, which cannot be", n)
	}
	text := make([]byte, n)
	_, err := io.ReadFull(r, text)
	return string(text), err
}

// Row says what a row is.
func (a Array) Row() string { return a.kind + " (" + strings.Trim(a.row, " ,") + ")" }

// Header returns the header of such an array that has so many rows. Its length does not depend on them.
func (a Array) Header(rows int64) []byte {
	text := func(rows string) string {
		shape := strings.TrimSuffix("("+rows+","+a.row, ",") + ")"
		if a.row == "" {
			shape = "(" + rows + ",)"
		}
		return fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", a.kind, shape)
	}
	const align, front = 64, len(magic) + 4
	most := front + len(text("9223372036854775807")) + 1
	n := (most+align-1)/align*align - front
	head := binary.LittleEndian.AppendUint16([]byte(magic+"\x01\x00"), uint16(n))
	return fmt.Appendf(head, "%-*s\n", n-1, text(strconv.FormatInt(rows, 10)))
}
