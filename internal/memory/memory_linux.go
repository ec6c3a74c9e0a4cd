package memory

import (
	"bufio"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

func physical() int64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	memory := int64(info.Totalram) * int64(info.Unit)
	for _, limit := range append(processLimits(), cgroupLimits("/proc/self/cgroup", "/sys/fs/cgroup")...) {
		memory = min(memory, limit)
	}
	return memory
}

// processLimits returns the limits of this process (getrlimit(2)) that are set.
func processLimits() (limits []int64) {
	for _, resource := range []int{syscall.RLIMIT_AS, syscall.RLIMIT_DATA} {
		var r syscall.Rlimit
		if syscall.Getrlimit(resource, &r) == nil && r.Cur < math.MaxInt64 { // RLIM_INFINITY is more
			limits = append(limits, max(int64(r.Cur), 1))
		}
	}
	return limits
}

// cgroupLimits returns the memory limits of the control groups that the process
// is in, and of those above them (cgroups(7), version 1 and 2).
func cgroupLimits(self, root string) (limits []int64) {
	file, err := os.Open(self)
	if err != nil {
		return nil
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.SplitN(lines.Text(), ":", 3)
		if len(fields) != 3 {
			continue
		}
		dir, name := root, "memory.max"
		switch controllers := fields[1]; {
		case controllers == "":
		case strings.Contains(","+controllers+",", ",memory,"):
			dir, name = path.Join(root, "memory"), "memory.limit_in_bytes"
		default:
			continue
		}
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
			if text, err := os.ReadFile(path.Join(dir, group, name)); err == nil {
				if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
					limits = append(limits, n)
				}
			}
			if group == "/" {
				break
			}
		}
	}
	return limits
}
