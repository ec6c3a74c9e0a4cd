package infile

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/yates-shuffle/yates/internal/packing"
)

// MostFront is how much of a file [Front] returns at most: as much as a header may have.
const MostFront = 8 << 20

// Front returns the first bytes of a regular file, decompressed: some, and as many as some lines take.
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
	for most := 64 << 10; ; most *= 2 {
		more, err := io.ReadAll(io.LimitReader(text, int64(most-len(front))))
		front = append(front, more...)
		if err != nil || len(front) < most || bytes.Count(front, []byte("\n")) > 2 || most >= MostFront {
			return front, err
		}
	}
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
