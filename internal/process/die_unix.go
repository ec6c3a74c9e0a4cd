//go:build unix

package process

import (
	"os"
	"os/signal"
	"syscall"
)

// die ends this process by a signal. At SIGQUIT the Go runtime would print all goroutines: it
// exits with the status that shells report for it.
func die(sig syscall.Signal) {
	if sig == syscall.SIGQUIT {
		os.Exit(SignalError{sig}.Status())
	}
	signal.Reset(sig)
	syscall.Kill(os.Getpid(), sig)
}
