//go:build unix && !solaris && !illumos && !aix

package vfs

import (
	"os"
	"syscall"
)

// LockDir locks a folder (flock(2)).
func (OS) LockDir(dir string, shared bool) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	how := syscall.LOCK_EX
	if shared {
		how = syscall.LOCK_SH
	}
	if err := syscall.Flock(int(d.Fd()), how|syscall.LOCK_NB); err != nil {
		d.Close()
		if err == syscall.EWOULDBLOCK {
			return nil, ErrLocked
		}
		return nil, err
	}
	return func() { d.Close() }, nil
}
