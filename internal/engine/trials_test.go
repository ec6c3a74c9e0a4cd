package engine

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	slow "github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/internal/twin/trial"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

var (
	firstTrial = flag.Uint64("trial", 1, "the number of the first trial")
	trialCount = flag.Int("trials", 0, "how many trials to run (default as many as a test takes)")
)

// trials calls try with the numbers of so many trials, or of a fifth with -short. Each run tries the same, unless flags
// say otherwise.
func trials(t *testing.T, count int, try func(t *testing.T, number uint64)) {
	if testing.Short() {
		count /= 5
	}
	for i := range cmp.Or(*trialCount, count) {
		number := *firstTrial + uint64(i)
		if !t.Run(fmt.Sprint(number), func(t *testing.T) { try(t, number) }) {
			t.Fatalf("replay it with: go test ./internal/engine -run %s -trial %d -trials 1", t.Name(), number)
		}
	}
}

// TestTrials compares what random jobs write with the slow twin, whatever the memory, the workers, the sizes, the way
// that the sources come and the way that the records are taken.
func TestTrials(t *testing.T) {
	t.Parallel()
	met := map[string]int{}
	trials(t, 300, func(t *testing.T, number uint64) { try(t, number, met) })
	if *trialCount > 0 || testing.Short() {
		return
	}
	for _, what := range []string{
		"whole", "skipped", "spilled", "refused", "in parts", "one by one", "drawn", "drawn once", "few starts", "drawn from files",
		"drawn from the temporary file", "drawn long", "apart", "balanced", "by key", "sorted", "numbered",
	} {
		if met[what] == 0 {
			t.Errorf("no trial was %s: they test little", what)
		}
	}
}

// TestTrialsHaveAllRules: the random jobs, which the slow twin does, have each rule that can be asked for.
func TestTrialsHaveAllRules(t *testing.T) {
	var met ask.Things
	for number := range uint64(1000) {
		tr := trial.New(number, 0)
		if tr.Settle(); tr.Job.Repeat {
			met |= ask.Repeat
		}
		met |= optionsOf(&tr.Job).Rule.Kind
	}
	for rule := ask.Groups; rule < ask.Head; rule *= 2 {
		if met&rule == 0 && rule != ask.Draws { // which are how some rules are done
			t.Errorf("no trial has the rule %v: add it to internal/twin and to internal/twin/trial", rule)
		}
	}
}

// try runs a trial, and notes what it met.
func try(t *testing.T, number uint64, met map[string]int) {
	tr := trial.New(number, 0)
	tr.Settle()
	if !tr.Chance(20) { // as small ones meet nearly as much, and take less time
		tr.Size = min(tr.Size, 200_000)
	}
	tr.Make()
	job := &tr.Job
	job.Seed = testSeed
	job.Head = cmp.Or(job.Head, 1) // as 0 is all for the engine
	opt := optionsOf(job)
	opt.TempDir, opt.Workers, opt.LeaveSources = t.TempDir(), trial.Pick(tr.Rand, 1, 2, 3, 7), tr.Chance(20)
	opt.Memory = trial.Pick[int64](tr.Rand, 1, 1, 64) << 20
	if job.Unique || job.UniqueBy != nil || job.StratifyBy != nil { // what is different must fit
		opt.Memory = 64 << 20
	}
	opt.tune, opt.Binary = randomTuning(tr), !tr.Draws() && tr.Chance(25)
	how, got, err := take(t, tr, opt, randomWay(tr).hand(t, job.NUL, tr.Sources), met)
	met[how]++
	if job.Skip > 0 {
		met["skipped"]++
	}
	if job.OrderBy != nil {
		met["sorted"]++
	}
	want, wantErr := job.Outputs(tr.Sources)
	_, long := errors.AsType[*failure.LongError](err)
	_, wide := errors.AsType[*failure.KeyError](err)
	if long && (job.Unique || job.UniqueBy != nil || job.Drop) || wide && opt.tune.long > 0 {
		return // the twin compares records of any length, and finds columns anywhere
	}
	what := fmt.Sprintf("%s, %s, %+v, of %d sources", tr.Kind.Name, how, opt, len(tr.Sources))
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("%s: %v, but the twin says %v", what, err, wantErr)
	}
	if err != nil {
		met["refused"]++
		return
	}
	if opt.Binary {
		met["numbered"]++
		got = recordsOf(t, job, tr.Sources, got)
	}
	for p := range want {
		if !bytes.Equal(got[p], want[p]) {
			t.Fatalf("%s, part %d: %s", what, p, differ(got[p], want[p]))
		}
	}
}

// recordsOf returns outputs with the records in the place of their numbers.
func recordsOf(t *testing.T, job *slow.Job, sources, got [][]byte) (outputs [][]byte) {
	head, records, err := job.Records(sources)
	if err != nil {
		t.Fatal(err)
	}
	for _, numbers := range got {
		out := bytes.Clone(head)
		for ; len(numbers) >= 8; numbers = numbers[8:] {
			out = append(out, records[binary.LittleEndian.Uint64(numbers)]...)
		}
		if job.Tar {
			out = append(out, make([]byte, 1024)...)
		}
		outputs = append(outputs, out)
	}
	return outputs
}

// take has the engine do the job of a trial, in one of the ways that it allows, which may change it.
func take(t *testing.T, tr *trial.Trial, opt Options, sources []Source, met map[string]int) (how string, got [][]byte,
	err error) {
	job, out, end := &tr.Job, new(bytes.Buffer), []byte(nil)
	defer func() {
		if got == nil {
			got = [][]byte{append(out.Bytes(), end...)}
		}
	}()
	switch way := tr.IntN(5); {
	case tr.Draws():
		return "drawn", nil, draw(t, tr, out, opt, sources, met)
	case opt.Rule.Kind&(ask.Classes|ask.Parted) != 0 || way == 0 && job.Skip == 0:
		opt.Parts = true
		job.Parts = slow.Equal(1)
		if tr.Chance(50) {
			share := func() string { return fmt.Sprintf("%d/300", tr.IntN(100)) }
			job.Parts = slow.Shares(share(), "0", share(), share(), "0")
		}
		if job.ByKey != nil {
			opt.Shares = order.NewParts(job.Parts...)
			met["by key"]++
		}
		got, err = writtenParts(t, opt, sources, func(n int) []int {
			if job.Head > 0 { // which the engine does not know of strata
				n = min(n, job.Head)
			}
			return slow.Sizes(job.Parts, n)
		})
		return "in parts", got, err
	case way == 1 && job.Header == 0:
		if job.Tar && !opt.Binary {
			end = make([]byte, 1024)
		}
		for record, e := range All(t.Context(), opt, sources...) {
			err = e
			out.Write(record)
		}
		return "one by one", nil, err
	}
	c, err := Collect(t.Context(), opt, sources...)
	if err != nil {
		return "whole", nil, err
	}
	if err = c.Write(t.Context(), out); c.store.Spilled() > 0 {
		met["spilled"]++
	}
	err = cmp.Or(err, c.Close())
	if n := c.store.Arena.Held(); n != 0 {
		t.Errorf("%d bytes of slabs were not given back", n)
	}
	return "whole", nil, err
}

// draw draws one record after the other, with few starts of records or many.
func draw(t *testing.T, tr *trial.Trial, w io.Writer, opt Options, sources []Source, met map[string]int) error {
	opt.Memory = trial.Pick[int64](tr.Rand, 1<<14, 1<<16, 1<<20, 1<<30)
	if opt.Rule.Kind == ask.Weights {
		opt.Memory = max(opt.Memory, 1<<20)
	}
	opt.tune = tuning{chunk: opt.tune.chunk, long: opt.tune.long, stream: opt.tune.stream, starts: trial.Pick(tr.Rand,
		0, 4, 8)}
	u, err := NewUrn(t.Context(), opt, sources...)
	if err != nil {
		return err
	}
	switch {
	case tr.Job.ApartBy != nil:
		met["apart"]++
		head := cmp.Or(uint64(opt.Head), u.Records())
		places, e := u.Apart(int64(head))
		if err = e; err == nil {
			err = u.DrawBy(t.Context(), w, int64(min(head, u.Records())), places)
		}
	case tr.Job.StratifyBy != nil:
		met["balanced"]++
		err = u.DrawEach(t.Context(), w, int64(tr.Job.Head))
	case tr.Job.Repeat:
		err = u.Draw(t.Context(), w, opt.Head)
	default:
		met["drawn once"]++
		err = u.DrawOnce(t.Context(), w, cmp.Or(opt.Head, -1))
	}
	for what, is := range map[string]bool{
		"few starts": u.contents.Index.Stride > 1, "drawn from files": u.c.kept.Input() != nil,
		"drawn long": u.contents.Index.Longest > u.c.opt.tune.long, "drawn from the temporary file": u.c.store.Spilled() > 0,
	} {
		if is {
			met[what]++
		}
	}
	return cmp.Or(err, u.Close())
}

// randomTuning returns sizes of buffers, of which many are small.
func randomTuning(tr *trial.Trial) (tune tuning) {
	const block = mib
	if tr.IntN(3) > 0 {
		tune.chunk = trial.Pick(tr.Rand, 1000, 30_000, block, 3*block)
	}
	if tr.IntN(3) > 0 {
		tune.memory = trial.Pick[int64](tr.Rand, 1, 4096, 100_000, block, 3*block)
		tune.slab = trial.Pick(tr.Rand, 0, 64, 4096, block/2, block+4096)
	}
	if tr.IntN(2) > 0 {
		tune.unitSize = trial.Pick(tr.Rand, 1, 100, 5000, block/4)
		tune.pageSize = trial.Pick(tr.Rand, 0, 1, 15, 16, 17, 1000)
	}
	if tr.IntN(2) > 0 {
		tune.batchSize = trial.Pick[int64](tr.Rand, 8, 1000, 50_000, block)
		tune.big = trial.Pick[int64](tr.Rand, 0, 1, 100, 2000, block)
		tune.bigUnspilled = tune.big
	}
	tune.copy, tune.stream = tr.IntN(3) == 0, tr.IntN(6) == 0
	if tr.IntN(3) == 0 { // small chunks, as a record that ends in one is not a long one
		tune.long = trial.Pick[int64](tr.Rand, 1, 10, 200, 1000, 100_000)
		if tr.Job.Columns() != nil || tr.Job.Weight > 0 { // columns must end within it
			tune.long = max(tune.long, 200)
		}
		tune.chunk = max(tr.Size/trial.Pick(tr.Rand, 1, 10, 100), 16)
	}
	return tune
}

// randomWay returns a way in which sources such as those of the trial can come.
func randomWay(tr *trial.Trial) way {
	w := trial.Pick(tr.Rand, ways...)
	switch {
	case w == oneByte && tr.Size > 200_000:
		return half
	case w == oneFile && (tr.Kind != trial.Text || tr.Job.Header > 0):
		return files
	case w == manyWays && tr.Job.Tar || len(tr.Sources) > 5:
		return files
	}
	return w
}
