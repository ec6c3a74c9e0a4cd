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
	"github.com/yates-shuffle/yates/internal/drawtext"
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

// chainFile is the script command "chain FILE", which describes the private chain.
func chainFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: chain FILE")
	}
	chain, _ := privateChain(10)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), chain.JSON(), 0o666))
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
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), fmt.Appendf(nil, `{"round":%d,"signature":"%s"}`, round, sign(round)), 0o666))
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
	mux.HandleFunc("/redirect/{round}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/public/"+r.PathValue("round"), http.StatusFound)
	})
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
	c := &draw.Commitment{Title: "Soon", Entries: draw.Entries{Count: 3}, Prizes: []draw.Prize{{Count: 1, Name: "Winners"}}}
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
	if err := os.WriteFile(info, chain.JSON(), 0o666); err != nil {
		t.Fatal(err)
	}
	var late atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if time.Now().Before(at) || late.Add(1) <= 2 {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, sign(c.Round))
	}))
	t.Cleanup(server.Close)
	return []string{"draw", "run", "--wait", "--chain", info, "--beacon", server.URL, "-o", filepath.Join(dir, "soon.draw"), commit}
}

func TestDrawWaits(t *testing.T) {
	defer func(was time.Duration) { relayPause = was }(relayPause)
	relayPause = time.Millisecond
	args := soon(t, 2*time.Second)
	var stdout, stderr strings.Builder
	if status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); status != 0 || stdout.Len() > 0 {
		t.Fatalf("exit status %d, says %q and %q", status, stdout.String(), stderr.String())
	}
	if said := stderr.String(); !strings.HasPrefix(said, "yates: waiting for round ") || !strings.Contains(said, "\nWinners:\n  ") || strings.Contains(said, "clock") {
		t.Errorf("says %q", said)
	}
	if _, err := os.Stat(args[8]); err != nil {
		t.Error(err)
	}
}

// Who waits for a relay that never has the round learns what it answers.
func TestDrawWaitsInVain(t *testing.T) {
	defer func(was time.Duration) { relayPause = was }(relayPause)
	relayPause = time.Millisecond
	var stdout, stderr strings.Builder
	if status := run(t.Context(), soon(t, -2*time.Minute), strings.NewReader(""), &stdout, &stderr); status != 0 {
		t.Fatalf("exit status %d, says %q", status, stderr.String())
	}
	if said := stderr.String(); strings.Count(said, "it does not have the round (404 Not Found); still waiting\n") != 1 {
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

func TestCountdown(t *testing.T) {
	c := countdown{round: 7, at: time.Unix(1_800_000_000, 0)}
	for before, want := range map[time.Duration]string{
		75*time.Hour + 61*time.Second: "round 7 comes in 3 days",
		59 * time.Second:              "round 7 comes in 59 seconds",
	} {
		c.Look(c.at.Add(-before))
		if got := c.Line(80); got != want {
			t.Errorf("%v before: %q, not %q", before, got, want)
		}
	}
	if got := c.Line(10); got != "" {
		t.Errorf("in 10 columns: %q", got)
	}
}

func TestFromNow(t *testing.T) {
	now := time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)
	for seconds, want := range map[int64]string{
		0: "in 0 seconds", 1: "in 1 second", 119: "in 119 seconds", 120: "in 2 minutes", 7199: "in 120 minutes",
		7200: "in 2 hours", 3 * 86400: "in 3 days", -3 * 3600: "3 hours ago", 300 * 366 * 86400: "in 109,800 days",
	} {
		if got := drawtext.FromNow(time.Unix(now.Unix()+seconds, 0), now); got != want {
			t.Errorf("%d seconds: %q, not %q", seconds, got, want)
		}
	}
}

func TestTimeValue(t *testing.T) {
	for text, want := range map[string]string{
		"2027-01-01T12:00:00Z":           "2027-01-01T12:00:00Z",
		"2027-01-01T13:00:00+01:00":      "2027-01-01T12:00:00Z",
		"2027-01-01 12:00 UTC":           "2027-01-01T12:00:00Z",
		"2027-01-01 12:00:30 gmt":        "2027-01-01T12:00:30Z",
		"2027-01-01 06:30 -05:30":        "2027-01-01T12:00:00Z",
		" 2027-01-01T12:00Z ":            "2027-01-01T12:00:00Z",
		"2027-01-01 12:00":               "not a time with its zone, such as '2027-01-01 12:00 UTC'",
		"2027-01-01T12:00:00":            "not a time with",
		"2027-01-01":                     "not a time with",
		"01/02/2027 12:00 UTC":           "not a time with",
		"2027-02-29 12:00 UTC":           "not a time with",
		"2027-01-01 12:00 CET":           "not a time with",
		"2027-01-01T12:00:00.5Z":         "whole seconds",
		"tomorrow":                       "not a time with",
		"":                               "not a time with",
		"+0s":                            "not a time from now",
		"+3 days":                        "not a time from now",
		"+-5m":                           "not a time from now",
		"2027-01-01 12:00 Europe/Berlin": "not a time with",
	} {
		var v timeValue
		got := ""
		if err := v.Set(text); err != nil {
			got = err.Error()
		} else {
			got = v.Format(time.RFC3339)
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
	var v timeValue
	before := time.Now()
	if err := v.Set("+90m"); err != nil || v.Sub(before) < 90*time.Minute || v.Nanosecond() != 0 {
		t.Errorf("+90m: %v, %v", v, err)
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
		fmt.Fprint(w, sign(c.Round))
	}))
	defer server.Close()
	args[5] = server.URL
	var stdout, stderr strings.Builder
	status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	if text, _ := os.ReadFile(to); status != 1 || string(text) != "the first" || !strings.HasSuffix(stderr.String(), "came to be meanwhile, so it is left as it is\n") {
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
		if _, err := os.Stat(key); err != nil {
			t.Error(err)
		}
		cancel(process.SignalError{Signal: syscall.SIGINT})
		return len(p), nil
	})
	var stderr strings.Builder
	if status := run(ctx, []string{"draw", "hide", "--key", key, list}, strings.NewReader(""), stdout, &stderr); status != 130 || stderr.Len() > 0 {
		t.Errorf("exit status %d, says %q", status, stderr.String())
	}
	if _, err := os.Stat(key); err == nil {
		t.Error("the key is there")
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// An entry cannot look like a skipped one, or like several lines.
func TestEntryName(t *testing.T) {
	for entry, want := range map[string]string{
		"Ada Lovelace":               "Ada Lovelace",
		"Bob  SKIPPED: works for us": `"Bob  SKIPPED: works for us"`,
		"Ann SKIPPED: x":             `"Ann SKIPPED: x"`,
		"Bob      7  Yan":            `"Bob      7  Yan"`,
		"Bob\u2800\u28007":           `"Bob\u2800\u28007"`,
		"B\u3164ob":                  `"B\u3164ob"`,
		strings.Repeat("x", 1<<16):   `"` + strings.Repeat("x", 200) + `"... (65,536 bytes)`,
	} {
		if got := entryName(entry); got != want {
			t.Errorf("%.40q: %s, not %s", entry, got, want)
		}
	}
}

// A draw whose time is still to come is not said to be right.
func TestVerifyBeforeItsTime(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	tr := &draw.Transcript{Commitment: &draw.Commitment{Title: "T", Entries: draw.Entries{Count: 1}, Prizes: []draw.Prize{{Count: 1, Name: "P"}}}}
	v := &draw.Verdict{Before: at}
	if text := verdictText(tr, v, at.Add(-time.Minute)); strings.Contains(text, "RIGHT") || !strings.Contains(text, "NOT CHECKED: by the clock of this machine, the time of the draw comes in 60 seconds.") {
		t.Errorf("got %s", text)
	}
	if text := verdictText(tr, v, at); !strings.Contains(text, "RIGHT") {
		t.Errorf("got %s", text)
	}
}

// 17 is a number, unless it may be the text of another entry.
func TestEntryNumbers(t *testing.T) {
	for _, test := range []struct {
		text   string
		lines  []uint64
		listed bool
		want   string
	}{
		{"17", nil, false, "[17]"},
		{"17", nil, true, "[17]"},
		{"17", []uint64{17}, true, "[17]"},
		{"17", []uint64{4}, true, "17 is a number, and the text of line 4; write #17 or #4"},
		{"17", []uint64{17, 18}, true, "17 is a number, and the text of line 18; write #17 or #18"},
		{"#17", []uint64{4}, true, "[17]"},
		{"0", nil, true, "0 is not in the list"},
		{"Ada", []uint64{4}, true, "[4]"},
		{"Ada", []uint64{4, 6}, true, "[4 6]"},
		{"Ada", nil, true, "Ada is not in the list"},
		{"Ada", nil, false, "Ada is no number, and no list is given to look it up in"},
	} {
		got, err := entryNumbers(test.text, test.lines, test.listed)
		if said := strings.TrimPrefix(fmt.Sprint(got, " ", err), "[] "); said != test.want && said != test.want+" <nil>" {
			t.Errorf("%+v: %s", test, said)
		}
	}
}
