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

// Lock waits for the lock of a name, and holds it until unlock is called or the process ends. The
// file of that name has nothing in it; unlock removes it.
func (OS) Lock(name string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(name, os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o666)
		if err != nil {
			return nil, err
		}
		mine, err := f.Stat()
		if err == nil {
			err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		}
		there, e := os.Lstat(name)
		if err == nil && e == nil && os.SameFile(mine, there) {
			return func() { os.Remove(name); f.Close() }, nil
		}
		f.Close()
		if err != nil && err != syscall.EINTR {
			os.Remove(name) // where nobody can lock it
			return nil, err
		}
	}
}
