package records

import (
	"io/fs"
	"runtime"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/internal/commit"
)

// An Output is a file that is made, or replaced, only when all of it has been
// written. Until then what is written stands in a file without a name or, where the
// system has none, in one beside it, whose name begins with ".yates-"; and the file
// keeps its old contents, so it may be one of the inputs.
//
// A file that is replaced keeps its group, permissions, access control list and
// extended attributes, and its owner where the system allows that; a symbolic link
// goes on pointing to it, other hard links keep the old contents. What is no regular
// file, such as a pipe or a device, is written directly. An Output must not be used by
// several goroutines at the same time. docs/durability.md says what is promised when
// something goes wrong.
type Output struct {
	file *commit.File
	pack *packing.Writer // nil: what is written is not compressed
}

// OutputOptions say how a file is made or replaced.
type OutputOptions = commit.Options

// CreateOutput prepares to write the file of that name. The output must be
// ended by Commit or Abort. It fails if the file could not be replaced: where its
// folder is missing or may not be written, where it is read-only or a directory, or
// with a [ReplaceError]. A pipe with a name is waited for until somebody reads it.
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

// CreateCompressed is CreateOutput for a file that may be compressed: where its
// name ends in .gz or .zst, in capitals or not, what is written is compressed by
// gzip or zstd. What comes out depends on what was written and on the version of
// this module, never on the options. Of these, Workers tells how many goroutines
// compress at a time, and Memory bounds them, which so many outputs share that are
// written together; see [CompressionMemory].
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

// fewMembers is how many members compressed outputs may have, however small the memory
// is: one that is filled and two that are compressed. If more outputs than that are
// written together, each has one.
const fewMembers = 3

// membersOf returns how many members a compressed output may have at a time, if so
// many are written together: one for each worker and one that is filled, in an eighth
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

// CompressionMemory returns how many bytes of opt.Memory the outputs of these
// names take that are written together, each made by CreateCompressed. To stay within
// the memory, allow so much less to the [Collection] that is written to them. Where
// that is not enough, each output takes 2 MiB at least.
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

// Finish says that all has been written. It gives back the memory and closes the
// file, which Commit does as well, so it is for those who have several outputs
// and commit them together. It may be called again, and does nothing then.
func (o *Output) Finish() error {
	if o.pack != nil {
		o.pack.Finish() // its errors are those of the file
		o.pack.Wait()
		o.pack = nil
	}
	return o.file.Finish()
}

// Commit puts the file in its place. If it fails, or a Write failed, there is
// no output: the old file, if there was one, is as it was. It may be called once,
// and not after Abort.
func (o *Output) Commit() error { return Commit(o) }

// Commit puts the files of several outputs in their places: all of them, or none as far
// as the system allows; if not, the error is a [PartlyError]. It may be called once for
// an output, and not after Abort.
func Commit(outputs ...*Output) error {
	files := make([]*commit.File, len(outputs))
	for i, o := range outputs {
		o.Finish() // All returns the error
		files[i] = o.file
	}
	return commit.All(files...)
}

// Guard keeps what others write to an input from being lost where the output replaces
// it. It is told what the file of the output was before the inputs were opened, nil if
// there was none, and what these were when they were opened (see [Collection.Files]). If
// it was one of them and is not as it was, Guard returns an error, [ErrChanged], and so
// will Commit.
func (o *Output) Guard(was fs.FileInfo, inputs []fs.FileInfo) error { return o.file.Guard(was, inputs) }

// NewOwner reports whether a file that is replaced gets another owner, the one who
// replaces it, as only root may give files away.
func (o *Output) NewOwner() bool { return o.file.NewOwner() }

// Name returns the name that the output was created with.
func (o *Output) Name() string { return o.file.Name() }

// Overwrites reports whether the file is written directly, as OutputOptions said.
func (o *Output) Overwrites() bool { return o.file.Overwrites() }

// Torn reports whether the file has been written over in part: it has neither its old
// contents nor the new ones then.
func (o *Output) Torn() bool { return o.file.Torn() }

// Stat describes the file if it is not replaced but written directly, so that it can
// be told from the inputs; else it is an error.
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

// RemoveUnfinished removes what stands beside all outputs that have been neither
// committed nor aborted; none of them can be committed then. It is for a program
// that must end while some goroutine is blocked, in writing to a pipe for example,
// and can't abort its outputs. It waits for a Commit that is putting outputs in their
// places. Any goroutine may call it at any time.
func RemoveUnfinished() { commit.RemoveUnfinished() }
