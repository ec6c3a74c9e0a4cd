//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/yates-shuffle/yates/order"
)

// echo makes the round one of -e.
func (r *round) echo() error {
	r.kind = "words"
	r.args = append(r.args, "-e")
	if r.chance(30) {
		r.job.nul = true
		r.args = append(r.args, "-z")
	}
	r.headCount()
	r.outputs([]string{""}, nil)
	r.args = append(r.args, "--")
	var all [][]byte
	for range r.rng.IntN(1 + r.rng.IntN(2000)) {
		word := make([]byte, r.rng.IntN(1+r.rng.IntN(50)))
		for i := range word {
			word[i] = byte(1 + r.rng.IntN(255))
		}
		r.args = append(r.args, string(word))
		all = append(all, append(word, r.job.sep()))
	}
	var b bytes.Buffer
	for place, i := range order.Shuffle(r.job.seed, len(all)) {
		if r.job.count < 0 || place < r.job.count {
			b.Write(all[i])
		}
	}
	return os.WriteFile(r.want(0, 0), b.Bytes(), 0o666)
}

// numbers makes the round one of -i.
func (r *round) numbers() ([][]byte, error) {
	r.kind, r.memory = "numbers", 1<<20<<r.rng.IntN(8)
	low := r.rng.Uint64N(1 << r.rng.IntN(63))
	n := r.rng.Uint64N(1 << (1 + r.rng.IntN(20)))
	r.args = append(r.args, "--memory", strconv.FormatInt(r.memory, 10))
	if r.chance(30) {
		r.job.nul = true
		r.args = append(r.args, "-z")
	}
	if n > 0 && r.chance(20) {
		r.job.repeat, r.job.count = true, 1+r.rng.IntN(1<<20)
		r.args = append(r.args, "-r", "-n", strconv.Itoa(r.job.count))
	} else {
		r.headCount()
	}
	var b []byte
	for i := range n {
		b = append(strconv.AppendUint(b, low+i, 10), r.job.sep())
	}
	r.outputs([]string{""}, nil)
	r.size = len(b)
	if low == 0 && n == 0 {
		low = 1
	}
	r.args = append(r.args, "-i", fmt.Sprintf("%d-%d", low, low+n-1))
	return [][]byte{b}, nil
}

// gnu makes the round one of a random source, under the name shuf or not.
func (r *round) gnu() ([][]byte, error) {
	r.kind, r.shuf = "random source", r.chance(50)
	random := filepath.Join(r.dir, "random")
	var b []byte
	for range r.rng.IntN(1 << r.rng.IntN(16)) {
		b = line(r.rng, b, len(b), 20, ' ')
	}
	r.job.random = make([]byte, 8*bytes.Count(b, []byte{'\n'})+8)
	for i := range r.job.random {
		r.job.random[i] = byte(r.rng.Uint32())
	}
	if err := os.WriteFile(random, r.job.random, 0o666); err != nil {
		return nil, err
	}
	r.args = []string{"--random-source=" + random}
	if !r.shuf {
		r.args = append([]string{"shuffle"}, r.args...)
	}
	r.headCount()
	r.outputs([]string{""}, nil)
	if r.shuf || r.job.count >= 0 { // of a compressed file, GNU's would see a pipe
		r.sources = []source{{how: byName}}
	} else {
		r.deliver(1)
	}
	r.inputs()
	return [][]byte{b}, nil
}
