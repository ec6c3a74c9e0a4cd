//go:build !unix || solaris || illumos || aix

package vfs

import "errors"

// LockDir is not known here.
func (OS) LockDir(string, bool) (unlock func(), err error) { return nil, errors.ErrUnsupported }

// Lock is not known here.
func (OS) Lock(string) (unlock func(), err error) { return nil, errors.ErrUnsupported }
