package output

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// Commit puts the file in its place. If it fails, or if a Write failed, an old file is
// unchanged, and there is no new one.
func (o *File) Commit() error { return Commit(o) }

// Commit puts the files in their places, when all of them are whole on their disks. If it fails, or a Write of one of
// them failed, everything is as it was, unless a file cannot be put in its place after others: they stay there, and the
// error is a [failure.PartlyError]. It is fs.ErrClosed if one of them has been committed or aborted already.
//
// Each new file gets a hidden name beside its place, and is renamed. A process that is killed meanwhile leaves some
// files new and others old, and these names. At every moment each file is the old or the new one.
func Commit(files ...*File) error {
	for _, o := range files {
		if err := o.Finish(); err != nil {
			return abort(files, err)
		}
	}
	unlock, err := lock(files)
	if err != nil {
		return abort(files, err)
	}
	defer unlock()
	for _, o := range files {
		if err := o.prepareCommit(); err != nil {
			return abort(files, err)
		}
	}
	gate.RLock() // from here on nothing blocks
	defer gate.RUnlock()
	alike := map[string][]*File{} // in their places, whose names a file system may take for one
	var placed []string
	for _, o := range files {
		key := o.likeness()
		if err := o.place(alike[key]); err != nil {
			if len(placed) > 0 {
				err = &failure.PartlyError{Err: err, Placed: placed}
			}
			return abort(files, err)
		}
		alike[key], placed = append(alike[key], o), append(placed, o.name)
	}
	return settle(files)
}

// likeness returns what the name has in common with all that a file system may take for the same, as it does a and A,
// or two forms of é.
func (o *File) likeness() string {
	name := strings.ToLower(o.target)
	if strings.IndexFunc(name, beyondASCII) < 0 {
		return name
	}
	return strings.Map(func(r rune) rune {
		if beyondASCII(r) || unicode.IsLetter(r) {
			return -1
		}
		return r
	}, name)
}

func beyondASCII(r rune) bool { return r > unicode.MaxASCII }

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
		if name := o.abort(); name != "" {
			left = append(left, label.Name(name))
		}
	}
	if len(left) > 0 {
		err = fmt.Errorf("%w; %s cannot be removed", err, strings.Join(left, ", "))
	}
	return err
}

// prepareCommit does all that can be done before the first file is put in its place.
func (o *File) prepareCommit() error {
	if o.direct { // it has been written
		return nil
	}
	if o.beside == "" && !o.opt.New { // else the file gets no name but its own
		if err := cmp.Or(o.giveName(), o.close()); err != nil {
			return o.wrap(err)
		}
	}
	_, err := o.look()
	return err
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
	case was == nil, o.fsys.Same(info, was) && info.Size() == was.Size() && info.ModTime().Equal(was.ModTime()):
		return info, nil
	}
	return nil, o.wrap(ErrChanged)
}

// place puts the file in its place, unless another one of the set is there.
func (o *File) place(others []*File) error {
	if o.direct {
		return nil
	}
	if removals.Load() != o.ending {
		return o.wrap(errEnding)
	}
	for _, other := range others {
		was, e := o.fsys.Stat(other.target)
		is, err := o.fsys.Stat(o.target)
		if cmp.Or(e, err) == nil && o.fsys.Same(was, is) {
			return o.wrap(fmt.Errorf("it is the same file as %s: the file system takes both names for one",
				label.Name(other.name)))
		}
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
		name := o.beside // of one that had to be new
		if e := o.unhide(); e != nil && err == nil {
			err = o.wrap(fmt.Errorf("it is in its place, but %s cannot be removed: %w", label.Name(name), vfs.Cause(e)))
		}
		o.file = nil
	}
	return err
}

// hide calls create with a hidden name beside the file, of what is to take its place. It fails if RemoveUnfinished was
// called since the file was created.
func (o *File) hide(create func(name string) error) error {
	gate.RLock() // or RemoveUnfinished would not know the name yet
	defer gate.RUnlock()
	if removals.Load() != o.ending {
		return errEnding
	}
	name := vfs.Hidden(filepath.Dir(o.target))
	if err := create(name); err != nil {
		return err
	}
	unfinished.Store(name, o.fsys)
	o.beside = name
	return nil
}

// unhide removes the hidden name of the file, if it has one.
func (o *File) unhide() (err error) {
	if o.beside != "" {
		err = o.fsys.Remove(o.beside)
		unfinished.Delete(o.beside)
		o.beside = ""
	}
	return err
}
