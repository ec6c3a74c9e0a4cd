//go:build !unix && !windows

package vfs

import (
	"os"
)

// Scratch makes a file that is removed when it is closed.
func (OS) Scratch(dir string) (File, error) {
	f, err := os.CreateTemp(dir, "yates-*")
	if err != nil {
		return nil, err
	}
	return removing{f}, nil
}

type removing struct{ *os.File }

func (f removing) Close() error {
	err := f.File.Close()
	if e := os.Remove(f.Name()); err == nil {
		err = e
	}
	return err
}
