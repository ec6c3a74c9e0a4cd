//go:build !windows

package vfs

import "os"

// Scratch makes a file that never has a name or, where the file system cannot do
// that, removes the name as soon as the file is open: the system frees the space
// when the last descriptor goes, whatever ends the process.
func (OS) Scratch(dir string) (File, error) {
	if f, err := nameless(dir, 0o600); err == nil {
		return f, nil
	}
	f, err := os.CreateTemp(dir, ".yates-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
