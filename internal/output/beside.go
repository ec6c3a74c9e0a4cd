package output

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// A beside is a name beside a file, of what is to take its place or of what it was
// before. As long as a process has such names in a folder it has a shared lock of the
// folder; so where an exclusive one can be had, those names are left from processes
// that have ended.
type beside struct {
	fsys   vfs.FS
	name   string
	unlock func()
}

// besideName returns name number i beside a file, so that those of one file can be
// found without a look at all of its folder.
func besideName(target string, i int) string {
	dir, base := filepath.Split(target)
	h := fnv.New64a()
	h.Write([]byte(base))
	return filepath.Join(dir, fmt.Sprintf(".yates-%016x-%d", h.Sum64(), i))
}

// turnName is the number of the name that is locked while files are put in their places. It is less than
// those of files.
const turnName = -1

// gap is how many names in a row must be missing for the last of a file to be known: of processes that wrote it
// at the same time, one with a higher number may have been killed.
const gap = 4

// makeBeside calls create with a name beside a file, and with further ones while they
// are taken. If there have been other removals than before, the program is ending.
func makeBeside(fsys vfs.FS, target string, before int64, create func(name string) error) (*beside, error) {
	b := &beside{fsys: fsys, unlock: lock(fsys, filepath.Dir(target))}
	naming.RLock() // or RemoveUnfinished would not know the name yet
	defer naming.RUnlock()
	const most = 10_000
	for i := range most {
		b.name = besideName(target, i)
		err := errEnding
		if removals.Load() == before {
			err = create(b.name)
		}
		if errors.Is(err, fs.ErrExist) && i+1 < most {
			continue
		}
		if err != nil {
			b.unlock()
			return nil, err
		}
		unfinished.Store(b.name, fsys)
		break
	}
	return b, nil
}

// gone says that there is no file of that name any more.
func (b *beside) gone() {
	unfinished.Delete(b.name)
	b.unlock()
}

func (b *beside) remove() error {
	if b == nil {
		return nil
	}
	err := b.fsys.Remove(b.name)
	b.gone()
	return err
}

// lock locks a folder, shared, as long as anybody in this process needs that, and
// returns what ends it. Where it cannot be had soon, there is none.
func lock(fsys vfs.FS, dir string) (unlock func()) {
	locks.Lock()
	defer locks.Unlock()
	at := folder{fsys, dir}
	l := locks.of[at]
	if l == nil {
		unlockDir, err := fsys.LockDir(dir, true)
		for i := 0; i < 20 && errors.Is(err, vfs.ErrLocked); i++ { // somebody removes what was left
			time.Sleep(time.Millisecond)
			unlockDir, err = fsys.LockDir(dir, true)
		}
		if err != nil {
			return func() {}
		}
		l = &dirLock{unlock: unlockDir}
		locks.of[at] = l
	}
	l.users++
	return func() {
		locks.Lock()
		defer locks.Unlock()
		if l.users--; l.users == 0 {
			l.unlock()
			delete(locks.of, at)
			at.remove(l.left)
		}
	}
}

type folder struct {
	fsys vfs.FS
	dir  string
}

type dirLock struct {
	users  int
	unlock func()
	left   []string // names to be removed when the lock is not needed any more
}

// locks are the folders that this process has locked.
var locks = struct {
	sync.Mutex
	of map[folder]*dirLock
}{of: map[folder]*dirLock{}}

// removeLeft removes the names beside a file that processes have left which have
// ended: at once, or when this process has no names in the folder any more.
func removeLeft(fsys vfs.FS, target string) {
	var left []string
	for i, missing := turnName, 0; missing < gap; i++ {
		name := besideName(target, i)
		info, err := fsys.Stat(name)
		if err != nil {
			missing++
			continue
		}
		missing = 0
		if _, own := unfinished.Load(name); !own && info.Mode().IsRegular() {
			left = append(left, name)
		}
	}
	locks.Lock()
	defer locks.Unlock()
	at := folder{fsys, filepath.Dir(target)}
	if l := locks.of[at]; l != nil {
		l.left = append(l.left, left...)
		return
	}
	at.remove(left)
}

// remove removes names, unless another process has names in the folder.
func (p folder) remove(names []string) {
	if len(names) == 0 {
		return
	}
	unlock, err := p.fsys.LockDir(p.dir, false)
	if err != nil {
		return
	}
	defer unlock()
	for _, name := range names {
		p.fsys.Remove(name) // or it stays
		p.fsys.Remove(name + vfs.Third)
	}
}

// errEnding is an error of a context that has ended, as the program is about to.
var errEnding = fmt.Errorf("the program is ending: %w", context.Canceled)

var (
	unfinished sync.Map // the file system of each name that is beside a file
	removals   atomic.Int64
	placing    sync.RWMutex // held for reading while files are put in their places
	naming     sync.RWMutex // held for reading while a name is made, perhaps within placing
	torn       sync.Map     // the names of files that are partly overwritten
)

// RemoveUnfinished removes the names beside all files that have been neither
// committed nor aborted; none of these can be committed then. It is for a program
// that must end while some goroutine is blocked, in writing to a pipe for example,
// and can't abort its outputs. It waits for files that are being put in their places: they
// are all there then, or none. Any goroutine may call it at any time. It returns the names
// of the files that are partly overwritten.
func RemoveUnfinished() (overwritten []string) {
	removals.Add(1)
	placing.Lock()
	defer placing.Unlock()
	naming.Lock()
	defer naming.Unlock()
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
