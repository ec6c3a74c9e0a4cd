// Deals prints shuffled decks of 52 numbers, one a line, for ever, for "yates audit
// --stream". Its argument says who shuffles: yates or math/rand/v2.
package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/order"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: deals yates|math/rand/v2")
		os.Exit(2)
	}
	deck := make([]int, 52)
	var shuffle func()
	switch os.Args[1] {
	case "yates":
		shuffle = func() { yates.Shuffle(deck, nil) }
	case "math/rand/v2":
		r := rand.New(rand.NewChaCha8(order.NewSeed()))
		shuffle = func() { r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] }) }
	default:
		fmt.Fprintln(os.Stderr, "deals: there is no shuffle", os.Args[1])
		os.Exit(2)
	}
	w := bufio.NewWriter(os.Stdout)
	var line []byte
	for {
		for i := range deck {
			deck[i] = i + 1
		}
		shuffle()
		line = line[:0]
		for _, x := range deck {
			line = strconv.AppendInt(line, int64(x), 10)
			line = append(line, ' ')
		}
		line[len(line)-1] = '\n'
		if _, err := w.Write(line); err != nil {
			os.Exit(1) // nobody reads any more
		}
	}
}
