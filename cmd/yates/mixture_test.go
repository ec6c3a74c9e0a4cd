package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// TestMixtures: the command writes the records that order.Mixture names, whatever they are, and in parts, too.
func TestMixtures(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for _, format := range []struct {
		flags, header, record string // of which %s is a number
	}{
		{"", "", "%s\n"},
		{"-z", "", "two\nlines %s\x00"},
		{"--csv --header 1", "id,text\n", "%[1]s,\"a \"\"%[1]s\nb\"\n"},
		{"--csv", "", "\"%[1]s\n\",%[1]s\n"},
		{"--lines 2", "", "%s\nthat\n"},
		{"--record-start ^>", "", ">%[1]s\n%[1]s\nx\n"},
		{"--record-size 8", "", "%8s"},
		{"--raw --memory 1M --workers 1", "", "%s\n"},
	} {
		for round := range 3 {
			dir := t.TempDir()
			sizes, counts, uses := []int{}, []int{}, []string{}
			var records []string
			total := 0
			for i := range 1 + rng.IntN(4) {
				n, halves := rng.IntN(12), rng.IntN(8)
				if round == 0 {
					n = rng.IntN(20_000)
				}
				text := []byte(format.header)
				for r := range n {
					record := fmt.Sprintf(format.record, fmt.Sprintf("%d.%d", i, r))
					records, text = append(records, record), append(text, record...)
				}
				name := filepath.Join(dir, string(rune('a'+i)))
				if i == 1 && !strings.Contains(format.flags, "raw") {
					var packed bytes.Buffer
					w := gzip.NewWriter(&packed)
					w.Write(text)
					w.Close()
					text = packed.Bytes()
				}
				if err := os.WriteFile(name, text, 0o666); err != nil {
					t.Fatal(err)
				}
				count := (n*halves + 1) / 2
				sizes, counts, total = append(sizes, n), append(counts, count), total+count
				uses = append(uses, fmt.Sprintf("%s=%d.%dx", name, halves/2, halves%2*5))
			}
			flags := uses
			if rng.IntN(2) == 0 && total > 0 { // shares that come to the same counts
				for i, count := range counts {
					uses[i] = fmt.Sprintf("%s=%d/%d", filepath.Join(dir, string(rune('a'+i))), count, total)
				}
				flags = append(uses, "-n", fmt.Sprint(total))
			}
			seed := order.SeedFromText(fmt.Sprint(round)).Epoch(3)
			var want []string
			for _, r := range order.Mixture(seed, sizes, counts) {
				want = append(want, records[r])
			}
			shuffled := func(more ...string) string {
				t.Helper()
				args := append([]string{"mix", "--seed", fmt.Sprint(round), "--epoch", "3", "--no-header"}, flags...)
				if format.header != "" || strings.Contains(format.flags, "record-size") {
					args = slices.Delete(args, 5, 6)
				}
				args = append(append(args, strings.Fields(format.flags)...), more...)
				var stdout, stderr strings.Builder
				if status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); status != 0 {
					t.Fatalf("%q: status %d, %s", args, status, stderr.String())
				}
				return stdout.String()
			}
			check := func(got string, from, to int) {
				t.Helper()
				if text := format.header + strings.Join(want[from:to], ""); got != text {
					t.Fatalf("%q %q, places %d to %d of %d in %d: %.200q instead of %.200q", flags, format.flags,
						from, to, counts,
						sizes, got, text)
				}
			}
			check(shuffled(), 0, total)
			skip := rng.IntN(total + 1)
			check(shuffled("--skip", fmt.Sprint(skip)), skip, total)
			end := total * 2 / 3
			if total%3 == 0 {
				check(shuffled("--shard", "2/3"), end/2, end)
			}
			if strings.HasSuffix(uses[0], "x") {
				n := rng.IntN(total - skip + 1)
				if n > 0 {
					check(shuffled("--skip", fmt.Sprint(skip), "-n", fmt.Sprint(n)), skip, skip+n)
				}
			}
		}
	}
}
