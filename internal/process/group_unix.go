//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// OwnGroup makes a command that has not been started the leader of a group of
// processes, so that all it starts can be ended with it. What leaves the group, as
// daemons do, is on its own.
func OwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return KillGroup(cmd) }
}

// die ends this process by a signal that nobody listens to. At SIGQUIT the run-time
// system would print what all goroutines do; there SIGKILL stands in.
func die(sig syscall.Signal) {
	if sig == syscall.SIGQUIT {
		sig = syscall.SIGKILL
	}
	syscall.Kill(os.Getpid(), sig)
}

// KillGroup ends all processes of the command's group, if there are any left.
func KillGroup(cmd *exec.Cmd) error {
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
