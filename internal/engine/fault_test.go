package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/twin/trial"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// harmless are the operations whose failing need not be told, and why.
var harmless = []string{
	"stat",      // of a file by its name, to see whether it is a pipe: opening it tells the rest
	"map",       // the file is read instead
	"closeread", // of a file that was only read
}

// waitGoroutines waits until there are no more goroutines than before.
func waitGoroutines(t testing.TB, before int) {
	t.Helper()
	n := 0
	for range 200 {
		if n = runtime.NumGoroutine(); n <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	buf := make([]byte, 1<<16)
	t.Fatalf("%d goroutines instead of %d:\n%s", n, before, buf[:runtime.Stack(buf, true)])
}

// A scene is a shuffle of files into a file, in a folder of its own.
type scene struct {
	name    string
	opt     Options
	sources func(dir string) []Source
	output  string // that is replaced or made
	old     string // its contents, "" if there is none
	want    []byte
	draws   int64 // with replacement, if there are any
}

// play shuffles as the command does it, and checks that nothing is left.
func (s scene) play(t *testing.T, dir string, fsys *faultfs.FS) error {
	t.Helper()
	opt := s.opt
	opt.fsys, opt.TempDir = fsys, filepath.Join(dir, "tmp")
	before := runtime.NumGoroutine()
	err := func() (err error) {
		c, write, err := s.collect(opt, dir)
		if err != nil {
			return err
		}
		defer func() {
			err = cmp.Or(err, c.Close())
			if c.store.Arena.Held() != 0 {
				t.Errorf("%d bytes of slabs were not given back", c.store.Arena.Held())
			}
		}()
		out, err := output.CreateIn(fsys, filepath.Join(dir, s.output), output.Options{Compress: true, Workers: 2})
		if err != nil {
			return err
		}
		defer out.Abort()
		if err := write(context.Background(), out); err != nil {
			return err
		}
		return out.Commit()
	}()
	waitGoroutines(t, before)
	if left := fsys.Left(); len(left) > 0 {
		t.Errorf("left open: %q", left)
	}
	for _, d := range []string{dir, filepath.Join(dir, "tmp")} {
		entries, e := os.ReadDir(d)
		if e != nil {
			t.Fatal(e)
		}
		for _, e := range entries {
			if strings.Contains(e.Name(), "yates-") {
				t.Errorf("left behind: %s", e.Name())
			}
		}
	}
	return err
}

// collect returns what is read, and what writes it.
func (s scene) collect(opt Options, dir string) (*Collection, func(context.Context, io.Writer) error, error) {
	if s.draws == 0 {
		c, err := Collect(context.Background(), opt, s.sources(dir)...)
		return c, func(ctx context.Context, w io.Writer) error { return c.Write(ctx, w) }, err
	}
	u, err := NewUrn(context.Background(), opt, s.sources(dir)...)
	if err != nil {
		return nil, nil, err
	}
	return u.c, func(ctx context.Context, w io.Writer) error { return u.Draw(ctx, w, s.draws) }, nil
}

// scenes are shuffles that use every operation of the file system.
func scenes(t *testing.T) []scene {
	rng := rand.New(rand.NewPCG(7, 8))
	short := lines(func(*rand.Rand) int { return rng.IntN(20) })(rng, 2*mib+100, '\n')
	long := lines(func(*rand.Rand) int { return 300 })(rng, 2*mib+100, '\n')
	tiny := tuning{chunk: mib, memory: 1 << 20, slab: 1 << 20, batchSize: 1 << 20, pageSize: 1 << 20, unitSize: 1 << 20}
	bigs := tiny
	bigs.big, bigs.batchSize = 400, 1<<20
	write := func(dir, name string, b []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	one := func(b []byte) func(string) []Source {
		return func(dir string) []Source {
			write(dir, "in", b)
			return []Source{RawFile(filepath.Join(dir, "in"))}
		}
	}
	half, some := len(short)/2, short[:400_000]
	longs := tuning{chunk: 4000, long: 5000, big: 2000, bigUnspilled: 2000, unitSize: 1 << 20, pageSize: 1 << 20}
	giant := bytes.TrimSuffix(lines(func(*rand.Rand) int { return rng.IntN(2) * rng.IntN(30_000) })(rng, 200_000, '\n'),
		[]byte("\n"))
	fixed, records := archiveOf(trial.Fixed)
	fixed.Seed = testSeed
	drawn := repeatTwin(testSeed, false, 3, long)
	return []scene{
		{"a stream of records of a fixed size", spilling(optionsOf(fixed)), one(records), "out", "old\n",
			written(fixed, records), 0},
		{"in memory", Options{Workers: 2}, func(dir string) []Source { return []Source{Decompressed(one(short)(dir)[0])} },
			"out", "", twin(testSeed, false, 0, short), 0},
		{"mapped", Options{Workers: 2, Memory: 128 << 20}, one(long), "in", string(long),
			twin(testSeed, false, 0, long), 0},
		{"spilled", Options{Workers: 3, Memory: 1 << 20, tune: tiny}, one(short), "out", "old\n",
			twin(testSeed, false, 0, short), 0},
		{"with big buckets", Options{Workers: 2, Memory: 1 << 20, tune: bigs}, one(short[:mib*9/8]), "out", "old\n",
			twin(testSeed, false, 0, short[:mib*9/8]), 0},
		{"long records", Options{Workers: 2, Memory: 1 << 20, tune: longs}, one(giant), "out", "old\n",
			twin(testSeed, false, 0, giant), 0},
		{"long records of a stream", Options{Workers: 2, Memory: 1 << 20, tune: longs}, func(dir string) []Source {
			write(dir, "in", giant[:len(giant)/2])
			return []Source{RawFile(filepath.Join(dir, "in")), Reader("rest", bytes.NewReader(giant[len(giant)/2:]))}
		}, "out", "old\n", twin(testSeed, false, 0, giant[:len(giant)/2], giant[len(giant)/2:]), 0},
		{"a stream", Options{Workers: 2, Memory: 1 << 20, tune: tiny}, func(dir string) []Source {
			write(dir, "in", short[:half])
			return []Source{RawFile(filepath.Join(dir, "in")), Reader("rest", bytes.NewReader(short[half:]))}
		}, "out", "old\n", twin(testSeed, false, 0, short[:half], short[half:]), 0},
		{"compressed", Options{Workers: 2, Memory: 1 << 20, tune: tiny}, func(dir string) []Source {
			write(dir, "in.gz", pack(packing.Gzip, some[:200_000], 70_000))
			write(dir, "in.zst", pack(packing.Zstd, some[200_000:], 70_000))
			return []Source{Decompressed(RawFile(filepath.Join(dir, "in.gz"))),
				Decompressed(RawFile(filepath.Join(dir, "in.zst")))}
		}, "out.gz", "old\n", pack(packing.Gzip, twin(testSeed, false, 0, some[:200_000], some[200_000:]),
			packing.MemberSize), 0},
		{"drawn", Options{Workers: 2, Memory: 1 << 28}, one(long), "out", "old\n", drawn, 3},
		{"drawn from files", Options{Workers: 2, Memory: 1 << 20}, one(long), "out", "old\n", drawn, 3},
		{"drawn from the temporary file", Options{Workers: 2, Memory: 1 << 20, tune: tuning{stream: true}}, one(long), "out",
			"old\n", drawn, 3},
	}
}

// spilling returns options that read files as streams, and hold little in memory.
func spilling(opt Options) Options {
	opt.tune = tuning{stream: true, chunk: 1000, memory: 4096, slab: 4096}
	return opt
}

// TestFaultSweep fails every operation in turn, until a run meets no fault: a
// fault is always told, the old output stays, and nothing is left behind.
func TestFaultSweep(t *testing.T) {
	broken := errors.New("it is broken")
	type mode struct {
		name           string
		err            error
		short, lasting bool
	}
	modes := []mode{{"once", broken, false, false}, {"disk full", syscall.ENOSPC, true, true}}
	all := 24 // after which some are left out
	if testing.Short() {
		all = 8
	}
	for _, s := range scenes(t) {
		s.opt.Seed = &testSeed
		for _, m := range modes {
			t.Run(s.name+", "+m.name, func(t *testing.T) {
				ops, step := 0, 1
				for i := 0; ; i += step {
					dir := t.TempDir()
					if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o700); err != nil {
						t.Fatal(err)
					}
					out := filepath.Join(dir, s.output)
					if s.old != "" {
						if err := os.WriteFile(out, []byte(s.old), 0o600); err != nil {
							t.Fatal(err)
						}
					}
					fsys := &faultfs.FS{FS: vfs.OS{}, At: i, Err: m.err, Lasting: m.lasting, Short: m.short}
					if m.lasting {
						fsys.Only = []string{"create", "scratch", "write", "writeat", "close", "remove"}
					}
					err := s.play(t, dir, fsys)
					failed := fsys.Failed()
					got, e := os.ReadFile(out)
					switch {
					case err != nil && failed == "":
						t.Fatalf("without a fault: %v", err)
					case err == nil && failed != "" && !slices.Contains(harmless, failed):
						t.Fatalf("fault %d, %s, was not told", i, failed)
					case err == nil:
						if !bytes.Equal(got, s.want) {
							t.Fatalf("fault %d, %s: %s", i, failed, differ(got, s.want))
						}
					default:
						if !errors.Is(err, m.err) {
							t.Fatalf("fault %d, %s: another error was told: %v", i, failed, err)
						}
						// When the output is in its place, closing the spill file can still fail, and
						// syncing the folder.
						committed := (failed == "close" || failed == "syncdir") && bytes.Equal(got, s.want)
						if !committed && (s.old == "" && !errors.Is(e, os.ErrNotExist) ||
							s.old != "" && string(got) != s.old) {
							t.Fatalf("fault %d, %s: the output is not as it was: %d bytes, %v", i, failed, len(got), e)
						}
						checkMessage(t, dir, failed, err)
					}
					if failed == "" {
						break
					}
					ops++
					if i >= all {
						step = max(i*2/all, 1) // later ones are more of the same
					}
				}
				if ops < 4 {
					t.Errorf("only %d operations", ops)
				}
			})
		}
	}
}

// checkMessage: a message names the file, and a spill error has a hint.
func checkMessage(t *testing.T, dir, failed string, err error) {
	t.Helper()
	names := map[string]string{
		"scratch": filepath.Join(dir, "tmp"), "writeat": filepath.Join(dir, "tmp"), "create": "out", "write": "out",
		"rename": "out", "open": "in", "read": "in", "fstat": "in", "chmod": "out", "openwrite": "out",
	}
	if name := names[failed]; name == "out" {
		if !strings.HasPrefix(err.Error(), "writing "+dir) || strings.Count(err.Error(), "writing") > 1 {
			t.Errorf("after %s: %v", failed, err)
		}
	} else if !strings.Contains(err.Error(), name) {
		t.Errorf("after %s: %v does not name %s", failed, err, name)
	}
	ops := map[string]string{"scratch": "writing", "writeat": "writing", "readat": "reading", "close": "closing"}
	if e, ok := errors.AsType[*failure.TempError](err); ok && (e.Op != ops[failed] || e.Dir != filepath.Join(dir, "tmp")) ||
		ops[failed] == "writing" && !ok {
		t.Errorf("after %s: %#v", failed, err)
	}
	if strings.Contains(err.Error(), ".yates-") {
		t.Errorf("after %s: %v names a temporary file", failed, err)
	}
}

// TestOutputErrors: what is wrong with the output is told as it is.
func TestOutputErrors(t *testing.T) {
	in := bytes.Repeat([]byte("some line\n"), 1000)
	for _, c := range []struct {
		w    io.Writer
		want string
	}{
		{writerFunc(func(b []byte) (int, error) { return 0, syscall.EPIPE }), "writing the output: broken pipe"},
		{writerFunc(func(b []byte) (int, error) { return len(b) / 2, nil }), "writing the output: short write"},
		{writerFunc(func(b []byte) (int, error) { return len(b) / 2, syscall.ENOSPC }),
			"writing the output: no space left on device"},
	} {
		before := runtime.NumGoroutine()
		err := Shuffle(context.Background(), c.w, Options{tune: tuning{pageSize: 100, unitSize: 100}},
			Reader("input", bytes.NewReader(in)))
		if err == nil || runtime.GOOS != "windows" && err.Error() != c.want {
			t.Errorf("%v instead of %q", err, c.want)
		}
		waitGoroutines(t, before)
	}
	if err := Shuffle(context.Background(), writerFunc(func([]byte) (int, error) { return 0, syscall.EPIPE }),
		Options{}, Reader("", bytes.NewReader(in))); !errors.Is(err, syscall.EPIPE) {
		t.Errorf("%v is not EPIPE", err)
	}
}

type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

type readerFunc func(b []byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
