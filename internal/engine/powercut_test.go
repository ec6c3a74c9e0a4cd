package engine

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/output"
)

// An errand is a shuffle in a file system that may lose its power.
type errand struct {
	name    string
	opt     Options
	how     output.Options
	inputs  []string
	outputs []string
	old     []string // outputs that exist and are no inputs
	sizes   []int64  // of the parts, or nil
}

// run does it as the command does.
func (e errand) run(fsys *crashFS) (err error) {
	opt := e.opt
	opt.Seed, opt.fsys, opt.Workers = &testSeed, fsys, 2
	var sources []Source
	for _, name := range e.inputs {
		sources = append(sources, RawFile(name))
	}
	c, err := Collect(context.Background(), opt, sources...)
	if err != nil {
		return err
	}
	defer c.Close()
	e.how.Compress = true
	sizes, tracks := e.sizes, 1
	if opt.InStep {
		tracks = len(sources)
	}
	if sizes == nil {
		sizes = onePart
	}
	var outputs []*output.File
	err = c.WriteParts(context.Background(), sizes, func(part int) (to []io.Writer, err error) {
		for _, name := range e.outputs[part*tracks:][:tracks] {
			out, err := output.CreateIn(fsys, name, e.how)
			if err != nil {
				return nil, err
			}
			if err := out.Guard(nil, c.Files()); err != nil {
				return nil, err
			}
			outputs, to = append(outputs, out), append(to, out)
		}
		return to, nil
	})
	if err != nil {
		return err
	}
	return output.Commit(outputs...)
}

// TestPowerCut cuts the power after every operation of a shuffle, and lets what was not
// synced be lost, or kept, in many ways. Each output that replaces a file is the old one
// or the new one then, whole, and so is each one with Sync; no input is lost; and when
// the shuffle is over the new ones are safe.
//
// It was seen to fail without each of: the sync of a file before it is renamed, that of
// the folder, and the choice of which files are synced.
func TestPowerCut(t *testing.T) {
	text := func(name string) (s string) {
		for i := range 300 {
			s += fmt.Sprintf("%s line %d%s\n", name, i, strings.Repeat("x", i%50))
		}
		return s
	}
	parts := Options{Parts: true}
	inStep := Options{InStep: true, Parts: true}
	spilled := Options{tune: tuning{chunk: 1 << 10, memory: 4 << 10, slab: 1 << 10, pageSize: 1 << 10, unitSize: 1 << 10}}
	for _, e := range []errand{
		{name: "a new file", inputs: []string{"d/in"}, outputs: []string{"d/out"}},
		{name: "a new file, synced", how: output.Options{Sync: true}, inputs: []string{"d/in"},
			outputs: []string{"d/out"}},
		{name: "a file that exists", inputs: []string{"d/in"}, outputs: []string{"d/out"}, old: []string{"d/out"}},
		{name: "the input", inputs: []string{"d/in"}, outputs: []string{"d/in"}},
		{name: "the input, spilled", opt: spilled, inputs: []string{"d/in", "e/more"}, outputs: []string{"e/more"}},
		{name: "compressed", inputs: []string{"d/in"}, outputs: []string{"e/out.gz"}, old: []string{"e/out.gz"}},
		{name: "files in step", opt: inStep, inputs: []string{"d/a", "d/b", "e/c"},
			outputs: []string{"d/a", "d/b", "e/c"}},
		{name: "parts", opt: parts, inputs: []string{"d/in"}, outputs: []string{"d/1", "e/2", "d/in"},
			old: []string{"d/1", "e/2"}, sizes: []int64{100, 50, 150}},
		{name: "new parts, synced", opt: parts, how: output.Options{Sync: true}, inputs: []string{"d/in"},
			outputs: []string{"d/1", "e/2"}, old: []string{"d/1"}, sizes: []int64{100, 200}},
		{name: "written over", how: output.Options{Overwrite: true}, inputs: []string{"d/in"},
			outputs: []string{"d/out"}, old: []string{"d/out"}},
	} {
		for _, names := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, names %v", e.name, names), func(t *testing.T) {
				before := map[string]string{}
				for _, name := range append(e.inputs, e.old...) {
					before[name] = text(name)
				}
				fsys := newCrashFS(before)
				fsys.Names, fsys.NoSwap = names, names
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
					if n == end && safe && !isNew {
						t.Fatalf("cut at the end, %s: %s is lost", fate, name)
					}
					if safe && !e.how.Overwrite && !isNew && !isOld {
						t.Fatalf("cut after %d of %d, %s: %s has %d bytes, old %d, new %d", n, end, fate, name,
							len(got), len(was), len(after[name]))
					}
				}
			}
		}
	}
	t.Log(end, "operations")
}
