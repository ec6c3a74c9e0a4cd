//go:build linux

package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/yates-shuffle/yates/internal/twin"
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
	dir := filepath.Join(s.dir, "large")
	r := &round{plan: &plan{}, dir: dir, outDir: filepath.Join(dir, "out"), tmpDir: filepath.Join(dir, "tmp")}
	defer os.RemoveAll(dir)
	if err := r.reset(); err != nil {
		return err
	}
	input, lines := filepath.Join(dir, "input"), int(size/lineSize)
	in, err := os.Create(input)
	if err != nil {
		return err
	}
	defer in.Close()
	buf, buffered := make([]byte, lineSize), bufio.NewWriterSize(in, 1<<20)
	for i := range lines {
		buffered.Write(largeLine(buf, i)) // errors stay
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	out := filepath.Join(r.outDir, "out")
	r.args = []string{"shuffle", "--seed", "large", "--memory", "64M", "--tmp", r.tmpDir, "-o", out, input}
	res, err := r.run(s.yates, &faults[0], func(*os.Process, <-chan struct{}) {})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%d MiB in 64 MiB of memory: %.1f s, %d MiB of memory, %d files open\n",
		size>>20, res.took.Seconds(), res.peak>>20, res.files)
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
	want, have := sha256.New(), sha256.New()
	for _, i := range twin.Order(sha256.Sum256([]byte("large")), lines) {
		want.Write(largeLine(buf, i))
	}
	if _, err := io.Copy(have, got); err != nil {
		return err
	}
	if !bytes.Equal(have.Sum(nil), want.Sum(nil)) {
		s.failed++
		fmt.Fprintln(s.out, "the large file's output is wrong")
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
