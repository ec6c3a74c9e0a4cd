package output

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// distinct returns an error if the file system takes two of the places for one, as a and A, or two forms of é. It asks
// the file system, with hidden files whose names differ as these do: what it says of names that it knows may be a
// second old. Names in ASCII that differ in more than their case are not asked for.
func distinct(files []*File) (err error) {
	same := map[string]int{}
	for _, o := range files {
		if !o.direct {
			same[strings.ToLower(o.target)]++
		}
	}
	hidden := filepath.Base(vfs.Hidden(""))
	asked := map[string]*File{}
	defer func() {
		for name, o := range asked {
			if o.fsys.Remove(name) != nil && err == nil {
				err = o.wrap(fmt.Errorf("%s cannot be removed", label.Name(name)))
			}
			unfinished.Delete(name)
		}
	}()
	for _, o := range files {
		if o.direct || same[strings.ToLower(o.target)] == 1 && strings.IndexFunc(o.target, beyondASCII) < 0 {
			continue
		}
		dir, base := filepath.Split(o.target)
		name := dir + hidden + "-" + base
		f, e := o.fsys.New(filepath.Clean(dir), name, 0o600)
		switch {
		case e == nil:
			asked[name] = o
			unfinished.Store(name, o.fsys)
			f.Close()
		case errors.Is(e, fs.ErrExist):
			twin := "another output"
			for _, other := range asked {
				if strings.EqualFold(other.target, o.target) || len(asked) == 1 {
					twin = label.Name(other.name)
				}
			}
			return o.wrap(fmt.Errorf("it is the same file as %s: the file system takes both names for one", twin))
		}
	}
	return nil
}

func beyondASCII(r rune) bool { return r > 127 }
