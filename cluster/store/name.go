package store

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/yates-shuffle/yates/internal/label"
)

// A Name is where an object is: s3://bucket/key, gs://bucket/key, file:///folder/key, or
// the name of a file. What follows a question mark, such as ?region=eu-central-1, says
// how to reach the bucket and is not part of the key.
type Name struct {
	bucket string // a URL; of all files it is the same
	key    string
	query  string
}

// Parse returns the name that a text is.
func Parse(text string) (Name, error) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		abs, err := filepath.Abs(text)
		if err != nil {
			return Name{}, err
		}
		if text == "" || strings.HasSuffix(text, "/") {
			return Name{}, fmt.Errorf("%s is a folder, not a file", label.Name(text))
		}
		return Name{bucket: files, key: strings.TrimPrefix(filepath.ToSlash(abs), "/")}, nil
	}
	n := Name{}
	rest, n.query, _ = strings.Cut(rest, "?")
	host, key, _ := strings.Cut(rest, "/")
	query, err := url.ParseQuery(n.query)
	endpoint, _ := url.Parse(query.Get("endpoint"))
	switch {
	case strings.Contains(host, "@") || endpoint != nil && endpoint.User != nil: // which is not to be printed
		return n, fmt.Errorf("a name in %s:// must not have a user and a password; they come from where the programs of the store look for them", label.Escape(scheme, ""))
	case scheme == "azblob":
		return n, fmt.Errorf("%s: Azure is not supported: its driver crashes if a write is cancelled", label.Name(text))
	case scheme != "s3" && scheme != "gs" && scheme != "file":
		return n, fmt.Errorf("%s: a store is s3://, gs:// or file://", label.Name(text))
	case scheme == "file" && (host != "" || n.query != ""):
		return n, fmt.Errorf("%s: a file is file:///folder/name", label.Name(text))
	case scheme != "file" && host == "":
		return n, fmt.Errorf("%s has no bucket", label.Name(text))
	case key == "" || strings.HasSuffix(key, "/"):
		return n, fmt.Errorf("%s is a folder, not an object", label.Name(text))
	}
	if err != nil {
		return n, fmt.Errorf("%s: %w", label.Name(text), err)
	}
	n.bucket, n.key = scheme+"://"+host, key
	if scheme == "file" {
		n.bucket, n.key = files, strings.TrimPrefix(path.Clean("/"+key), "/")
	}
	return n, nil
}

// files is the bucket of all files.
const files = "file://"

// String returns the text of the name. It says nothing of how to reach the bucket.
func (n Name) String() string {
	if n.bucket == files {
		return "/" + n.key
	}
	return n.bucket + "/" + n.key
}

// Text returns the text that Parse turns into n.
func (n Name) Text() string {
	if n.query != "" {
		return n.String() + "?" + n.query
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

// IsPattern reports whether the name stands for several objects.
func (n Name) IsPattern() bool { return strings.Contains(n.key, "*") }

// matches reports whether a key is one that the pattern n stands for. An asterisk stands
// for any characters but the slash.
func (n Name) matches(key string) bool {
	pattern := strings.NewReplacer("[", `\[`, "?", `\?`, `\`, `\\`).Replace(n.key)
	ok, err := path.Match(pattern, key)
	return ok && err == nil
}
