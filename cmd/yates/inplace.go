package main

import (
	"context"
	"errors"
	"os"
	"slices"

	"github.com/yates-shuffle/yates/order"
)

// eachInPlace shuffles each file by itself and replaces it. Without a seed that is given,
// each has a seed of its own.
func (s *shuffle) eachInPlace(ctx context.Context, files []string) error {
	switch {
	case len(files) == 0:
		return badUsage("", "--in-place needs files")
	case slices.Contains(files, "-"):
		return badUsage("", "--in-place cannot replace standard input")
	case s.seeds.print && !s.seeds.given() && len(files) > 1:
		return badUsage("", "--print-seed with --in-place is for one file: without a seed, each file has its own")
	}
	if err := distinct(files); err != nil {
		return err
	}
	for _, name := range files {
		info, err := os.Stat(name)
		if err == nil && !info.Mode().IsRegular() {
			err = errors.New("it is not a regular file")
		}
		if err != nil {
			return reading(name, err)
		}
	}
	for i, name := range files {
		one := *s
		one.outputs = []string{name}
		if i > 0 && !s.seeds.given() {
			one.seed = order.NewSeed()
		}
		if err := one.shuffle(ctx, []string{name}); err != nil {
			return err
		}
	}
	return nil
}
