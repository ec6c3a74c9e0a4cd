//go:build unix

package deals

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command that has not been started the leader of a process group, so
// that its children can be killed with it. Daemons leave the group and survive.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return killGroup(cmd) }
}

// killGroup kills all remaining processes of the command's group.
func killGroup(cmd *exec.Cmd) error {
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
