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
	file   *os.File
	n      int64
	signed bool
	width  int // bytes of a number
	in     *bufio.Reader
}

func newOrder(name string) (order, error) {
	f, err := os.Open(name)
	if err != nil {
		return order{}, err
	}
	in := bufio.NewReaderSize(f, 256<<10)
	front, _ := in.Peek(1 << 10)
	about := header.FindStringSubmatch(string(front))
	if about == nil {
		return order{}, fmt.Errorf("%s is no array that yates or numpy.save has written", name)
	} else if about[3] == "" || about[5] == "" {
		return order{}, fmt.Errorf("%s has the type %s and the shape %s; an order has integers of 32 or 64 bits in a "+
			"row, such as the type '<i8' and the shape (10,)", name, about[1], about[4])
	}
	in.Discard(10 + int(binary.LittleEndian.Uint16(front[8:]))) // reading says what is wrong with it
	n, err := strconv.ParseInt(about[5], 10, 64)
	return order{f, n, about[2] == "i", int(about[3][0] - '0'), in}, err
}

// rows returns the numbers of several orders, which it closes.
func rows(orders []order) iter.Seq2[uint64, error] {
	return func(yield func(uint64, error) bool) {
		for _, o := range orders {
			defer o.file.Close() // it was only read
			var number [8]byte
			for range o.n {
				_, err := io.ReadFull(o.in, number[:o.width])
				if err == io.EOF || err == io.ErrUnexpectedEOF {
					err = fmt.Errorf("%s is cut off: it ends before its %d numbers do", o.file.Name(), o.n)
				} else if err != nil {
					err = fmt.Errorf("reading %s: %w", o.file.Name(), err)
				} else if o.signed && number[o.width-1] > math.MaxInt8 {
					err = fmt.Errorf("%s has a negative number, and rows have numbers from 0 on", o.file.Name())
				}
				if !yield(binary.LittleEndian.Uint64(number[:]), err) {
					return
				}
			}
		}
	}
}
