package job

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// A rival serves objects as S3 does, and replaces each shard by another object of the same size as
// soon as it is there.
type rival struct {
	mu      sync.Mutex
	objects map[string][]byte
	strikes bool
}

func (b *rival) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	was, ok := b.objects[r.URL.Path]
	tag := func(data []byte) { w.Header().Set("ETag", fmt.Sprintf(`"%x"`, md5.Sum(data))) }
	switch {
	case r.Method == "PUT":
		data, _ := io.ReadAll(r.Body)
		b.objects[r.URL.Path] = data
		tag(data)
		if b.strikes && strings.HasPrefix(r.URL.Path, "/b/out-") {
			b.objects[r.URL.Path] = bytes.Repeat([]byte("x"), len(data))
		}
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	default:
		tag(was)
		http.ServeContent(w, r, "", time.Unix(1e9, 0), bytes.NewReader(was))
	}
}

// TestReplacedAtOnce: what a job knows of a shard is of what it wrote, though another object of
// the same size has taken its place before the job can look at it.
func TestReplacedAtOnce(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	t.Setenv("AWS_REGION", "us-east-1")
	t.Setenv("AWS_REQUEST_CHECKSUM_CALCULATION", "when_required")
	b := &rival{objects: map[string][]byte{}, strikes: true}
	server := httptest.NewServer(b)
	defer server.Close()
	spec := numbers(t, 1000, t.TempDir())
	spec.Work = t.TempDir() + "/work"
	spec.Output = "s3://b/out-{}?use_path_style=true&endpoint=" + server.URL
	j := mustMake(t, newStore(t), spec)
	steps(t, j, "count", "scatter", "gather")
	if err := j.Finish(context.Background()); !errors.As(err, new(*MissingError)) {
		t.Errorf("the rival's shards are taken for those of the job: %v", err)
	}
	b.strikes = false
	steps(t, j, "gather")
	if err := j.Finish(context.Background()); err != nil {
		t.Error(err)
	}
}
