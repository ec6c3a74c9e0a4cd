package npy_test

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/npy"
)

// head returns a header of version 1 with that text.
func head(text string) string {
	return fmt.Sprintf("\x93NUMPY\x01\x00%c%c%s", len(text)&255, len(text)>>8, text)
}

// dict returns the text of a header.
func dict(kind, order, shape string) string {
	return fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }  \n", kind, order, shape)
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ kind, shape, rows, bytes string }{
		{"'<i8'", "(3,)", "3", "8"}, {"'|b1'", "(3,)", "3", "1"}, {"'<f4'", "(10, 768)", "10", "3072"},
		{"'>u2'", "(0, 2, 3)", "0", "12"}, {"'<U5'", "(2,)", "2", "20"}, {"'|S7'", "(2, 2)", "2", "14"},
		{"'<M8[ns]'", "(9, 1)", "9", "8"}, {"'|V16'", "(1,)", "1", "16"}, {"'<c16'", "(1, 1, 1, 2)", "1", "32"},
	} {
		rest := "rows"
		r := strings.NewReader(head(dict(c.kind, "False", c.shape)) + rest)
		a, err := npy.Read(r)
		left, _ := io.ReadAll(r)
		if err != nil || fmt.Sprint(a.Rows, a.Bytes) != c.rows+" "+c.bytes || string(left) != rest {
			t.Errorf("%+v: %+v, %v, %q is left", c, a, err, left)
		}
		again, err := npy.Read(bytes.NewReader(a.Header(1 << 60 / a.Bytes >> 20)))
		if again.Rows = a.Rows; err != nil || again != a {
			t.Errorf("%+v: written %+v, %v", c, again, err)
		}
		if n := len(a.Header(0)); n%64 != 0 || n != len(a.Header(1<<62)) {
			t.Errorf("%+v: a header of %d bytes, or %d", c, n, len(a.Header(1<<62)))
		}
	}
	text := dict("'<f4'", "True", "(3,)")
	v3 := fmt.Sprintf("\x93NUMPY\x03\x00%c\x00\x00\x00%s", len(text), text)
	if _, err := npy.Read(strings.NewReader(v3)); err != nil {
		t.Error("version 3, one dimension:", err)
	}
}

func TestBadHeaders(t *testing.T) {
	for text, want := range map[string]string{
		"":              "cut off",
		"a line\n":      "cut off",
		"some lines\nn": "no array of numpy",
		head(dict("'<f4'", "False", "(3,)"))[:40]: "cut off",
		head("hello"):                                                  "not as numpy writes it: \"hello\"",
		head(dict("'|O'", "False", "(3,)")):                            "objects as numbers",
		head(dict("'|O8'", "False", "(3,)")):                           "objects as numbers",
		head(dict("[('a', '<i4')]", "False", "(3,)")):                  "the fields of structures",
		head(dict("'<i3'", "False", "(3,)")):                           "an array of '<i3', and not of numbers",
		head(dict("'<z8'", "False", "(3,)")):                           "an array of '<z8', and not of numbers",
		"\x93NUMPY\x04\x00" + head(dict("'<f4'", "False", "(3,)"))[8:]: "its version is 4, and only 1 to 3 are known",
		head(dict("'<f4'", "True", "(3, 2)")):                          "Fortran order",
		head(dict("'<f4'", "False", "()")):                             "one number",
		head(dict("'<f4'", "False", "(3, 0)")):                         "have no bytes",
		head(dict("'|S0'", "False", "(3,)")):                           "have no bytes",
		head(dict("'<f4'", "False", "(3, -2)")):                        "not as numpy writes it",
		head(dict("'<f4'", "False", "(9999999999999999999999, 2)")):    "more bytes than can be",
		head(dict("'<f4'", "False", "(4611686018427387904, 2)")):       "more bytes than can be",
		head(dict("'<f4'", "False", "(2, 4611686018427387904, 4)")):    "more bytes than can be",
		head(dict("'<f4'", "False", "(2, 0, 9223372036854775807)")):    "more bytes than can be",
		"\x93NUMPY\x02\x00\xff\xff\xff\xff" + strings.Repeat(" ", 100): "which cannot be",
	} {
		if _, err := npy.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}

// TestNumpy has numpy read what is written, and write what is read, where it is there.
func TestNumpy(t *testing.T) {
	const script = `
import io, sys, numpy
def head(a):
    f = io.BytesIO(); numpy.save(f, a); return f.getvalue()[:f.tell() - a.nbytes]
sys.stdout.buffer.write(head(numpy.zeros((5, 3, 2), "u2")))
assert numpy.load(io.BytesIO(sys.stdin.buffer.read() + bytes(2 * 12))).shape == (2, 3, 2)`
	a, err := npy.Read(strings.NewReader(head(dict("'<u2'", "False", "(7, 3, 2)"))))
	if err != nil {
		t.Fatal(err)
	}
	if exec.Command("python3", "-c", "import numpy").Run() != nil {
		t.Skip("numpy is not there")
	}
	cmd := exec.Command("python3", "-c", script)
	cmd.Stdin = bytes.NewReader(a.Header(2))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if b, err := npy.Read(bytes.NewReader(out)); err != nil || b.Rows != 5 || b.Bytes != a.Bytes {
		t.Errorf("%+v, %v", b, err)
	}
}

func ExampleRead() {
	a, err := npy.Read(bytes.NewReader(npy.Integers(52).Header(52)))
	fmt.Println(a.Rows, a.Bytes, err)
	// Output: 52 8 <nil>
}

func ExampleIntegers() {
	fmt.Printf("%.68q\n", npy.Integers(52).Header(52))
	// Output: "\x93NUMPY\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, 'shape': (52,), }"
}

func ExampleArray_Row() {
	fmt.Println(npy.Integers(9).Row())
	// Output: <i8 ()
}

func ExampleArray_Header() {
	embeddings := npy.Integers(0)
	fmt.Println(len(embeddings.Header(9)), len(embeddings.Header(1_000_000)))
	// Output: 128 128
}
