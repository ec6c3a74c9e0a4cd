package vfs

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/yates-shuffle/yates/internal/label"
)

// Target returns the file that a name stands for, whether it exists or not:
// symbolic links are followed, the last one also where it points to nothing. The
// folder that the file is in must exist.
func Target(name string) (string, error) {
	const most = 40 // links, as Linux has it
	for links := range most {
		dir, base := filepath.Split(name)
		to, err := os.Readlink(name)
		if err != nil { // it is no link, or nothing
			if dir, err = filepath.EvalSymlinks(cmp.Or(dir, ".")); err == nil {
				return filepath.Join(dir, base), nil
			}
			if links > 0 {
				err = fmt.Errorf("it is a link to %s: %w", label.Name(name), Cause(err))
			}
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = dir + to // not by Join, to which "link/.." is nothing
		}
		name = to
	}
	return "", errors.New("too many symbolic links")
}
