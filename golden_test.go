package yates

import (
	"bufio"
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

var addGoldens = flag.Bool("add-goldens", false, "add the missing lines to "+goldenFile+"; none is ever changed")

const goldenFile = "testdata/golden.txt"

// goldens are the results that are frozen. Their names, with the name of a
// source, are the keys of the lines of goldenFile.
var goldens = []struct {
	name string
	f    func(src rand.Source) any
}{
	{"Shuffle 8", func(src rand.Source) any { s := count(8); Shuffle(s, src); return s }},
	{"Shuffle 52", func(src rand.Source) any { s := count(52); Shuffle(s, src); return s }},
	{"Shuffle 1000000", func(src rand.Source) any { s := count(1000000); Shuffle(s, src); return s }},
	{"ShuffleFunc 30000", func(src rand.Source) any { return shuffledByFunc(30000, src) }},
	{"PartialShuffle 52 13", func(src rand.Source) any { s := count(52); PartialShuffle(s, 13, src); return s }},
	{"ShuffleParallel 262143", func(src rand.Source) any { s := count(262143); ShuffleParallel(s, 2, src); return s }},
	{"ShuffleParallel 262144", func(src rand.Source) any { s := count(262144); ShuffleParallel(s, 2, src); return s }},
	{"ShuffleParallel 3000000", func(src rand.Source) any {
		s := count(3000000)
		ShuffleParallel(s, 0, src)
		return s
	}},
	{"Cycle 8", func(src rand.Source) any { s := count(8); Cycle(s, src); return s }},
	{"Cycle 10000", func(src rand.Source) any { s := count(10000); Cycle(s, src); return s }},
	{"Derangement 8", func(src rand.Source) any { s := count(8); Derangement(s, src); return s }},
	{"Derangement 10000", func(src rand.Source) any { s := count(10000); Derangement(s, src); return s }},
	{"Shuffled 8", func(src rand.Source) any { return Shuffled(slices.Values(count(8)), src) }},
	{"Shuffled 10000", func(src rand.Source) any { return Shuffled(slices.Values(count(10000)), src) }},
	{"Sample 8 3", func(src rand.Source) any { return Sample(count(8), 3, src) }},
	{"SampleIndices 8 8", func(src rand.Source) any { return SampleIndices(8, 8, src) }},
	{"SampleIndices 1000 3", func(src rand.Source) any { return SampleIndices(1000, 3, src) }},
	{"SampleIndices 2147483647 1000", func(src rand.Source) any { return SampleIndices(math.MaxInt32, 1000, src) }},
	{"SampleIndices 10000 5000", func(src rand.Source) any { return SampleIndices(10000, 5000, src) }},
	{"Reservoir 8 3", func(src rand.Source) any { return Reservoir(slices.Values(count(8)), 3, src) }},
	{"Reservoir 100000 10", func(src rand.Source) any { return Reservoir(slices.Values(count(100000)), 10, src) }},
	{"Reservoir 100000 1000", func(src rand.Source) any { return Reservoir(slices.Values(count(100000)), 1000, src) }},
	{"WeightedSample 8 8", func(src rand.Source) any { return WeightedSample(harmonic(8), 8, src) }},
	{"WeightedSample 10000 10", func(src rand.Source) any { return WeightedSample(harmonic(10000), 10, src) }},
	{"WeightedSample 10000 5000", func(src rand.Source) any { return WeightedSample(harmonic(10000), 5000, src) }},
	{"Choice 52", func(src rand.Source) any { return Choice(count(52), src) }},
	{"WeightedChoice 8", func(src rand.Source) any { return draws(8, 30, src) }},
	{"WeightedChoice 10000", func(src rand.Source) any { return draws(10000, 10000, src) }},
	{"WeightedReservoir 8 8", func(src rand.Source) any { return fromStream(harmonic(8), 8, src) }},
	{"WeightedReservoir 10000 10", func(src rand.Source) any { return fromStream(harmonic(10000), 10, src) }},
	{"Permutation 8", func(src rand.Source) any { return head(NewPermutation(8, src), 8) }},
	{"Permutation 65536", func(src rand.Source) any { return head(NewPermutation(1<<16, src), 1<<16) }},
	{"Permutation 65537", func(src rand.Source) any { return head(NewPermutation(1<<16+1, src), 1<<16+1) }},
	{"Permutation 9223372036854775807", func(src rand.Source) any {
		return head(NewPermutation(math.MaxInt64, src), 1000)
	}},
	{"FisherYates 8", func(src rand.Source) any { s := count(8); FisherYates(s, oneTo(src)); return s }},
}

// harmonic returns the weights 1, 1/2, 1/3, …, 1/n.
func harmonic(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1 / float64(i+1)
	}
	return w
}

// draws returns draws by the first n harmonic weights.
func draws(n, times int, src rand.Source) []int {
	a, s := NewWeightedChoice(harmonic(n)), make([]int, times)
	for i := range s {
		s[i] = a.Draw(src)
	}
	return s
}

func head(p *Permutation, n int) []int64 {
	s := make([]int64, n)
	for i := range s {
		s[i] = p.At(int64(i))
	}
	return s
}

// TestGolden compares the results with those that are frozen. To change one is to
// break those who rely on it: a new function gets new lines, by -add-goldens.
func TestGolden(t *testing.T) {
	frozen := map[string]string{}
	file, err := os.Open(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if name, result, ok := strings.Cut(lines.Text(), ": "); ok && name[0] != '#' {
			frozen[name] = result
		}
	}
	for _, golden := range goldens {
		for _, source := range []struct {
			name string
			new  func() rand.Source
		}{
			{"PCG(1, 2)", func() rand.Source { return rand.NewPCG(1, 2) }},
			{"ChaCha8(00…1f)", func() rand.Source { return rand.NewChaCha8(bytesFromZero()) }},
		} {
			name := golden.name + " " + source.name
			got := brief(golden.f(source.new()))
			// hidden from open, which has a way of its own for the sources of
			// the standard library
			if hidden := brief(golden.f(sourceFunc(source.new().Uint64))); hidden != got {
				t.Errorf("%s: %s, but %s by way of another type", name, got, hidden)
			}
			want, ok := frozen[name]
			delete(frozen, name)
			switch {
			case !ok && *addGoldens:
				out, err := os.OpenFile(goldenFile, os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(out, "%s: %s\n", name, got)
				if err := out.Close(); err != nil {
					t.Fatal(err)
				}
			case !ok:
				t.Errorf("%s has no line in %s; -add-goldens adds it", name, goldenFile)
			case got != want:
				t.Errorf("%s: %s, frozen as %s", name, got, want)
			}
		}
	}
	for name := range frozen {
		t.Errorf("%s has a line in %s, but no test", name, goldenFile)
	}
}

func bytesFromZero() (key [32]byte) {
	for i := range key {
		key[i] = byte(i)
	}
	return key
}

// brief returns a result as text or, if it is long, the SHA-256 of that.
func brief(result any) string {
	text := fmt.Sprint(result)
	if len(text) <= 100 {
		return text
	}
	return fmt.Sprintf("sha256 %x", sha256.Sum256([]byte(text)))
}
