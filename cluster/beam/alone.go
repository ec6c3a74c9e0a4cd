package pipeline

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// alone returns an error unless nobody but this user can reach the loopback address: this process is in a
// network namespace without another interface, and all processes that can be seen and are not of this user are in
// other ones.
func alone() error {
	all, err := net.Interfaces()
	if err != nil {
		return err
	}
	for _, i := range all {
		if i.Flags&net.FlagUp != 0 && i.Flags&net.FlagLoopback == 0 {
			return fmt.Errorf("the network namespace has the interface %s", i.Name)
		}
	}
	ours, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		return errors.New("this system has no network namespaces")
	}
	processes, _ := filepath.Glob("/proc/[0-9]*")
	self, err := os.Stat("/proc/self")
	for _, p := range processes {
		info, e := os.Stat(p)
		if e != nil || err == nil && owner(info) == owner(self) {
			continue // it has ended, or is of this user
		}
		if theirs, _ := os.Readlink(p + "/ns/net"); theirs == "" || theirs == ours {
			return fmt.Errorf("process %s, of another user, may be in the same network namespace", filepath.Base(p))
		}
	}
	return err
}

func owner(info os.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }
