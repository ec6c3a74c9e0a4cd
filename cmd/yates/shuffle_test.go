package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/cards"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/order"
)

// What deal deals is the deck that shuffle makes of the cards in a file.
func TestShuffledDeckIsDealt(t *testing.T) {
	for _, seed := range []string{"yates", "0", "table 7, 21 May"} {
		var stdout, stderr strings.Builder
		args := []string{"shuffle", "--seed", seed, "../../examples/deck.txt"}
		if status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); status != 0 || stderr.Len() > 0 {
			t.Fatalf("exit status %d, says %q", status, stderr.String())
		}
		var want strings.Builder
		for _, c := range handout.Shuffled(order.SeedFromText(seed), cards.NewDeck(1, 0)) {
			fmt.Fprintln(&want, c.ASCII())
		}
		if stdout.String() != want.String() {
			t.Errorf("with seed %q the lines are\n%s\nnot\n%s", seed, stdout.String(), want.String())
		}
	}
}

// The arguments of -e have the order that they have as lines.
func TestArgumentsAreLines(t *testing.T) {
	for _, flags := range []string{"", "-z", "-n 1", "-n 7", "-z -n 100", "-n 300", "-n 10%", "-r -n 500"} {
		args := append([]string{"shuffle", "--seed", "yates"}, strings.Fields(flags)...)
		end := "\n"
		if strings.Contains(flags, "-z") {
			end = "\x00"
		}
		var lines string
		echo := append(args, "-e", "--")
		for i := range 300 {
			arg := strings.Repeat("x", i%7*i%50) + fmt.Sprint(i)
			echo = append(echo, arg)
			lines += arg + end
		}
		var got, want, stderr bytes.Buffer
		status := run(t.Context(), echo, strings.NewReader(""), &got, &stderr)
		status += run(t.Context(), args, strings.NewReader(lines), &want, &stderr)
		if status != 0 || stderr.Len() > 0 || got.String() != want.String() {
			t.Errorf("%s: %q\nis not\n%q\n(%s)", flags, got.String(), want.String(), stderr.String())
		}
	}
}
