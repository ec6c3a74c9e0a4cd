package job

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A mixedFile is shuffled anew for each epoch.
type mixedFile struct {
	job    Job        // of this file alone
	seed   order.Seed // whose epochs these are
	epoch  uint64
	count  int64              // records that are used
	c      *engine.Collection // of the epoch
	header []byte
	next   func() ([]byte, error)
	stop   func()
}

// mix writes a mixture: the order of its places is one of integers, in whose place stand the next records of the files.
func (r *run) mix(ctx context.Context, j *Job) (err error) {
	// Each file takes that much at least, and the process may take 64 MiB more than its memory.
	const each, free = 12 << 20, 48 << 20
	if need := int64(len(j.Files))*each - free; need > j.Options.Memory {
		return &failure.MemoryError{What: "mix " + label.Plural(len(j.Files), "file"), Need: uint64(need),
			Allowed: uint64(j.Options.Memory)}
	}
	files, ends := make([]*mixedFile, len(j.Files)), make([]int64, len(j.Files)) // of the integers for each file
	places, total, first := *j, int64(0), ""
	const besides, least = 32 << 20, 1 << 20 // what a shuffle takes beyond its memory, and the least memory
	left, all := float64(j.Options.Memory-int64(len(files))*besides), 1.0
	for _, name := range j.Files {
		all += r.sizeOf(name)
	}
	memory := func(share float64) int64 { return max(int64(left*share), least) } // an eighth is for the places
	var read []fs.FileInfo
	for i, name := range j.Files {
		f, err := r.openMixed(ctx, j, i, memory(r.sizeOf(name)/all*7/8), total)
		if f != nil {
			defer f.close()
		}
		if err != nil {
			return err
		}
		files[i] = f
		head := f.header
		if len(places.top) == 0 {
			places.top, first = head, infile.Name(name)
		} else if err := f.c.CompareHeader(infile.Name(name), head, first, places.top); len(head) > 0 && err != nil {
			return err
		}
		total += f.count
		ends[i], read = total, append(read, f.c.Files()...)
	}
	var failed error // of a file
	places.spell = func(text []byte, number int64, _ byte) ([]byte, error) {
		i, _ := slices.BinarySearch(ends, number)
		record, err := files[i].record(ctx, r)
		failed = cmp.Or(failed, err)
		return append(text, record...), err
	}
	places.Kind, places.Lo, places.Hi, places.Files = Integers, 1, uint64(total), nil
	places.Options = engine.Options{Seed: j.Options.Seed, Sink: engine.Sink{Head: j.Options.Head, Parts: true},
		Memory:  memory(1.0 / 8),
		Workers: j.Options.Workers, TempDir: j.Options.TempDir, Progress: j.Options.Progress}
	c, err := r.collect(ctx, &places)
	if err != nil {
		return err
	}
	r.out.Read = read
	err = cmp.Or(r.write(ctx, &places, c), c.Close())
	return cmp.Or(failed, err)
}

// openMixed reads file i of a mixture, in so much memory, of which those before it have total records.
func (r *run) openMixed(ctx context.Context, j *Job, i int, memory, total int64) (*mixedFile, error) {
	name, uses := j.Files[i], j.Mixture[i]
	f := &mixedFile{job: *j, seed: j.Options.Seed.Source(uint64(i))}
	f.job.Files = j.Files[i : i+1]
	opt := &f.job.Options
	opt.Seed, opt.Head, opt.Progress = new(f.seed.Epoch(0)), 0, new(engine.Progress)
	opt.Memory, opt.Longest = memory, max(memory/4, 2<<20)
	if uses.Share == nil {
		opt.Head = max(uses.Count, 1)
	}
	var err error
	if f.c, err = r.collect(ctx, &f.job); err != nil {
		return nil, explain(&f.job, err)
	}
	n := f.c.Records()
	f.header = f.c.Header() // which is pulled, too
	f.next, f.stop = f.c.Pull(ctx)
	f.count, err = uses.Of(uint64(n))
	switch {
	case err != nil:
	case f.count > 1<<32-total:
		err = fmt.Errorf("with it the mixture has more than 2³² %ss", j.Unit)
	case f.count > n && n == 0:
		err = fmt.Errorf("it has no %ss for the mixture", j.Unit)
	case f.count > n && (name == "-" || len(f.c.Files()) == 0):
		err = fmt.Errorf("it has %s, of which the mixture needs %s, and cannot be read again", label.Plural(n, j.Unit),
			label.Number(f.count))
	}
	if err != nil {
		err = infile.Error(infile.Name(name), err)
	}
	return f, err
}

// sizeOf returns the size of a file, or a guess.
func (r *run) sizeOf(name string) float64 {
	if info := infile.Regular(name, r.ui.In); info != nil {
		return float64(info.Size())
	}
	return 1 << 30
}

// record returns the next record of the file. Behind the last one it shuffles the file for the next epoch.
func (f *mixedFile) record(ctx context.Context, r *run) ([]byte, error) {
	record, err := f.next()
	if record != nil || err != nil {
		return record, err
	}
	f.close()
	f.epoch++
	n := f.c.Records()
	f.job.Options.Seed, f.job.Options.Head = new(f.seed.Epoch(f.epoch)), f.count-int64(f.epoch)*n
	c, err := engine.Collect(ctx, f.job.Options, r.sources(&f.job)...)
	if err == nil && c.Records() != n {
		err = cmp.Or(c.Close(), fmt.Errorf("it has changed: it had %s", label.Plural(n, f.job.Unit)))
	}
	if err != nil {
		return nil, infile.Error(infile.Name(f.job.Files[0]), err)
	}
	f.c = c
	f.next, f.stop = c.Pull(ctx)
	return f.next()
}

func (f *mixedFile) close() {
	f.stop()
	f.c.Close()
}
