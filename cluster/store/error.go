package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"gocloud.dev/gcerrors"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
)

var (
	// ErrForeign is of a file or folder of a job that somebody else may have written.
	ErrForeign = errors.New("others may have written it, so it is not read")
	// ErrStream is of a file that cannot be read as often as a job needs.
	ErrStream = errors.New("it is a pipe or a device, not a file that can be read again")
	// ErrNoBucket says that not only the object is missing.
	ErrNoBucket = errors.New("there is no such bucket")
	// ErrFolder is of a folder.
	ErrFolder = errors.New("it is a folder")

	errBroken  = errors.New("it is a symbolic link to nothing")
	errForeign = fmt.Errorf("%w: it is not a file of this user with one name and the mode 0600", ErrForeign)
	errFolder  = fmt.Errorf("%w: its folder is not one of this user where nobody else can write", ErrForeign)
	errNoMatch = errors.New("no object matches")
	errDot     = errors.New("a name in braces begins with a dot; write a pattern for each of the names")
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
	api, answered := errors.AsType[smithy.APIError](e.Err)
	var answer *smithyhttp.ResponseError
	sent, unsent := errors.AsType[*url.Error](e.Err)
	const look = "; check the region and the endpoint behind the name, and the "
	text := strings.Join(strings.Fields(vfs.Cause(e.Err).Error()), " ")
	inBucket := e.Name.bucket != inFiles
	switch {
	case errors.Is(e.Err, ErrNoBucket), answered && api.ErrorCode() == "NoSuchBucket":
		return ErrNoBucket.Error()
	case errors.Is(e, fs.ErrExist):
		return "it is there already"
	case errors.Is(e, fs.ErrNotExist) && inBucket:
		return "there is no such object"
	case errors.Is(e, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(e, fs.ErrPermission):
		return "permission denied"
	case errors.Is(e.Err, os.ErrDeadlineExceeded):
		return "nothing came from the store"
	case answered:
		said := strings.TrimSuffix(api.ErrorCode()+": "+api.ErrorMessage(), ": ")
		if errors.As(e.Err, &answer) && answer.HTTPStatusCode() < 500 && !damaged(e.Err) {
			return origin(answer.Response.Request.URL.String()) + " has refused this" + look + "credentials: " + said
		}
		return said
	case inBucket && strings.Contains(text, "ec2imds"):
		return "there are no credentials; try aws configure, or ?anonymous=true behind the name"
	case unsent:
		return origin(sent.URL) + " cannot be reached" + look + "network: " + sent.Err.Error()
	case inBucket && strings.Contains(text, "egion"):
		return "the region of the bucket is not known; set AWS_REGION, or put ?region=REGION behind the name"
	}
	_, inner, _ := strings.Cut(text, " (code=Unknown): ")                                        // of go-cloud
	return strings.TrimPrefix(cmp.Or(inner, text), e.Doing+" "+label.Name(e.Name.String())+": ") // of files
}

// origin returns where a request was sent, without what was asked.
func origin(text string) string {
	scheme, rest, _ := strings.Cut(text, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

func (e *Error) Unwrap() error { return e.Err }

// Is reports whether the error is fs.ErrNotExist or fs.ErrPermission, in the words of any store.
func (e *Error) Is(target error) bool {
	code := gcerrors.Code(e.Err)
	return code == gcerrors.NotFound && target == fs.ErrNotExist ||
		code == gcerrors.PermissionDenied && target == fs.ErrPermission
}

func wrap(doing string, n Name, err error) error {
	if err == nil || errors.As(err, new(*Error)) {
		return err
	}
	return &Error{doing, n, err}
}

// damaged reports whether S3 says that what came is not what was sent.
func damaged(err error) bool {
	api, answered := errors.AsType[smithy.APIError](err)
	if !answered {
		return false
	}
	code := api.ErrorCode()
	return code == "BadDigest" || code == "IncompleteBody" || code == "XAmzContentSHA256Mismatch" ||
		strings.HasPrefix(code, "XAmzContentChecksum") ||
		code == "InvalidRequest" && strings.Contains(api.ErrorMessage(), "checksum")
}
