//go:build unix

package gnushuf

import (
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
	for _, later := range []string{"", "c\n"} {
		if err := os.WriteFile(in, []byte("a\nb\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		status := make(chan int)
		var stderr strings.Builder
		go func() {
			args := []string{"--random-source=" + random, "-o", in, in}
			status <- Run(t.Context(), "shuf", args, os.Stdin, new(strings.Builder), &stderr)
		}()
		bytes, err := os.OpenFile(random, os.O_WRONLY, 0) // when the input was read
		if err != nil {
			t.Fatal(err)
		}
		if later != "" {
			if err := os.WriteFile(in, []byte("a\nb\n"+later), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		bytes.Write(make([]byte, 64))
		bytes.Close()
		if got := <-status; (got == 0) != (later == "") {
			t.Errorf("after %q was added: exit status %d, %s", later, got, stderr.String())
		}
		if text, err := os.ReadFile(in); err != nil || string(text) != "a\nb\n"+later {
			t.Errorf("after %q was added: %q, %v", later, text, err)
		}
	}
}
