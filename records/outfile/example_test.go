package outfile_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
	"github.com/yates-shuffle/yates/records/outfile"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// folder enters a new folder with a file of four lines. leave leaves and removes it.
func folder() (leave func()) {
	dir, err := os.MkdirTemp("", "example-")
	check(err)
	was, err := os.Getwd()
	check(err)
	check(os.Chdir(dir))
	check(os.WriteFile("suits.txt", []byte("clubs\ndiamonds\nhearts\nspades\n"), 0o600))
	return func() {
		check(os.Chdir(was))
		os.RemoveAll(dir)
	}
}

// show prints a file, if it is there.
func show(name string) {
	b, _ := os.ReadFile(name)
	fmt.Printf("%s: %q\n", name, b)
}

// create returns a file with a line in it that has not been committed.
func create(name string) *outfile.File {
	f, err := outfile.Create(name, outfile.Options{})
	check(err)
	_, err = f.Write([]byte("new\n"))
	check(err)
	return f
}

// A file is shuffled in its place: it keeps its contents until all of the new
// ones are written.
func ExampleCreate() {
	defer folder()()
	inPlace := func(name string) error {
		out, err := outfile.Create(name, outfile.Options{})
		if err != nil {
			return err
		}
		defer out.Abort()
		opt := records.Options{Seed: new(order.SeedFromText("yates"))}
		if err := records.Shuffle(context.Background(), out, opt, records.File(name)); err != nil {
			return err
		}
		return out.Commit()
	}
	check(inPlace("suits.txt"))
	show("suits.txt")
	_, err := outfile.Create("nowhere/suits.txt", outfile.Options{})
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output:
	// suits.txt: "diamonds\nspades\nclubs\nhearts\n"
	// true
}

// Two files take their places together.
func ExampleCommit() {
	defer folder()()
	a, b := create("a"), create("b")
	check(outfile.Commit(a, b))
	show("a")
	show("b")
	// Output:
	// a: "new\n"
	// b: "new\n"
}

// What compression takes is not for the shuffle.
func ExampleCompressionMemory() {
	how := outfile.Options{Compress: true, Memory: 1 << 30, Workers: 2, Together: 100}
	var names []string
	for i := range how.Together {
		names = append(names, fmt.Sprintf("part-%d.zst", i))
	}
	opt := records.Options{Memory: how.Memory - outfile.CompressionMemory(how, names...)}
	fmt.Println(opt.Memory < how.Memory, outfile.CompressionMemory(how, "mixed.txt"))
	// Output: true 0
}

func ExampleRemoveUnfinished() {
	defer folder()()
	f := create("a")
	outfile.RemoveUnfinished() // before the program exits
	fmt.Println(f.Commit() != nil)
	show("a")
	// Output:
	// true
	// a: ""
}

func ExampleFile_Abort() {
	defer folder()()
	f := create("suits.txt")
	f.Abort()
	show("suits.txt")
	fmt.Println(errors.Is(f.Commit(), fs.ErrClosed))
	// Output:
	// suits.txt: "clubs\ndiamonds\nhearts\nspades\n"
	// true
}

func ExampleFile_Commit() {
	defer folder()()
	check(create("suits.txt").Commit())
	show("suits.txt")
	// Output: suits.txt: "new\n"
}

// All of a file has been written, but it is not in its place yet.
func ExampleFile_Finish() {
	defer folder()()
	f := create("a")
	check(f.Finish())
	show("a")
	check(f.Commit())
	show("a")
	// Output:
	// a: ""
	// a: "new\n"
}

// Only what is written directly can be described.
func ExampleFile_Stat() {
	defer folder()()
	f, err := outfile.Create("suits.txt", outfile.Options{Overwrite: true})
	check(err)
	defer f.Abort()
	info, err := f.Stat()
	check(err)
	fmt.Println(filepath.Base(info.Name()), info.Size())
	// Output: suits.txt 29
}

func ExampleFile_Write() {
	defer folder()()
	f, err := outfile.Create("a", outfile.Options{New: true})
	check(err)
	fmt.Fprintln(f, "a line") // which calls Write
	check(f.Commit())
	show("a")
	// Output: a: "a line\n"
}
