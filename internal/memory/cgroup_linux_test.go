package memory

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// TestCgroupLimits reads the limits of a tree of control groups.
func TestCgroupLimits(t *testing.T) {
	for _, c := range []struct {
		name, self string
		files      map[string]string
		want       []int64
	}{
		{"version 2", "0::/a/b\n", map[string]string{
			"a/b/memory.max": "max\n", "a/memory.max": "1000000\n", "memory.max": "2000000\n", "c/memory.max": "3\n",
		}, []int64{1000000, 2000000}},
		{"version 2, in a container", "0::/\n", map[string]string{"memory.max": "5000\n"}, []int64{5000}},
		{"outside of the root", "0::/../other\n", map[string]string{"memory.max": "5000\n", "other/memory.max": "7\n"},
			[]int64{7, 5000}},
		{"version 1", "5:cpu,cpuacct:/x\n4:memory:/docker/abc\n1:name=systemd:/y\n", map[string]string{
			"memory/docker/abc/memory.limit_in_bytes": "123456\n",
			"memory/memory.limit_in_bytes":            "9223372036854771712\n",
			"cpu,cpuacct/x/memory.limit_in_bytes":     "1\n",
		}, []int64{123456, 9223372036854771712}},
		{"both", "4:hugetlb,memory:/m\n0::/m\n", map[string]string{"memory/m/memory.limit_in_bytes": "10\n",
			"m/memory.max": "20\n"}, []int64{10, 20}},
		{"nonsense", "what\n0::\n\n::\n0::/a", map[string]string{"a/memory.max": "-1\n", "memory.max": "many\n"}, nil},
		{"nothing", "", nil, nil},
	} {
		dir := t.TempDir()
		self := filepath.Join(dir, "self")
		write(t, self, c.self)
		root := filepath.Join(dir, "root")
		for name, text := range c.files {
			if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(root, name), text)
		}
		if got := cgroupLimits(self, root); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v instead of %v", c.name, got, c.want)
		}
	}
	if got := cgroupLimits(filepath.Join(t.TempDir(), "missing"), t.TempDir()); got != nil {
		t.Errorf("without a file: %v", got)
	}
}

// No more than the machine has, and no less unless a group of processes is limited.
func TestPhysicalMemory(t *testing.T) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		t.Skip(err)
	}
	var total int64
	if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &total); err != nil {
		t.Fatal(err)
	}
	want := total << 10
	for _, limit := range cgroupLimits("/proc/self/cgroup", "/sys/fs/cgroup") {
		want = min(want, limit)
	}
	if got := physical(); got < want-want/16 || got > want+want/16 { // there are systems that round
		t.Errorf("%d bytes instead of %d", got, want)
	}
}

// TestProcessLimits: a limit of the process is one of the memory.
func TestProcessLimits(t *testing.T) {
	for _, resource := range []int{syscall.RLIMIT_AS, syscall.RLIMIT_DATA} {
		var old syscall.Rlimit
		if err := syscall.Getrlimit(resource, &old); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setrlimit(resource, &old)
		set := func(limit int64) {
			t.Helper()
			if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: uint64(limit), Max: old.Max}); err != nil {
				t.Fatal(err)
			}
		}
		const far = 1 << 45
		if old.Max <= far {
			t.Skip("the process is limited already")
		}
		set(far)
		if got := processLimits(); !slices.Contains(got, far) {
			t.Errorf("of limit %d, %v are known", resource, got)
		}
		if resource == syscall.RLIMIT_DATA { // of which tests need little
			less := physical() - 1<<20
			set(less)
			if got := Default(); got != defaultOf(less, math.MaxInt) {
				t.Errorf("%d of %d bytes are used", got, less)
			}
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
