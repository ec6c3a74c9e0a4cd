//go:build !unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// OwnGroup does nothing: there are no groups, and only the process itself is ended.
func OwnGroup(*exec.Cmd) {}

// KillGroup does nothing.
func KillGroup(*exec.Cmd) error { return nil }

// die ends this process; there are no signals that could say why.
func die(syscall.Signal) {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		p.Kill()
	}
}
