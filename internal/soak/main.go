//go:build linux

// Soak runs the yates command again and again on random inputs, in random formats and within random limits, under
// signals, limits of file sizes, closed pipes and inputs that change, and compares each end with what package twin
// makes. A round ends well if all outputs are whole and right, or all are what they were before; if their permissions
// are as they were; if no change of an input is lost; if the exit status is one that --help tells of, and standard
// error has nothing but messages; if nothing is left behind, but for whole files that a kill may leave; and if the
// memory and the descriptors stay within what is promised. docs/durability.md has the promises.
//
// A round is made by the seed and its number, but for the moment at which a fault comes:
//
//	go run ./internal/soak -seed 17 -round 1234
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout)
	stop()
	os.Exit(code)
}
