//go:build !unix || aix || solaris || illumos

package vfs

import "errors"

// Map is not known here.
func (OS) Map(File, int) ([]byte, error) { return nil, errors.ErrUnsupported }

// Forget is never called.
func (OS) Forget([]byte) {}

// Unmap is never called.
func (OS) Unmap([]byte) {}
