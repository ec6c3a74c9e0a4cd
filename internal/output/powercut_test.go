package output

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
)

// An errand is a run that writes outputs in a file system that may lose its power.
type errand struct {
	name    string
	how     Options
	inputs  []string // that must not be lost
	outputs []string
	old     []string // outputs that exist and are no inputs
}

// run writes what text gives the new outputs, each by several writes.
func (e errand) run(fsys *crashFS) error {
	var files []*File
	for _, name := range e.outputs {
		info, _ := fsys.Stat(name)
		f, err := CreateIn(fsys, name, e.how)
		if err != nil {
			return err
		}
		if info != nil {
			if err := f.Guard(info, []fs.FileInfo{info}); err != nil {
				return err
			}
		}
		for line := range strings.Lines(text("new " + name)) {
			if _, err := fmt.Fprint(f, line); err != nil {
				return err
			}
		}
		if err := f.Finish(); err != nil {
			return err
		}
		files = append(files, f)
	}
	return Commit(files...)
}

func text(name string) (s string) {
	for i := range 3 {
		s += fmt.Sprintf("%s line %d%s\n", name, i, strings.Repeat("x", 20*i))
	}
	return s
}

// TestPowerCut cuts the power after every operation on some outputs, and lets what was not
// synced be lost, or kept, in many ways. Each output that replaces a file is the old one
// or the new one then, whole, and so is each one with Sync; no input is lost; and when
// they are in their places the new ones are safe.
//
// It was seen to fail without each of: the sync of a file before it is renamed, that of
// the folder, and the choice of which files are synced.
func TestPowerCut(t *testing.T) {
	many := make([]string, 17) // of which some are finished under hidden names
	for i := range many {
		many[i] = fmt.Sprint("d/", i)
	}
	for _, e := range []errand{
		{name: "a new file", inputs: []string{"d/in"}, outputs: []string{"d/out"}},
		{name: "a new file, synced", how: Options{Sync: true}, outputs: []string{"d/out"}},
		{name: "a file that must be new, synced", how: Options{Sync: true, New: true}, outputs: []string{"d/out"}},
		{name: "a file that exists", inputs: []string{"d/in"}, outputs: []string{"d/out"}, old: []string{"d/out"}},
		{name: "inputs", inputs: []string{"d/a", "d/b", "e/c"}, outputs: []string{"d/a", "d/b", "e/c"}},
		{name: "parts", inputs: []string{"d/in"}, outputs: []string{"d/1", "e/2", "d/in"}, old: []string{"d/1", "e/2"}},
		{name: "new parts, synced", how: Options{Sync: true}, outputs: []string{"d/1", "e/2"}, old: []string{"d/1"}},
		{name: "many parts", outputs: many, old: many[14:]},
	} {
		for _, names := range []bool{false, true} {
			if names && e.how.New { // then an empty file is there for a moment
				continue
			}
			t.Run(fmt.Sprintf("%s, names %v", e.name, names), func(t *testing.T) {
				before := map[string]string{}
				for _, name := range append(e.inputs, e.old...) {
					before[name] = text(name)
				}
				fsys := newCrashFS(before)
				fsys.Names = names
				e.check(t, fsys, before)
			})
		}
	}
}

func (e errand) check(t *testing.T, fsys *crashFS, before map[string]string) {
	if err := e.run(fsys); err != nil {
		t.Fatal(err)
	}
	end := fsys.Len()
	after := fsys.After(end, func(bool) Fate { return Kept })
	isOutput := map[string]bool{}
	for _, name := range e.outputs {
		isOutput[name] = true
		if after[name] == before[name] || len(after[name]) < 50 {
			t.Fatalf("%s was not made", name)
		}
	}
	for name := range after {
		if _, was := before[name]; !was && !isOutput[name] {
			t.Errorf("%s is left", name)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	fates := map[string]func(names bool) Fate{
		"all is lost": func(bool) Fate { return Lost },
		"all is kept": func(bool) Fate { return Kept },
		"names alone": func(names bool) Fate { return map[bool]Fate{true: Kept}[names] },
		"data alone":  func(names bool) Fate { return map[bool]Fate{false: Kept}[names] },
		"names, zeros": func(names bool) Fate {
			return map[bool]Fate{true: Kept, false: Zeroed}[names]
		},
		"as it happens": func(bool) Fate { return Fate(rng.IntN(3)) },
	}
	for n := 0; n <= end; n++ {
		for fate, decide := range fates {
			times := 1
			if fate == "as it happens" {
				times = 20
			}
			for range times {
				left := fsys.After(n, decide)
				for name, was := range before {
					if !isOutput[name] && left[name] != was {
						t.Fatalf("cut after %d of %d, %s: %s is lost", n, end, fate, name)
					}
				}
				for _, name := range e.outputs {
					was, exists := before[name]
					got, there := left[name]
					isNew := there && got == after[name]
					isOld := there == exists && got == was
					safe := exists || e.how.Sync
					if n == end && !safe && fate == "all is lost" && isNew {
						t.Fatalf("%s is whole, so nothing is lost in this file system", name)
					}
					if n == end && safe && !isNew {
						t.Fatalf("cut at the end, %s: %s is lost", fate, name)
					}
					if safe && !isNew && !isOld {
						t.Fatalf("cut after %d of %d, %s: %s has %d bytes, old %d, new %d", n, end, fate, name,
							len(got), len(was), len(after[name]))
					}
				}
			}
		}
	}
	t.Log(end, "operations")
}
