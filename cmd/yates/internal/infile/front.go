package infile

import (
	"errors"
	"io"
	"os"

	"github.com/yates-shuffle/yates/internal/packing"
)

// Front returns the first bytes of a regular file, decompressed.
func Front(name string) (front []byte, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, errors.ErrUnsupported
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close() // only read, as is what follows
	text := packing.Open(name, file, packing.LeastWindow)
	defer text.Close()
	return io.ReadAll(io.LimitReader(text, 64<<10))
}

// Small returns the bytes of a regular file that has few.
func Small(name string) ([]byte, error) {
	const most = 1 << 20
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Size() > most:
		return nil, errors.New("it has more than 1 MiB")
	}
	return os.ReadFile(name)
}
