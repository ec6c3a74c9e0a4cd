//go:build unix

package deals

import (
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

// killGroup ends all processes of the command's group, if there are any left.
func killGroup(cmd *exec.Cmd) error {
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
