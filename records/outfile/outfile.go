// Package outfile makes files that are created or replaced only when they are complete, such as the outputs
// of a shuffle, of which an input may be one.
package outfile

import "github.com/yates-shuffle/yates/internal/output"

// A File is a file that is created or replaced only when it is complete. Until
// then the data is in a file without a name or, if the system has none, in one beside
// it whose name begins with ".yates-". The output keeps its old contents meanwhile, so
// it may be one of the inputs.
//
// A replaced file keeps its group, permissions, access control list and extended
// attributes, and its owner if the system allows that. Symbolic links still point to
// it; other hard links keep the old contents. A file that is not regular, such as a
// pipe or a device, is written directly. docs/durability.md lists what is promised when
// something goes wrong.
//
// A File is written by Write and ended by Commit or Abort. Guard prevents the loss of
// what others write to an input that it replaces. A File is not safe for concurrent
// use.
type File = output.File

// Options configure how a file is created or replaced.
type Options = output.Options

// Create prepares to write the named file. The output must be ended by Commit or
// Abort. Create fails if the file cannot be replaced: if its folder is missing or
// not writable, if the file is read-only or a directory, or with a [ReplaceError]. For a
// named pipe it waits for a reader.
func Create(name string, how Options) (*File, error) { return output.Create(name, how) }

// Commit puts the files of several outputs in their places: all of them or none. If the
// system does not allow that, the error is a [PartlyError]. It may be called only once
// for an output, and not after Abort.
func Commit(outputs ...*File) error { return output.Commit(outputs...) }

// CompressionMemory returns the number of bytes of how.Memory that outputs with these
// names take if they are compressed and written together. To stay within the memory, give
// the shuffle that much less.
func CompressionMemory(how Options, names ...string) int64 {
	return output.CompressionMemory(how, names...)
}

// RemoveUnfinished removes the files of all outputs that have been neither committed nor
// aborted, and prevents their commit. It is for a program that must exit while a
// goroutine is blocked, for example in writing to a pipe, and cannot abort its outputs.
// It waits for a Commit that is putting outputs in place. It is safe for concurrent use.
func RemoveUnfinished() { _ = output.RemoveUnfinished() }

// Errors that a program may want to handle; errors.As finds them.
type (
	// A ReplaceError reports an output that can be written but not replaced: because
	// of its folder, because it is a mount point, or because its owner or attributes
	// would be lost. Options.Overwrite avoids it.
	ReplaceError = output.ReplaceError
	// A PartlyError reports that only some of several outputs, Placed, are in their
	// places.
	PartlyError = output.PartlyError
)

// ErrChanged is the error of replacing an input that has changed since it was opened;
// see [File.Guard].
var ErrChanged = output.ErrChanged
