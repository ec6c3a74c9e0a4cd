package output

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// errEnding is an error of a context that has ended, as the program is about to.
var errEnding = fmt.Errorf("the program is ending: %w", context.Canceled)

var (
	unfinished sync.Map // the file system of each hidden name
	removals   atomic.Int64
	gate       sync.RWMutex // held for reading while a name is made, and while files are put in their places
	torn       sync.Map     // the names of files that are partly overwritten
)

// RemoveUnfinished removes the names beside all files that have been neither
// committed nor aborted; none of these can be committed then. It is for a program
// that must end while some goroutine is blocked, in writing to a pipe for example,
// and can't abort its outputs. It waits for files that are being put in their places: they
// are all there then, or none. Any goroutine may call it at any time. It returns the names
// of the files that are partly overwritten.
func RemoveUnfinished() (overwritten []string) {
	gate.Lock()
	defer gate.Unlock()
	removals.Add(1)
	unfinished.Range(func(name, fsys any) bool {
		fsys.(vfs.FS).Remove(name.(string))
		return true
	})
	torn.Range(func(name, _ any) bool {
		overwritten = append(overwritten, name.(string))
		return true
	})
	return overwritten
}

// TornText says that the named file is partly overwritten.
func TornText(name string) string {
	return label.Name(name) + " is partly overwritten: the old lines are lost, and some of the new ones are missing"
}
