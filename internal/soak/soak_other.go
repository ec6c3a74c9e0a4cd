//go:build !unix

package main

import (
	"context"
	"fmt"
	"io"
)

func run(_ context.Context, _ []string, stdout io.Writer) int {
	fmt.Fprintln(stdout, "soak: it needs the signals, pipes and limits of Unix")
	return 1
}
