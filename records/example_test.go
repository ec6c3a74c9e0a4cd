package records_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
	"github.com/yates-shuffle/yates/records/outfile"
)

// A file of names is shuffled, line by line.
func Example() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "suits.txt")
	if err := os.WriteFile(name, []byte("clubs\ndiamonds\nhearts\nspades\n"), 0o600); err != nil {
		log.Fatal(err)
	}

	seed := order.SeedFromText("yates") // without a seed nobody can predict the order
	for line, err := range records.All(context.Background(), records.Options{Seed: &seed}, records.File(name)) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s", line)
	}
	// Output:
	// diamonds
	// spades
	// clubs
	// hearts
}

func ExampleShuffle() {
	in := strings.NewReader("clubs\ndiamonds\nhearts\nspades\n")
	opt := records.Options{Seed: new(order.SeedFromText("yates"))} // without a seed nobody can predict it
	if err := records.Shuffle(context.Background(), os.Stdout, opt, records.Reader("suits", in)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// diamonds
	// spades
	// clubs
	// hearts
}

// A head is a sample, and the beginning of the whole order.
func ExampleShuffle_sample() {
	in := strings.NewReader("clubs\ndiamonds\nhearts\nspades\n")
	opt := records.Options{Seed: new(order.SeedFromText("yates")), Head: 2}
	if err := records.Shuffle(context.Background(), os.Stdout, opt, records.Reader("suits", in)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// diamonds
	// spades
}

// Between Collect and Write it is known how much there is to be written.
func ExampleCollect() {
	ctx := context.Background()
	in := strings.NewReader("clubs\ndiamonds\nhearts\nspades")
	c, err := records.Collect(ctx, records.Options{Seed: new(order.SeedFromText("yates"))}, records.Reader("suits", in))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	fmt.Println(c.Records(), "records,", c.Spilled(), "bytes in a temporary file")
	if err := c.Write(ctx, os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 4 records, 0 bytes in a temporary file
	// diamonds
	// spades
	// clubs
	// hearts
}

func ExampleFile() {
	err := records.Shuffle(context.Background(), os.Stdout, records.Options{}, records.File("no such file"))
	fmt.Println(errors.Is(err, os.ErrNotExist))
	// Output: true
}

// The records of a compressed file are shuffled into another one.
func ExampleDecompressed() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	sorted, mixed := filepath.Join(dir, "suits.gz"), filepath.Join(dir, "mixed.zst")

	opt := records.Options{Seed: new(order.SeedFromText("yates"))}
	how := outfile.Options{Compress: true}
	to := func(name string, source records.Source) error {
		out, err := outfile.Create(name, how)
		if err != nil {
			return err
		}
		defer out.Abort()
		less := opt
		less.Memory = records.DefaultMemory() - outfile.CompressionMemory(how, name)
		if err := records.Shuffle(context.Background(), out, less, source); err != nil {
			return err
		}
		return out.Commit()
	}
	if err := to(sorted, records.Reader("suits", strings.NewReader("clubs\ndiamonds\nhearts\nspades\n"))); err != nil {
		log.Fatal(err)
	}
	if err := to(mixed, records.File(sorted)); err != nil {
		log.Fatal(err)
	}
	if err := records.Shuffle(context.Background(), os.Stdout, opt,
		records.File(mixed)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// hearts
	// clubs
	// spades
	// diamonds
}

// The records of all sources are shuffled together.
func ExampleReader() {
	red, black := strings.NewReader("diamonds\nhearts"), strings.NewReader("clubs\nspades")
	opt := records.Options{Seed: new(order.SeedFromText("yates"))}
	err := records.Shuffle(context.Background(), os.Stdout, opt, records.Reader("red", red),
		records.Reader("black", black))
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// hearts
	// spades
	// diamonds
	// clubs
}

// The error of a temporary file says where that was to be.
func ExampleTempError() {
	many := bytes.NewReader(bytes.Repeat([]byte("a line\n"), 5_000_000))
	opt := records.Options{Memory: 1 << 20, TempDir: "no such folder"}
	err := records.Shuffle(context.Background(), os.Stdout, opt, records.Reader("many", many))
	if e, ok := errors.AsType[*records.TempError](err); ok {
		fmt.Println(e.Op, "in", e.Dir)
	}
	// Output: writing in no such folder
}

func ExampleAll() {
	opt := records.Options{Seed: new(order.SeedFromText("yates"))}
	suits := records.Reader("suits", strings.NewReader("clubs\ndiamonds\nhearts\nspades\n"))
	for record, err := range records.All(context.Background(), opt, suits) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s", record)
	}
	// Output:
	// diamonds
	// spades
	// clubs
	// hearts
}

func ExampleDefaultMemory() {
	opt := records.Options{Memory: min(records.DefaultMemory(), 1<<30)} // 1 GiB at most
	fmt.Println(opt.Memory >= 1<<20)
	// Output: true
}

// Another goroutine can look at the progress at any time; here it is done already.
func ExampleProgress() {
	var p records.Progress
	in := strings.NewReader("clubs\ndiamonds\nhearts\nspades")
	opt := records.Options{Progress: &p}
	if err := records.Shuffle(context.Background(), io.Discard, opt, records.Reader("suits", in)); err != nil {
		log.Fatal(err)
	}
	read, _ := p.Read() // of a reader it is not known how much there is
	written, total, _ := p.Written()
	fmt.Println(read, "bytes read,", written, "of", total, "written")
	// Output: 29 bytes read, 29 of 29 written
}

// The integers are in the order of the lines that seq prints.
func ExampleNumbers() {
	opt := records.Options{Seed: new(order.SeedFromText("yates")), Head: 3}
	if err := records.Numbers(context.Background(), os.Stdout, opt, 1, 10); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 6
	// 7
	// 2
}

func ExampleRepeat() {
	in := strings.NewReader("heads\ntails\n")
	opt := records.Options{Seed: new(order.SeedFromText("yates")), Head: 3}
	if err := records.Repeat(context.Background(), os.Stdout, opt, records.Reader("coin", in)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// heads
	// heads
	// tails
}

func ExampleRepeatNumbers() {
	opt := records.Options{Seed: new(order.SeedFromText("yates")), Head: 5}
	if err := records.RepeatNumbers(context.Background(), os.Stdout, opt, 1, 6); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 2
	// 1
	// 6
	// 2
	// 4
}

// Each half has as many of each class.
func ExampleOptions_stratifyBy() {
	text := "a,1\na,2\nb,3\na,4\nb,5\na,6\n"
	c, err := records.Collect(context.Background(), records.Options{
		Seed: new(order.SeedFromText("halves")), CSV: true, StratifyBy: []records.Column{{Number: 1}}, Parts: true,
	}, records.Reader("text", strings.NewReader(text)))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	halves := make([]strings.Builder, 2)
	if err := c.WriteParts(context.Background(), []int64{3, 3}, func(part int) ([]io.Writer, error) {
		return []io.Writer{&halves[part]}, nil
	}); err != nil {
		log.Fatal(err)
	}
	fmt.Print(halves[0].String(), "\n", halves[1].String())
	// Output:
	// a,1
	// b,3
	// a,6
	//
	// b,5
	// a,4
	// a,2
}

// A raffle in which people have some tickets each.
func ExampleUrn_weights() {
	text := "Ann\t5\nBob\t1\nCleo\t2\n"
	opt := records.Options{Seed: new(order.SeedFromText("raffle")), Weight: &records.Column{Number: 2}, Once: true}
	urn, err := records.NewUrn(context.Background(), opt, records.Reader("text", strings.NewReader(text)))
	if err != nil {
		log.Fatal(err)
	}
	defer urn.Close()
	if err := urn.Draw(context.Background(), os.Stdout, 2); err != nil {
		log.Fatal(err)
	}
	// Output:
	// Cleo	2
	// Ann	5
}
