//go:build linux

package main

import (
	"context"
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
	s := &soak{out: stdout, ends: map[string]int{}}
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	during := flags.Duration("time", 10*time.Minute, "begin rounds for so long")
	rounds := flags.Uint64("rounds", 0, "play so many rounds instead")
	only := flags.Int64("round", -1, "play this round alone, and keep its files")
	flags.Uint64Var(&s.seed, "seed", uint64(time.Now().UnixNano()), "take the rounds of this seed")
	flags.StringVar(&s.fault, "fault", "", "have this fault in each round (default a random one)")
	flags.StringVar(&s.yates, "yates", "", "run this program (default one built from ./cmd/yates)")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if s.fault != "" && faultNamed(s.fault) == nil {
		fmt.Fprintf(stdout, "soak: there is no fault %q\n", s.fault)
		return 2
	}
	if err := s.open(); err != nil {
		fmt.Fprintf(stdout, "soak: %v\n", err)
		return 1
	}
	begin := time.Now()
	for n := uint64(0); ctx.Err() == nil; n++ {
		if *only >= 0 {
			s.round(uint64(*only), true)
			break
		}
		if *rounds > 0 && n == *rounds || *rounds == 0 && time.Since(begin) > *during {
			break
		}
		s.round(n, false)
	}
	return s.close()
}

// A soak is a sequence of rounds.
type soak struct {
	seed   uint64
	yates  string // the program
	dir    string
	fault  string // of each round, or ""
	out    io.Writer
	ends   map[string]int // rounds by fault and how they ended
	failed int
}

// open makes the directory and the program.
func (s *soak) open() (err error) {
	if s.dir, err = os.MkdirTemp("", "soak-*"); err != nil {
		return err
	}
	if s.yates == "" {
		s.yates = filepath.Join(s.dir, "yates")
		build := exec.Command("go", "build", "-o", s.yates, "./cmd/yates")
		build.Stdout, build.Stderr = s.out, s.out
		if err := build.Run(); err != nil {
			os.RemoveAll(s.dir)
			return fmt.Errorf("building the command: %w", err)
		}
	}
	fmt.Fprintf(s.out, "seed %d, files in %s\n", s.seed, s.dir)
	return nil
}

// round plays a round. Its files stay if it fails, or if keep is set.
func (s *soak) round(number uint64, keep bool) {
	dir := filepath.Join(s.dir, fmt.Sprint("round-", number))
	r := newRound(s.seed, number, dir, s.fault)
	status, wrong := r.play(s.yates)
	outcome := fmt.Sprint("status ", status)
	if wrong != nil {
		outcome = "FAILED"
		s.failed++
		fmt.Fprintf(s.out, "round %d fails (%s, %s):\n  %s\n  yates %.2000q\n",
			number, r.Kind.Name, r.fault.name, strings.Join(wrong, "\n  "), r.args)
		fmt.Fprintf(s.out, "  go run ./internal/soak -seed %d -round %d -fault %q\n  files in %s\n",
			s.seed, number, s.fault, dir)
	}
	s.ends[r.fault.name+": "+outcome]++
	if wrong == nil && !keep {
		os.RemoveAll(dir)
	}
}

// close prints how many rounds there were, and returns the exit status.
func (s *soak) close() int {
	total := 0
	for _, what := range slices.Sorted(maps.Keys(s.ends)) {
		fmt.Fprintf(s.out, "%6d  %s\n", s.ends[what], what)
		total += s.ends[what]
	}
	fmt.Fprintf(s.out, "%d rounds of seed %d, %d failures\n", total, s.seed, s.failed)
	if s.failed > 0 {
		return 1
	}
	os.RemoveAll(s.dir)
	return 0
}
