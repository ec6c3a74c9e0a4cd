package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/advice"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
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
		return &advice.FilteredError{Err: err, File: q.file, Filter: "tail -n +2"}
	case e.Fault == deals.Column && file:
		return &advice.FilteredError{Err: err, File: q.file, Filter: cut}
	case e.Fault == deals.Twice && file && e.Column == e.Columns && e.Columns > 2:
		err = frame.WithHint(err, fmt.Sprintf("if column %d is another draw, cut it with %s", e.Column, cut))
	}
	switch most := e.Column - 1; {
	case e.Fault == deals.Lengths && q.holeCards:
		return frame.WithHint(err, "audit the hands of each game by themselves; of stud, where others' cards are face up, choose your lines with grep 'Dealt to NAME '")
	case e.Fault == deals.Short && e.Column > 0:
		return frame.WithHint(err, fmt.Sprintf("--first %d leaves none out", e.Column))
	case e.Fault == deals.Unseen && most > 0:
		return frame.WithHint(err, fmt.Sprintf("--first %d audits only the places before, or cut the columns that are not seen in every deal", most))
	case e.Fault == deals.Unseen:
		return frame.WithHint(err, "cut the columns that are not seen in every deal")
	}
	return frame.WithHint(err, remedies[e.Fault])
}

// columns returns the flags with which cut leaves out the column of a fault.
func columns(e *deals.Error) string {
	separator := ""
	if e.Between != '\t' {
		separator = "-d" + advice.Quoter().File(string(e.Between)) + " "
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

// namedItems returns the items whose names are the lines of a file.
func namedItems(ctx context.Context, name string, stdin io.Reader) (*deals.Items, error) {
	l, err := infile.Lines(name, stdin, deals.MostName)
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
