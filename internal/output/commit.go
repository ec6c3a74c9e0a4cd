package output

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// Commit puts the file in its place. If it fails, or if a Write failed, an old file is
// unchanged, and there is no new one.
func (o *File) Commit() error { return Commit(o) }

// Commit puts the files in their places. If it fails, or a Write of one of them failed,
// everything is as it was; if that is impossible, the error is a [failure.PartlyError]. It may be
// called only once for a file, and not after Abort.
//
// A replaced file is exchanged with the new one, so that everything can be undone until the
// last file is in its place; then the replaced files are removed. A process that is killed
// meanwhile leaves some files new and others old, and beside them names that the next
// Create of the same file removes. At every moment each file is the old or the new one.
func Commit(files ...*File) error {
	for _, o := range files {
		if err := o.Finish(); err != nil {
			return abort(files, err)
		}
	}
	defer turn(files)()
	placing.RLock() // from here on nothing blocks
	defer placing.RUnlock()
	if placed, err := place(files); err != nil {
		if left := undo(files[:placed]); len(left) > 0 {
			err = &failure.PartlyError{Err: err, Placed: left}
		}
		return abort(files, err)
	}
	return settle(files)
}

// turn waits until nobody else puts files of the same names in their places, and returns what
// ends that. Where there are no locks, it does not wait.
func turn(files []*File) (end func()) {
	var names []string
	for _, o := range files {
		if !o.direct {
			names = append(names, o.target)
		}
	}
	if len(names) > 1 {
		first, fsys := slices.Min(names), files[0].fsys
		name := besideName(first, turnName)
		leave := lock(fsys, filepath.Dir(first)) // so that nobody takes the name for one that is left
		unlock, err := fsys.Lock(name)
		if err == nil {
			unfinished.Store(name, fsys)
			return func() {
				unfinished.Delete(name) // first: when it is unlocked, it is somebody else's
				unlock()
				leave()
			}
		}
		leave()
	}
	return func() {}
}

// abort ends all files after an error.
func abort(files []*File, err error) error {
	for _, o := range files {
		o.Abort()
	}
	return err
}

// place puts the files in their places and returns how many are.
func place(files []*File) (placed int, err error) {
	for _, o := range files {
		if !o.direct { // else it has been written
			if err := o.check(); err != nil {
				return 0, err
			}
		}
		if removals.Load() != o.ending {
			return 0, o.wrap(errEnding)
		}
	}
	for i, o := range files {
		if o.direct {
			continue
		}
		err := o.check() // again: others may take long
		if err == nil {
			if err = o.place(i == len(files)-1); err != nil {
				err = o.wrap(err)
			}
		}
		if err != nil {
			return i, err
		}
	}
	return len(files), nil
}

// place puts a file in its place. If it is the last one, nothing is kept to undo that.
func (o *File) place(last bool) error {
	o.state = fresh
	if o.beside == nil && o.old == nil {
		err := o.fsys.Link(o.file, o.target)
		if !errors.Is(err, fs.ErrExist) || o.opt.New { // somebody has made it meanwhile
			return err
		}
	}
	if o.beside == nil {
		if err := o.giveName(); err != nil {
			return err
		}
		if err := o.close(); err != nil {
			return err
		}
	}
	if o.old != nil && !last && o.fsys.Swap(o.beside.name, o.target) == nil {
		o.state = swapped
		return nil
	}
	if o.opt.New && o.old == nil {
		claim, err := o.fsys.New(filepath.Dir(o.target), o.target, 0o600)
		if err == nil {
			err = claim.Close()
		}
		if err != nil {
			return err
		}
	}
	if err := o.fsys.Rename(o.beside.name, o.target); err != nil {
		if o.old != nil {
			err = &failure.ReplaceError{Err: vfs.Cause(err)}
		}
		return err
	}
	o.beside.gone()
	o.beside = nil
	if o.old != nil {
		o.state = renamed
	}
	return nil
}

// A state is how a file was put in its place.
type state int

const (
	fresh   state = iota // there was none before
	swapped              // the one before is beside it
	renamed              // the one before is gone
)

// undo takes files out of their places, last one first, and returns the names of those that
// it cannot.
func undo(files []*File) (left []string) {
	for i := len(files) - 1; i >= 0; i-- {
		o := files[i]
		var err error
		switch {
		case o.direct || o.state == renamed:
			err = errors.ErrUnsupported
		case o.state == swapped:
			if err = o.fsys.Rename(o.beside.name, o.target); err == nil {
				o.beside.gone()
				o.beside = nil
			}
		default:
			err = o.fsys.Remove(o.target)
		}
		if err != nil {
			left = append([]string{o.name}, left...)
		}
	}
	return left
}

// settle ends what Commit has placed.
func settle(files []*File) (err error) {
	synced := map[string]bool{}
	for _, o := range files {
		dir := filepath.Dir(o.target)
		if !o.direct && o.synced() && !synced[dir] {
			synced[dir] = true
			if e := o.fsys.SyncDir(dir); e != nil && err == nil {
				err = o.wrap(fmt.Errorf("it is in its place, but not safe from a power cut: %w", vfs.Cause(e)))
			}
		}
	}
	for _, o := range files {
		if o.held {
			if e := o.close(); e != nil && err == nil {
				err = o.wrap(fmt.Errorf("it is in its place, but may not be whole: %w", vfs.Cause(e)))
			}
		}
		if e := o.beside.remove(); e != nil && err == nil {
			err = o.wrap(fmt.Errorf("it is in its place, but the old one is still at %s: %w", label.Name(o.beside.name),
				vfs.Cause(e)))
		}
		o.file = nil
	}
	return err
}
