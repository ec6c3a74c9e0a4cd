//go:build !linux

package input

import "io"

func widenPipe(io.Reader) {}
