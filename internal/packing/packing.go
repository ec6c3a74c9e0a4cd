// Package packing reads and writes compressed contents. What compressed them is
// told by their first bytes; contents that nobody here can read, such as archives
// and tables of other formats, are told as well, so that they are not taken for
// text.
package packing

import (
	"path/filepath"
	"strings"
)

// A Kind is how contents are compressed.
type Kind int

const (
	None Kind = iota // not compressed
	Gzip
	Zstd
)

// String returns "gzip", "zstd" or "".
func (k Kind) String() string {
	switch k {
	case Gzip:
		return "gzip"
	case Zstd:
		return "zstd"
	}
	return ""
}

// Named returns the kind that the end of a name promises: Gzip for .gz and Zstd
// for .zst, in capitals or not, and None for all others.
func Named(name string) Kind {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return Gzip
	case ".zst":
		return Zstd
	}
	return None
}
