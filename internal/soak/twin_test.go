//go:build unix

package main

import (
	"bytes"
	"testing"
)

// The header is that of the first source that is not empty.
func TestHeaderOfTheTwin(t *testing.T) {
	j := job{header: 1, count: -1}
	head, records, offsets, err := j.cut([][]byte{nil, []byte("h\n1\n"), nil, []byte("h\n2"), []byte("g\n3\n")})
	if want := "1\n2\ng\n3\n"; err != nil || string(head) != "h\n" || string(bytes.Join(records, nil)) != want {
		t.Errorf("header %q, records %q, %v", head, records, err)
	}
	if len(offsets) != 4 || offsets[0] != 2 || offsets[1] != 6 || offsets[2] != 8 {
		t.Errorf("offsets %d", offsets)
	}
}
