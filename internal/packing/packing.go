// Package packing reads and writes compressed files. It recognises the compression by the
// first bytes of the contents. Contents that are recognised as not text, such as an
// archive or a database, are an error.
package packing

import (
	"path/filepath"
	"strings"
)

// A Kind is a kind of compression.
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

// foreign has what names promise by their ends, other than gzip and zstd.
var foreign = map[string]string{
	".bz2": "bzip2", ".bz": "bzip2", ".tbz": "bzip2", ".tbz2": "bzip2", ".xz": "xz", ".txz": "xz", ".lz4": "lz4",
	".lz": "lzip", ".lzma": "lzma", ".lzo": "lzop", ".br": "Brotli", ".z": "compress",
	".zip": "zip", ".7z": "7z", ".rar": "rar", ".tar": "tar", ".tgz": "tar", ".tzst": "tar",
	".parquet": "Parquet", ".orc": "ORC", ".arrow": "Arrow", ".feather": "Feather", ".avro": "Avro",
	".sqlite": "SQLite", ".sqlite3": "SQLite", ".h5": "HDF5", ".hdf5": "HDF5", ".xls": "Excel", ".xlsx": "Excel",
	".ods": "OpenDocument",
}

// Foreign returns the format that the extension of a name implies, in any case, if this
// package cannot write it: "bzip2" for out.bz2, "tar" for out.tar.gz. It returns "" for
// all other names.
func Foreign(name string) string {
	kind := foreign[strings.ToLower(filepath.Ext(name))]
	if kind == "" && Named(name) != None {
		name = strings.TrimSuffix(name, filepath.Ext(name))
		kind = foreign[strings.ToLower(filepath.Ext(name))]
	}
	return kind
}

// isWorkbook reports whether the name of a zip archive is that of a workbook.
func isWorkbook(name string) bool {
	f := Foreign(name)
	return f == "Excel" || f == "OpenDocument"
}

// Named returns the kind that the extension of a name implies: Gzip for .gz and .tgz, Zstd for
// .zst and .tzst, in any case, and None for all others.
func Named(name string) Kind {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz", ".tgz":
		return Gzip
	case ".zst", ".tzst":
		return Zstd
	}
	return None
}
