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
	"regexp"
	"strings"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
	"github.com/yates-shuffle/yates/records/failure"
	"github.com/yates-shuffle/yates/records/outfile"
)

var ctx = context.Background()

// seeded are options with a seed. Without one nobody can predict the order.
var seeded = records.Options{Seed: new(order.SeedFromText("yates"))}

const suitLines = "clubs\ndiamonds\nhearts\nspades\n"

// suits returns a source of four lines.
func suits() records.Source { return records.Reader("suits", strings.NewReader(suitLines)) }

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// folder returns a folder with a file of four lines, which remove removes.
func folder() (name string, remove func()) {
	dir, err := os.MkdirTemp("", "example-")
	check(err)
	name = filepath.Join(dir, "suits.txt")
	check(os.WriteFile(name, []byte(suitLines), 0o600))
	return name, func() { os.RemoveAll(dir) }
}

// A file is shuffled, line by line.
func Example() {
	name, remove := folder()
	defer remove()
	for line, err := range records.All(ctx, seeded, records.File(name)) {
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

// A file is shuffled into another one, which is compressed, and is there only when it is complete.
func Example_fileToFile() {
	name, remove := folder()
	defer remove()
	shuffle := func(to, from string) error {
		out, err := outfile.Create(to, outfile.Options{Compress: true})
		if err != nil {
			return err
		}
		defer out.Abort()
		if err := records.Shuffle(ctx, out, seeded, records.File(from)); err != nil {
			return err
		}
		return out.Commit()
	}
	check(shuffle(name+".gz", name))
	check(records.Shuffle(ctx, os.Stdout, seeded, records.File(name+".gz")))
	// Output:
	// spades
	// hearts
	// diamonds
	// clubs
}

// Four fifths of the users are for training and the rest for a test: two files, both of which are there when both are
// complete. Rows of one user stay together.
func Example_split() {
	name, remove := folder()
	defer remove()
	names := []string{name + ".train", name + ".test"}
	split := func(sources ...records.Source) error {
		groups := records.Groups{By: []records.Column{{Name: "user"}}}
		opt := records.Options{Seed: seeded.Seed, Format: records.CSV{Header: 1}}
		c, err := records.Collect(ctx, opt, groups, sources...)
		if err != nil {
			return err
		}
		defer c.Close()
		users, err := c.Len(ctx)
		if err != nil {
			return err
		}
		train := users * 4 / 5
		var outputs []*outfile.File
		defer func() {
			for _, out := range outputs {
				out.Abort() // does nothing after Commit
			}
		}()
		if err := c.WriteParts(ctx, []int64{train, users - train}, func(part int) (io.Writer, error) {
			out, err := outfile.Create(names[part], outfile.Options{})
			if err != nil {
				return nil, err
			}
			outputs = append(outputs, out)
			return out, nil
		}); err != nil {
			return err
		}
		return outfile.Commit(outputs...)
	}
	rows := "user,item\nAnn,1\nBob,1\nAnn,2\nCleo,1\nDan,1\nBob,2\nEve,1\n"
	check(split(records.Reader("rows", strings.NewReader(rows))))
	for _, name := range names {
		text, err := os.ReadFile(name)
		check(err)
		fmt.Printf("%s", text)
	}
	// Output:
	// user,item
	// Dan,1
	// Eve,1
	// Bob,1
	// Bob,2
	// Ann,1
	// Ann,2
	// user,item
	// Cleo,1
}

func ExampleShuffle() {
	check(records.Shuffle(ctx, os.Stdout, seeded, suits()))
	// Output:
	// diamonds
	// spades
	// clubs
	// hearts
}

// Each epoch of a training has an order of its own.
func ExampleAll() {
	for epoch := range uint64(2) {
		opt := records.Options{Seed: new(seeded.Seed.Epoch(epoch))}
		var names []string
		for record, err := range records.All(ctx, opt, suits()) {
			if err != nil {
				log.Fatal(err)
			}
			names = append(names, strings.TrimSpace(string(record)))
		}
		fmt.Println(names)
	}
	// Output:
	// [clubs spades diamonds hearts]
	// [diamonds clubs hearts spades]
}

// The header is none of the rows.
func ExampleSample() {
	opt := seeded
	opt.Format = records.CSV{Header: 1}
	rows := records.Reader("rows", strings.NewReader("name,note\nAnn,\"two\nlines\"\nBob,\nCleo,\n"))
	check(records.Sample(ctx, os.Stdout, opt, 2, rows))
	// Output:
	// name,note
	// Bob,
	// Ann,"two
	// lines"
}

func ExampleRepeat() {
	coin := records.Reader("coin", strings.NewReader("heads\ntails\n"))
	check(records.Repeat(ctx, os.Stdout, seeded, 3, coin))
	// Output:
	// heads
	// heads
	// tails
}

const tickets = "Ann\t5\nBob\t1\nCleo\t2\n"

func ExampleWeightedRepeat() {
	in := records.Reader("tickets", strings.NewReader(tickets))
	check(records.WeightedRepeat(ctx, os.Stdout, seeded, 4, records.Column{Number: 2}, in))
	// Output:
	// Ann	5
	// Bob	1
	// Bob	1
	// Ann	5
}

// A raffle in which people have some tickets each.
func ExampleWeightedSample() {
	in := records.Reader("tickets", strings.NewReader(tickets))
	check(records.WeightedSample(ctx, os.Stdout, seeded, 2, records.Column{Number: 2}, in))
	// Output:
	// Cleo	2
	// Bob	1
}

func ExampleDefaultMemory() {
	opt := records.Options{Memory: min(records.DefaultMemory(), 1<<30)} // 1 GiB at most
	fmt.Println(opt.Memory >= 1<<20)
	// Output: true
}

// Between Collect and Write it is known how much there is to be written. Rows of one user stay together.
func ExampleCollect() {
	text := "Ann\t1\nBob\t1\nAnn\t2\nCleo\t1\nBob\t2\n"
	groups := records.Groups{By: []records.Column{{Number: 1}}}
	c, err := records.Collect(ctx, seeded, groups, records.Reader("text", strings.NewReader(text)))
	check(err)
	defer c.Close()
	n, err := c.Len(ctx)
	check(err)
	fmt.Println(c.Records(), "rows in", n, "groups")
	check(c.Write(ctx, os.Stdout))
	// Output:
	// 5 rows in 3 groups
	// Bob	1
	// Bob	2
	// Ann	1
	// Ann	2
	// Cleo	1
}

// The order of users stays when others come.
func ExampleCollect_byKey() {
	for _, text := range []string{"Ann\t1\nBob\t1\nAnn\t2\nEve\t1\n", "Dan\t1\nEve\t1\nAnn\t1\nBob\t1\nAnn\t2\n"} {
		byKey := records.ByKey{By: []records.Column{{Number: 1}}}
		c, err := records.Collect(ctx, seeded, byKey, records.Reader("text", strings.NewReader(text)))
		check(err)
		defer c.Close()
		var rows []string
		for row, err := range c.All(ctx) {
			check(err)
			rows = append(rows, strings.TrimSpace(string(row)))
		}
		fmt.Printf("%q\n", rows)
	}
	// Output:
	// ["Bob\t1" "Ann\t1" "Ann\t2" "Eve\t1"]
	// ["Bob\t1" "Ann\t1" "Ann\t2" "Dan\t1" "Eve\t1"]
}

func ExampleCollection_All() {
	c, err := records.Collect(ctx, seeded, records.Unique{},
		records.Reader("twice", strings.NewReader("a\nb\na\nb\nc\n")))
	check(err)
	defer c.Close()
	for record, err := range c.All(ctx) {
		check(err)
		fmt.Printf("%s", record)
	}
	// Output:
	// b
	// a
	// c
}

func ExampleCollection_Close() {
	c, err := records.Collect(ctx, seeded, nil, suits())
	check(err)
	check(c.Close()) // what was collected need not be written
	// Output:
}

func ExampleCollection_Len() {
	opt := seeded
	opt.Head = 3
	c, err := records.Collect(ctx, opt, nil, suits())
	check(err)
	defer c.Close()
	n, err := c.Len(ctx)
	fmt.Println(n, "of", c.Records(), err)
	// Output: 3 of 4 <nil>
}

func ExampleCollection_Records() {
	c, err := records.Collect(ctx, seeded, nil, suits())
	check(err)
	defer c.Close()
	fmt.Println(c.Records())
	// Output: 4
}

// What was interrupted behind the second record goes on there.
func ExampleCollection_Write() {
	opt := seeded
	opt.Skip = 2
	c, err := records.Collect(ctx, opt, nil, suits())
	check(err)
	defer c.Close()
	check(c.Write(ctx, os.Stdout))
	// Output:
	// clubs
	// hearts
}

const labelled = "a,1\na,2\nb,3\na,4\nb,5\na,6\n"

// Each half has as many of each class.
func ExampleCollection_WriteParts() {
	opt := records.Options{Seed: new(order.SeedFromText("halves")), Format: records.CSV{}}
	classes := records.Classes{By: []records.Column{{Number: 1}}}
	c, err := records.Collect(ctx, opt, classes, records.Reader("text", strings.NewReader(labelled)))
	check(err)
	defer c.Close()
	var halves [2]strings.Builder
	check(c.WriteParts(ctx, []int64{3, 3}, func(part int) (io.Writer, error) { return &halves[part], nil }))
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

func ExampleCollection_WriteEach() {
	opt := records.Options{Seed: seeded.Seed, Format: records.CSV{}}
	classes := records.Classes{By: []records.Column{{Number: 1}}}
	c, err := records.Collect(ctx, opt, classes, records.Reader("text", strings.NewReader(labelled)))
	check(err)
	defer c.Close()
	check(c.WriteEach(ctx, os.Stdout, 1))
	// Output:
	// a,6
	// b,5
}

func ExampleFile() {
	err := records.Shuffle(ctx, os.Stdout, records.Options{}, records.File("no such file"))
	fmt.Println(errors.Is(err, os.ErrNotExist))
	// Output: true
}

// The records of all sources are shuffled together.
func ExampleReader() {
	red, black := strings.NewReader("diamonds\nhearts"), strings.NewReader("clubs\nspades")
	check(records.Shuffle(ctx, os.Stdout, seeded, records.Reader("red", red), records.Reader("black", black)))
	// Output:
	// hearts
	// spades
	// diamonds
	// clubs
}

// What begins as a compressed file does can be records of fixed bytes all the same.
func ExampleRaw() {
	in := strings.NewReader("\x1f\x8b\x08\n")
	for record, err := range records.All(ctx, records.Options{}, records.Raw(records.Reader("bytes", in))) {
		fmt.Printf("%q %v\n", record, err)
	}
	// Output: "\x1f\x8b\b\n" <nil>
}

// The integers are in the order of the lines that seq prints.
func ExampleIntegers() {
	check(records.Sample(ctx, os.Stdout, seeded, 3, records.Integers(1, 11)))
	// Output:
	// 6
	// 7
	// 2
}

func ExampleSections() {
	opt := seeded
	opt.Format = records.Sections{Start: regexp.MustCompile("^>")}
	check(records.Shuffle(ctx, os.Stdout, opt, records.Reader("fasta", strings.NewReader(">1\nAC\nGT\n>2\nTT\n>3\n"))))
	// Output:
	// >2
	// TT
	// >1
	// AC
	// GT
	// >3
}

// The blank line that the last one lacks is added.
func ExampleParagraphs() {
	opt := seeded
	opt.Format = records.Paragraphs{HeaderLike: regexp.MustCompile("^#")}
	text := "# global\na\nb\n\nc\n\nd\n"
	check(records.Shuffle(ctx, os.Stdout, opt, records.Reader("text", strings.NewReader(text))))
	// Output:
	// # global
	// c
	//
	// a
	// b
	//
	// d
}

// A name of a column is that of a field.
func ExampleJSON() {
	opt := records.Options{Seed: seeded.Seed, Format: records.JSON{}}
	unique := records.Unique{By: []records.Column{{Name: "user.id"}}}
	lines := `{"user": {"id": 1}, "n": 1}
{"user": {"id": 2}, "n": 2}
{"user": {"id": 1}, "n": 3}
`
	c, err := records.Collect(ctx, opt, unique, records.Reader("lines", strings.NewReader(lines)))
	check(err)
	defer c.Close()
	check(c.Write(ctx, os.Stdout))
	// Output:
	// {"user": {"id": 2}, "n": 2}
	// {"user": {"id": 1}, "n": 1}
}

// Three bytes are a record.
func ExampleFixed() {
	opt := records.Options{Seed: seeded.Seed, Format: records.Fixed{Size: 3}}
	check(records.Shuffle(ctx, os.Stdout, opt, records.Reader("tokens", strings.NewReader("aaabbbccc"))))
	// Output: bbbaaaccc
}

// What does not go together is one error, which names both.
func ExampleRule() {
	groups := records.Groups{By: []records.Column{{Number: 1}}}
	_, err := records.Collect(ctx, records.Options{Format: records.TFRecord{}}, groups, records.File("images.tfrecord"))
	if e, ok := errors.AsType[*failure.ConflictError](err); ok {
		fmt.Println(e.A, "and", e.B)
	}
	// Output: TFRecord and Groups
}

// The error of a temporary file says where that was to be.
func ExampleOptions_tempDir() {
	many := bytes.NewReader(bytes.Repeat([]byte("a line\n"), 5_000_000))
	opt := records.Options{Memory: 1 << 20, TempDir: "no such folder"}
	err := records.Shuffle(ctx, os.Stdout, opt, records.Reader("many", many))
	if e, ok := errors.AsType[*failure.TempError](err); ok {
		fmt.Println(e.Op, "in", e.Dir)
	}
	// Output: writing in no such folder
}

// followed shuffles some lines to the end.
func followed() *records.Progress {
	opt := records.Options{Progress: new(records.Progress)}
	check(records.Shuffle(ctx, io.Discard, opt, suits()))
	return opt.Progress
}

// Another goroutine can look at the progress at any time; here it is done already.
func ExampleProgress_Read() {
	read, total := followed().Read()
	fmt.Println(read, "bytes read; of a reader it is not known how much there is:", total)
	// Output: 29 bytes read; of a reader it is not known how much there is: 0
}

func ExampleProgress_Written() {
	written, total, begun := followed().Written()
	fmt.Println(written, "of", total, "written", begun)
	// Output: 29 of 29 written true
}

func ExampleProgress_Share() {
	share, known := followed().Share()
	fmt.Println(share, known)
	// Output: 1 true
}
