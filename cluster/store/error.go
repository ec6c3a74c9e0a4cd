package store

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/aws/smithy-go"
	"gocloud.dev/gcerrors"

	"github.com/yates-shuffle/yates/internal/label"
)

var (
	// ErrChanged is of an object that is not the version that was to be replaced.
	ErrChanged = errors.New("it was written by another job or program meanwhile")
	// ErrStream is of a file that cannot be read as often as a job needs.
	ErrStream = errors.New("it is a pipe or a device, not a file that can be read again")
	// ErrNoBucket says that not only the object is missing.
	ErrNoBucket = errors.New("there is no such bucket")

	errFolder  = errors.New("it is a folder")
	errBroken  = errors.New("it is a symbolic link to nothing")
	errNoMatch = errors.New("no object matches")
	errStalled = errors.New("nothing came from the store")
)

// An Error is an error of an object.
type Error struct {
	Doing string // such as reading
	Name  Name
	Err   error
}

func (e *Error) Error() string {
	return e.Doing + " " + label.Name(e.Name.String()) + ": " + label.Escape(e.reason(), "")
}

// reason returns what is wrong, in one line.
func (e *Error) reason() string {
	var api smithy.APIError
	errors.As(e.Err, &api)
	switch {
	case errors.Is(e.Err, ErrNoBucket), api != nil && api.ErrorCode() == "NoSuchBucket":
		return ErrNoBucket.Error()
	case errors.Is(e, fs.ErrNotExist):
		if e.Name.bucket == inFiles {
			return "there is no such file"
		}
		return "there is no such object"
	case errors.Is(e, fs.ErrPermission):
		return "permission denied"
	}
	if file, ok := errors.AsType[*fs.PathError](e.Err); ok {
		return file.Err.Error()
	}
	if link, ok := errors.AsType[*os.LinkError](e.Err); ok {
		return link.Err.Error()
	}
	text := strings.Join(strings.Fields(e.Err.Error()), " ")
	if strings.Contains(text, "get credentials: ") && strings.Contains(text, "ec2imds") {
		return "there are no credentials; try aws configure, or ?anonymous=true behind the name"
	}
	if api != nil {
		return strings.TrimSuffix(api.ErrorCode()+": "+api.ErrorMessage(), ": ")
	}
	if inner := errors.Unwrap(e.Err); inner != nil && strings.HasPrefix(text, "blob (key ") { // of the library
		return (&Error{Err: inner}).reason()
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Is reports whether the error is fs.ErrNotExist or fs.ErrPermission, in the words of any
// store.
func (e *Error) Is(target error) bool {
	switch gcerrors.Code(e.Err) {
	case gcerrors.NotFound:
		return target == fs.ErrNotExist
	case gcerrors.PermissionDenied:
		return target == fs.ErrPermission
	}
	return false
}

func wrap(doing string, n Name, err error) error {
	if err == nil || errors.As(err, new(*Error)) {
		return err
	}
	return &Error{doing, n, err}
}
