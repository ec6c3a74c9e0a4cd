package outfile_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
	"github.com/yates-shuffle/yates/records/outfile"
)

// A file is shuffled in its place: it keeps its contents until all of the new
// ones are written.
func ExampleCreate() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "suits.txt")
	if err := os.WriteFile(name, []byte("clubs\ndiamonds\nhearts\nspades\n"), 0o600); err != nil {
		log.Fatal(err)
	}

	inPlace := func() error {
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
	if err := inPlace(); err != nil {
		log.Fatal(err)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(b))
	// Output:
	// diamonds
	// spades
	// clubs
	// hearts
}
