package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
)

// errFolder and ErrStream are of files that cannot be read as often as a job needs.
var (
	errFolder = &fs.PathError{Err: errors.New("it is a folder")}
	ErrStream = &fs.PathError{Err: errors.New("it is a pipe or a device, not a file that can be read again")}
)

// errBroken says that not the name is missing, but what it leads to.
var errBroken = errors.New("it is a symbolic link to nothing")

// stat describes the file that n is the name of, or returns nil.
func (n Name) stat() fs.FileInfo {
	if n.bucket != files {
		return nil
	}
	info, err := os.Stat(n.String())
	if err != nil {
		return nil
	}
	return info
}

// absent reports whether n is the name of a file that is not there.
func (n Name) absent() bool {
	if n.bucket != files {
		return false
	}
	_, err := os.Lstat(n.String())
	return errors.Is(err, fs.ErrNotExist)
}

// kind returns an error unless a file has contents that are there to be read again.
func (n Name) kind(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errFolder
	case !info.Mode().IsRegular():
		return ErrStream
	case info.Size() > 0:
		return nil
	}
	f, err := os.Open(n.String())
	if err != nil {
		return err
	}
	defer f.Close()
	if n, _ := f.Read(make([]byte, 1)); n > 0 { // as the files of /proc
		return ErrStream
	}
	return nil
}

// fileTag returns the tag of a file. The time at which the system saw the last change is a
// part of it, because nobody can set that back.
func fileTag(info fs.FileInfo) string {
	return fmt.Sprintf("%x-%x-%x", info.ModTime().UnixNano(), changed(info), info.Size())
}

// Replaceable returns an error if there is a file with the name n which is not one that a
// writer may replace: a folder, a device, a pipe or a link.
func (n Name) Replaceable() error {
	if n.bucket != files {
		return nil
	}
	info, err := os.Lstat(n.String())
	if err != nil || info.Mode().IsRegular() {
		return nil // what else is wrong, the writer finds
	}
	kind := "a pipe or a device"
	switch info.Mode().Type() {
	case fs.ModeDir:
		kind = "a folder"
	case fs.ModeSymlink:
		kind = "a symbolic link"
	}
	return wrap("writing", n, &fs.PathError{Err: fmt.Errorf("it is %s, not a file", kind)})
}

// IsUnfinished reports whether n is the name of a file that a writer was killed at, or is
// still at work on.
func (n Name) IsUnfinished() bool { return n.bucket == files && unfinished.MatchString(n.key) }

var unfinished = regexp.MustCompile(`\.[0-9a-f]{16}\.tmp$`)
