package job

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math/big"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// A Mixture says how much of each file of a job is used: so many records or, if these are not known, each so often.
type Mixture struct {
	Counts []int64
	Times  []*big.Rat
}

// count returns how many records of file i are used, of n.
func (m *Mixture) count(i int, n int64) (int64, error) {
	if m.Counts != nil {
		return m.Counts[i], nil
	}
	return Head{Share: m.Times[i]}.of(uint64(n))
}

// divide divides the memory of a mixture among its files, by their sizes as far as they are known, and its places.
func (r *run) divide(j *Job) (files []int64, places int64) {
	const besides, least, unknown = 32 << 20, 1 << 20, 1 << 30 // what a shuffle takes beyond its memory; the least memory
	all, sizes := int64(0), make([]int64, len(j.Files))
	for i := range j.Files {
		sizes[i] = unknown
		for _, info := range infile.Regular(j.Files[i:i+1], r.ui.In) {
			sizes[i] = info.Size()
		}
		all += sizes[i]
	}
	left := float64(max(j.Options.Memory-int64(len(sizes)*besides), 0))
	for _, size := range sizes {
		files = append(files, max(int64(left*7/8*float64(size)/float64(max(all, 1))), least))
	}
	return files, max(int64(left/8), least)
}

// A mixedFile is shuffled anew for each epoch.
type mixedFile struct {
	job   Job        // of this file alone
	seed  order.Seed // whose epochs these are
	epoch uint64
	c     *engine.Collection
	count int64                  // records that are used
	next  func() ([]byte, error) // of c
	stop  func()
}

// mix writes a mixture: the order of its places is one of integers, in whose place stand the next records of the files.
func (r *run) mix(ctx context.Context, j *Job) (err error) {
	files, places, total, first := make([]*mixedFile, len(j.Files)), *j, int64(0), ""
	ends := make([]int64, len(j.Files)) // of the integers that stand for each file
	memory, forPlaces := r.divide(j)
	var read []fs.FileInfo
	for i, name := range j.Files {
		f := &mixedFile{job: *j, seed: j.Options.Seed.Source(uint64(i))}
		f.job.Files, f.job.Options.Memory, f.job.Options.Progress = j.Files[i:i+1], memory[i], new(engine.Progress)
		f.job.Options.Seed, f.job.Options.Head = new(f.seed.Epoch(0)), 0
		if j.Mixture.Counts != nil {
			f.job.Options.Head = max(j.Mixture.Counts[i], 1)
		}
		if f.c, err = r.collect(ctx, &f.job); err != nil {
			return named(&f.job, err)
		}
		head, n := f.c.Headers()[0], f.c.Records()
		f.next, f.stop = f.c.Pull(ctx)
		defer f.close()
		if f.count, err = j.Mixture.count(i, n); err != nil {
			return err
		}
		switch again := f.count > n; {
		case again && n == 0:
			err = fmt.Errorf("it has no %ss for the mixture", j.Unit)
		case again && len(f.c.Files()) == 0:
			err = fmt.Errorf("the mixture uses its %s more than once, and it is no file that can be read again",
				label.Plural(n, j.Unit))
		case len(places.top) == 0:
			places.top, first = head, name
		case len(head) > 0:
			err = f.c.CompareHeader(name, head, first, places.top)
		}
		if err != nil {
			return infile.Error(infile.Name(name), err)
		}
		total += f.count
		files[i], ends[i], read = f, total, append(read, f.c.Files()...)
	}
	if total > 1<<32 {
		return fmt.Errorf("a mixture has an order of 2³² %ss at most, not of %s", j.Unit, label.Number(total))
	}
	places.Kind, places.Lo, places.Hi, places.Files, places.Comma = Integers, 1, uint64(total), nil, 0
	var failed error // of a file
	places.spell = func(text []byte, number int, _ byte) ([]byte, error) {
		i, _ := slices.BinarySearch(ends, int64(number))
		record, err := files[i].record(ctx, r)
		failed = cmp.Or(failed, err)
		return append(text, record...), err
	}
	places.Options = engine.Options{Seed: j.Options.Seed, Head: j.Options.Head, Parts: true, Memory: forPlaces,
		Workers: j.Options.Workers, TempDir: j.Options.TempDir, Progress: j.Options.Progress}
	c, err := r.collect(ctx, &places)
	if err != nil {
		return err
	}
	r.out.Read = read
	err = cmp.Or(r.write(ctx, &places, c), c.Close())
	return cmp.Or(failed, err)
}

// record returns the next record of the file. Behind the last one it shuffles the file for the next epoch.
func (f *mixedFile) record(ctx context.Context, r *run) ([]byte, error) {
	record, err := f.next()
	if record != nil || err != nil {
		return record, err
	}
	f.stop()
	if err := f.c.Close(); err != nil {
		return nil, err
	}
	f.epoch++
	n := f.c.Records()
	f.job.Options.Seed, f.job.Options.Head = new(f.seed.Epoch(f.epoch)), f.count-int64(f.epoch)*n
	c, err := engine.Collect(ctx, f.job.Options, r.sources(&f.job)...)
	if err == nil && c.Records() != n {
		err = cmp.Or(c.Close(), fmt.Errorf("it has changed: there were %s", label.Plural(n, f.job.Unit)))
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
