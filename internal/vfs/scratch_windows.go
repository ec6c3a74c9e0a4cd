package vfs

import "os"

// deleteOnClose is FILE_FLAG_DELETE_ON_CLOSE of CreateFileW: the system removes
// the file when its last handle goes, whatever ends the process.
const deleteOnClose = 0x04000000

// Scratch makes a file that the system removes when it is closed.
func (OS) Scratch(dir string) (File, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	return file(os.OpenFile(Hidden(dir), os.O_RDWR|os.O_CREATE|os.O_EXCL|deleteOnClose, 0o600))
}
