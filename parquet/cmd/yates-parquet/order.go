package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"os"
	"regexp"
	"strconv"
)

// header matches the front of a file of numpy that has integers in a row.
var header = regexp.MustCompile(`(?s)^.NUMPY\x01\x00..\{'descr': '<[iu](4|8)',.*'shape': \((\d+),\)`)

// An order is the numbers of rows in a file of numpy, as -o order.npy of yates and numpy.save write it.
type order struct {
	name  string
	n     int64
	width int // bytes of a number
	begin int64
}

func newOrder(name string) (order, error) {
	f, err := os.Open(name)
	if err != nil {
		return order{}, err
	}
	defer f.Close()
	front := make([]byte, 1<<10)
	n, _ := f.ReadAt(front, 0)
	found := header.FindSubmatch(front[:n])
	if found == nil {
		return order{}, fmt.Errorf("%s is no array of numpy of integers in a row", name)
	}
	count, err := strconv.ParseInt(string(found[2]), 10, 64)
	return order{name, count, int(found[1][0] - '0'), 10 + int64(binary.LittleEndian.Uint16(front[8:]))}, err
}

// rows returns the numbers of several orders.
func rows(orders []order) iter.Seq2[uint64, error] {
	return func(yield func(uint64, error) bool) {
		for _, o := range orders {
			f, err := os.Open(o.name)
			if err != nil {
				yield(0, err)
				return
			}
			defer f.Close()
			in := bufio.NewReaderSize(io.NewSectionReader(f, o.begin, o.n*int64(o.width)), 1<<20)
			var number [8]byte
			for range o.n {
				_, err := io.ReadFull(in, number[:o.width])
				if err != nil {
					err = fmt.Errorf("reading %s: %w", o.name, err)
				}
				if !yield(binary.LittleEndian.Uint64(number[:]), err) {
					return
				}
			}
		}
	}
}
