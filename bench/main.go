// Bench compares yates shuffle with other programs, on inputs that it generates, and
// prints the tables of bench/README.md.
//
//	go run ./bench              everything; takes an hour and 30 GB of disk
//	go run ./bench -rounds 3 short sample
//	go run ./bench -cluster -rounds 3
//	                            yates-cluster instead; 10 minutes on two processors, 30 GB
//
// It skips programs that are not on PATH. coreutils is uutils. Other versions can be
// present under other names: GNU shuf as gshuf, uutils shuf as uu-shuf, and another build
// of yates as yates-other.
//
// Each program of a case runs some times in a row, after a first run that is not counted.
// Each run writes a new file, after earlier data has been written to the disk. The figures
// are medians.
package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/internal/output"
)

// An input is a file of lines.
type input struct {
	name  string
	about string
	lines int
	line  func(buf []byte, i int) []byte
}

// inputs are made where they are missing.
var inputs = []input{
	{"tiny", "10 short lines", 10, short},
	{"short", "10M short lines, 79 MB", 10_000_000, short},
	{"part", "6M lines of 100 bytes, 600 MB", 6_000_000, filled(100)},
	{"mid", "20M lines of 100 bytes, 2.0 GB", 20_000_000, filled(100)},
	{"long", "100,000 lines of 10 kB, 1.0 GB", 100_000, filled(10_000)},
	{"huge", "80M lines of 100 bytes, 8.0 GB", 80_000_000, filled(100)},
	{"text.gz", "2M lines of text, 200 MB, with gzip", 2_000_000, text},
	{"text.zst", "2M lines of text, 200 MB, with zstd", 2_000_000, text},
}

func short(buf []byte, i int) []byte { return strconv.AppendInt(buf, int64(i+1), 10) }

// filled returns lines that begin with a number and have the given length, with
// the line feed.
func filled(length int) func(buf []byte, i int) []byte {
	fill := strings.Repeat("the quick brown fox jumps over the lazy dog ", length/44+1)
	return func(buf []byte, i int) []byte {
		buf = fmt.Appendf(buf, "%010d ", i)
		return append(buf, fill[:length-1-len(buf)]...)
	}
}

// text makes lines of 100 bytes that compress as text does, to some 40 %.
func text(buf []byte, i int) []byte {
	const length = 99
	rng := rand.New(rand.NewPCG(uint64(i), 0))
	for len(buf) < length {
		word := rng.Uint64N(1 << (4 + rng.Uint64N(10))) // short numbers are common ones
		for word++; word > 0; word /= 16 {
			buf = append(buf, "etaoinshrdlucmfw"[word%16])
		}
		buf = append(buf, ' ')
	}
	return buf[:length]
}

// A contest is programs that do the same, or the least that can be done (cp).
type contest struct {
	name, input, about string // input may be ""
	programs           []program
}

// A program is a command line for sh; IN and OUT stand for files. It is left out
// where its first word can't be found.
type program struct{ name, command string }

var contests = []contest{
	{"start", "tiny", "", []program{
		{"yates", "yates shuffle -o OUT IN"}, {"GNU shuf", "shuf -o OUT IN"},
	}},
	{"short", "short", "", whole},
	{"part", "part", "", whole},
	{"mid", "mid", "", whole},
	{"long", "long", "", whole},
	{"formats", "mid", "as records of several kinds", []program{
		{"yates", "yates shuffle -o OUT IN"}, {"yates --csv", "yates shuffle --csv -o OUT IN"},
		{"yates --lines 4", "yates shuffle --lines 4 -o OUT IN"},
		{"yates --record-start ^0", "yates shuffle --record-start ^0 -o OUT IN"},
		{"yates --shards 10", "yates shuffle --shards 10 -o OUT{} IN"},
	}},
	{"spill", "mid", "in little memory", []program{
		{"yates --memory 256M", "yates shuffle --memory 256M -o OUT IN"},
		{"yates --memory 64M", "yates shuffle --memory 64M -o OUT IN"},
		{"yates, other, --memory 64M", "yates-other shuffle --memory 64M -o OUT IN"},
		{"yates in memory", "yates shuffle -o OUT IN"}, {"terashuf", "MEMORY=0.25 terashuf < IN > OUT"},
	}},
	{"grow", "mid", "in 1 GB", []program{{"yates --memory 1G", "yates shuffle --memory 1G -o OUT IN"}}},
	{"huge", "huge", "in 1 GB", []program{{"yates --memory 1G", "yates shuffle --memory 1G -o OUT IN"}}},
	{"sort", "short", "in the order of hashes", []program{{"yates", "yates shuffle -o OUT IN"},
		{"sort -R", "sort -R -o OUT IN"}}},
	{"sample", "mid", "1,000 of them", []program{
		{"yates -n 1000", "yates shuffle -n 1000 -o OUT IN"}, {"GNU shuf -n 1000", "shuf -n 1000 -o OUT IN"},
		{"GNU shuf -n 1000, other", "gshuf -n 1000 -o OUT IN"},
		{"uutils shuf -n 1000", "coreutils shuf -n 1000 -o OUT IN"},
		{"uutils shuf -n 1000, other", "uu-shuf -n 1000 -o OUT IN"}, {"wc -l", "wc -l IN > OUT"},
	}},
	{"pipe", "mid", "1,000 of them, from a pipe", []program{
		{"yates -n 1000", "cat IN | yates shuffle -n 1000 -o OUT"},
		{"GNU shuf -n 1000", "cat IN | shuf -n 1000 -o OUT"},
		{"wc -l", "cat IN | wc -l > OUT"},
	}},
	{"gzip", "text.gz", "in and out", []program{
		{"yates", "yates shuffle -o OUT.gz IN"}, {"yates --workers 1", "yates shuffle --workers 1 -o OUT.gz IN"},
		{"gzip, GNU shuf, gzip", "gzip -dc IN | shuf | gzip > OUT.gz"},
		{"pigz, GNU shuf, pigz", "pigz -dc IN | shuf | pigz > OUT.gz"},
		{"yates, in only", "yates shuffle -o OUT IN"}, {"gzip -dc", "gzip -dc IN > OUT"},
	}},
	{"zstd", "text.zst", "in and out", []program{
		{"yates", "yates shuffle -o OUT.zst IN"}, {"yates --workers 1", "yates shuffle --workers 1 -o OUT.zst IN"},
		{"zstd, GNU shuf, zstd", "zstd -qdc IN | shuf | zstd -q > OUT.zst"},
		{"zstd, GNU shuf, zstd -T0", "zstd -qdc IN | shuf | zstd -qT0 > OUT.zst"},
		{"yates, in only", "yates shuffle -o OUT IN"}, {"zstd -dc", "zstd -qdc IN > OUT"},
	}},
	{"numbers", "", "the integers from 1 to 10⁸, to nowhere", []program{
		{"yates", "yates shuffle -i 1-100000000 -o /dev/null"},
		{"yates, other", "yates-other shuffle -i 1-100000000 -o /dev/null"},
		{"yates --memory 64M", "yates shuffle --memory 64M -i 1-100000000 -o /dev/null"},
		{"GNU shuf", "shuf -i 1-100000000 -o /dev/null"}, {"GNU shuf, other", "gshuf -i 1-100000000 -o /dev/null"},
		{"uutils shuf", "coreutils shuf -i 1-100000000 -o /dev/null"},
		{"uutils shuf, other", "uu-shuf -i 1-100000000 -o /dev/null"},
		{"seq", "seq 100000000 > /dev/null"},
	}},
	{"lottery", "", "3 of the integers from 1 to 10⁹", []program{
		{"yates", "yates shuffle -i 1-1000000000 -n 3 -o OUT"}, {"GNU shuf", "shuf -i 1-1000000000 -n 3 -o OUT"},
	}},
	{"dice", "", "10M throws of a die", []program{
		{"yates", "yates shuffle -r -n 10000000 -i 1-6 -o OUT"}, {"GNU shuf", "shuf -r -n 10000000 -i 1-6 -o OUT"},
		{"uutils shuf", "coreutils shuf -r -n 10000000 -i 1-6 -o OUT"},
		{"uutils shuf, other", "uu-shuf -r -n 10000000 -i 1-6 -o OUT"},
	}},
	{"draw", "mid", "10M of them with replacement", []program{
		{"yates", "yates shuffle -r -n 10000000 -o OUT IN"},
		{"yates --memory 256M", "yates shuffle --memory 256M -r -n 10000000 -o OUT IN"},
		{"GNU shuf", "shuf -r -n 10000000 -o OUT IN"}, {"uutils shuf", "coreutils shuf -r -n 10000000 -o OUT IN"},
	}},
}

var whole = []program{
	{"yates", "yates shuffle -o OUT IN"}, {"yates, other", "yates-other shuffle -o OUT IN"},
	{"yates --workers 1", "yates shuffle --workers 1 -o OUT IN"}, {"GNU shuf", "shuf -o OUT IN"},
	{"GNU shuf, other", "gshuf -o OUT IN"},
	{"uutils shuf", "coreutils shuf -o OUT IN"}, {"uutils shuf, other", "uu-shuf -o OUT IN"},
	{"terashuf", "MEMORY=4 terashuf < IN > OUT"}, {"cp", "cp IN OUT"},
}

func main() {
	rounds := flag.Int("rounds", 5, "runs of each program that are counted")
	data := flag.String("data", "bench/data", "where the inputs are")
	cluster := flag.Bool("cluster", false, "measure yates-cluster instead")
	divide := flag.Int("divide", 1, "with -cluster, divide all sizes by this")
	flag.Parse()
	if *cluster {
		if err := runCluster(*data, *rounds, *divide); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*data, *rounds, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(data string, rounds int, names []string) error {
	if rounds < 1 {
		return fmt.Errorf("-rounds %d: at least one run must count", rounds)
	}
	var all []string
	for _, c := range contests {
		all = append(all, c.name)
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("no case is called %s; there are %s", name, strings.Join(all, ", "))
		}
	}
	if err := os.MkdirAll(data, 0o777); err != nil {
		return err
	}
	bin, err := filepath.Abs(filepath.Join(data, "bin"))
	if err != nil {
		return err
	}
	if out, err := exec.Command("go", "build", "-o", bin+"/", "./cmd/yates").CombinedOutput(); err != nil {
		return fmt.Errorf("building yates: %w\n%s", err, out)
	}
	os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	fmt.Printf("%s/%s, %d processors, %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	for _, c := range contests {
		if len(names) > 0 && !slices.Contains(names, c.name) {
			continue
		}
		if err := c.run(data, rounds); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

func (c *contest) run(data string, rounds int) error {
	title, file := c.about, ""
	if c.input != "" {
		in := inputs[slices.IndexFunc(inputs, func(in input) bool { return in.name == c.input })]
		title = strings.TrimSuffix(in.about+", "+c.about, ", ")
		file = filepath.Join(data, in.name)
		if err := in.make(file); err != nil {
			return err
		}
	}
	var here []program
	for _, p := range c.programs {
		words := strings.Fields(p.command)
		if words[0] == "cat" || strings.Contains(words[0], "=") {
			words = words[slices.IndexFunc(words, func(w string) bool {
				return w == "|" || strings.Contains(w, "=")
			})+1:]
		}
		if _, err := exec.LookPath(words[0]); err == nil {
			here = append(here, p)
		}
	}
	seconds, peak := make([][]float64, len(here)), make([]int64, len(here))
	for i, p := range here {
		for round := range rounds + 1 {
			t, rss, err := p.time(file, filepath.Join(data, "out"))
			if err != nil {
				return err
			}
			if round > 0 {
				seconds[i] = append(seconds[i], t)
			}
			peak[i] = max(peak[i], rss)
		}
	}
	fmt.Printf("\n%s\n\n| | seconds | least–most | peak MiB | times yates |\n|---|--:|--:|--:|--:|\n", title)
	for i, p := range here {
		slices.Sort(seconds[i])
		fmt.Printf("| %s | %.3f | %.3f–%.3f | %d | %.1f |\n", p.name, median(seconds[i]),
			seconds[i][0], seconds[i][len(seconds[i])-1], peak[i]>>20, median(seconds[i])/median(seconds[0]))
	}
	return nil
}

// median returns the middle of sorted numbers.
func median[N cmp.Ordered](sorted []N) N { return sorted[len(sorted)/2] }

// time runs the program once and returns the seconds that it took and its peak
// memory in bytes.
func (p program) time(in, out string) (seconds float64, peak int64, err error) {
	remove := func() {
		files, _ := filepath.Glob(out + "*") // the pattern is a good one
		for _, file := range files {
			os.Remove(file)
		}
	}
	remove()
	defer remove()
	exec.Command("sync").Run()
	command := strings.NewReplacer("IN", in, "OUT", out).Replace(p.command)
	if !strings.ContainsAny(command, "|<>=") {
		command = "exec " + command // so that the memory is the program's
	}
	cmd := exec.Command("sh", "-c", command)
	begin := time.Now()
	text, err := cmd.CombinedOutput()
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w\n%s", command, err, text)
	}
	return time.Since(begin).Seconds(), peakMemory(cmd.ProcessState), nil
}

// make makes the file if it is not there.
func (in input) make(name string) error {
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	file, err := output.Create(name, output.Options{Compress: true})
	if err != nil {
		return err
	}
	defer file.Abort()
	w := bufio.NewWriterSize(file, 1<<20)
	var buf []byte
	for i := range in.lines {
		buf = append(in.line(buf[:0], i), '\n')
		w.Write(buf)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Commit()
}
