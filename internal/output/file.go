package output

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// Options configure how a file is created or replaced.
type Options struct {
	// Sync waits until the new contents are on the disk before the file is put in its place. A file that replaces
	// another one is always synced, because the old contents are lost.
	Sync bool
	// Overwrite writes into an existing file instead of replacing it. It remains the
	// same file, but after an error it has neither the old contents nor the new ones.
	Overwrite bool
	// New fails with fs.ErrExist if there is a file, even one made since Create.
	New bool
	// Perm has the permissions of a new file, before the umask; 0 means 0666.
	Perm fs.FileMode
	// OrOverwrite does what Overwrite does, but only if the file cannot be replaced by one of the same owner.
	OrOverwrite bool

	// Compress compresses the data if the name ends in .gz or .zst, in any case. The
	// bytes depend on the data and on the version of this module alone.
	Compress bool
	// Memory and Workers bound what the files written Together (0 means 1) use to compress. See [CompressionMemory].
	// The defaults are [memory.Default] and GOMAXPROCS.
	Memory            int64
	Workers, Together int
	// Kind is what is written besides text, such as "tar", for who checks the name.
	Kind string
}

// A File is a file that is created or replaced only when it is complete. Until then the
// data is in a file without a name or, if the system has none, in one beside it whose name
// begins with ".yates-". The old file keeps its contents, so it can be read meanwhile.
//
// A replaced file keeps its group, permissions, access control list and extended attributes, and its owner if the
// system allows that. Symbolic links still point to it; other hard links keep the old contents. A file that is not
// regular, such as a pipe or a device, is written directly. A File is not safe for concurrent use.
type File struct {
	fsys   vfs.FS
	opt    Options
	name   string // as the user gave it
	target string // the file, when links have been followed
	old    fs.FileInfo
	file   vfs.File
	pack   *packing.Writer // nil if not compressed
	beside string          // the hidden name of what is written, if it has one
	open   bool
	direct bool        // target itself is written
	size   int64       // of what has been written
	given  bool        // away: it has another owner now
	ending int64       // what removals was
	held   bool        // open, though all has been written
	guard  fs.FileInfo // what is to be replaced, if that is known
	err    error       // the first one

	// To take the file back from its place:
	made  fs.FileInfo // it
	fresh bool        // there was none before
	kept  string      // a second, hidden name of the one before, if it could get one
}

// Create prepares to write the named file, which must be ended by Commit or Abort. It fails
// if the file cannot be replaced: if its folder is missing or not writable, if the file is
// read-only or a directory, or with a [failure.ReplaceError]. For a named pipe it waits for a reader.
func Create(name string, opt Options) (*File, error) { return CreateIn(vfs.OS{}, name, opt) }

// CreateIn is Create in the given file system.
func CreateIn(fsys vfs.FS, name string, opt Options) (*File, error) {
	o := &File{fsys: fsys, name: name, opt: opt, ending: removals.Load()}
	if err := o.prepare(); err != nil {
		return nil, o.named(err)
	}
	o.open = true
	if kind := packing.Named(name); opt.Compress && kind != packing.None {
		o.pack = packing.NewWriter(kind, o.write, opt.members())
	}
	return o, nil
}

func (o *File) named(err error) error {
	return fmt.Errorf("writing %s: %w", label.Name(o.name), vfs.Cause(err))
}

func (o *File) prepare() (err error) {
	o.old, err = o.fsys.Stat(o.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if o.name == "" {
			return err
		}
	case err != nil:
		return err
	case o.old.IsDir():
		return vfs.ErrDirectory
	case o.opt.New && o.old.Mode().IsRegular():
		return fs.ErrExist
	case !o.old.Mode().IsRegular():
		return o.openOld()
	}
	if o.target, err = o.fsys.Target(o.name); err != nil {
		return err
	}
	if o.old != nil {
		// Opening it shows whether it may be written: a read-only file
		// could be replaced, but its owner did not mean that.
		if err := o.openOld(); err != nil || o.opt.Overwrite {
			return err
		}
		o.direct = false
		if err := o.file.Close(); err != nil {
			return err
		}
	}
	err = o.prepareNew()
	if o.old == nil || !o.opt.OrOverwrite || err == nil && !o.given {
		return err
	}
	if err == nil {
		o.file.Close() // nothing was written
		o.unhide()
		o.given = false
	}
	return o.openOld()
}

// openOld opens the file that exists, to be written directly.
func (o *File) openOld() (err error) {
	o.direct = true
	o.file, err = o.fsys.Write(o.name)
	return err
}

// prepareNew makes the new file.
func (o *File) prepareNew() (err error) {
	perm := cmp.Or(o.opt.Perm, 0o666)
	if o.old != nil {
		perm = 0o600 // nobody may read it before it is known who may
	}
	o.file, err = o.fsys.New(filepath.Dir(o.target), "", perm)
	if errors.Is(err, errors.ErrUnsupported) {
		o.beside, err = o.hide(func(name string) (err error) {
			o.file, err = o.fsys.New(filepath.Dir(o.target), name, perm)
			return err
		})
	}
	if err != nil {
		err = fmt.Errorf("making a file in its folder: %w", vfs.Cause(err))
		if o.old != nil {
			err = &failure.ReplaceError{Err: err}
		}
		return err
	}
	if o.old == nil {
		return nil
	}
	owner, err := o.fsys.Keep(o.file, o.target, o.old)
	if err != nil {
		o.file.Close()
		o.unhide()
		err = &failure.ReplaceError{Err: vfs.Cause(err)}
	}
	o.given = !owner
	return err
}

// Stat describes a file that is written directly, so that it can be distinguished from the
// inputs. For other files it returns an error.
func (o *File) Stat() (fs.FileInfo, error) {
	if o == nil || !o.direct {
		return nil, errors.ErrUnsupported
	}
	return o.old, nil
}

// Name returns the name that the file was created with.
func (o *File) Name() string { return o.name }

// Overwrites reports whether the file, a regular one, is written directly.
func (o *File) Overwrites() bool { return o.direct && o.old.Mode().IsRegular() }

// Torn reports whether the file is partly overwritten, with neither its old contents nor the new ones.
func (o *File) Torn() bool { return o.Overwrites() && o.size > 0 && (o.open || o.err != nil) }

// NewOwner reports whether the replaced file changes its owner to the current user, because only root can keep it.
func (o *File) NewOwner() bool { return o.given }

// ErrChanged is the error of replacing an input that has changed since it was opened.
var ErrChanged = errors.New("it was changed meanwhile, so it is left as it is")

// Guard prevents the loss of what others write to an input that the file replaces. was describes the file before the
// inputs were opened (nil if there was none), and inputs describes the inputs when they were opened. If the file was
// one of the inputs and has changed since, Guard returns [ErrChanged], and so will Commit.
func (o *File) Guard(was fs.FileInfo, inputs []fs.FileInfo) error {
	for _, info := range inputs {
		if was != nil && o.fsys.Same(was, info) || o.old != nil && o.fsys.Same(o.old, info) {
			o.guard = info
			if _, err := o.look(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Write writes b to the file. Its errors name the file.
func (o *File) Write(b []byte) (int, error) {
	switch {
	case o == nil || !o.open:
		return 0, o.ended()
	case o.pack != nil:
		return o.pack.Write(b)
	}
	return o.write(b)
}

// ended is the error of a file whose writing has ended, or that was never created.
func (o *File) ended() error {
	if o == nil {
		return fs.ErrClosed
	}
	return o.wrap(fs.ErrClosed)
}

func (o *File) write(b []byte) (int, error) {
	if o.size == 0 && o.Overwrites() {
		torn.Store(o.name, nil)
	}
	n, err := o.file.Write(b)
	o.size += int64(n)
	if err != nil {
		err = o.wrap(err)
	}
	return n, err
}

func (o *File) wrap(err error) error {
	err = o.named(err)
	if o.err == nil {
		o.err = err
	}
	return err
}

// Finish ends the writing. It releases the memory and most descriptors. Commit does that
// too, so Finish is for programs that write several files one after the other and commit
// them together. It returns the first error of the file, and so do further calls.
func (o *File) Finish() error {
	switch {
	case o == nil || o.file == nil && o.err == nil:
		return o.ended()
	case !o.open:
		return o.err
	case o.pack != nil:
		o.pack.Finish() // write keeps its errors
		o.pack = nil
	}
	o.open = false
	if o.err == nil && o.Overwrites() {
		if err := o.file.Truncate(o.size); err != nil {
			o.wrap(err)
		}
	}
	if o.err == nil && (!o.direct || o.Overwrites()) && o.synced() {
		if err := o.file.Sync(); err != nil {
			o.wrap(err)
		}
	}
	if o.err == nil && o.anonymous() && !o.hold() {
		if err := o.giveName(); err != nil {
			o.wrap(err)
		}
	}
	if !o.anonymous() || o.err != nil {
		if err := o.close(); err != nil {
			o.wrap(err)
		}
	}
	if o.err == nil {
		torn.Delete(o.name)
	}
	return o.err
}

func (o *File) close() error {
	if o.held {
		o.held = false
		waiting.Add(-1)
	}
	return o.file.Close()
}

// hold reports whether what is written can stay without a name until it is put in its
// place: it is gone when it is closed, so that for this a descriptor is needed.
func (o *File) hold() bool {
	const most = 16
	o.held = waiting.Add(1) <= most
	if !o.held {
		waiting.Add(-1)
	}
	return o.held
}

// waiting is how many files are held.
var waiting atomic.Int64

// anonymous reports whether what is written has no name yet; it must not be closed.
func (o *File) anonymous() bool { return !o.direct && o.beside == "" }

// synced reports whether the file is on the disk before it is in its place.
func (o *File) synced() bool { return o.opt.Sync || o.old != nil }

// giveName gives what is written a name beside the file.
func (o *File) giveName() (err error) {
	o.beside, err = o.hide(func(name string) error { return o.fsys.Name(o.file, name) })
	return err
}

// Abort ends the output without touching the old file, unless that is written directly. It does nothing after Commit.
func (o *File) Abort() { o.abort() }

// abort is Abort, and returns the hidden names that it could not remove.
func (o *File) abort() (left []string) {
	if o == nil || o.file == nil {
		return nil
	}
	torn.Delete(o.name) // who aborts it can ask before whether it is
	if o.pack != nil {
		o.pack.Wait()
		o.pack = nil
	}
	if o.open || o.held {
		o.open = false
		o.close() // what is written is given up
	}
	o.file = nil
	left, _ = o.unhide()
	return left
}
