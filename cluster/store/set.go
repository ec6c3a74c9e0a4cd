package store

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// A Set is a set of objects. It knows files by any of their names that symbolic links lead
// from. It is not safe for concurrent use.
type Set struct {
	names   map[string]Name
	folders map[string]string // the real names of folders
}

// NewSet returns a set of objects.
func NewSet(names []Name) *Set {
	s := &Set{map[string]Name{}, map[string]string{}}
	for _, n := range names {
		for _, place := range s.places(n) {
			s.names[place] = n
		}
	}
	return s
}

// Find returns the name in the set that stands for the same object as n.
func (s *Set) Find(n Name) (same Name, ok bool) {
	for _, place := range s.places(n) {
		if same, ok = s.names[place]; ok {
			break
		}
	}
	return same, ok
}

// places returns where the object is, whatever else the name says of how to reach it: of a
// file, the place of its name and the one that it leads to.
func (s *Set) places(n Name) []string {
	if n.bucket != inFiles {
		query, _ := url.ParseQuery(n.query) // which Parse has tried
		return []string{query.Get("endpoint") + " " + n.String()}
	}
	places := []string{s.folder(filepath.Dir(n.String())) + "/" + n.Base()}
	if info, err := os.Lstat(n.String()); err == nil && info.Mode().Type() == fs.ModeSymlink {
		if real, err := filepath.EvalSymlinks(n.String()); err == nil {
			places = append(places, real)
		}
	}
	return places
}

// folder returns the real name of a folder, of which only the front may be there.
func (s *Set) folder(dir string) string {
	real, known := s.folders[dir]
	if !known {
		var err error
		real, err = filepath.EvalSymlinks(dir)
		real = strings.TrimSuffix(real, "/")
		if err != nil && dir != filepath.Dir(dir) {
			real = s.folder(filepath.Dir(dir)) + "/" + filepath.Base(dir)
		}
		s.folders[dir] = real
	}
	return real
}
