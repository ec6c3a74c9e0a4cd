package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A bucket serves objects as S3 does, as far as a Store asks, with faults.
type bucket struct {
	mu      sync.Mutex
	objects map[string][]byte
	fault   func(w http.ResponseWriter, r *http.Request, body []byte) bool // or nil
	asked   atomic.Int64
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.asked.Add(1)
	key := strings.TrimPrefix(r.URL.Path, "/b/")
	b.mu.Lock()
	data, ok := b.objects[key]
	b.mu.Unlock()
	if b.fault != nil && b.fault(w, r, data) {
		return
	}
	switch {
	case r.Method == "PUT":
		body, _ := io.ReadAll(r.Body)
		b.mu.Lock()
		b.objects[key] = body
		b.mu.Unlock()
	case !ok:
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, `<Error><Code>NoSuchKey</Code></Error>`)
	default:
		http.ServeContent(w, r, "", time.Unix(1e9, 0), bytes.NewReader(data))
	}
}

// serve returns a store and the name of an object in the bucket.
func serve(t *testing.T, b *bucket) (*Store, Name) {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	t.Setenv("AWS_REGION", "us-east-1")
	mostTries = 1 // so that attempts are ours
	t.Cleanup(func() { mostTries = 0 })
	t.Setenv("AWS_REQUEST_CHECKSUM_CALCULATION", "when_required")
	if b.objects == nil {
		b.objects = map[string][]byte{}
	}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	n, err := Parse("s3://b/key?use_path_style=true&endpoint=" + server.URL)
	if err != nil {
		t.Fatal(err)
	}
	st := New()
	st.Wait = 0
	t.Cleanup(func() { st.Close() })
	return st, n
}

// sometimes makes each of the first n requests of a method fail.
func sometimes(n int64, method string, fail http.HandlerFunc) func(http.ResponseWriter, *http.Request, []byte) bool {
	var asked atomic.Int64
	return func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		if r.Method != method || asked.Add(1) > n {
			return false
		}
		fail(w, r)
		return true
	}
}

func busy(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusServiceUnavailable)
	io.WriteString(w, `<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>`)
}

func denied(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusForbidden)
	io.WriteString(w, `<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`)
}

// TestBusy: a store that is busy is asked again, but not for ever.
func TestBusy(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		method string
		do     func(st *Store, n Name) error
	}{
		{"GET", func(st *Store, n Name) error {
			got, err := st.ReadAll(ctx, n)
			if err == nil && string(got) != "data" {
				err = fmt.Errorf("read %q", got)
			}
			return err
		}},
		{"HEAD", func(st *Store, n Name) error { _, err := st.Stat(ctx, n); return err }},
		{"PUT", func(st *Store, n Name) error { return st.WriteAll(ctx, n, []byte("data")) }},
	} {
		for _, times := range []int64{attempts - 1, 1000} {
			b := &bucket{objects: map[string][]byte{"key": []byte("data")}, fault: sometimes(times, test.method, busy)}
			st, n := serve(t, b)
			err := test.do(st, n)
			if (err == nil) != (times < attempts) || b.asked.Load() != attempts {
				t.Errorf("%s, busy %d times: %v after %d requests", test.method, times, err, b.asked.Load())
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v", test.method, err)
			}
		}
	}
}

// TestShortReads: where a connection breaks, the reading goes on.
func TestShortReads(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789"), 100_000)
	whole := &bucket{objects: map[string][]byte{"key": data}}
	cut := func(bytes int) func(http.ResponseWriter, *http.Request, []byte) bool {
		return func(w http.ResponseWriter, r *http.Request, data []byte) bool {
			if r.Method != "GET" {
				return false
			}
			from, to := int64(0), int64(len(data)-1)
			fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &from, &to)
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to, len(data)))
			w.Header().Set("Content-Length", fmt.Sprint(to-from+1))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(data[from:min(to+1, from+int64(bytes))])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler) // breaks the connection
		}
	}
	whole.fault = cut(70_000)
	st, n := serve(t, whole)
	for _, r := range [][2]int64{{0, -1}, {5, 500_000}, {999_990, 10}, {123_456, -1}} {
		in, err := st.Read(context.Background(), n, r[0], r[1])
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(in)
		in.Close()
		want := data[r[0]:]
		if r[1] >= 0 {
			want = want[:r[1]]
		}
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v: %d bytes instead of %d, %v", r, len(got), len(want), err)
		}
	}
	whole.fault = cut(0)
	if _, err := st.ReadAll(context.Background(), n); err == nil {
		t.Error("an object of which nothing comes was read")
	}
}

// TestSlow: a store may take its time; when the context ends, nobody waits for it.
func TestSlow(t *testing.T) {
	release := make(chan struct{})
	slow := &bucket{objects: map[string][]byte{"key": []byte("data")}}
	slow.fault = func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		select {
		case <-release:
		case <-r.Context().Done():
		}
		return false
	}
	st, n := serve(t, slow)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		_, err := st.ReadAll(ctx, n)
		done <- err
	}()
	for slow.asked.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	go func() {
		_, err := st.ReadAll(context.Background(), n)
		done <- err
	}()
	close(release)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestDenied: what is forbidden is said at once.
func TestDenied(t *testing.T) {
	for _, method := range []string{"GET", "PUT"} {
		b := &bucket{objects: map[string][]byte{"key": []byte("data")}, fault: sometimes(1000, method, denied)}
		st, n := serve(t, b)
		var err error
		if method == "GET" {
			_, err = st.ReadAll(context.Background(), n)
		} else {
			err = st.WriteAll(context.Background(), n, nil)
		}
		if !errors.Is(err, fs.ErrPermission) || !strings.HasSuffix(err.Error(), "s3://b/key: permission denied") || b.asked.Load() != 1 {
			t.Errorf("%s: %v after %d requests", method, err, b.asked.Load())
		}
	}
}

// TestAborted: an object whose writing fails is not there.
func TestAborted(t *testing.T) {
	dir := t.TempDir()
	b := &bucket{}
	onS3, n := serve(t, b)
	file, _ := Parse(filepath.Join(dir, "a", "key"))
	broken := errors.New("broken")
	for _, name := range []Name{n, file} {
		err := onS3.Write(context.Background(), name, 3<<20, func(w io.Writer) error {
			w.Write(make([]byte, 1<<20))
			return broken
		})
		if !errors.Is(err, broken) {
			t.Error(err)
		}
		if _, err := onS3.Stat(context.Background(), name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if left, _ := os.ReadDir(filepath.Join(dir, "a")); len(left) > 0 {
		t.Errorf("there is %v", left)
	}
}

// TestFiles: what can be done with objects can be done with files.
func TestFiles(t *testing.T) {
	ctx, dir, st := context.Background(), t.TempDir(), New()
	defer st.Close()
	name := func(text string) Name {
		n, err := Parse(filepath.Join(dir, text))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, key := range []string{"a-1.txt", "a-2.txt", "b.txt", "sub/a-3.txt", "a-[x].txt", "with space?.txt"} {
		if err := st.WriteAll(ctx, name(key), []byte(key)); err != nil {
			t.Fatal(err)
		}
		if got, err := st.ReadAll(ctx, name(key)); err != nil || string(got) != key {
			t.Errorf("%q, %v", got, err)
		}
	}
	for pattern, want := range map[string]string{
		"a-*.txt": "a-1.txt a-2.txt a-[x].txt", "*.txt": "a-1.txt a-2.txt a-[x].txt b.txt with space?.txt", "sub/*": "a-3.txt", "*/a*": "a-3.txt", "a-[*": "a-[x].txt", "x*": "",
	} {
		all, err := st.List(ctx, name(pattern))
		var got []string
		for _, n := range all {
			got = append(got, n.Base())
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v", pattern, got, err)
		}
	}
	if err := st.Create(ctx, name("b.txt"), nil); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	was, _ := st.Stat(ctx, name("b.txt"))
	if err := st.WriteAll(ctx, name("b.txt"), []byte("other")); err != nil {
		t.Error(err)
	}
	if is, err := st.Stat(ctx, name("b.txt")); err != nil || is == was || is.Size != 5 {
		t.Errorf("%v, %v, %v", was, is, err)
	}
	for range 2 {
		if err := st.Remove(ctx, name("b.txt")); err != nil {
			t.Error(err)
		}
	}
	if _, err := st.ReadAll(ctx, name("b.txt")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := st.Stat(ctx, name("a-1.txt/x")); err == nil || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

// TestNames: names survive being written and read, and say nothing of how to reach them.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"s3://b/k/x":               "s3://b/k/x",
		"s3://b/k?endpoint=http:x": "s3://b/k",
		"gs://b/k*":                "gs://b/k*",
		"file:///a/b":              "/a/b",
		"/a/../b":                  "/b",
	} {
		n, err := Parse(text)
		if err != nil || n.String() != want {
			t.Errorf("%s is %s, %v", text, n, err)
		}
		again, err := Parse(n.Text())
		if err != nil || again != n {
			t.Errorf("%s becomes %s, %v", text, again, err)
		}
	}
}
