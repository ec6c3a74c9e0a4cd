//go:build !linux

package input

import "os"

func widenPipe(*os.File) {}
