package packing_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/records/failure"
)

// compressed returns the text compressed.
func compressed(k packing.Kind, text string) *bytes.Buffer {
	var b bytes.Buffer
	w := packing.NewWriter(k, b.Write, 3)
	io.WriteString(w, text) // a Buffer does not fail
	w.Finish()
	return &b
}

func ExampleNamed() {
	fmt.Println(packing.Named("deck.txt.gz"), packing.Named("DECK.ZST"), packing.Named("deck.txt") == packing.None)
	// Output: gzip zstd true
}

func ExampleForeign() {
	fmt.Println(packing.Foreign("deck.bz2"), packing.Foreign("deck.tar.gz"), packing.Foreign("deck.txt.gz") == "")
	// Output: bzip2 tar true
}

func ExampleSniff() {
	kind, err := packing.Sniff(compressed(packing.Zstd, "Ace of Hearts\n").Bytes())
	fmt.Println(kind, err)

	_, err = packing.Sniff([]byte("PK\x03\x04\x14\x00"))
	fmt.Println(err)
	if u, ok := errors.AsType[*failure.UnreadableError](err); ok {
		fmt.Println("try", u.Command)
	}
	// Output:
	// zstd <nil>
	// it is a zip archive
	// try unzip -p
}

func ExampleOpen() {
	for _, r := range []io.Reader{
		compressed(packing.Gzip, "Ace of Hearts\n"), // whatever the name
		strings.NewReader("Queen of Hearts\n"),
		strings.NewReader("\xfd7zXZ\x00\x00\x04"),
	} {
		c := packing.Open("deck.txt", r, packing.LeastWindow)
		text, err := io.ReadAll(c)
		c.Close()
		fmt.Printf("%q %v\n", text, err)
	}
	_, err := io.ReadAll(packing.Open("deck.gz", strings.NewReader("King of Hearts\n"), packing.LeastWindow))
	fmt.Println(err)
	// Output:
	// "Ace of Hearts\n" <nil>
	// "Queen of Hearts\n" <nil>
	// "" it is an xz file
	// it is not a gzip file
}

func ExampleNewReader() {
	r := packing.NewReader(packing.Zstd, compressed(packing.Zstd, "Ace of Hearts\n"), packing.MostWindow)
	defer r.Close()
	text, err := io.ReadAll(r)
	fmt.Printf("%q %v\n", text, err)
	// Output: "Ace of Hearts\n" <nil>
}

func ExampleNewWriter() {
	var b bytes.Buffer
	w := packing.NewWriter(packing.Gzip, b.Write, 3)
	if _, err := io.WriteString(w, strings.Repeat("Ace of Hearts\n", 1000)); err != nil {
		fmt.Println(err)
	}
	if err := w.Finish(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(b.Len() < 1000)
	// Output: true
}
