package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// quickly lets progress be shown without waiting until the test ends.
func quickly(t *testing.T) {
	after, every, log := showAfter, showEvery, logEvery
	t.Cleanup(func() { showAfter, showEvery, logEvery = after, every, log })
	showAfter, showEvery, logEvery = 0, time.Millisecond, time.Millisecond
}

func TestProgressLine(t *testing.T) {
	known := sample{"reading", 1_234_567_890, 2_000_000_000, 410e6}
	for _, test := range []struct {
		sample
		width int
		want  string
	}{
		{known, wide, "reading 1.2 GB of 2.0 GB, 61%, 410 MB/s, 2 s left"},
		{known, 49, "reading 1.2 GB of 2.0 GB, 61%, 410 MB/s, 2 s left"},
		{known, 48, "reading 1.2 GB of 2.0 GB, 61%, 2 s left"},
		{known, 38, "reading 61%, 2 s left"},
		{known, 20, "reading 61%"},
		{known, 10, "61%"},
		{known, 3, "61%"},
		{known, 2, ""},
		{known, 0, ""},
		{known, -1, ""},
		{sample{"writing", 0, 2000, 0}, wide, "writing 0 B of 2.0 kB, 0%"},
		{sample{"writing", 2000, 2000, 10}, wide, "writing 2.0 kB of 2.0 kB, 100%, 10 B/s"},
		{sample{"writing", 1999, 2000, 0.5}, wide, "writing 2.0 kB of 2.0 kB, 99%"},
		{sample{"writing", 1, 1 << 62, 1}, wide, "writing 1 B of 4.6 EB, 0%, 1 B/s, 277777 h 46 min left"},
		{sample{"reading", 0, 0, 0}, wide, "reading 0 B"},
		{sample{"reading", 123_456, 0, 99_960}, wide, "reading 123 kB, 100 kB/s"},
		{sample{"reading", 123_456, 0, 99_960}, 23, "reading 123 kB"},
		{sample{"reading", 123_456, 0, 99_960}, 13, "123 kB"},
		{sample{"reading", 123_456, 0, 99_960}, 5, ""},
	} {
		if got := test.line(test.width); got != test.want {
			t.Errorf("%+v in %d columns is %q, not %q", test.sample, test.width, got, test.want)
		}
	}
	for size, want := range map[float64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 99_949: "99.9 kB", 99_950: "100 kB",
		999_499: "999 kB", 999_500: "1.0 MB", 1e9: "1.0 GB", 1e22: "10000 EB"} {
		if got := sizeText(size); got != want {
			t.Errorf("%v bytes are %q, not %q", size, got, want)
		}
	}
	for seconds, want := range map[float64]string{0: "1 s", 58.9: "59 s", 59: "1 min 0 s", 3598: "59 min 59 s", 3600: "1 h 0 min", 9000: "2 h 30 min"} {
		if got := timeText(seconds); got != want {
			t.Errorf("%v seconds are %q, not %q", seconds, got, want)
		}
	}
}

// The speed is that of the phase from its first byte on.
func TestProgressSpeed(t *testing.T) {
	begin := time.Now()
	after := func(seconds int) time.Time { return begin.Add(time.Duration(seconds) * time.Second) }
	p := &transfer{last: begin, since: begin}
	for _, step := range []struct {
		seconds int
		counts  *fakeCounts
		want    sample
	}{
		{50, &fakeCounts{}, sample{phase: "reading"}},
		{60, &fakeCounts{read: 1000}, sample{"reading", 1000, 0, 100}},
		{70, &fakeCounts{read: 6000}, sample{"reading", 6000, 0, 300}},
		{80, &fakeCounts{read: 6000, written: 2000, total: 6000, begun: true}, sample{"writing", 2000, 6000, 200}},
		{90, &fakeCounts{read: 6000, written: 6000, total: 6000, begun: true}, sample{"writing", 6000, 6000, 300}},
	} {
		p.counts = step.counts
		p.look(after(step.seconds))
		if p.now != step.want {
			t.Errorf("after %d seconds: %+v, not %+v", step.seconds, p.now, step.want)
		}
	}
}

// fakeCounts are what a test says they are.
type fakeCounts struct {
	read, written, total int64
	begun                bool
}

func (c *fakeCounts) Read() (int64, int64)          { return c.read, 0 }
func (c *fakeCounts) Written() (int64, int64, bool) { return c.written, c.total, c.begun }

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

// A failure and a signal come after the last line, and nothing after them.
func TestProgressEnds(t *testing.T) {
	quickly(t)
	var stderr strings.Builder
	status := run(t.Context(), []string{"shuffle", "--progress=always", "missing"}, strings.NewReader(""), io.Discard, &stderr)
	if lines := strings.Split(stderr.String(), "\n"); status != 1 || len(lines) < 3 || !strings.Contains(lines[len(lines)-2], "missing") {
		t.Errorf("exit status %d, says %q", status, stderr.String())
	}

	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	cmd := newShuffleCommand()
	stderr.Reset()
	cmd.SetIn(r)
	cmd.SetErr(&stderr)
	p := startProgress(ctx, always, cmd, new(fakeCounts), true)
	cancel(fmt.Errorf("ended"))
	<-p.stopped
	before := stderr.String()
	p.stop()
	p.stop()
	if stderr.String() != before || !strings.HasSuffix(before, "\n") {
		t.Errorf("says %q, then %q", before, stderr.String())
	}
	(*progress)(nil).stop()
}
