//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a command that has not been started the leader of a group of
// processes, so that all it starts can be ended with it. What leaves the group, as
// daemons do, is on its own.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return killGroup(cmd) }
}

// die ends this process by a signal that nobody listens to. At SIGQUIT the run-time
// system would print what all goroutines do; there SIGKILL stands in.
func die(sig syscall.Signal) {
	if sig == syscall.SIGQUIT {
		sig = syscall.SIGKILL
	}
	syscall.Kill(os.Getpid(), sig)
}

// killGroup ends all processes of the command's group, if there are any left.
func killGroup(cmd *exec.Cmd) error {
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
