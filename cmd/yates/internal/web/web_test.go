package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// The page is served to names of this machine alone, so that no other site can take it for its own, or frame it.
func TestHandler(t *testing.T) {
	const page = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><p id="program">`
	for _, c := range []struct {
		method, host, path string
		status             int
	}{
		{"GET", "127.0.0.1:8080", "/", 200},
		{"HEAD", "LocalHost:8080", "/", 200},
		{"GET", "localhost", "/", 200},
		{"GET", "[::1]:9", "/", 200},
		{"GET", "evil.example:8080", "/", 421},
		{"GET", "localhost.evil.example:8080", "/", 421},
		{"GET", "127.0.0.1.evil.example", "/", 421},
		{"GET", "192.168.1.1:8080", "/", 421},
		{"GET", "0.0.0.0:8080", "/", 421},
		{"GET", "", "/", 421},
		{"GET", "evil.example", "/secret", 421},
		{"GET", "localhost:8080", "/secret", 404},
		{"POST", "localhost:8080", "/", 405},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		r.Host = c.host
		answer := httptest.NewRecorder()
		handler([]byte(page)).ServeHTTP(answer, r)
		if answer.Code != c.status {
			t.Errorf("%+v: status %d", c, answer.Code)
		}
		if body := answer.Body.String(); (body == page) != (c.status == http.StatusOK && c.method == "GET") {
			t.Errorf("%+v: %q", c, body)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": "frame-ancestors 'none'",
			"X-Content-Type-Options":  "nosniff",
			"Referrer-Policy":         "no-referrer",
		} {
			if got := answer.Header().Get(name); got != want {
				t.Errorf("%+v: %s is %q", c, name, got)
			}
		}
	}
}
