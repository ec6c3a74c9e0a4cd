//go:build unix

package deals

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// What a stream leaves behind is ended when the stream is, not at the end of the audit:
// then its group's number may be another's.
func TestStreamEndsItsGroup(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	name := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	fifo, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer fifo.Close()
	p := &Program{Args: []string{"sh", "-c", "exec 3>" + name + "; echo 1 2; sleep 1000 >/dev/null 2>&1 &"}, Most: 100}
	l, err := StartStream(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for err == nil {
		_, err = l.Next(t.Context())
	}
	fifo.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.Copy(io.Discard, fifo); err != nil {
		t.Errorf("a process is left behind: %v", err)
	}
}
