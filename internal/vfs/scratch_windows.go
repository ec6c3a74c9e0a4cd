package vfs

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// deleteOnClose is FILE_FLAG_DELETE_ON_CLOSE of CreateFileW: the system removes
// the file when its last handle goes, whatever ends the process.
const deleteOnClose = 0x04000000

// Scratch makes a file that the system removes when it is closed.
func (OS) Scratch(dir string) (File, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	name := filepath.Join(dir, fmt.Sprintf("yates-%016x.tmp", rand.Uint64()))
	return file(os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL|deleteOnClose, 0o600))
}
