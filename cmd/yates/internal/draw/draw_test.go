package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	circl "github.com/cloudflare/circl/sign/bls"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/frame"
)

// Who waits gets the round when it comes, though the relay then says that it is not there yet.
func TestAwait(t *testing.T) {
	material := sha256.Sum256([]byte("yates"))
	key, err := circl.KeyGen[circl.KeyG2SigG1](material[:], nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	public, err := key.PublicKey().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	chain := &draw.Chain{Period: 1, Genesis: 1_700_000_000, ID: "of the test", PublicKey: [96]byte(public)}
	at := time.Now().Add(time.Second).Truncate(time.Second)
	round, err := chain.Round(at)
	if err != nil {
		t.Fatal(err)
	}
	var late atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if time.Now().Before(at) || late.Add(1) <= 1 {
			http.NotFound(w, r)
			return
		}
		message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
		fmt.Fprintf(w, "%x", circl.Sign(key, message[:]))
	}))
	defer server.Close()
	var said strings.Builder
	d := &drawRun{wait: true, timeout: time.Minute, ui: &frame.UI{Name: "yates", Err: &said}}
	b, err := d.await(t.Context(), chain, round, at, server.URL)
	if err != nil || chain.Verify(b) != nil || !strings.HasPrefix(said.String(), "yates: waiting: round ") {
		t.Errorf("%v, says %q", err, said.String())
	}
}

// 17 is a number, unless it may be the text of another entry.
func TestEntryNumbers(t *testing.T) {
	for _, test := range []struct {
		text  string
		lines []uint64
		want  string
	}{
		{"17", nil, "[17]"},
		{"17", []uint64{17}, "[17]"},
		{"17", []uint64{4}, "17 is a number, and the text of line 4; write #17 or #4"},
		{"17", []uint64{17, 18}, "17 is a number, and the text of line 18; write #17 or #18"},
		{"#17", []uint64{4}, "[17]"},
		{"0", nil, "0 is neither a number nor an entry of LIST"},
		{"Ada", []uint64{4}, "[4]"},
		{"Ada", []uint64{4, 6}, "[4 6]"},
		{"Ada", nil, "Ada is neither a number nor an entry of LIST"},
	} {
		got, err := entryNumbers(test.text, test.lines)
		said := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(got, " ", err), "[] "), " <nil>")
		if said != test.want {
			t.Errorf("%+v: %s", test, said)
		}
	}
}
