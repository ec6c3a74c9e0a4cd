package shuffle

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/packing"
)

// checkInPlace refuses files that cannot be replaced.
func checkInPlace(f *flags, files []string) error {
	switch {
	case len(files) == 0:
		return frame.BadUsage("", "--in-place needs files")
	case slices.ContainsFunc(files, isStdin):
		return frame.BadUsage("", "--in-place cannot replace standard input")
	case f.seed.Print && !f.seed.Given() && len(files) > 1:
		return frame.BadUsage("", "--print-seed with --in-place is for one file: without a seed, each file has its own")
	}
	for _, name := range files {
		if err := replaceable(name, f.raw); err != nil {
			return infile.Error(name, err)
		}
	}
	return nil
}

// isStdin reports whether a name stands for standard input, which may be a file.
func isStdin(name string) bool {
	switch name {
	case "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}

// replaceable returns an error if a file cannot be replaced by one of its kind.
func replaceable(name string, raw bool) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is not a regular file")
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() // it was only read
	head := make([]byte, packing.SniffLen)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	kind, err := packing.Sniff(head[:n])
	switch named := packing.Named(name); {
	case raw && named != packing.None:
		return fmt.Errorf("with --raw and --in-place, its name must not end in %s: it would be compressed again",
			filepath.Ext(name))
	case !raw && err == nil && kind != packing.None && named != kind:
		return fmt.Errorf("it is compressed by %s, but its name does not say so, so it would be replaced by plain text",
			kind)
	}
	return nil
}
