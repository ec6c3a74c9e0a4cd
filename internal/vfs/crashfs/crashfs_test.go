package crashfs

import (
	"maps"
	"testing"

	"github.com/yates-shuffle/yates/internal/vfs"
)

func always(f Fate) func(bool) Fate { return func(bool) Fate { return f } }

// What was synced is there, what was not may be, each change by itself.
func TestAfter(t *testing.T) {
	f := New(map[string]string{"d/old": "old"})
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var _ vfs.FS = f
	o, err := f.New("d", "d/new", 0)
	try(err)
	o.Write([]byte("ne"))
	o.Write([]byte("w"))
	check := func(what string, fate func(bool) Fate, want map[string]string) {
		t.Helper()
		if got := f.After(f.Len(), fate); !maps.Equal(got, want) {
			t.Errorf("%s: %q instead of %q", what, got, want)
		}
	}
	check("nothing is safe", always(Lost), map[string]string{"d/old": "old"})
	check("all is kept", always(Kept), map[string]string{"d/old": "old", "d/new": "new"})
	names := func(names bool) Fate {
		if names {
			return Kept
		}
		return Lost
	}
	check("the name alone", names, map[string]string{"d/old": "old", "d/new": ""})
	check("zeros", func(names bool) Fate { return Zeroed - Fate(map[bool]int{true: 1}[names]) },
		map[string]string{"d/old": "old", "d/new": "\x00\x00\x00"})
	n := 0
	check("the second write", func(names bool) Fate { n++; return map[bool]Fate{false: Lost, true: Kept}[n > 1] },
		map[string]string{"d/old": "old", "d/new": "\x00\x00w"})
	try(o.Sync())
	check("the file is safe, its name is not", always(Lost), map[string]string{"d/old": "old"})
	check("the file is safe", names, map[string]string{"d/old": "old", "d/new": "new"})
	try(f.Rename("d/new", "d/old"))
	check("renamed, not safe", always(Lost), map[string]string{"d/old": "old"})
	check("renamed", names, map[string]string{"d/old": "new"})
	try(f.SyncDir("elsewhere"))
	check("another folder", always(Lost), map[string]string{"d/old": "old"})
	try(f.SyncDir("d"))
	check("safe", always(Lost), map[string]string{"d/old": "new"})
	if got := f.After(0, always(Kept)); !maps.Equal(got, map[string]string{"d/old": "old"}) {
		t.Errorf("at first: %q", got)
	}

	o, err = f.Write("d/old")
	try(err)
	o.Write([]byte("N"))
	try(o.Truncate(2))
	check("written over", always(Kept), map[string]string{"d/old": "Ne"})
	check("written over, lost", always(Lost), map[string]string{"d/old": "new"})
	p, err := f.New("d", "", 0)
	try(err)
	try(f.Link(p, "d/p"))
	if f.Link(p, "d/p") == nil {
		t.Error("a name was given twice")
	}
	try(f.Swap("d/p", "d/old"))
	check("swapped", names, map[string]string{"d/p": "new", "d/old": ""})
	try(f.Remove("d/p"))
	check("removed", names, map[string]string{"d/old": ""})
}
