//go:build unix

package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startAudit starts an audit whose command, a shell's, has an open file that this
// test can see the end of. gone returns when nobody has it any more.
func startAudit(t *testing.T, args ...string) (
	cmd *exec.Cmd, stdout, stderr *strings.Builder, file *bufio.Reader, gone func()) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	t.Cleanup(func() { r.Close() })
	cmd = exec.CommandContext(t.Context(), "yates", append([]string{"audit"}, args...)...)
	cmd.ExtraFiles = []*os.File{w} // 3, which all below inherit
	stdout, stderr = new(strings.Builder), new(strings.Builder)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	file = bufio.NewReader(r)
	gone = func() {
		t.Helper()
		r.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.Copy(io.Discard, file); err != nil {
			t.Errorf("processes are left behind: %v", err)
		}
	}
	return cmd, stdout, stderr, file, gone
}

func status(err error) int {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	return 0
}

// However an audit ends, nothing that it has started lives on.
func TestAuditLeavesNoProcesses(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	const hang = "echo started >&3; sleep 1000 & sleep 1000"
	for name, test := range map[string]struct {
		args   []string
		signal syscall.Signal // 0: it ends by itself
		status int
		says   string
	}{
		"timeout": {[]string{"--timeout", "300ms", "--", "sh", "-c", hang}, 0, 2, "has not ended after 300ms"},
		"time is up": {[]string{"--time", "500ms", "--", "sh", "-c", hang},
			0, 2, "there was no deal within 500ms"},
		"SIGTERM": {[]string{"--", "sh", "-c", hang}, syscall.SIGTERM, 143, ""},
		"SIGQUIT": {[]string{"--", "sh", "-c", hang}, syscall.SIGQUIT, 131, ""},
		"SIGHUP":  {[]string{"--", "sh", "-c", hang}, syscall.SIGHUP, 129, ""},
		"SIGINT":  {[]string{"--", "sh", "-c", hang}, syscall.SIGINT, 2, "interrupted before the first deal"},
		"stream, timeout": {[]string{"--stream", "--timeout", "300ms", "--", "sh", "-c", hang},
			0, 2, "has not come after 300ms"},
		"stream, SIGTERM": {[]string{"--stream", "--", "sh", "-c", hang}, syscall.SIGTERM, 143, ""},
		"too much": {[]string{"--items", "2", "--", "sh", "-c",
			"echo started >&3; sleep 1000 & while echo 1; do :; done"},
			0, 2, "printed more than"},
		"it leaves behind": {[]string{"--items", "3", "--deals", "4", "--", "sh", "-c",
			"echo started >&3; cat; sleep 1000 >/dev/null 2>&1 &"},
			0, 3, ""},
		"bad deal": {[]string{"--items", "3", "--", "sh", "-c",
			"echo started >&3; echo 1; sleep 1000 >/dev/null 2>&1 &"},
			0, 2, "has 1 item, not 3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.signal != 0 && signal.Ignored(test.signal) {
				t.Skip("the signal is ignored, as under nohup")
			}
			cmd, stdout, stderr, file, gone := startAudit(t, test.args...)
			if _, err := file.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			if test.signal != 0 {
				cmd.Process.Signal(test.signal)
			}
			got := status(cmd.Wait())
			if got != test.status || !strings.Contains(stderr.String(), test.says) || got == 2 && stdout.Len() > 0 {
				t.Errorf("exit status %d, not %d, says %q and %q", got, test.status, stderr, stdout)
			}
			gone()
		})
	}
}

// SIGINT is the end of the audit, not of the report.
func TestAuditInterrupted(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	for name, args := range map[string][]string{
		"runs": {"--items", "2", "--jobs", "1", "--", "sh", "-c", "echo started >&3; yates shuffle"},
		"stream": {"--stream", "--items", "2", "--", "sh", "-c",
			"while echo started >&3; do echo 1 2; echo 2 1; echo 2 1; echo 1 2; sleep 0.1; done"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd, stdout, stderr, file, gone := startAudit(t, args...)
			for range 4 {
				if _, err := file.ReadString('\n'); err != nil {
					t.Fatal(err)
				}
			}
			cmd.Process.Signal(syscall.SIGINT)
			ended := "\n  Ended     it was interrupted\n"
			got := status(cmd.Wait())
			if got != 3 || stderr.Len() > 0 || !strings.Contains(stdout.String(), ended) {
				t.Errorf("exit status %d, says %q and %q", got, stderr, stdout)
			}
			gone()
		})
	}
}
