package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/label"
)

// remedies name the flags that help against faults of deals.
var remedies = map[deals.Fault]string{
	deals.PartOrOwn: "; see --take if it deals a part of them, and --no-input if it has its own items",
	deals.Part:      "; to deal a part of them, use --take",
	deals.Foreign:   "; name the items with --items, --range, --cards or --names",
	deals.Own:       "; see --no-input if it has its own items",
	deals.TooFew:    "; name them with --items, --range, --cards or --names",
	deals.TooMany:   "; name them with --range, --cards or --names",
	deals.Lengths:   "; audit the deals of each length by themselves",
	deals.Late:      "; see --timeout",
}

// remedied adds the flags that help to an error of deals.
func remedied(err error) error {
	if e, ok := errors.AsType[*deals.Error](err); ok {
		return fmt.Errorf("%w%s", err, remedies[e.Fault])
	}
	return err
}

// openLines opens a file of deals or names, which may be compressed, or standard
// input (-).
func openLines(name string, stdin io.Reader, most int) (*deals.Lines, error) {
	r, end, err := openInput(name, stdin, false)
	if err != nil {
		return nil, err
	}
	name = inputName(name)
	return deals.ReadFile(&named{r, name, end}, name, most), nil
}

// A named input names itself in its errors.
type named struct {
	r    io.Reader
	name string
	end  func()
}

func (n *named) Read(b []byte) (int, error) {
	got, err := n.r.Read(b)
	if err != nil && err != io.EOF {
		err = reading(n.name, err)
	}
	return got, err
}

func (n *named) Close() error {
	n.end()
	return nil
}

// namedItems returns the items whose names are the lines of a file.
func namedItems(ctx context.Context, name string, stdin io.Reader) (*deals.Items, error) {
	l, err := openLines(name, stdin, deals.MostName)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	items, err := deals.ReadItems(ctx, l)
	if err == nil && len(items.Names) < 2 {
		err = fmt.Errorf("the file of --names has %s, but a shuffle needs at least 2", label.Plural(len(items.Names), "name"))
	}
	return items, err
}
