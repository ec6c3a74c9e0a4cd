//go:build !linux

package main

import (
	"context"
	"fmt"
	"io"
)

func run(_ context.Context, _ []string, stdout io.Writer) int {
	fmt.Fprintln(stdout, "soak: it needs Linux, as it looks at processes in /proc")
	return 1
}
