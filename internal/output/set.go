package output

import (
	"bufio"
	"io"
	"io/fs"
)

// Stdout is the name of standard output among the names of outputs.
const Stdout = "/dev/stdout"

// Standard returns the stream that a name such as /dev/stdout means, or nil. Such a name
// leads to the file that the stream was opened with, but its users do not want to replace
// that file or to write from its start.
func Standard(name string, stdout, stderr io.Writer) io.Writer {
	switch name {
	case Stdout, "/dev/fd/1", "/proc/self/fd/1":
		return stdout
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return stderr
	}
	return nil
}

// A Set is the outputs of one command: standard streams, and files that are put in their
// places together. It must be ended by Abort.
type Set struct {
	Stdout, Stderr io.Writer
	Options                               // how the files are made
	Was            map[string]fs.FileInfo // the files of these names, before anything was read
	Read           []fs.FileInfo          // the regular files that were read
	Together       int                    // if not 0, the number of files that are open until all are written
	Buffer         int                    // if not 0, each output has a buffer of so many bytes

	files    []*File
	buffers  []*bufio.Writer
	finished int
}

// Open opens an output. Unless Together is set, all outputs opened before must have been written.
func (s *Set) Open(name string) (io.Writer, error) {
	for ; s.Together == 0 && s.finished < len(s.files); s.finished++ {
		if err := s.files[s.finished].Finish(); err != nil {
			return nil, &Error{Err: err}
		}
	}
	if w := Standard(name, s.Stdout, s.Stderr); w != nil {
		return s.buffered(w), nil
	}
	opt := s.Options
	opt.Together = max(s.Together, 1)
	file, err := Create(name, opt)
	if err != nil {
		return nil, &Error{Err: err, Refused: true}
	}
	s.files = append(s.files, file)
	if err := file.Guard(s.Was[name], s.Read); err != nil {
		return nil, &Error{Err: err}
	}
	return s.buffered(&Writer{W: file, NamesItself: true}), nil
}

// buffered returns w, with a buffer if there are to be any.
func (s *Set) buffered(w io.Writer) io.Writer {
	if s.Buffer == 0 {
		return w
	}
	b := bufio.NewWriterSize(w, s.Buffer)
	s.buffers = append(s.buffers, b)
	return b
}

// Place puts the files in their places: all of them, or none as far as the system allows.
func (s *Set) Place() error {
	for _, b := range s.buffers {
		if err := b.Flush(); err != nil {
			return err // which names the output
		}
	}
	if err := Commit(s.files...); err != nil {
		return &Error{Err: err}
	}
	return nil
}

// Write calls write with an output, which is open only during the call. A file is put in
// its place if write succeeds.
func (s *Set) Write(name string, write func(io.Writer) error) error {
	to, err := s.Open(name)
	if err != nil {
		return err
	}
	if err := write(to); err != nil {
		return err
	}
	return s.Place()
}

// Abort aborts the outputs that have not been placed, and returns the names of those whose
// old contents are lost.
func (s *Set) Abort() (torn []string) {
	for _, file := range s.files {
		if file.Torn() {
			torn = append(torn, file.Name())
		}
		file.Abort()
	}
	return torn
}
