//go:build unix && !solaris && !illumos && !aix

package vfs

import (
	"os"
	"syscall"
	"time"
)

// Lock locks a file or folder (flock(2)).
func (OS) Lock(name string, wait time.Duration) (unlock func(), err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	const pause = 5 * time.Millisecond
	for ; ; wait -= pause {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if err != syscall.EWOULDBLOCK || wait <= 0 {
			break
		}
		time.Sleep(pause)
	}
	if err == syscall.EWOULDBLOCK {
		err = ErrLocked
	}
	f.Close()
	return nil, err
}
