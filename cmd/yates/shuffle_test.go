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
	for _, seed := range []string{"yates", "", "table 7, 21 May"} {
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
	for _, flags := range []string{"", "-z", "-n 1", "-n 7", "-z -n 100", "-n 300"} {
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

func TestSizes(t *testing.T) {
	for text, want := range map[string]size{
		"1048576": 1 << 20, "1048576B": 1 << 20, "1024k": 1 << 20, "1M": 1 << 20, "3MB": 3 << 20, "5MiB": 5 << 20,
		"7g": 7 << 30, "1T": 1 << 40, "8388607T": 8388607 << 40,
		"": 0, "0": 0, "M": 0, "1048575": 0, "1023K": 0, "-1M": 0, "+ 1M": 0, "1 M": 0, "1.5M": 0, "1Mi": 1 << 20, "1048576iB": 0, "1048576I": 0, "1MI": 1 << 20,
		"1BM": 0, "1MM": 0, "1048576BB": 0, "1MBB": 0, "1MBI": 0, "1MIBB": 0, "1KM": 0, "1048576b": 1 << 20, "8388608T": 0, "9223372036854775808": 0, "0x100000": 0, "1_000_000_000": 0,
	} {
		var got size
		if err := got.Set(text); got != want || (err == nil) != (want != 0) {
			t.Errorf("%q is %d, %v, not %d", text, got, err, want)
		}
	}
}
