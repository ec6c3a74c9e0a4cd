package store

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Set is a set of objects. It knows files by any of their names: symbolic links and hard
// links lead to the same one.
type Set struct {
	all   []Name
	names map[string]Name
	files map[stamp][]file // to compare only files that may be the same
}

type stamp struct {
	size int64
	time time.Time
}

type file struct {
	name Name
	info fs.FileInfo
}

// NewSet returns a set of objects.
func NewSet(names []Name) *Set {
	s := &Set{names, map[string]Name{}, map[stamp][]file{}}
	for _, n := range names {
		s.names[n.place()] = n
		if info := n.stat(); info != nil {
			at := stamp{info.Size(), info.ModTime()}
			s.files[at] = append(s.files[at], file{n, info})
		}
	}
	return s
}

// Find returns the name in the set that stands for the same object as n.
func (s *Set) Find(n Name) (same Name, ok bool) {
	if same, ok = s.names[n.place()]; ok {
		return same, true
	}
	if info := n.stat(); info != nil {
		for _, f := range s.files[stamp{info.Size(), info.ModTime()}] {
			if os.SameFile(f.info, info) {
				return f.name, true
			}
		}
	}
	return Name{}, false
}

// Within returns the first name in the set that lies in a folder.
func (s *Set) Within(folder Name) (in Name, ok bool) {
	top := folder.stat()
	within := map[string]bool{} // folders that are known
	var lies func(dir string) bool
	lies = func(dir string) bool {
		yes, known := within[dir]
		if !known {
			info, err := os.Stat(dir)
			yes = err == nil && os.SameFile(info, top) || dir != filepath.Dir(dir) && lies(filepath.Dir(dir))
			within[dir] = yes
		}
		return yes
	}
	for _, n := range s.all {
		if strings.HasPrefix(n.place(), folder.place()+"/") {
			return n, true
		}
		if top == nil || n.bucket != files {
			continue
		}
		real, err := filepath.EvalSymlinks(n.String())
		if lies(filepath.Dir(n.String())) || err == nil && lies(filepath.Dir(real)) {
			return n, true
		}
	}
	return Name{}, false
}

// place returns where the object is, whatever else the name says of how to reach it.
func (n Name) place() string {
	query, _ := url.ParseQuery(n.query) // which Parse has tried
	return query.Get("endpoint") + " " + n.String()
}
