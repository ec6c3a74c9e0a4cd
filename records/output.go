package records

import (
	"io/fs"
	"runtime"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/internal/commit"
)

// An Output is a file that is created or replaced only when it is complete. Until
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
// An Output is not safe for concurrent use.
type Output struct {
	file *commit.File
	pack *packing.Writer // nil if not compressed
}

// OutputOptions configure how a file is created or replaced.
type OutputOptions = commit.Options

// CreateOutput prepares to write the named file. The output must be ended by Commit or
// Abort. CreateOutput fails if the file cannot be replaced: if its folder is missing or
// not writable, if the file is read-only or a directory, or with a [ReplaceError]. For a
// named pipe it waits for a reader.
func CreateOutput(name string, how OutputOptions) (*Output, error) {
	return createOutput(vfs.OS{}, name, how)
}

func createOutput(fsys vfs.FS, name string, how OutputOptions) (*Output, error) {
	file, err := commit.Create(fsys, name, how)
	if err != nil {
		return nil, err
	}
	return &Output{file: file}, nil
}

// CreateCompressed is CreateOutput for a file that may be compressed: if its name ends
// in .gz or .zst, in any case, the data is compressed by gzip or zstd. The bytes depend
// on the data and on the version of this module, not on the options. Options.Workers is
// the number of goroutines that compress, and Options.Memory bounds the memory, which
// the outputs written together share; see [CompressionMemory].
func CreateCompressed(name string, together int, opt Options, how OutputOptions) (*Output, error) {
	o, err := CreateOutput(name, how)
	if err == nil {
		o.compress(name, together, opt)
	}
	return o, err
}

func (o *Output) compress(name string, together int, opt Options) {
	if kind := packing.Named(name); kind != packing.None {
		o.pack = packing.NewWriter(kind, o.file.Write, membersOf(together, opt))
	}
}

// fewMembers is the number of members that compressed outputs may have however small the
// memory is: one being filled and two being compressed. If more outputs than that are
// written together, each has one.
const fewMembers = 3

// membersOf returns the number of members that a compressed output may have at a time if
// that many are written together: one for each worker and one being filled, in an eighth
// of the memory.
func membersOf(together int, opt Options) int {
	memory, workers := opt.Memory, opt.Workers
	if memory == 0 {
		memory = DefaultMemory()
	}
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	all := max(memory/8/packing.MemberMemory, fewMembers)
	return int(min(int64(workers)+1, max(all/int64(max(together, 1)), 1)))
}

// CompressionMemory returns the number of bytes of opt.Memory that outputs with these
// names take if CreateCompressed creates them and they are written together. To stay
// within the memory, give the [Collection] that much less. If that is not enough, each
// output takes at least 2 MiB.
func CompressionMemory(opt Options, names ...string) int64 {
	if opt.Memory == 0 {
		opt.Memory = DefaultMemory()
	}
	members := 0
	for _, name := range names {
		if packing.Named(name) != packing.None {
			members += membersOf(len(names), opt)
		}
	}
	return min(int64(max(members-fewMembers, 0))*packing.MemberMemory, opt.Memory/2)
}

// Write writes b to the file. Its errors name the file.
func (o *Output) Write(b []byte) (int, error) {
	if o.pack != nil {
		return o.pack.Write(b)
	}
	return o.file.Write(b)
}

// Finish ends the writing. It releases the memory and closes the file. Commit does that
// too, so Finish is for programs that commit several outputs together. Further calls do
// nothing.
func (o *Output) Finish() error {
	if o.pack != nil {
		o.pack.Finish() // the file keeps its errors
		o.pack.Wait()
		o.pack = nil
	}
	return o.file.Finish()
}

// Commit puts the file in its place. If it fails, or if a Write failed, there is no
// output, and an old file is unchanged. Commit may be called only once, and not after
// Abort.
func (o *Output) Commit() error { return Commit(o) }

// Commit puts the files of several outputs in their places: all of them or none. If the
// system does not allow that, the error is a [PartlyError]. It may be called only once
// for an output, and not after Abort.
func Commit(outputs ...*Output) error {
	files := make([]*commit.File, len(outputs))
	for i, o := range outputs {
		o.Finish() // All returns the error
		files[i] = o.file
	}
	return commit.All(files...)
}

// Guard prevents the loss of what others write to an input that the output replaces.
// was describes the output's file before the inputs were opened (nil if there was none),
// and inputs describes the inputs when they were opened (see [Collection.Files]). If the
// file was one of the inputs and has changed since, Guard returns [ErrChanged], and so
// will Commit.
func (o *Output) Guard(was fs.FileInfo, inputs []fs.FileInfo) error { return o.file.Guard(was, inputs) }

// NewOwner reports whether the replaced file changes its owner to the current user,
// because only root can keep it.
func (o *Output) NewOwner() bool { return o.file.NewOwner() }

// Name returns the name that the output was created with.
func (o *Output) Name() string { return o.file.Name() }

// Overwrites reports whether the file is written directly because of OutputOptions.
func (o *Output) Overwrites() bool { return o.file.Overwrites() }

// Torn reports whether the file is partly overwritten, with neither its old contents nor
// the new ones.
func (o *Output) Torn() bool { return o.file.Torn() }

// Stat describes a file that is written directly, so that it can be distinguished from
// the inputs. For other outputs it returns an error.
func (o *Output) Stat() (fs.FileInfo, error) { return o.file.Stat() }

// Abort ends the output without touching the old file. It does nothing after
// Commit.
func (o *Output) Abort() {
	if o.pack != nil {
		o.pack.Wait()
		o.pack = nil
	}
	o.file.Abort()
}

// RemoveUnfinished removes the files of all outputs that have been neither committed nor
// aborted, and prevents their commit. It is for a program that must exit while a
// goroutine is blocked, for example in writing to a pipe, and cannot abort its outputs.
// It waits for a Commit that is putting outputs in place. It is safe for concurrent use.
func RemoveUnfinished() { commit.RemoveUnfinished() }
