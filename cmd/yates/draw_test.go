package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/script"
)

// beacon1000 is round 1000 of quicknet. No test uses the network.
const beacon1000 = `{"round":1000,"signature":"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125` +
	`e342b73a8dd2bacbe47e4b6b63ed5e39"}`

// startRelay is the script command "relay", which starts a relay, whose address is $RELAY. It has
// round 1000 of quicknet, and all that can go wrong.
func startRelay(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: relay")
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/public/{round}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, strings.Replace(beacon1000, "1000", r.PathValue("round"), 1))
	})
	mux.HandleFunc("/early", http.NotFound)
	mux.HandleFunc("/broken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>log in\x1b[2J") })
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://relay.example/public/1000", http.StatusFound)
	})
	server := httptest.NewServer(mux)
	ts.Defer(server.Close)
	ts.Setenv("RELAY", server.URL)
}

// waiting writes a commitment to a time from now, and returns the arguments of a run with a relay that never has it.
func waiting(t *testing.T, in time.Duration) []string {
	prizes := []draw.Prize{{Count: 1, Name: "Winners"}}
	c := &draw.Commitment{Title: "Soon", Entries: draw.Entries{Count: 3}, Prizes: prizes}
	at := time.Now().Add(in).Truncate(time.Second)
	if err := c.Await(draw.Quicknet(), at, at.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	text, err := c.Text()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	commit := filepath.Join(dir, "soon.commit")
	if err := os.WriteFile(commit, text, 0o666); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	return []string{"draw", "run", "--wait", "--beacon", server.URL, "-o", filepath.Join(dir, "soon.draw"), commit}
}

// Who waits for a relay that never has the round learns what it answers.
func TestDrawWaitsInVain(t *testing.T) {
	var stdout, stderr strings.Builder
	if status := run(t.Context(), waiting(t, -2*time.Hour), strings.NewReader(""), &stdout, &stderr); status != 1 {
		t.Fatalf("exit status %d, says %q", status, stderr.String())
	}
	if said := stderr.String(); !strings.Contains(said, "it does not have the round (404 Not Found); round ") {
		t.Errorf("says %q", said)
	}
}

// A wait that is interrupted ends at once, and leaves nothing.
func TestDrawWaitInterrupted(t *testing.T) {
	args := waiting(t, time.Hour)
	ctx, cancel := context.WithCancelCause(t.Context())
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	go func() {
		bufio.NewReader(r).ReadString('\n') // it waits now
		cancel(process.SignalError{Signal: syscall.SIGINT})
	}()
	var stdout strings.Builder
	if status := run(ctx, args, strings.NewReader(""), &stdout, w); status != 130 || stdout.Len() > 0 {
		t.Errorf("exit status %d, says %q", status, stdout.String())
	}
	if _, err := os.Stat(args[6]); err == nil {
		t.Error("there is a transcript")
	}
}

// Of two runs at once, the second leaves the file of the first.
func TestDrawMeanwhile(t *testing.T) {
	to := filepath.Join(t.TempDir(), "soon.draw")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := os.WriteFile(to, []byte("the first"), 0o666); err != nil {
			t.Error(err)
		}
		fmt.Fprint(w, beacon1000)
	}))
	defer server.Close()
	args := []string{"draw", "run", "--beacon", server.URL, "-o", to, "../../examples/raffle/raffle.commit"}
	var stdout, stderr strings.Builder
	status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	left := strings.Contains(stderr.String(), "soon.draw: file already exists; ")
	if text, _ := os.ReadFile(to); status != 1 || string(text) != "the first" || !left {
		t.Errorf("exit status %d, says %q, and the file has %q", status, stderr.String(), text)
	}
}

// A signal while a list is hidden leaves neither the list nor the key.
func TestDrawHideInterrupted(t *testing.T) {
	dir := t.TempDir()
	list, key := filepath.Join(dir, "list"), filepath.Join(dir, "key")
	if err := os.WriteFile(list, script.Numbers(100_000, 0), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stdout := writerFunc(func(p []byte) (int, error) {
		cancel(process.SignalError{Signal: syscall.SIGINT})
		return len(p), nil
	})
	var stderr strings.Builder
	args := []string{"draw", "hide", "--key", key, list}
	if status := run(ctx, args, strings.NewReader(""), stdout, &stderr); status != 130 || stderr.Len() > 0 {
		t.Errorf("exit status %d, says %q", status, stderr.String())
	}
	if _, err := os.Stat(key); err == nil {
		t.Error("the key is there")
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
