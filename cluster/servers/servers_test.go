package servers

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/script"
)

// A server is a real server of a store, which is reached through a proxy with faults.
type server struct {
	name   string
	in     func(key string) string // the name of an object
	faults *faults
	client *s3.Client // of S3
}

// faults is a proxy that fails now and then: it answers 503, or breaks the connection in the
// middle of a body. It also flips a bit in one body, if it is told in which.
type faults struct {
	proxy       *httputil.ReverseProxy
	on          atomic.Bool
	asked, busy atomic.Int64
	cut         atomic.Int64
	got, flip   atomic.Int64 // the number of bodies, and of the one with a flipped bit

	mu           sync.Mutex
	kinds        map[string]int // of requests
	read, stored int64          // bytes of objects
}

// since returns what was asked since it was called last: how many requests of each kind, and the bytes read and stored.
func (f *faults) since() (kinds map[string]int, read, stored int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	kinds, read, stored = f.kinds, f.read, f.stored
	f.kinds, f.read, f.stored = map[string]int{}, 0, 0
	return kinds, read, stored
}

// count counts a request, and returns what counts the bytes of its answer.
func (f *faults) count(w http.ResponseWriter, r *http.Request) http.ResponseWriter {
	f.mu.Lock()
	defer f.mu.Unlock()
	kind := r.Method
	if r.URL.Query().Has("list-type") {
		kind = "LIST"
	}
	if f.kinds == nil {
		f.kinds = map[string]int{}
	}
	f.kinds[kind]++
	if size, err := strconv.ParseInt(r.Header.Get("X-Amz-Decoded-Content-Length"), 10, 64); err == nil {
		f.stored += size
	} else if kind == "PUT" {
		f.stored += r.ContentLength
	}
	if kind == "GET" {
		return counter{w, f}
	}
	return w
}

// A counter counts the bytes of an answer.
type counter struct {
	http.ResponseWriter
	f *faults
}

func (c counter) Write(p []byte) (int, error) {
	c.f.mu.Lock()
	c.f.read += int64(len(p))
	c.f.mu.Unlock()
	return c.ResponseWriter.Write(p)
}

func (f *faults) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := f.asked.Add(1)
	w = f.count(w, r)
	switch {
	case f.on.Load() && n%17 == 0:
		f.busy.Add(1)
		w.WriteHeader(http.StatusServiceUnavailable)
	case f.on.Load() && n%13 == 0 && r.Method == "GET":
		f.cut.Add(1)
		f.proxy.ServeHTTP(&cutter{w, 20_000}, r)
	case r.Method == "GET" && f.got.Add(1) == f.flip.Load():
		f.proxy.ServeHTTP(flipper{w}, r)
	default:
		f.proxy.ServeHTTP(w, r)
	}
}

// A flipper flips a bit of what is written.
type flipper struct{ http.ResponseWriter }

func (f flipper) Write(p []byte) (int, error) {
	p = bytes.Clone(p)
	p[len(p)/2] ^= 1
	return f.ResponseWriter.Write(p)
}

// A cutter breaks the connection after some bytes.
type cutter struct {
	http.ResponseWriter
	left int
}

func (c *cutter) Write(p []byte) (int, error) {
	if c.left -= len(p); c.left < 0 {
		panic(http.ErrAbortHandler)
	}
	return c.ResponseWriter.Write(p)
}

// freePort returns an address that nobody listens on.
func freePort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// start starts a tool of this module as a server at an address, and the proxy at another.
func start(t *testing.T, at, proxied string, env []string, tool string, args ...string) *faults {
	t.Helper()
	path, err := exec.Command("go", "tool", "-n", tool).Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(strings.TrimSpace(string(path)), args...)
	cmd.Env = append(os.Environ(), env...)
	output, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = output, output
	cmd.Dir = t.TempDir() // for what it leaves
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		output.Close()
	})
	for i := 0; ; i++ {
		if c, err := net.Dial("tcp", at); err == nil {
			c.Close()
			break
		}
		if i == 1000 {
			text, _ := os.ReadFile(output.Name())
			t.Fatalf("%s does not start: %s", tool, text)
		}
		time.Sleep(20 * time.Millisecond)
	}
	to := &url.URL{Scheme: "http", Host: at}
	f := &faults{proxy: &httputil.ReverseProxy{ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
		r.Out.Host = r.In.Host // which is signed
	}}}
	l, err := net.Listen("tcp", proxied)
	if err != nil {
		t.Fatal(err)
	}
	front := &http.Server{Handler: f}
	go front.Serve(l)
	t.Cleanup(func() { front.Close() })
	return f
}

// startS3 starts versitygw on a folder.
func startS3(t *testing.T) *server {
	at, proxied, dir := freePort(t), freePort(t), t.TempDir()
	f := start(t, at, proxied, []string{"ROOT_ACCESS_KEY=key", "ROOT_SECRET_KEY=secret"}, "versitygw", "--port", at, "posix", dir)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_REGION", "us-east-1")
	c, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	client := s3.NewFromConfig(c, func(o *s3.Options) { o.UsePathStyle, o.BaseEndpoint = true, aws.String("http://"+at) })
	if _, err := client.CreateBucket(context.Background(), &s3.CreateBucketInput{Bucket: aws.String("lake")}); err != nil {
		t.Fatal(err)
	}
	return &server{"S3", func(key string) string { return "s3://lake/" + key + "?use_path_style=true&endpoint=http://" + proxied }, f, client}
}

// startGS starts fake-gcs-server in memory.
func startGS(t *testing.T) *server {
	at, proxied := freePort(t), freePort(t)
	host, port, _ := net.SplitHostPort(at)
	f := start(t, at, proxied, nil, "fake-gcs-server", "-scheme", "http", "-host", host, "-port", port, "-public-host", proxied, "-backend", "memory")
	t.Setenv("STORAGE_EMULATOR_HOST", proxied)
	r, err := http.Post("http://"+proxied+"/storage/v1/b?project=p", "application/json", strings.NewReader(`{"name": "lake"}`))
	if err != nil || r.StatusCode != 200 {
		t.Fatalf("%v, %v", r, err)
	}
	return &server{"GS", func(key string) string { return "gs://lake/" + key }, f, nil}
}

func parse(t *testing.T, text string) store.Name {
	t.Helper()
	n, err := store.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestServers: the same bytes come from buckets, by each way and in spite of faults.
func TestServers(t *testing.T) {
	name, want := input(t, "servers")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for _, begin := range []func(*testing.T) *server{startS3, startGS} {
		s := begin(t)
		t.Run(s.name, func(t *testing.T) {
			st := store.New()
			for i, part := range [][]byte{data[:1_000_003], data[1_000_003:]} { // not where a record ends, so:
				if i == 0 {
					part = part[:bytes.LastIndexByte(part, '\n')+1]
				} else {
					part = data[bytes.LastIndexByte(data[:1_000_003], '\n')+1:]
				}
				if err := st.CreateAll(ctx, parse(t, s.in(fmt.Sprintf("in/%d.txt", i))), part); err != nil {
					t.Fatal(err)
				}
			}
			check := func(way string, n int) {
				t.Helper()
				var got []byte
				for k := range n {
					b, err := st.ReadAll(ctx, parse(t, s.in(fmt.Sprintf("%s/out-%d", way, k))))
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, b...)
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s: %d bytes instead of %d", way, len(got), len(want))
				}
				if b, err := st.ReadAll(ctx, parse(t, s.in(way+"/_out-%d.manifest.json"))); err != nil || !bytes.Contains(b, []byte(`"records": 300000`)) {
					t.Errorf("%s: %s, %v", way, b, err)
				}
			}
			flags := func(way string) []string {
				return []string{s.in("in/*.txt"), "-o", s.in(way + "/out-{}"), "--seed", "servers", "--shards", "3"}
			}
			do := func(args ...string) string {
				t.Helper()
				out, err := exec.Command("yates-cluster", args...).CombinedOutput()
				if err != nil {
					t.Fatalf("%q: %v, %s", args, err, out)
				}
				return strings.TrimSpace(string(out))
			}
			do(append([]string{"run"}, flags("one")...)...)
			check("one", 3)
			s.faults.on.Store(true)
			do(append([]string{"run", "--segment", "200K"}, flags("beam")...)...)
			check("beam", 3)
			work := do(append([]string{"plan", "--segment", "200K"}, flags("steps")...)...)
			rng := rand.New(rand.NewPCG(1, 2))
			kills := 0
			for _, step := range []string{"count", "scatter", "gather"} {
				for _, share := range []string{"1 of 2", "2 of 2"} {
					kills += killed(t, rng, time.Second, append(append([]string{step}, strings.Fields(share)...), work)...)
				}
			}
			do("finish", work)
			check("steps", 3)
			do("clean", work)
			if left, err := st.List(ctx, parse(t, work), "", ""); err != nil || len(left) > 0 {
				t.Errorf("clean left %v, %v", left, err)
			}
			s.faults.on.Store(false)
			t.Logf("%d requests, %d busy, %d cut, %d killed", s.faults.asked.Load(), s.faults.busy.Load(), s.faults.cut.Load(), kills)
			if s.faults.busy.Load() == 0 || s.faults.cut.Load() == 0 || kills == 0 {
				t.Error("there were no faults")
			}
			_, err := st.Stat(ctx, parse(t, s.in("in/2.txt")))
			if !errors.Is(err, fs.ErrNotExist) {
				t.Error(err)
			}
			// An object that changes has another tag, even if its size is the same.
			again := parse(t, s.in("in/0.txt"))
			was, err := st.Stat(ctx, again)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(st.Remove(ctx, again), st.CreateAll(ctx, again, bytes.Repeat([]byte("\n"), int(was.Size)))); err != nil {
				t.Fatal(err)
			}
			if is, err := st.Stat(ctx, again); err != nil || is.Tag == was.Tag || is.Size != was.Size {
				t.Errorf("%v, then %v, %v", was, is, err)
			}
			if err := st.CreateAll(ctx, again, nil); !errors.Is(err, fs.ErrExist) {
				t.Errorf("created what was there: %v", err)
			}
		})
	}
}

// TestModel: a server of S3 gets the requests that docs/cluster.md says, and reads and writes as many bytes. Each
// command is a process, which also reads the plan.
func TestModel(t *testing.T) {
	s, ctx := startS3(t), context.Background()
	data := script.Numbers(3_000_000, 0)
	if err := store.New().CreateAll(ctx, parse(t, s.in("in")), data); err != nil {
		t.Fatal(err)
	}
	const m = 5
	n, d := (len(data)+5_000_000-1)/5_000_000, float64(len(data))
	s.faults.since()
	work := strings.TrimSpace(command(t, "yates-cluster", "plan", s.in("in"), "-o", s.in("out-{}"), "--seed", "1",
		"--segment", "5000000", "--shards", fmt.Sprint(m)))
	for _, step := range []struct {
		args                 string
		get, put, head, list int
		read, stored         float64
	}{
		{"", 4, 2, 2, 1, 0, 0},
		{"count 1 of 1", n + 1, 2 * n, 2 * n, 0, d, 0},
		{"scatter 1 of 1", 2*n + 2, 2*n + 1, 2 * n, 0, d, d},
		{"gather 1 of 1", 1 + n + 1 + n*m + 3*m, 1 + 3*m, n + 2*m, 0, d, d},
		{"finish", 1 + 1 + m + 2, 2, 2 * m, 0, 0, 0},
		{"clean", 1, 0, 4*n + 2*m + 4, 1, 0, 0}, // the client looks before it removes
	} {
		if step.args != "" {
			command(t, "yates-cluster", append(strings.Fields(step.args), work)...)
		}
		kinds, read, stored := s.faults.since()
		t.Logf("%q: %v, %d read, %d stored", step.args, kinds, read, stored)
		want := map[string]int{"GET": step.get, "PUT": step.put, "HEAD": step.head, "LIST": step.list}
		if step.args == "clean" {
			want["DELETE"] = step.head
		}
		for kind, want := range want {
			if kinds[kind] != want {
				t.Errorf("%q: %d %s, not %d", step.args, kinds[kind], kind, want)
			}
		}
		over := func(n int64, want float64) bool { return float64(n) < want || float64(n) > want+0.06*d }
		if over(read, step.read) || over(stored, step.stored) { // tables, and what is read beyond segments, are 6% here
			t.Errorf("%q: %d read, %d stored; not %.0f, %.0f", step.args, read, stored, step.read, step.stored)
		}
	}
}

// TestRaces: no race of jobs on a server ends with a success that is none. See TestRaces of package job.
func TestRaces(t *testing.T) {
	for _, begin := range []func(*testing.T) *server{startS3, startGS} {
		s := begin(t)
		out, err := exec.Command("go", "test", "-C", "..", "-count", "1", "-timeout", "60m", "./job", "-run", "TestRace|TestThere", "-v",
			"-args", "-races", fmt.Sprint(*races), "-race", fmt.Sprint(*first), "-place", s.in("races")).CombinedOutput()
		t.Logf("%s: %s", s.name, out)
		if err != nil {
			t.Error(err)
		}
	}
}

var (
	races = flag.Int("races", 20, "run so many random races on each server")
	first = flag.Uint64("race", 1, "begin with the random race of this number")
)

// TestFlipped: whichever body has a flipped bit, a run fails, or writes what it should; and the
// next one does, after a clean if what is wrong is the count.
func TestFlipped(t *testing.T) {
	s := startS3(t)
	name, want := input(t, "flipped")
	put := func(from, to string) {
		t.Helper()
		st := store.New()
		b, err := st.ReadAll(context.Background(), parse(t, from))
		if err == nil {
			err = st.CreateAll(context.Background(), parse(t, to), b)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put(name, s.in("in"))
	failed := 0
	for k := int64(0); k == 0 || k <= s.faults.got.Load(); k++ { // 0 is none
		to := s.in(fmt.Sprintf("out-%d", k))
		args := []string{"run", s.in("in"), "-o", to, "--seed", "flipped", "--segment", "500K"}
		s.faults.got.Store(0)
		s.faults.flip.Store(k)
		said, err := exec.Command("yates-cluster", args...).CombinedOutput()
		s.faults.flip.Store(0)
		gets := s.faults.got.Load()
		if err != nil {
			failed++
			t.Logf("GET %d: %s", k, said)
			if strings.Contains(string(said), "manifest") { // which is read again
				t.Errorf("GET %d: %s", k, said)
			}
			if exec.Command("yates-cluster", args...).Run() != nil { // as what was counted is wrong
				command(t, "yates-cluster", "clean", s.in(fmt.Sprintf("_out-%d.work", k)))
				command(t, "yates-cluster", args...)
			}
		}
		out := filepath.Join(t.TempDir(), "out")
		put(to, out)
		if got, _ := os.ReadFile(out); !bytes.Equal(got, want) {
			t.Errorf("GET %d: %d bytes instead of %d", k, len(got), len(want))
		}
		s.faults.got.Store(gets)
	}
	t.Logf("%d of %d runs failed", failed, s.faults.got.Load())
}

// TestLarge: an object of several parts is whole or not there, and what a killed writer left
// is a multipart upload, which a lifecycle rule removes.
func TestLarge(t *testing.T) {
	s, ctx, st := startS3(t), context.Background(), store.New()
	name := parse(t, s.in("large"))
	data := make([]byte, 40<<20)
	rand.NewChaCha8([32]byte{}).Read(data)
	if err := st.CreateAll(ctx, name, data); err != nil {
		t.Fatal(err)
	}
	got, err := st.ReadAll(ctx, name)
	if err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	file := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(file, bytes.Repeat([]byte("a line\n"), 20<<20), 0o666); err != nil {
		t.Fatal(err)
	}
	uploads := func() int {
		all, err := s.client.ListMultipartUploads(ctx, &s3.ListMultipartUploadsInput{Bucket: aws.String("lake")})
		if err != nil {
			t.Fatal(err)
		}
		return len(all.Uploads)
	}
	cmd := exec.Command("yates-cluster", "run", file, "-o", s.in("out"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for uploads() == 0 {
		time.Sleep(time.Millisecond)
	}
	cmd.Process.Kill()
	cmd.Wait()
	if _, err := st.Stat(ctx, parse(t, s.in("out"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an object of a killed writer: %v", err)
	}
	if n := uploads(); n != 1 {
		t.Errorf("%d uploads are left, not 1", n)
	}
}

// TestDenied: who may not, is told so.
func TestDenied(t *testing.T) {
	s := startS3(t)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "another")
	out, err := exec.Command("yates-cluster", "run", s.in("in"), "-o", s.in("out")).CombinedOutput()
	if err == nil || !strings.HasPrefix(string(out), "yates-cluster: looking at s3://lake/in: ") || strings.Count(string(out), "\n") != 1 || strings.Contains(string(out), "another") {
		t.Errorf("%v, %s", err, out)
	}
}
