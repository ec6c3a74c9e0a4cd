//go:build unix

package gnushuf

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// An input that changes after it was read is not replaced, whatever decides the order.
func TestChangedInputIsKept(t *testing.T) {
	dir := t.TempDir()
	in, random := filepath.Join(dir, "in"), filepath.Join(dir, "random")
	if err := syscall.Mkfifo(random, 0o600); err != nil {
		t.Skip(err)
	}
	for _, later := range []string{"", "d\n"} {
		if err := os.WriteFile(in, []byte("a\nb\nc\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		status := make(chan int)
		var stderr strings.Builder
		go func() {
			args := []string{"--random-source=" + random, "-o", in, in}
			status <- Run(t.Context(), "shuf", args, os.Stdin, new(strings.Builder), &stderr)
		}()
		random, err := os.OpenFile(random, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		// A draw from three rejects 255. So when all of these fit into the pipe, the input was read.
		random.Write(bytes.Repeat([]byte{255}, 1<<18))
		if later != "" {
			if err := os.WriteFile(in, []byte("a\nb\nc\n"+later), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		random.Write(make([]byte, 64))
		random.Close()
		if got := <-status; (got == 0) != (later == "") {
			t.Errorf("after %q was added: exit status %d, %s", later, got, stderr.String())
		}
		if text, err := os.ReadFile(in); err != nil || string(text) != "a\nb\nc\n"+later {
			t.Errorf("after %q was added: %q, %v", later, text, err)
		}
	}
}
