package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/label"
)

// remedies name the flags that help against faults of deals.
var remedies = map[deals.Fault]string{
	deals.PartOrOwn:    "see --take if it deals a part of them, and --no-input if it has its own items",
	deals.SeveralOrOwn: "see --no-input if it has its own items, and --stream if it prints deal after deal",
	deals.Foreign:      "name the items with --items, --range, --cards or --names",
	deals.Own:          "see --no-input if it has its own items",
	deals.TooFew:       "name them with --items, --range, --cards or --names",
	deals.TooMany:      "name them with --range, --cards or --names",
	deals.Lengths:      "--first K audits the first K items of each deal",
	deals.Late:         "see --timeout",
	deals.Endless:      "see --timeout, and --stream if it prints deal after deal",
	deals.TooMuch:      "see --stream if it prints deal after deal",
	deals.Twice:        "if items can come again, use --put-back",
	deals.Decks:        "for several decks use --decks N",
}

// remedied adds what helps to an error of deals.
func (q *inquiry) remedied(err error) error {
	e, ok := errors.AsType[*deals.Error](err)
	if !ok {
		return err
	}
	file := q.flags.Changed("file")
	switch cut := "cut " + columns(e); {
	case e.Fault == deals.Heading && file:
		return &filteredError{err, q.file, "tail -n +2"}
	case e.Fault == deals.Column && file:
		return &filteredError{err, q.file, cut}
	case e.Fault == deals.Twice && file && e.Column == e.Columns && e.Columns > 2:
		err = withHint(err, fmt.Sprintf("if column %d is another draw, cut it with %s", e.Column, cut))
	}
	switch most := e.Column - 1; {
	case e.Fault == deals.Lengths && q.holeCards:
		return withHint(err, "audit the hands of each game by themselves; of stud, where others' cards are face up, choose your lines with grep 'Dealt to NAME '")
	case e.Fault == deals.Short && e.Column > 0:
		return withHint(err, fmt.Sprintf("--first %d leaves none out", e.Column))
	case e.Fault == deals.Unseen && most > 0:
		return withHint(err, fmt.Sprintf("--first %d audits only the places before, or cut the columns that are not seen in every deal", most))
	case e.Fault == deals.Unseen:
		return withHint(err, "cut the columns that are not seen in every deal")
	}
	return withHint(err, remedies[e.Fault])
}

// columns returns the flags with which cut leaves out the column of a fault.
func columns(e *deals.Error) string {
	separator := ""
	if e.Between != '\t' {
		separator = "-d" + quoter().File(string(e.Between)) + " "
	}
	var kept []string
	if e.Column > 1 {
		kept = append(kept, fmt.Sprintf("1-%d", e.Column-1))
	}
	if e.Column < e.Columns {
		kept = append(kept, fmt.Sprintf("%d-", e.Column+1))
	}
	return separator + "-f" + strings.Join(kept, ",")
}

// A filteredError is of deals in a file that a filter can mend.
type filteredError struct {
	error
	file, filter string
}

func (e *filteredError) Unwrap() error { return e.error }

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
