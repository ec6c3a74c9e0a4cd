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

// header matches the front of a file of numpy.
var header = regexp.MustCompile(`(?s)^.NUMPY\x01\x00..\{'descr': (.+), 'fortran_order': \w+, 'shape': (\(.*?\)), \}`)

// integers match the types and shapes of orders.
var integers = regexp.MustCompile(`^'<([iu])([48])' \((\d+),\)$`)

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
	about := header.FindSubmatch(front[:n])
	if about == nil {
		return order{}, fmt.Errorf("%s is no array that yates or numpy.save has written", name)
	}
	found := integers.FindStringSubmatch(fmt.Sprintf("%s %s", about[1], about[2]))
	if found == nil {
		return order{}, fmt.Errorf("%s has the type %s and the shape %s; an order has integers of 32 or 64 bits in a "+
			"row, such as the type '<i8' and the shape (10,)", name, about[1], about[2])
	}
	count, err := strconv.ParseInt(found[3], 10, 64)
	return order{name, count, found[1] == "i", int(found[2][0] - '0'),
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
