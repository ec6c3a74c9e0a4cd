package store

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/internal/label"
)

// A Name is where an object is: s3://bucket/key, gs://bucket/key, file:///folder/key, or
// the name of a file. What follows the last question mark of a bucket's, such as
// ?region=eu-central-1, says how to reach the bucket and is not part of the key; so a key
// with a question mark is followed by another one.
type Name struct {
	bucket string // a URL; of all files it is the same
	key    string
	query  string
}

// A NameError reports a text that is no name of an object, whatever there is.
type NameError struct{ Err error }

func (e *NameError) Error() string { return e.Err.Error() }
func (e *NameError) Unwrap() error { return e.Err }

// Parse returns the name that a text is, or a [NameError].
func Parse(text string) (Name, error) {
	n, err := parse(text)
	if err != nil {
		err = &NameError{err}
	}
	return n, err
}

// oneSlash matches the beginning of a name that lacks a slash.
var oneSlash = regexp.MustCompile(`^(s3|gs|file):/\b`)

func parse(text string) (n Name, err error) {
	if slashed := oneSlash.FindString(text); slashed != "" {
		return n, fmt.Errorf("%s begins with %s, where %s/ is meant", label.Name(text), slashed, slashed)
	}
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok || scheme == "file" && strings.HasPrefix(rest, "/") {
		name := strings.TrimPrefix(text, "file://")
		abs, err := filepath.Abs(name)
		if name == "" || strings.HasSuffix(name, "/") {
			err = fmt.Errorf("%s is a folder, not a file", label.Name(text))
		}
		n = Name{bucket: inFiles, key: strings.TrimPrefix(filepath.ToSlash(abs), "/")}
		return n, cmp.Or(err, n.check())
	}
	if i := strings.LastIndexByte(rest, '?'); i >= 0 {
		rest, n.query = rest[:i], rest[i+1:]
	}
	host, key, _ := strings.Cut(rest, "/")
	n.bucket, n.key = scheme+"://"+host, key
	query, err := url.ParseQuery(n.query)
	endpoint, _ := url.Parse(query.Get("endpoint"))
	why := ""
	switch {
	case strings.Contains(host, "@") || endpoint != nil && endpoint.User != nil: // which is not to be printed
		return n, fmt.Errorf("a name in %s:// must not have a user and a password; "+
			"they come from where the programs of the store look for them", label.Escape(scheme, ""))
	case scheme == "azblob":
		why = ": Azure is not supported: its driver crashes if a write is cancelled"
	case scheme == "file":
		why = ": a file is file:///folder/name"
	case scheme != "s3" && scheme != "gs":
		why = ": a store is s3://, gs:// or file://"
	case host == "":
		why = " has no bucket"
	case key == "" || strings.HasSuffix(key, "/"):
		why = " is a folder, not an object"
	case err != nil:
		why = ": " + err.Error()
	default:
		return n, n.check()
	}
	return n, errors.New(label.Name(text) + why)
}

// check returns an error if neither the plan nor the manifest can hold the name, or if an
// object of a bucket would be another one for the driver, or its neighbours for us.
func (n Name) check() error {
	why, control := "", strings.ContainsFunc(n.key, func(r rune) bool { return r < ' ' })
	switch {
	case !utf8.ValidString(n.key):
		why = "is not UTF-8, as names must be"
	case n.bucket == inFiles:
	case control || strings.Contains(n.key, "__0x"): // with which the driver replaces them
		why = "has a control character or __0x, which cannot be read; give the object another name"
	case n.key != strings.TrimPrefix(path.Clean("/"+n.key), "/"):
		why = "has //, /./ or /../, which cannot be read; give the object another name"
	}
	if why != "" {
		return errors.New(label.Name(n.String()) + " " + why)
	}
	return nil
}

// inFiles is the bucket of all files.
const inFiles = "file://"

// String returns the text of the name. It says nothing of how to reach the bucket.
func (n Name) String() string {
	if n.bucket == inFiles {
		return "/" + n.key
	}
	return n.bucket + "/" + n.key
}

// Text returns the text that Parse turns into n.
func (n Name) Text() string {
	if n.query != "" || n.bucket != inFiles && strings.Contains(n.key, "?") {
		return n.String() + "?" + n.query
	}
	return n.String()
}

// MarshalText returns [Name.Text].
func (n Name) MarshalText() ([]byte, error) { return []byte(n.Text()), nil }

// UnmarshalText is [Parse].
func (n *Name) UnmarshalText(text []byte) (err error) {
	*n, err = Parse(string(text))
	return err
}

// Place returns where the object is, whatever else the name says of how to reach it: of a
// file, the name that no symbolic links lead from.
func (n Name) Place() string {
	if n.bucket != inFiles {
		query, _ := url.ParseQuery(n.query) // which Parse has tried
		return query.Get("endpoint") + " " + n.String()
	}
	if real, err := filepath.EvalSymlinks(n.String()); err == nil {
		return real
	}
	return n.String()
}

// Base returns the last part of the name.
func (n Name) Base() string { return path.Base(n.key) }

// Join returns the name of an object in the folder that n is.
func (n Name) Join(elements ...string) Name {
	n.key = path.Join(append([]string{n.key}, elements...)...)
	return n
}

// Beside returns the name of an object in the folder that n is in.
func (n Name) Beside(base string) Name {
	n.key = path.Join(path.Dir(n.key), base)
	return n
}

// special are the characters that have a meaning in a pattern.
const special = `*?[{\\`

// IsPattern reports whether the name may stand for several objects.
func (n Name) IsPattern() bool { return strings.ContainsAny(n.key, special) }
