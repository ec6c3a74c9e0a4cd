package servers

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// startPrism starts a Prism that stands alone, and returns the endpoint of its job service.
func startPrism(t *testing.T) (endpoint string) {
	endpoint = freePort(t)
	_, port, _ := net.SplitHostPort(endpoint)
	start(t, endpoint, freePort(t), nil, "prism", "--job_port", port, "--serve_http=false", "--log_level=error", "--idle_shutdown_timeout=-1s")
	return endpoint
}

// TestStandAlone: on a Prism that stands alone, two workers do one job, and one is killed.
// Prism starts one worker for each pipeline, so each of them runs its own, and does what the
// other has not done.
func TestStandAlone(t *testing.T) {
	name, want := input(t, "prism")
	endpoint := startPrism(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir()) // where who is killed leaves a folder
	work := filepath.Join(dir, "_part-%d.txt.work")
	worker := func() *exec.Cmd {
		cmd := exec.Command("yates-beam", name, "-o", filepath.Join(dir, "part-{}.txt"), "--seed", "prism", "--shards", "5", "--segment", "20K", "--keep",
			"--runner", "universal", "--endpoint", endpoint, "--trust-local-users", "--", "--environment_type=LOOPBACK")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	one, other := worker(), worker()
	for {
		if runs, _ := filepath.Glob(filepath.Join(work, "*-runs-0*")); len(runs) > 3 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	one.Process.Kill()
	if err := one.Wait(); one.ProcessState.ExitCode() >= 0 {
		t.Errorf("the worker ended before it was killed: %v", err)
	}
	if err := other.Wait(); err != nil {
		t.Error(err)
	}
	if got := joined(t, filepath.Join(dir, "part-?.txt")); !bytes.Equal(got, want) {
		t.Errorf("%d bytes instead of %d", len(got), len(want))
	}
	if _, err := os.Stat(filepath.Join(dir, "_part-%d.txt.manifest.json")); err != nil {
		t.Error(err)
	}
}

// TestPool: with the flags for Flink and Spark, the workers of a pool get the program from
// the job, and do it. The job service is that of Prism.
func TestPool(t *testing.T) {
	const pool, staged = "localhost:50000", "/tmp/staged" // of Beam's boot, for ever
	if c, err := net.Dial("tcp", pool); err == nil {
		c.Close()
		t.Skip("there is another pool of workers")
	}
	if _, err := os.Stat(staged); err == nil {
		t.Skipf("there is a folder %s", staged)
	}
	t.Cleanup(func() { os.RemoveAll(staged) })
	name, want := input(t, "pool")
	endpoint := startPrism(t)
	start(t, pool, freePort(t), nil, "container", "--worker_pool")
	dir, leave := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", leave)
	for _, runner := range []string{"flink", "spark"} {
		command(t, "yates-beam", name, "-o", filepath.Join(dir, runner+"-{}.txt"), "--seed", "pool", "--shards", "5", "--segment", "200K",
			"--runner", runner, "--endpoint", endpoint, "--", "--environment_type=EXTERNAL", "--environment_config="+pool)
		if got := joined(t, filepath.Join(dir, runner+"-?.txt")); !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes instead of %d", runner, len(got), len(want))
		}
	}
	if left, _ := os.ReadDir(leave); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
	if _, err := os.Stat(staged); err != nil {
		t.Error("no worker of the pool had the program:", err)
	}
}

// TestLoopback: during a job, yates-beam listens on no address that another machine reaches,
// with the runner that has a listener in the process.
func TestLoopback(t *testing.T) {
	name, _ := input(t, "sockets")
	endpoint := startPrism(t)
	t.Setenv("TMPDIR", t.TempDir())
	cmd := exec.Command("yates-beam", name, "-o", filepath.Join(t.TempDir(), "part-{}"), "--shards", "50", "--segment", "20K",
		"--endpoint", endpoint, "--trust-local-users", "--", "--environment_type=LOOPBACK")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	seen := 0
	for {
		for _, at := range listeners(t, cmd.Process.Pid) {
			seen++
			if !at.IsLoopback() {
				t.Errorf("it listens on %v", at)
			}
		}
		select {
		case err := <-ended:
			if err != nil || seen == 0 {
				t.Errorf("%v, after %d looks that found a listener", err, seen)
			}
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// listeners returns the addresses on which a process listens for TCP.
func listeners(t *testing.T, pid int) (all []net.IP) {
	t.Helper()
	ours := map[string]bool{}
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, file := range files {
		if to, err := os.Readlink(file); err == nil {
			ours[to] = true
		}
	}
	for _, table := range []string{"tcp", "tcp6"} {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table)) // none of a process that has ended
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line) // number, local address, remote address, state, …, inode
			if len(fields) < 10 || fields[3] != "0A" || !ours["socket:["+fields[9]+"]"] {
				continue
			}
			address, _, _ := strings.Cut(fields[1], ":")
			ip, err := hex.DecodeString(address)
			if err != nil {
				t.Fatal(err)
			}
			for word := range slices.Chunk(ip, 4) { // each in the order of bytes of the machine, which is little-endian
				slices.Reverse(word)
			}
			all = append(all, ip)
		}
	}
	return all
}

// TestListeners: a listener on all addresses is seen.
func TestListeners(t *testing.T) {
	for at, loopback := range map[string]bool{":0": false, "127.0.0.1:0": true} {
		l, err := net.Listen("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		found := listeners(t, os.Getpid())
		l.Close()
		if len(found) != 1 || found[0].IsLoopback() != loopback {
			t.Errorf("%s: %v", at, found)
		}
	}
}
