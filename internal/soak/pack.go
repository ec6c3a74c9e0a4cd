//go:build linux

package main

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// pack compresses b by an ending, in two members.
func pack(ending string, b []byte) []byte {
	var packed bytes.Buffer
	for _, part := range [][]byte{b[:len(b)/3], b[len(b)/3:]} {
		var w io.WriteCloser = gzip.NewWriter(&packed)
		if ending == ".zst" {
			w, _ = zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1)) // its options are right
		}
		w.Write(part) // to memory
		w.Close()
	}
	return packed.Bytes()
}

// unpack returns what is compressed by an ending, or an error.
func unpack(ending string, b []byte) ([]byte, error) {
	switch ending {
	case ".gz":
		r, err := gzip.NewReader(bytes.NewReader(b))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	case ".zst":
		r, err := zstd.NewReader(bytes.NewReader(b), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return io.ReadAll(r)
	}
	return b, nil
}
