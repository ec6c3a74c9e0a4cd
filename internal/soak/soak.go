//go:build linux

package main

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// run plays rounds and returns the exit status.
func run(ctx context.Context, args []string, stdout io.Writer) int {
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	var (
		during = flags.Duration("time", 10*time.Minute, "begin rounds for so long")
		rounds = flags.Uint64("rounds", 0, "play so many rounds instead")
		seed   = flags.Uint64("seed", 0, "take the rounds of this seed (default a new one)")
		only   = flags.Int64("round", -1, "play this round alone, and keep its files")
		which  = flags.String("fault", "", "have this fault in each round (default a random one)")
		yates  = flags.String("yates", "", "run this program (default one built from ./cmd/yates)")
	)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *seed == 0 {
		binary.Read(crand.Reader, binary.NativeEndian, seed) // which does not fail
	}
	if *which != "" && !slices.ContainsFunc(faults, func(f fault) bool { return f.name == *which }) {
		fmt.Fprintf(stdout, "soak: there is no fault %q\n", *which)
		return 2
	}
	s := &soak{seed: *seed, yates: *yates, fault: *which, out: stdout, ends: map[string]int{}}
	end, err := s.open()
	defer end()
	if err == nil && *only >= 0 {
		err = s.round(uint64(*only), true)
	} else if err == nil {
		begin := time.Now()
		for n := uint64(0); err == nil && ctx.Err() == nil; n++ {
			if *rounds > 0 && n == *rounds || *rounds == 0 && time.Since(begin) > *during {
				break
			}
			err = s.round(n, false)
		}
	}
	s.tell()
	if err != nil {
		fmt.Fprintf(stdout, "soak: %v\n", err)
	}
	if err != nil || s.failed > 0 {
		return 1
	}
	return 0
}

// A soak is a sequence of rounds.
type soak struct {
	seed   uint64
	yates  string // the program
	dir    string
	disk   string // that is small, or ""
	fault  string // of each round, or ""
	out    io.Writer
	ends   map[string]int // rounds by fault and how they ended
	failed int
}

// open makes the directory, the program and the small disk.
func (s *soak) open() (end func(), err error) {
	if s.dir, err = os.MkdirTemp("", "soak-*"); err != nil {
		return func() {}, err
	}
	unmount := func() {}
	end = func() {
		unmount()
		if s.failed == 0 {
			os.RemoveAll(s.dir)
		}
	}
	if s.yates == "" {
		s.yates = filepath.Join(s.dir, "yates")
		build := exec.Command("go", "build", "-o", s.yates, "./cmd/yates")
		build.Stdout, build.Stderr = s.out, s.out
		if err := build.Run(); err != nil {
			return end, fmt.Errorf("building the command: %w", err)
		}
	}
	disk := filepath.Join(s.dir, "disk")
	if endDisk, ok := smallDisk(disk); ok {
		unmount, s.disk = endDisk, disk
	} else {
		fmt.Fprintln(s.out, "no small disk can be mounted here: no rounds with a full one")
	}
	fmt.Fprintf(s.out, "seed %d, files in %s\n", s.seed, s.dir)
	return end, nil
}

// round plays a round. Its files stay if it fails, or if keep is set.
func (s *soak) round(number uint64, keep bool) error {
	dir := filepath.Join(s.dir, fmt.Sprint("round-", number))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	r := newRound(s.seed, number, dir, s.disk, s.fault)
	wrong, outcome, err := r.play(s.yates)
	if err != nil {
		return fmt.Errorf("round %d: %w", number, err)
	}
	if wrong != nil {
		outcome = "FAILED"
		s.failed++
		fmt.Fprintf(s.out, "round %d fails (%s, %s):\n  %s\n  yates %.2000q\n",
			number, r.Kind.Name, r.fault.name, strings.Join(wrong, "\n  "), r.args)
		fmt.Fprintf(s.out, "  go run ./internal/soak -seed %d -round %d -fault %q\n  files in %s\n",
			s.seed, number, s.fault, dir)
	}
	s.ends[r.fault.name+": "+outcome]++
	if wrong != nil || keep {
		return nil
	}
	return os.RemoveAll(dir)
}

// tell prints how many rounds there were.
func (s *soak) tell() {
	total := 0
	for _, what := range slices.Sorted(maps.Keys(s.ends)) {
		fmt.Fprintf(s.out, "%6d  %s\n", s.ends[what], what)
		total += s.ends[what]
	}
	fmt.Fprintf(s.out, "%d rounds of seed %d, %d failures\n", total, s.seed, s.failed)
}
