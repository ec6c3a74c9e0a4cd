//go:build servers

package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
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
	work := filepath.Join(dir, "part-work")
	worker := func() *exec.Cmd {
		cmd := exec.Command("yates-cluster", "run", name, "-o", filepath.Join(dir, "part-{}.txt"), "--seed", "prism", "--shards", "5", "--segment", "20K", "--keep",
			"--runner", "universal", "--endpoint", endpoint, "--", "--environment_type=LOOPBACK")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	one, other := worker(), worker()
	for {
		if runs, _ := filepath.Glob(filepath.Join(work, "*", "runs", "0*")); len(runs) > 3 {
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
	if _, err := os.Stat(filepath.Join(dir, "part-manifest.json")); err != nil {
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
	program := filepath.Join(t.TempDir(), "yates-cluster") // the program of the tests goes by its name
	command(t, "go", "build", "-o", program, ".")
	dir, leave := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", leave)
	for _, runner := range []string{"flink", "spark"} {
		command(t, program, "run", name, "-o", filepath.Join(dir, runner+"-{}.txt"), "--seed", "pool", "--shards", "5", "--segment", "200K",
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
