package output

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// Commit puts the file in its place. If it fails, or if a Write failed, an old file is
// unchanged, and there is no new one.
func (o *File) Commit() error { return Commit(o) }

// Commit puts the files in their places. If it fails, or a Write of one of them failed,
// everything is as it was; if that is impossible, the error is a [failure.PartlyError]. The error
// is fs.ErrClosed if one of them has been committed or aborted already.
//
// Each new file gets a hidden name beside its place, and each old one a second, hidden name, so that everything can be
// undone until the last file is renamed. A process that is killed meanwhile leaves some files new and others old, and
// these names. At every moment each file is the old or the new one.
func Commit(files ...*File) error {
	for _, o := range files {
		if err := o.Finish(); err != nil {
			return abort(files, err)
		}
	}
	if err := distinct(files); err != nil {
		return abort(files, err)
	}
	unlock, err := lock(files)
	if err != nil {
		return abort(files, err)
	}
	defer unlock()
	for _, o := range files {
		if err := o.prepareCommit(len(files) > 1); err != nil {
			return abort(files, err)
		}
	}
	gate.RLock() // from here on nothing blocks
	defer gate.RUnlock()
	for i, o := range files {
		if err := o.place(); err != nil {
			if left := undo(files[:i]); len(left) > 0 {
				err = &failure.PartlyError{Err: err, Placed: left}
			}
			return abort(files, err)
		}
	}
	return settle(files)
}

// patience is how long a folder may be locked by others, who need it for a moment only.
const patience = 10 * time.Second

// lock keeps others from putting files of the same names in their places meanwhile. Where there
// are no locks, it does not.
func lock(files []*File) (unlock func(), err error) {
	var names []string
	for _, o := range files {
		if !o.direct {
			names = append(names, o.target)
		}
	}
	unlock = func() {}
	if len(names) > 1 {
		dir := filepath.Dir(slices.Min(names))
		end, err := files[0].fsys.Lock(dir, patience)
		switch {
		case err == nil:
			unlock = end
		case err == vfs.ErrLocked:
			return nil, fmt.Errorf("writing into %s: %w", label.Name(dir), err)
		}
	}
	return unlock, nil
}

// abort ends all files after an error.
func abort(files []*File, err error) error {
	var left []string
	for _, o := range files {
		left = append(left, o.abort()...)
	}
	if len(left) > 0 {
		err = fmt.Errorf("%w; %s cannot be removed", err, labels(left))
	}
	return err
}

func labels(names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, label.Name(name))
	}
	return strings.Join(all, ", ")
}

// prepareCommit does all that can be done before the first file is put in its place. One of several
// may have to be taken back, and what is there must not change while others are put in their places.
func (o *File) prepareCommit(several bool) (err error) {
	if o.direct { // it has been written
		return nil
	}
	if o.beside == "" && (several || !o.opt.New) { // else the file gets no name but its own
		if err = o.giveName(); err == nil {
			err = o.close()
		}
	}
	if err == nil && several {
		o.made, err = o.fsys.Stat(o.beside)
	}
	if err != nil {
		return o.wrap(err)
	}
	info, err := o.look()
	if err != nil || !several {
		return err
	}
	o.guard, o.fresh = info, info == nil
	if !o.fresh {
		o.kept, _ = o.hide(func(name string) error { return o.fsys.Link(o.target, name) }) // or it cannot be taken back
	}
	return nil
}

// look describes what is in the place of the file, nil if that is nothing. It is an error if it must
// not be replaced, as it has changed.
func (o *File) look() (fs.FileInfo, error) {
	info, err := o.fsys.Stat(o.target)
	was := o.guard
	switch {
	case errors.Is(err, fs.ErrNotExist) && was == nil:
		return nil, nil
	case err != nil:
		return nil, o.wrap(err)
	case was == nil && !o.fresh:
		return info, nil
	case was != nil && o.fsys.Same(info, was) && info.Size() == was.Size() && info.ModTime().Equal(was.ModTime()):
		return info, nil
	}
	return nil, o.wrap(ErrChanged)
}

// place puts the file in its place.
func (o *File) place() error {
	if o.direct {
		return nil
	}
	if removals.Load() != o.ending {
		return o.wrap(errEnding)
	}
	// What others append to the file after the look is lost: nothing may come between.
	_, err := o.look()
	switch {
	case err != nil:
		return err
	case o.opt.New:
		return o.placeNew()
	}
	return o.rename()
}

func (o *File) rename() error {
	err := o.fsys.Rename(o.beside, o.target)
	if err == nil {
		unfinished.Delete(o.beside)
		o.beside = ""
		return nil
	}
	if o.old != nil {
		err = &failure.ReplaceError{Err: vfs.Cause(err)}
	}
	return o.wrap(err)
}

// placeNew puts the file in its place if there is none. Where no file can have two names, one without
// contents is there for a moment.
func (o *File) placeNew() error {
	if o.beside == "" {
		if err := o.fsys.Name(o.file, o.target); err != nil {
			return o.wrap(err)
		}
		if err := o.close(); err != nil {
			o.fsys.Remove(o.target)
			return o.wrap(err)
		}
		return nil
	}
	err := o.fsys.Link(o.beside, o.target)
	if err == nil {
		return nil
	}
	if !errors.Is(err, fs.ErrExist) {
		var claim vfs.File
		if claim, err = o.fsys.New(filepath.Dir(o.target), o.target, 0o600); err == nil {
			claim.Close()
			return o.rename()
		}
	}
	return o.wrap(err)
}

// undo takes files out of their places, last one first, and returns the names of those that it cannot.
func undo(files []*File) (left []string) {
	for i := len(files) - 1; i >= 0; i-- {
		if o := files[i]; o.takeBack() != nil {
			left = append([]string{o.name}, left...)
		}
	}
	return left
}

// takeBack undoes place. What somebody has put there since stays.
func (o *File) takeBack() error {
	if o.direct {
		return errors.ErrUnsupported
	}
	info, err := o.fsys.Stat(o.target)
	switch {
	case err != nil:
		return err
	case !o.fsys.Same(info, o.made) && !info.ModTime().Equal(o.made.ModTime()):
		return ErrChanged
	case o.fresh:
		return o.fsys.Remove(o.target)
	case o.kept == "":
		return errors.ErrUnsupported
	}
	err = o.fsys.Rename(o.kept, o.target)
	if err == nil {
		unfinished.Delete(o.kept)
		o.kept = ""
	}
	return err
}

// settle ends what Commit has placed.
func settle(files []*File) (err error) {
	synced := map[string]bool{}
	var left []string
	var why error
	for _, o := range files {
		dir := filepath.Dir(o.target)
		if !o.direct && o.synced() && !synced[dir] {
			synced[dir] = true
			if e := o.fsys.SyncDir(dir); e != nil && err == nil {
				err = o.wrap(fmt.Errorf("it is in its place, but not safe from a power cut: %w", vfs.Cause(e)))
			}
		}
		names, e := o.unhide()
		if e != nil {
			left, why = append(left, names...), vfs.Cause(e)
		}
		o.file = nil
	}
	if why != nil && err == nil {
		err = fmt.Errorf("the outputs are in their places, but %s cannot be removed: %w", labels(left), why)
	}
	return err
}

// hide calls create with a hidden name beside the file, of what is to take its place or was
// there before. It fails if RemoveUnfinished was called since the file was created.
func (o *File) hide(create func(name string) error) (name string, err error) {
	gate.RLock() // or RemoveUnfinished would not know the name yet
	defer gate.RUnlock()
	if removals.Load() != o.ending {
		return "", errEnding
	}
	name = vfs.Hidden(filepath.Dir(o.target))
	if err := create(name); err != nil {
		return "", err
	}
	unfinished.Store(name, o.fsys)
	return name, nil
}

// unhide removes the hidden names of the file, and returns those that it cannot.
func (o *File) unhide() (left []string, err error) {
	for _, name := range []*string{&o.beside, &o.kept} {
		if *name == "" {
			continue
		}
		if e := o.fsys.Remove(*name); e != nil {
			left, err = append(left, *name), e
		}
		unfinished.Delete(*name)
		*name = ""
	}
	return left, err
}
