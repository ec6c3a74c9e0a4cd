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

// die ends this process; there are no signals that could say why.
func die(syscall.Signal) {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		p.Kill()
	}
}
