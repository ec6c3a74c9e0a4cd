// Package outfile makes files that are created or replaced only when they are complete, such as the outputs
// of a shuffle, of which an input may be one.
package outfile

import (
	"io/fs"

	"github.com/yates-shuffle/yates/internal/output"
)

// A File is a file that is created or replaced only when it is complete. Until then the data is in a file without a
// name or, if the system has none, in one beside it whose name begins with ".yates-". The output keeps its old contents
// meanwhile, so it may be one of the inputs.
//
// A replaced file keeps its group, permissions, access control list and extended attributes, and its owner if the
// system allows that. Symbolic links still point to it; other hard links keep the old contents. A file that is not
// regular, such as a pipe or a device, is written directly. docs/durability.md lists what is promised when something
// goes wrong.
//
// A File is written by Write and ended by Commit or Abort; what is called later returns an error that is
// fs.ErrClosed, as of the zero File. It is not safe for concurrent use.
type File struct{ out *output.File }

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

	// Compress compresses the data if the name ends in .gz or .zst, in any case. The
	// bytes depend on the data and on the version of this module alone.
	Compress bool
	// Memory and Workers bound what the files written Together (0 means 1) use to compress; see
	// [CompressionMemory]. The defaults are a quarter of the memory that this process may use, and GOMAXPROCS.
	Memory            int64
	Workers, Together int
}

func (o Options) output() output.Options {
	return output.Options{Sync: o.Sync, Overwrite: o.Overwrite, New: o.New, Perm: o.Perm,
		Compress: o.Compress, Memory: o.Memory, Workers: o.Workers, Together: o.Together}
}

// Create prepares to write the named file. The output must be ended by Commit or Abort. Create fails if the file cannot
// be replaced: if its folder is missing or not writable, if the file is read-only or a directory, or with a
// ReplaceError of package failure. For a named pipe it waits for a reader.
func Create(name string, how Options) (*File, error) {
	out, err := output.Create(name, how.output())
	if err != nil {
		return nil, err
	}
	return &File{out}, nil
}

// Write writes b to the file. Its errors name the file.
func (f *File) Write(b []byte) (int, error) { return f.out.Write(b) }

// Stat describes a file that is written directly, so that it can be distinguished from the inputs. For other
// files it returns an error.
func (f *File) Stat() (fs.FileInfo, error) { return f.out.Stat() }

// Finish ends the writing. It releases the memory and most descriptors. Commit does that too, so Finish is for
// programs that write several files one after the other and commit them together. It returns the first error of
// the file, and so do further calls.
func (f *File) Finish() error { return f.out.Finish() }

// Commit puts the file in its place. If it fails, or if a Write failed, an old file is unchanged, and there is
// no new one.
func (f *File) Commit() error { return f.out.Commit() }

// Abort ends the output without touching the old file, unless that is written directly. It does nothing after Commit.
func (f *File) Abort() { f.out.Abort() }

// Commit puts the files of several outputs in their places: all of them or none. If the
// system does not allow that, the error is a PartlyError of package failure. It is
// fs.ErrClosed if one of them has been committed or aborted already; then the others are aborted.
func Commit(files ...*File) error {
	outputs := make([]*output.File, len(files))
	for i, f := range files {
		outputs[i] = f.out
	}
	return output.Commit(outputs...)
}

// CompressionMemory returns the number of bytes of how.Memory that outputs with these names take if they are compressed
// and written together. To stay within the memory, give the shuffle that much less.
func CompressionMemory(how Options, names ...string) int64 {
	return output.CompressionMemory(how.output(), names...)
}

// RemoveUnfinished removes the files of all outputs that have been neither committed nor aborted, and prevents their
// commit. It is for a program that must exit while a goroutine is blocked, for example in writing to a pipe, and cannot
// abort its outputs. It waits for a Commit that is putting outputs in place. It is safe for concurrent use.
func RemoveUnfinished() { _ = output.RemoveUnfinished() }
