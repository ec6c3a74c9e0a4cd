package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/process"
)

// A blockedReader ends when it is told to.
type blockedReader struct{ reading, end chan struct{} }

func (r blockedReader) Read([]byte) (int, error) {
	close(r.reading)
	<-r.end
	return 0, io.EOF
}

// A command that is left behind in a read has the files to itself, and closes those
// that it opens later.
func TestCancelledReading(t *testing.T) {
	dir := t.TempDir()
	more := filepath.Join(dir, "more")
	if err := os.WriteFile(more, []byte("0123456789\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flags := range []string{"", "-r -n 3"} {
		before := runtime.NumGoroutine()
		stdin := blockedReader{make(chan struct{}), make(chan struct{})}
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() {
			<-stdin.reading
			cancel(process.SignalError{Signal: syscall.SIGTERM})
		}()
		args := append(strings.Fields("shuffle "+flags), "-", more)
		if status := run(ctx, args, stdin, io.Discard, io.Discard); status != 143 {
			t.Errorf("%s: exit status %d", flags, status)
		}
		close(stdin.end)
		for range 400 {
			if runtime.NumGoroutine() <= before {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		for _, e := range entries {
			if name, _ := os.Readlink(fmt.Sprint("/proc/self/fd/", e.Name())); name == more {
				t.Errorf("%s: %s is left open", flags, name)
			}
		}
	}
}
