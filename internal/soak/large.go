//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/yates-shuffle/yates/order"
)

// large shuffles a file of that size in 64 MiB of memory and compares each line
// of the output. It needs three times the size on the disk; where there is less,
// it says so and does nothing.
func (s *soak) large(size int64) error {
	const lineSize, memory = 1000, 64 << 20
	if room := roomOf(s.dir); room < 3*size+1<<30 {
		fmt.Fprintf(s.out, "no large file: the disk has %d MiB\n", room>>20)
		return nil
	}
	r := &round{
		dir: filepath.Join(s.dir, "large"), size: int(size), memory: memory, fault: &faults[0], kind: "large file",
		job: job{seed: order.SeedFromText("large"), count: -1},
	}
	r.outDir, r.tmpDir = filepath.Join(r.dir, "out"), filepath.Join(r.dir, "tmp")
	for _, d := range []string{"out", "tmp"} {
		if err := os.MkdirAll(filepath.Join(r.dir, d), 0o777); err != nil {
			return err
		}
	}
	defer os.RemoveAll(r.dir)
	input := filepath.Join(r.dir, "input")
	lines := int(size / lineSize)
	in, err := newFile(input)
	if err != nil {
		return err
	}
	buf := make([]byte, lineSize)
	for i := range lines {
		if _, err := in.Write(largeLine(buf, i)); err != nil {
			return err
		}
	}
	if err := in.Close(); err != nil {
		return err
	}
	out := filepath.Join(r.outDir, "out")
	r.args = []string{"shuffle", "--seed", "large", "--memory", "64M", "--tmp", r.tmpDir, "-o", out, input}
	res, err := r.run(s.yates, r.fault, r.strike(r.fault, 0))
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%d MiB in 64 MiB of memory: %.1f s, %d MiB of memory, %d files open\n", size>>20, res.took.Seconds(), res.peak>>20, res.files)
	if res.status != 0 || res.peak > memory+64<<20 || res.files >= 64 {
		s.failed++
		fmt.Fprintf(s.out, "the large file fails with %d: %s\n", res.status, res.stderr)
		return nil
	}
	got, err := os.Open(out)
	if err != nil {
		return err
	}
	defer got.Close()
	line := make([]byte, lineSize)
	for place, i := range order.Shuffle(r.job.seed, lines) {
		if _, err := io.ReadFull(got, line); err != nil || !bytes.Equal(line, largeLine(buf, i)) {
			s.failed++
			fmt.Fprintf(s.out, "line %d of the large file's output is wrong: %v\n", place+1, err)
			return nil
		}
	}
	if n, err := got.Read(line); n > 0 || err != io.EOF {
		s.failed++
		fmt.Fprintln(s.out, "the large file's output is too long")
	}
	return nil
}

// largeLine returns line i, in b.
func largeLine(b []byte, i int) []byte {
	n := len(strconv.AppendInt(b[:0], int64(i), 10))
	for k := n; k < len(b)-1; k++ {
		b[k] = byte('a' + (i+k)%26)
	}
	b[len(b)-1] = '\n'
	return b
}
