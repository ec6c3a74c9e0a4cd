//go:build !unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup does nothing: there are no groups, and only the process itself is ended.
func ownGroup(*exec.Cmd) {}

func killGroup(*exec.Cmd) error { return nil }

// die ends this process as if by a signal.
func die(sig syscall.Signal) { os.Exit(signalError{sig}.status()) }
