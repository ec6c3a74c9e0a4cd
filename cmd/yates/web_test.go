package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/yates-shuffle/yates/internal/process"
)

// The page is served at the address that is printed, until a signal comes.
func TestWeb(t *testing.T) {
	const page = "<!DOCTYPE html>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">\n" +
		"<script id=\"program\"></script>\n"
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	r, w := io.Pipe()
	defer r.Close()
	ended := make(chan int)
	var stderr strings.Builder
	go func() { ended <- run(ctx, []string{"web", file}, strings.NewReader(""), w, &stderr) }()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") {
		t.Fatalf("prints %q, %v", line, err)
	}
	url := strings.TrimSpace(line)
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || answer.StatusCode != http.StatusOK || string(text) != page {
		t.Errorf("answers %s: %q, %v", answer.Status, text, err)
	}
	port := url[strings.LastIndex(url, ":")+1 : len(url)-1]
	var second strings.Builder
	args := []string{"web", "--port", port, file}
	status := run(t.Context(), args, strings.NewReader(""), io.Discard, &second)
	if status != 1 || !strings.HasPrefix(second.String(), "yates: cannot serve at port "+port+": ") {
		t.Errorf("a second one at the port: exit status %d, says %q", status, second.String())
	}
	cancel(process.SignalError{Signal: syscall.SIGINT})
	if status := <-ended; status != 130 || stderr.Len() > 0 {
		t.Errorf("exit status %d, says %q", status, stderr.String())
	}
}
