package main

import (
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/progress"
)

// quickly lets progress be shown without waiting until the test ends.
func quickly(t *testing.T) {
	after, every, log := progress.ShowAfter, progress.ShowEvery, progress.LogEvery
	t.Cleanup(func() { progress.ShowAfter, progress.ShowEvery, progress.LogEvery = after, every, log })
	progress.ShowAfter, progress.ShowEvery, progress.LogEvery = 0, time.Millisecond, time.Millisecond
}

// What is no terminal gets whole lines if they were asked for, and nothing else.
func TestProgressOfNoTerminal(t *testing.T) {
	quickly(t)
	line := `yates: (reading|writing) [0-9.]+ k?B(, [0-9.]+ .?B/s)?\n`
	written := `yates: writing 100 kB of 100 kB, 100%(, [0-9.]+ .?B/s)?\n`
	for value, want := range map[string]string{
		"":       "",
		"auto":   "",
		"never":  "",
		"always": `(` + line + `|yates: writing .*\n)+` + written,
	} {
		args := []string{"shuffle"}
		if value != "" {
			args = append(args, "--progress", value)
		}
		r, w := io.Pipe()
		var stderr recording
		done := make(chan int)
		go func() { done <- run(t.Context(), args, r, io.Discard, &stderr) }()
		io.WriteString(w, strings.Repeat("a\n", 50))
		if value == "always" {
			stderr.await(t, "reading 100 B")
		}
		io.WriteString(w, strings.Repeat("b\n", 49_950))
		w.Close()
		if status := <-done; status != 0 || !regexp.MustCompile(`^`+want+`$`).MatchString(stderr.String()) {
			t.Errorf("--progress %q: exit status %d, says %q", value, status, stderr.String())
		}
	}
}

// A recording is all that was written, by any goroutine.
type recording struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *recording) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *recording) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// await waits until it has the words.
func (s *recording) await(t *testing.T, words string) {
	t.Helper()
	for begin := time.Now(); !strings.Contains(s.String(), words); time.Sleep(time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatalf("%q does not come after %q", words, s.String())
		}
	}
}
