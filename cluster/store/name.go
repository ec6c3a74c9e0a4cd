package store

import (
	"cmp"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/internal/label"
)

// A Name is where an object is: s3://bucket/key, gs://bucket/key, file:///folder/key, or
// the name of a file. What follows the last question mark of a bucket's, such as
// ?region=eu-central-1, says how to reach the bucket and is not part of the key; so a key
// with a question mark is followed by another one.
type Name struct {
	bucket string // a URL; of files it is empty
	key    string
	query  string

	private bool
}

// A NameError reports a text that is no name of an object, whatever there is.
type NameError string

func (e NameError) Error() string { return string(e) }

// oneSlash matches the beginning of a name that lacks a slash.
var oneSlash = regexp.MustCompile(`^(s3|gs|file):/\b`)

// parameters say how to reach a bucket. The drivers know them.
var parameters = map[string][]string{
	"s3": {"accelerate", "anonymous", "disable_https", "dualstack", "endpoint", "fips", "hostname_immutable",
		"kmskeyid", "profile", "region", "request_checksum_calculation", "response_checksum_validation", "role",
		"ssetype", "use_path_style"},
	"gs": {"anonymous"},
}

// Parse returns the name that a text is, or a [NameError].
func Parse(text string) (n Name, err error) {
	scheme, rest, ok := strings.Cut(text, "://")
	host, inFile := "", !ok || scheme == "file" && strings.HasPrefix(rest, "/")
	if inFile {
		rest = strings.TrimPrefix(text, "file://")
		n.key, err = filepath.Abs(rest)
		n.key = strings.TrimPrefix(filepath.ToSlash(n.key), "/")
	} else {
		if i := strings.LastIndexByte(rest, '?'); i >= 0 {
			rest, n.query = rest[:i], rest[i+1:]
		}
		host, n.key, _ = strings.Cut(rest, "/")
		n.bucket = scheme + "://" + host
	}
	query, bad := url.ParseQuery(n.query)
	endpoint, _ := url.Parse(query.Get("endpoint"))
	strange := slices.DeleteFunc(slices.Sorted(maps.Keys(query)),
		func(name string) bool { return slices.Contains(parameters[scheme], name) })
	slashed, named, why := oneSlash.FindString(text), label.Name(text), ""
	switch err = cmp.Or(err, bad); {
	case slashed != "":
		why = " begins with " + slashed + ", where " + slashed + "/ is meant"
	case strings.Contains(host, "@") || endpoint != nil && endpoint.User != nil: // which is not to be printed
		named, why = "a name in "+label.Escape(scheme, "")+"://", " must not have a user and a password; "+
			"they come from where the programs of the store look for them"
	case scheme != "s3" && scheme != "gs" && !inFile:
		why = ": a store is s3://, gs:// or file:///"
	case host == "" && !inFile:
		why = " has no bucket"
	case rest == "" || n.key == "" || strings.HasSuffix(rest, "/"):
		why = " is a folder, not an object"
	case err != nil:
		why = ": " + err.Error()
	case len(strange) > 0: // perhaps of the key
		why = ": the parameter " + label.Name(strange[0]) + " is not known, only " +
			strings.Join(parameters[scheme], ", ") + "; a key with a question mark has one more at the end"
	case query.Has("endpoint") && (endpoint == nil || endpoint.Host == ""):
		why = ": its endpoint is not a URL such as http://localhost:7070"
	default:
		why = n.wrong()
	}
	if why != "" {
		return n, NameError(named + why)
	}
	return n, nil
}

// wrong returns why neither the plan nor the manifest can hold the name, or why an object of a
// bucket would be another one for the driver, or its neighbours for us.
func (n Name) wrong() string {
	control := strings.ContainsFunc(n.key, func(r rune) bool { return r < ' ' })
	switch {
	case !utf8.ValidString(n.key):
		return " is not UTF-8, as names must be"
	case n.bucket == inFiles:
		return ""
	case control || strings.Contains(n.key, "__0x"): // with which the driver replaces them
		return " has a control character or __0x, which cannot be read; give the object another name"
	case n.key != strings.TrimPrefix(path.Clean("/"+n.key), "/"):
		return " has //, /./ or /../, which cannot be read; give the object another name"
	}
	return ""
}

// inFiles is the bucket of all files.
const inFiles = ""

// String returns the text of the name. It says nothing of how to reach the bucket.
func (n Name) String() string { return n.bucket + "/" + n.key }

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
	query, _ := url.ParseQuery(n.query) // which Parse has tried
	real, err := filepath.EvalSymlinks(n.String())
	if n.bucket != inFiles || err != nil {
		real = n.String()
	}
	return query.Get("endpoint") + " " + real
}

// Private returns the name of what only this user may have written, and only he can read. What is not so is
// an [ErrForeign]. That is for files; who may do what in a bucket is for the bucket to say.
func (n Name) Private() Name {
	n.private = true
	return n
}

// Base returns the last part of the name.
func (n Name) Base() string { return path.Base(n.key) }

// Join returns the name of an object in the folder that n is.
func (n Name) Join(elements ...string) Name {
	n.key = path.Join(append([]string{n.key}, elements...)...)
	return n
}

// Beside returns the name of an object in the folder that n is in.
func (n Name) Beside(base string) Name { return n.Join("..", base) }

// A Pattern is a name that may stand for several objects.
type Pattern struct {
	Name
	folder string // what the key begins with, for which no pattern was given
}

// special are the characters that have a meaning in a pattern.
const special = `*?[{\`

// ParsePattern returns the pattern that a text is. Of a file, the working folder is no part of it.
func ParsePattern(text string) (p Pattern, err error) {
	p.Name, err = Parse(text)
	if p.bucket == inFiles && !strings.Contains(text, "://") && !filepath.IsAbs(text) {
		folder, _ := filepath.Abs(".") // Parse has tried
		for rest := filepath.ToSlash(filepath.Clean(text)); strings.HasPrefix(rest, "../"); rest = rest[3:] {
			folder = filepath.Dir(folder)
		}
		p.folder = strings.TrimPrefix(filepath.ToSlash(folder), "/")
	}
	return p, err
}

// glob returns what is a pattern of keys within the folder.
func (p Pattern) glob() string { return strings.TrimPrefix(strings.TrimPrefix(p.key, p.folder), "/") }
