package relay_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/draw/relay"
)

// Two rounds of quicknet, as drand publishes them.
const (
	signature42    = "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a"
	signature1000  = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
	randomness1000 = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
)

// server answers as a relay of drand does, and counts how often it was asked.
type server struct {
	*httptest.Server
	asked atomic.Int32
}

func newRelay(t *testing.T, answer http.HandlerFunc) *server {
	r := new(server)
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.asked.Add(1)
		answer(w, q)
	}))
	t.Cleanup(r.Close)
	return r
}

func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func beacon1000(t *testing.T) draw.Beacon {
	b, err := draw.ParseBeacon([]byte(signature1000), 1000)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFetch(t *testing.T) {
	good := fmt.Sprintf(`{"round":1000,"randomness":"%s","signature":"%s"}`, randomness1000, signature1000)
	served := func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path != "/"+draw.Quicknet().Hash().String()+"/public/1000" {
			http.NotFound(w, q)
			return
		}
		io.WriteString(w, good)
	}
	works := newRelay(t, served)
	early := newRelay(t, says(http.StatusNotFound, "not found"))
	tooEarly := newRelay(t, says(http.StatusTooEarly, ""))
	broken := newRelay(t, says(http.StatusInternalServerError, "oops"))
	html := newRelay(t, says(http.StatusOK, "<html>Log in to this network"))
	wrong := newRelay(t, says(http.StatusOK, `{"round":1000,"signature":"`+signature42+`"}`))
	otherRound := newRelay(t, says(http.StatusOK, `{"round":42,"signature":"`+signature42+`"}`))
	endless := newRelay(t, func(w http.ResponseWriter, q *http.Request) {
		spaces := make([]byte, 1<<20)
		for range 1 << 10 {
			if _, err := w.Write(spaces); err != nil {
				return
			}
		}
		t.Error("a gigabyte was read")
	})
	cut := newRelay(t, func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, good)
	})
	gone := newRelay(t, served)
	gone.Close()

	fetch := func(relays ...*server) (draw.Beacon, error) {
		var urls []string
		for _, r := range relays {
			urls = append(urls, r.URL+"/"+draw.Quicknet().Hash().String()+"/public/1000")
		}
		return relay.Fetch(t.Context(), http.DefaultClient, draw.Quicknet(), 1000, urls...)
	}

	for _, before := range [][]*server{nil, {gone, broken, html, wrong, otherRound, endless, cut, early}} {
		b, err := fetch(append(before, works)...)
		if err != nil || b != beacon1000(t) {
			t.Errorf("got %+v, %v", b, err)
		}
	}
	for _, c := range []struct {
		r    *server
		want string
	}{
		{gone, "refused"},
		{broken, "500 Internal Server Error"},
		{html, "hexadecimal digits"},
		{wrong, "not the chain's signature of round 1000"},
		{otherRound, "of round 42, not 1000"},
		{endless, "longer than 65536 bytes"},
		{cut, "unexpected EOF"},
	} {
		_, err := fetch(c.r)
		if err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), strings.TrimPrefix(c.r.URL, "http://")+": ") {
			t.Errorf("got %v, want %q and the host", err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("more than a line: %q", err)
		}
	}

	for _, relays := range [][]*server{{early}, {tooEarly}, {broken, early, wrong}} {
		_, err := fetch(relays...)
		var notYet *relay.NotYetError
		if !errors.As(err, &notYet) || notYet.Round != 1000 {
			t.Errorf("got %v, want a NotYetError", err)
		} else if !strings.HasPrefix(err.Error(), "no relay has round 1000: 127.0.0.1:") {
			t.Errorf("got %q", err)
		}
	}
	before := works.asked.Load()
	if _, err := fetch(works, works); err != nil || works.asked.Load() != before+1 {
		t.Errorf("%v, asked %d times, want once: the first answer is enough", err, works.asked.Load()-before)
	}
	if _, err := relay.Fetch(t.Context(), http.DefaultClient, draw.Quicknet(), 1000); err == nil {
		t.Error("a beacon from nowhere")
	}
	if _, err := relay.Fetch(t.Context(), http.DefaultClient, draw.Quicknet(), 0, works.URL); err == nil {
		t.Error("there is a round 0")
	}
	if _, err := relay.Fetch(t.Context(), http.DefaultClient, draw.Quicknet(), 1000, ":bad"); err == nil {
		t.Error("a beacon from an address that is none")
	}
}

// TestFetchSlow: a relay that answers nothing is given up, and the next one is asked;
// if the caller gives up, nobody is.
func TestFetchSlow(t *testing.T) {
	stop := make(chan struct{})
	slow := newRelay(t, func(w http.ResponseWriter, q *http.Request) {
		io.WriteString(w, "{")
		w.(http.Flusher).Flush()
		<-stop
	})
	defer close(stop)
	works := newRelay(t, says(http.StatusOK, signature1000))

	client := &http.Client{Timeout: 50 * time.Millisecond}
	for b, err := relay.Fetch(t.Context(), client, draw.Quicknet(), 1000, slow.URL, works.URL); ; b,
		err = relay.Fetch(t.Context(), client, draw.Quicknet(), 1000, slow.URL, works.URL) {
		if err == nil {
			if b != beacon1000(t) {
				t.Errorf("got %+v", b)
			}
			break
		}
		client.Timeout *= 2 // the machine is busy, and the other relay was late as well
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancels := newRelay(t, func(http.ResponseWriter, *http.Request) {
		cancel()
		<-stop
	})
	asked := works.asked.Load()
	if _, err := relay.Fetch(ctx, http.DefaultClient, draw.Quicknet(), 1000, cancels.URL, works.URL); !errors.Is(err,
		context.Canceled) || works.asked.Load() != asked {
		t.Errorf("got %v", err)
	}
}
