package job

import (
	"fmt"
	"io"
	"os"

	"github.com/yates-shuffle/yates/internal/dest"
)

// arrayHeader returns what stands in front of n integers of 64 bits in a file of numpy (.npy), version 1.
func arrayHeader(n int64) []byte {
	shape := fmt.Sprintf("{'descr': '<i8', 'fortran_order': False, 'shape': (%d,), }", n)
	return fmt.Appendf(nil, "\x93NUMPY\x01\x00\x76\x00%-117s\n", shape) // 128 bytes
}

// arrays are outputs of numpy that have the numbers of records: how many these are is known when they are written, as
// parts are counted in groups. Until then they are in temporary files.
type arrays struct {
	dir   string
	names []string
	files []*os.File
}

func (a *arrays) open(name string) (io.Writer, error) {
	f, err := os.CreateTemp(a.dir, ".yates-*")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name()) // or when it is closed
	a.names, a.files = append(a.names, name), append(a.files, f)
	return f, nil
}

// place writes the outputs, unless there was an error before.
func (a *arrays) place(out *dest.Set, err error) error {
	for i, f := range a.files {
		if err == nil {
			err = a.copy(out, a.names[i], f)
		}
		f.Close()
		os.Remove(f.Name())
	}
	return err
}

func (a *arrays) copy(out *dest.Set, name string, f *os.File) error {
	size, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	to, err := out.Open(name)
	if err != nil {
		return err
	}
	_, err = to.Write(arrayHeader(size / 8))
	if err == nil {
		_, err = io.Copy(to, io.NewSectionReader(f, 0, size))
	}
	return err
}
