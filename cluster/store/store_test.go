package store

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
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
	writers map[string]string                                              // of the objects and the uploads
	uploads map[string]map[string][]byte                                   // their parts
	fault   func(w http.ResponseWriter, r *http.Request, body []byte) bool // or nil
	asked   atomic.Int64
}

func etag(data []byte) string { return fmt.Sprintf(`"%x"`, md5.Sum(data)) }

const idHeader = "X-Amz-Meta-Yates-Writer"

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.asked.Add(1)
	key := strings.TrimPrefix(r.URL.Path, "/b/")
	b.mu.Lock()
	data, ok := b.objects[key]
	b.mu.Unlock()
	if b.fault != nil && b.fault(w, r, data) {
		return
	}
	body := []byte(nil)
	if r.Method == "PUT" {
		body, _ = io.ReadAll(r.Body)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	data, ok = b.objects[key]
	id := r.URL.Query().Get("uploadId")
	put := func(body []byte, writer string) bool {
		match := r.Header.Get("If-Match")
		switch {
		case match != "" && !ok:
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, `<Error><Code>NoSuchKey</Code></Error>`)
		case match != "" && match != etag(data), ok && r.Header.Get("If-None-Match") == "*":
			w.WriteHeader(http.StatusPreconditionFailed)
			io.WriteString(w, `<Error><Code>PreconditionFailed</Code></Error>`)
		default:
			b.objects[key], b.writers[key] = body, writer
			w.Header().Set("ETag", etag(body))
			return true
		}
		return false
	}
	switch {
	case r.Method == "POST" && id == "":
		id = fmt.Sprint(b.asked.Load())
		b.uploads[id], b.writers["upload "+id] = map[string][]byte{}, r.Header.Get(idHeader)
		fmt.Fprintf(w, `<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>`, id)
	case r.Method == "PUT" && id != "":
		b.uploads[id][r.URL.Query().Get("partNumber")] = body
		w.Header().Set("ETag", etag(body))
	case r.Method == "POST":
		for i := range len(b.uploads[id]) {
			body = append(body, b.uploads[id][fmt.Sprint(i+1)]...)
		}
		if put(body, b.writers["upload "+id]) {
			fmt.Fprintf(w, `<CompleteMultipartUploadResult><ETag>%s</ETag></CompleteMultipartUploadResult>`, etag(body))
		}
	case r.Method == "DELETE" && id != "":
		delete(b.uploads, id)
	case r.Method == "PUT":
		put(body, r.Header.Get(idHeader))
	case !ok:
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, `<Error><Code>NoSuchKey</Code></Error>`)
	default:
		w.Header().Set("ETag", etag(data))
		w.Header().Set(idHeader, b.writers[key])
		http.ServeContent(w, r, "", time.Unix(1e9, 0), bytes.NewReader(data))
	}
}

// serve returns a store and the name of an object in the bucket.
func serve(t *testing.T, b *bucket) (*Store, Name) {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	t.Setenv("AWS_REGION", "us-east-1")
	t.Setenv("AWS_REQUEST_CHECKSUM_CALCULATION", "when_required")
	if b.objects == nil {
		b.objects = map[string][]byte{}
	}
	b.writers, b.uploads = map[string]string{}, map[string]map[string][]byte{}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	n, err := Parse("s3://b/key?use_path_style=true&endpoint=" + server.URL)
	if err != nil {
		t.Fatal(err)
	}
	st := New()
	st.Wait = 0
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

func throttled(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }

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
		{"PUT", func(st *Store, n Name) error { return st.CreateAll(ctx, n.Beside("new"), []byte("data")) }},
	} {
		for _, times := range []int64{attempts - 1, 1000, 0} {
			fail, times := busy, times
			if times == 0 {
				fail, times = throttled, attempts-1
			}
			b := &bucket{objects: map[string][]byte{"key": []byte("data")}, fault: sometimes(times, test.method, fail)}
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

// TestBackoff: what fails for a moment does not cost a second, and what fails for seconds is
// waited for.
func TestBackoff(t *testing.T) {
	all := time.Duration(0)
	for i := 1; i < attempts; i++ {
		all += backoff(firstWait, i)
		if i == 2 && all > 200*time.Millisecond {
			t.Errorf("two attempts wait %v", all)
		}
	}
	if all < 5*time.Second || all > 30*time.Second {
		t.Errorf("all attempts wait %v", all)
	}
}

// TestBusyParts: an object of several parts is written in spite of faults, and takes the
// requests that docs/cluster.md says.
func TestBusyParts(t *testing.T) {
	var mu sync.Mutex
	var begun, ended, parts int
	b := &bucket{}
	b.fault = func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		mu.Lock()
		defer mu.Unlock()
		switch q := r.URL.Query(); {
		case r.Method == "POST" && q.Has("uploads"):
			begun++
		case r.Method == "PUT" && q.Has("partNumber"):
			if parts++; parts%2 == 1 {
				io.Copy(io.Discard, r.Body)
				throttled(w, r)
				return true
			}
		case r.Method == "POST":
			ended++
		}
		return false
	}
	st, n := serve(t, b)
	data := make([]byte, 3*8<<20+5)
	rand.NewChaCha8([32]byte{}).Read(data)
	err := st.CreateAll(context.Background(), n, data)
	if err != nil || !bytes.Equal(b.objects["key"], data) || parts != 8 || begun != 1 || ended != 1 {
		t.Errorf("%v: %d bytes, %d requests of parts, %d and %d others", err, len(b.objects["key"]), parts, begun, ended)
	}
	if got, want := partSize(500_000_000_000), 500_000_000_000/9000; got != want { // 1 PB in 2,000 objects
		t.Errorf("a large object has parts of %d bytes instead of %d", got, want)
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
		in := st.Read(context.Background(), n, r[0], r[1])
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

// TestStalled: a store that falls silent, before the answer or within it, is asked again, and
// a reading goes on where it was.
func TestStalled(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789"), 10_000)
	b := &bucket{objects: map[string][]byte{"key": data}}
	var silences atomic.Int64
	b.fault = func(w http.ResponseWriter, r *http.Request, data []byte) bool {
		switch n := silences.Add(1); {
		case n > 4:
			return false
		case n > 1 && r.Method == "GET":
			from := 0
			fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(data)-1, len(data)))
			w.Header().Set("Content-Length", fmt.Sprint(len(data)-from))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(data[from : from+1000])
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
		return true
	}
	st, n := serve(t, b)
	st.Patience = 100 * time.Millisecond
	if got, err := st.ReadAll(context.Background(), n); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	silences.Store(0)
	if info, err := st.Stat(context.Background(), n); err != nil || info.Size != int64(len(data)) {
		t.Errorf("%v, %v", info, err)
	}
	silences.Store(-1000)
	if _, err := st.ReadAll(context.Background(), n); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
}

// TestReasons: an error names what is missing, in words of ours and one line.
func TestReasons(t *testing.T) {
	ctx := context.Background()
	gone := &bucket{fault: func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		w.WriteHeader(http.StatusNotFound)
		if r.Method != "HEAD" {
			io.WriteString(w, `<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>`)
		}
		return true
	}}
	st, n := serve(t, gone)
	_, listed := st.List(ctx, n.Beside("x"), "", "")
	_, looked := st.Find(ctx, Pattern{Name: n})
	_, matched := st.Find(ctx, Pattern{Name: n.Beside("*")})
	for _, err := range []error{listed, looked, matched, st.CreateAll(ctx, n, nil)} {
		if err == nil || !strings.HasSuffix(err.Error(), ": there is no such bucket") {
			t.Error(err)
		}
	}
	taken, _ := Parse(t.TempDir())
	if err := st.CreateAll(ctx, taken, nil); !errors.Is(err, fs.ErrExist) || !strings.HasSuffix(err.Error(), ": it is there already") {
		t.Error(err)
	}
	text := "operation error S3: HeadObject, get identity: get credentials: failed to refresh cached credentials, no EC2 IMDS role found, operation error ec2imds: GetMetadata"
	if err := wrap("looking at", n, errors.New(text)); !strings.Contains(err.Error(), "there are no credentials") {
		t.Error(err)
	}
}

// TestServer: who cannot reach a store, or is refused there, is told where it is and what to look at;
// what a store that is busy says is enough.
func TestServer(t *testing.T) {
	ctx := context.Background()
	const look = "; check the region and the endpoint behind the name, and the "
	for _, test := range []struct {
		status int
		body   string
		want   string // URL is that of the server
	}{
		{0, "", "URL cannot be reached" + look + "network: dial tcp "},
		{400, "<Error><Code>AuthorizationHeaderMalformed</Code><Message>expecting 'here'</Message></Error>",
			"URL has refused this" + look + "credentials: AuthorizationHeaderMalformed: expecting 'here'"},
		{301, "<Error><Code>PermanentRedirect</Code></Error>", "URL has refused this" + look + "credentials: PermanentRedirect"},
		{503, "<Error><Code>SlowDown</Code><Message>Please wait.</Message></Error>", "SlowDown: Please wait."},
	} {
		b := &bucket{fault: func(w http.ResponseWriter, _ *http.Request, _ []byte) bool {
			w.WriteHeader(test.status)
			io.WriteString(w, test.body)
			return true
		}}
		st, n := serve(t, b)
		server := httptest.NewServer(b)
		defer server.Close()
		if test.status == 0 {
			server.Close()
		}
		n.query = "use_path_style=true&endpoint=" + server.URL
		want := "listing s3://b/key: " + strings.ReplaceAll(test.want, "URL", server.URL)
		_, err := st.match(ctx, Pattern{Name: n}, false)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v instead of %s", err, want)
		}
		if _, err = st.Stat(ctx, n); err == nil || test.status < 500 && !strings.Contains(err.Error(), server.URL) {
			t.Error(err)
		}
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
			err = st.CreateAll(context.Background(), n, nil)
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
		err := onS3.Create(context.Background(), name, 3<<20, func(w io.Writer) error {
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

// TestCancelled: an object that is being written when its context ends never appears, and of
// an upload of several parts nothing is left.
func TestCancelled(t *testing.T) {
	for _, name := range []string{"while a part is sent", "while more is written", "at the end"} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		var aborted atomic.Bool
		b := &bucket{}
		b.fault = func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			if name == "while a part is sent" && r.URL.Query().Get("partNumber") == "2" {
				io.Copy(io.Discard, r.Body) // or it is not seen that nobody waits for an answer
				cancel()
				<-r.Context().Done()
				return true
			}
			if r.Method == "DELETE" {
				aborted.Store(true)
			}
			return false
		}
		st, n := serve(t, b)
		err := st.Create(ctx, n, 0, func(w io.Writer) error {
			for i := range 40 {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					return err
				}
				if i == 30 && name == "while more is written" || i == 39 && name == "at the end" {
					cancel()
				}
			}
			return nil
		})
		b.mu.Lock()
		if err == nil || len(b.objects) > 0 || len(b.uploads) > 0 || !aborted.Load() {
			t.Errorf("%s: %v, %d objects, %d uploads are left", name, err, len(b.objects), len(b.uploads))
		}
		b.mu.Unlock()
	}
}

// TestFiles: what can be done with objects can be done with files.
func TestFiles(t *testing.T) {
	ctx, dir, st := context.Background(), t.TempDir(), New()
	name := func(text string) Name {
		n, err := Parse(filepath.Join(dir, text))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, key := range []string{"a-1.txt", "a-2.txt", "b.txt", "sub/a-3.txt", "a-[x].txt", "with space?.txt",
		"odd/x.attrs", "odd/tab\tline\n", "odd/a*b", "odd/axb", "odd/t__0x9__", "odd/.hidden", "odd/sub/deep"} {
		if err := st.CreateAll(ctx, name(key), []byte(key)); err != nil {
			t.Fatal(err)
		}
		if got, err := st.ReadAll(ctx, name(key)); err != nil || string(got) != key {
			t.Errorf("%q, %v", got, err)
		}
	}
	for pattern, want := range map[string]string{
		"a-*.txt": "a-1.txt a-2.txt a-[x].txt", "*.txt": "a-1.txt a-2.txt a-[x].txt b.txt with space?.txt", "sub/*": "a-3.txt", "*/a*": "a*b axb a-3.txt", "a-[[]*": "a-[x].txt", "a-[x].txt": "a-[x].txt", "x*": "",
		"{a-1,b}.txt": "a-1.txt b.txt", "a-?.txt": "a-1.txt a-2.txt", "a-[2-9].txt": "a-2.txt", "{a,a-}[12-]*.txt": "a-1.txt a-2.txt a-[x].txt",
		"**/a-*": "a-1.txt a-2.txt a-[x].txt a-3.txt", "odd/**": "a*b axb deep t__0x9__ tab\tline\n x.attrs",
		"odd/*": "a*b axb t__0x9__ tab\tline\n x.attrs", "odd/.*": ".hidden", "o*/*/d*p": "deep", "a-1.txt/*": "", "odd/a*b": "a*b",
	} {
		all, err := st.Find(ctx, Pattern{Name: name(pattern)})
		if want == "" && err != nil && strings.HasSuffix(err.Error(), ": no object matches") {
			err = nil
		}
		var got []string
		for _, n := range all {
			got = append(got, n.Base())
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v", pattern, got, err)
		}
	}
	if err := st.CreateAll(ctx, name("b.txt"), nil); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	was, _ := st.Stat(ctx, name("b.txt"))
	if err := errors.Join(st.Remove(ctx, name("b.txt")), st.CreateAll(ctx, name("b.txt"), []byte("other"))); err != nil {
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
		"s3://b/k/x":                 "s3://b/k/x",
		"s3://b/k?endpoint=http://x": "s3://b/k",
		"gs://b/k*":                  "gs://b/k*",
		"file:///a/b":                "/a/b",
		"/a/../b":                    "/b",
		"s3://b/what?.txt?":          "s3://b/what?.txt",
		"s3://b/a?b?region=x":        "s3://b/a?b",
		"file:///a?b":                "/a?b",
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
	for _, text := range []string{"s3://b/a\tb", "s3://b/a\nb?region=x", "gs://b/a__0x9__b", "s3://b/a//b", "gs://b/../b", "/a\xff", "s3://b/\xff"} {
		if n, err := Parse(text); err == nil {
			t.Errorf("%q is %s", text, n)
		}
	}
}

// TestLinks: a pattern leaves out folders by whatever name, and nothing else.
func TestLinks(t *testing.T) {
	dir, st := t.TempDir(), New()
	for _, err := range []error{
		os.MkdirAll(filepath.Join(dir, "in", "sub"), 0o777), os.WriteFile(filepath.Join(dir, "in", "file"), nil, 0o666),
		os.Symlink("sub", filepath.Join(dir, "in", "link")), os.Symlink("nowhere", filepath.Join(dir, "in", "broken")),
		os.Symlink("in", filepath.Join(dir, "way")), os.Symlink("..", filepath.Join(dir, "in", "sub", "round")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, pattern := range []string{"in/*", "way/*", "w*/*", "in/**", "way/**"} {
		n, _ := Parse(filepath.Join(dir, pattern))
		names, err := st.Find(context.Background(), Pattern{Name: n})
		if err != nil || len(names) != 2 || names[0].Base() != "broken" || names[1].Base() != "file" {
			t.Errorf("%s: %v, %v", pattern, names, err)
		}
	}
}

// TestFolders: folders that stand before a pattern, the working folder among them, are no patterns. A name in
// braces that begins with a dot is refused, and not left out.
func TestFolders(t *testing.T) {
	ctx, top, st := context.Background(), t.TempDir(), New()
	for _, folder := range []string{"x[1]", "a*", "{b,c}", `d\e`, "x1", "ab", "b"} {
		dir := filepath.Join(top, folder)
		for _, err := range []error{
			os.Mkdir(dir, 0o777), os.Mkdir(filepath.Join(dir, "sub"), 0o777),
			os.WriteFile(filepath.Join(dir, "f"), nil, 0o666), os.WriteFile(filepath.Join(dir, ".h"), nil, 0o666),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for at, pattern := range map[string]string{dir: "*", filepath.Join(dir, "sub"): "../*"} {
			t.Chdir(at)
			p, err := ParsePattern(pattern)
			if err != nil {
				t.Fatal(err)
			}
			names, err := st.Find(ctx, p)
			if err != nil || len(names) != 1 || names[0].String() != dir+"/f" {
				t.Errorf("in %s, %s: %v, %v", at, pattern, names, err)
			}
		}
		n, _ := Parse(dir)
		if names, err := st.List(ctx, n, "", ""); err != nil || len(names) != 3 { // a folder among them
			t.Errorf("%s has %v, %v", dir, names, err)
		}
	}
	for _, pattern := range []string{"{.h,f}", "{f,.h}", "../{b/.h,f}"} {
		p, _ := ParsePattern(pattern)
		if names, err := st.Find(ctx, p); !errors.Is(err, errDot) {
			t.Errorf("%s: %v, %v", pattern, names, err)
		}
	}
}

// TestBroken: a link to nothing is said to be one, and what is not there is not.
func TestBroken(t *testing.T) {
	ctx, dir, st := context.Background(), t.TempDir(), New()
	if err := errors.Join(os.Symlink("nowhere", filepath.Join(dir, "broken")), os.Symlink("loop", filepath.Join(dir, "loop"))); err != nil {
		t.Fatal(err)
	}
	for base, want := range map[string]string{
		"broken": "it is a symbolic link to nothing", "broken/x": "there is no such file", "none": "there is no such file", "loop": "too many levels of symbolic links",
	} {
		n, _ := Parse(filepath.Join(dir, base))
		_, err := st.Find(ctx, Pattern{Name: n})
		if err == nil || err.Error() != "looking at "+n.String()+": "+want {
			t.Errorf("%s: %v", base, err)
		}
	}
}

// TestMarkers: what consoles of stores make in place of a folder is no input; a question
// mark in a key is kept; and a key that cannot be read is named.
func TestMarkers(t *testing.T) {
	list := `<ListBucketResult><Contents><Key>dir/</Key><Size>0</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents><Contents><Key>dir/a?b</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents></ListBucketResult>`
	b := &bucket{fault: func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		if r.Method == "HEAD" {
			return false
		}
		io.WriteString(w, list)
		return true
	}}
	st, n := serve(t, b)
	names, err := st.Find(context.Background(), Pattern{Name: n.Beside("dir/*")})
	if err != nil || len(names) != 1 || names[0].String() != "s3://b/dir/a?b" {
		t.Fatalf("%v, %v", names, err)
	}
	if again, err := Parse(names[0].Text()); err != nil || again != names[0] {
		t.Errorf("%v, %v", again, err)
	}
	whole, cut := list, 2
	b.fault = func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		if cut--; r.Method == "GET" && cut >= 0 { // such an answer is asked for again
			io.WriteString(w, whole[:len(whole)/2])
		} else if r.Method == "GET" {
			io.WriteString(w, list)
		}
		return r.Method == "GET"
	}
	if names, err := st.Find(context.Background(), Pattern{Name: n.Beside("dir/*")}); err != nil || len(names) != 1 {
		t.Errorf("a list that was cut twice: %v, %v", names, err)
	}
	list = strings.ReplaceAll(list, "a?b", "a__0x9__b")
	if names, err := st.Find(context.Background(), Pattern{Name: n.Beside("dir/*")}); err == nil || !strings.Contains(err.Error(), "another name") {
		t.Errorf("%v, %v", names, err)
	}
}
