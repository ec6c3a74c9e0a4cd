//go:build !unix || solaris || illumos || aix

package vfs

import (
	"errors"
	"time"
)

// Lock is not known here.
func (OS) Lock(string, time.Duration) (unlock func(), err error) { return nil, errors.ErrUnsupported }
