package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"regexp"
	"strconv"
)

// header matches the front of a file of numpy, and has the sign and the bytes of integers and the length of one row.
var header = regexp.MustCompile(`(?s)^.NUMPY\x01\x00..\{'descr': ('<([iu])([48])'|.+), 'fortran_order': \w+, ` +
	`'shape': (\((\d+),\)|\(.*?\)), \}`)

// An order is the numbers of rows in a file of numpy, as -o order.npy of yates and numpy.save write it.
type order struct {
	name   string
	n      int64
	signed bool
	width  int // bytes of a number
	begin  int64
}

func newOrder(name string) (order, error) {
	f, err := os.Open(name)
	if err != nil {
		return order{}, err
	}
	defer f.Close()
	front := make([]byte, 1<<10)
	n, _ := f.ReadAt(front, 0)
	about := header.FindStringSubmatch(string(front[:n]))
	if about == nil {
		return order{}, fmt.Errorf("%s is no array that yates or numpy.save has written", name)
	}
	if about[3] == "" || about[5] == "" {
		return order{}, fmt.Errorf("%s has the type %s and the shape %s; an order has integers of 32 or 64 bits in a "+
			"row, such as the type '<i8' and the shape (10,)", name, about[1], about[4])
	}
	count, err := strconv.ParseInt(about[5], 10, 64)
	return order{name, count, about[2] == "i", int(about[3][0] - '0'),
		10 + int64(binary.LittleEndian.Uint16(front[8:]))}, err
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
				} else if o.signed && number[o.width-1] > math.MaxInt8 {
					err = fmt.Errorf("%s has a negative number, and rows have numbers from 0 on", o.name)
				}
				if !yield(binary.LittleEndian.Uint64(number[:]), err) {
					return
				}
			}
		}
	}
}
