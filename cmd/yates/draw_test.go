package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	circl "github.com/cloudflare/circl/sign/bls"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/script"
)

// privateChain returns a chain whose key the tests own, and what signs its rounds. No
// test uses the network.
func privateChain(period uint32) (*draw.Chain, func(round uint64) string) {
	material := sha256.Sum256([]byte("yates"))
	key, err := circl.KeyGen[circl.KeyG2SigG1](material[:], nil, nil)
	if err != nil {
		panic(err)
	}
	public, err := key.PublicKey().MarshalBinary()
	if err != nil {
		panic(err)
	}
	chain := &draw.Chain{Period: period, Genesis: 1_700_000_000, ID: "private"}
	copy(chain.PublicKey[:], public)
	return chain, func(round uint64) string {
		message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
		return fmt.Sprintf("%x", circl.Sign(key, message[:]))
	}
}

// describe returns the description of a chain that relays serve.
func describe(c *draw.Chain) []byte {
	return fmt.Appendf(nil, `{"public_key":"%x","period":%d,"genesis_time":%d,"hash":"%s","groupHash":"%s",`+
		`"schemeID":"%s","metadata":{"beaconID":%q}}`,
		c.PublicKey, c.Period, c.Genesis, c.Hash(), c.GroupHash, "bls-unchained-g1-rfc9380", c.ID)
}

// chainFile is the script command "chain FILE", which describes the private chain.
func chainFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: chain FILE")
	}
	chain, _ := privateChain(10)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), describe(chain), 0o666))
}

// beaconFile is the script command "beacon ROUND FILE", which writes the beacon of a
// round of the private chain.
func beaconFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: beacon ROUND FILE")
	}
	round, err := strconv.ParseUint(args[0], 10, 64)
	ts.Check(err)
	_, sign := privateChain(10)
	text := fmt.Sprintf(`{"round":%d,"signature":"%s"}`, round, sign(round))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o666))
}

// startRelay is the script command "relay", which starts a relay of the private chain, whose
// address is $RELAY. It has good rounds, and all that can go wrong.
func startRelay(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: relay")
	}
	_, sign := privateChain(10)
	mux := http.NewServeMux()
	mux.HandleFunc("/public/{round}", func(w http.ResponseWriter, r *http.Request) {
		round, _ := strconv.ParseUint(r.PathValue("round"), 10, 64)
		fmt.Fprintf(w, `{"round":%d,"signature":"%s"}`, round, sign(round))
	})
	mux.HandleFunc("/early", http.NotFound)
	mux.HandleFunc("/broken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>log in\x1b[2J") })
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://relay.example/public/406721", http.StatusFound)
	})
	server := httptest.NewServer(mux)
	ts.Defer(server.Close)
	ts.Setenv("RELAY", server.URL)
}

// soon writes a chain with a round a second, and a commitment to one that comes in a
// moment, of which the relay says twice that it is not there yet. It returns the
// arguments of a run.
func soon(t *testing.T, in time.Duration) []string {
	chain, sign := privateChain(1)
	prizes := []draw.Prize{{Count: 1, Name: "Winners"}}
	c := &draw.Commitment{Title: "Soon", Entries: draw.Entries{Count: 3}, Prizes: prizes}
	at := time.Now().Add(in).Truncate(time.Second)
	if err := c.Await(chain, at, at.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	text, err := c.Text()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	commit, info := filepath.Join(dir, "soon.commit"), filepath.Join(dir, "chain")
	if err := os.WriteFile(commit, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(info, describe(chain), 0o666); err != nil {
		t.Fatal(err)
	}
	var late atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if time.Now().Before(at) || late.Add(1) <= 2 {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, sign(c.Beacons[0].Number))
	}))
	t.Cleanup(server.Close)
	return []string{"draw", "run", "--wait", "--chain", info, "--beacon", server.URL,
		"-o", filepath.Join(dir, "soon.draw"), commit}
}

func TestDrawWaits(t *testing.T) {
	args := soon(t, 2*time.Second)
	var stdout, stderr strings.Builder
	if status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); status != 0 || stdout.Len() > 0 {
		t.Fatalf("exit status %d, says %q and %q", status, stdout.String(), stderr.String())
	}
	said := stderr.String()
	waits := strings.HasPrefix(said, "yates: waiting: round ")
	if !waits || !strings.Contains(said, "\nWinners:\n  ") || strings.Contains(said, "clock") {
		t.Errorf("says %q", said)
	}
	if _, err := os.Stat(args[8]); err != nil {
		t.Error(err)
	}
}

// Who waits for a relay that never has the round learns what it answers.
func TestDrawWaitsInVain(t *testing.T) {
	var stdout, stderr strings.Builder
	if status := run(t.Context(), soon(t, -2*time.Hour), strings.NewReader(""), &stdout, &stderr); status != 1 {
		t.Fatalf("exit status %d, says %q", status, stderr.String())
	}
	if said := stderr.String(); !strings.Contains(said, "it does not have the round (404 Not Found); round ") {
		t.Errorf("says %q", said)
	}
}

// A wait that is interrupted ends at once, and leaves nothing.
func TestDrawWaitInterrupted(t *testing.T) {
	args := soon(t, time.Hour)
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
	if _, err := os.Stat(args[8]); err == nil {
		t.Error("there is a transcript")
	}
}

// Of two runs at once, the second leaves the file of the first.
func TestDrawMeanwhile(t *testing.T) {
	args := soon(t, -time.Hour)
	args = append(args[:2], args[3:]...) // without --wait
	to := args[7]
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := os.WriteFile(to, []byte("the first"), 0o666); err != nil {
			t.Error(err)
		}
		_, sign := privateChain(1)
		text, _ := os.ReadFile(args[8])
		c, err := draw.ParseCommitment(text)
		if err != nil {
			t.Error(err)
			return
		}
		fmt.Fprint(w, sign(c.Beacons[0].Number))
	}))
	defer server.Close()
	args[5] = server.URL
	var stdout, stderr strings.Builder
	status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	left := strings.HasSuffix(stderr.String(), "soon.draw: file already exists\n")
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
