package advice

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/shares"
)

// Rows are those of a collection or an urn.
type Rows interface {
	Read() int64
	Repeats() int64
	Without(of ask.Things) int64
	Files() []fs.FileInfo
	Header() []byte
	Front() []byte
	Blank() int64
}

// Read says how many of the rows that were read have no value, and what becomes of them, and how many were there
// before.
func Read(ui *frame.UI, all Rows, missing engine.Missing) {
	for _, by := range []struct {
		of          ask.Things
		flag, alone string
	}{
		{ask.Groups, "--group-by", "each is a group of its own"},
		{ask.UniqueBy, "--unique-by", "all are kept"},
		{ask.Classes, "--stratify or --per", ""},
		{ask.Apart, "--apart", "each may stand beside any other"},
		{ask.ByKey | ask.Parted, "--by-key", ""},
	} {
		rows, is := all.Without(by.of), by.alone
		switch {
		case rows == 0:
			continue
		case missing == engine.MissingDrop:
			is = "dropped"
		case is == "" || missing == engine.MissingOne:
			is = "empty is a value like others"
		case missing == engine.MissingUnset:
			is += " (see --missing)"
		}
		ui.Say(fmt.Sprintf("%s without a value in %s: %s", label.Plural(rows, "row"), by.flag, is))
	}
	if n := all.Repeats(); n > 0 {
		ui.Say("dropped: " + label.Plural(n, "repeat") + " in " + label.Plural(all.Read(), "record"))
	}
}

// Left returns how many of n units are not skipped, and says if none is left.
func Left(ui *frame.UI, n uint64, skip int64, unit string) uint64 {
	if skip > 0 && uint64(skip) >= n {
		ui.Say("--skip leaves nothing of " + label.Plural(int64(n), unit))
	}
	return n - min(n, uint64(skip))
}

// Count returns how many are to be written, of which a share is one of all. It says that there are only n units,
// if those are fewer; with --strict that is an error.
func Count(ui *frame.UI, head shares.Head, strict bool, all, n uint64, unit string) (asked int64, err error) {
	if asked, err = head.Of(all); err != nil {
		return asked, err
	}
	if asked == 0 && head.Share != nil && n > 0 {
		ui.Say("-n asks for so small a share that it is none of " + label.Plural(int64(n), unit))
	}
	missing := "-n asks for " + label.Number(asked) + " of " + label.Plural(int64(n), unit)
	switch {
	case asked == shares.All && !strict || n >= uint64(asked):
	case strict:
		return 0, errors.New(missing)
	default:
		ui.Say(missing)
	}
	return asked, nil
}

// Divided says how many parts of these sizes are empty, of those that have a file, and how many of n units are in none.
// If they are groups, c has the rows of these. With hundredths, the sizes are numbers that may have been meant so.
func Divided(ui *frame.UI, sizes []int64, files []string, n int64, unit string, hundredths bool,
	c *engine.Collection) {
	empty, written, left := 0, int64(0), n
	for i, size := range sizes {
		if left -= size; files[i] != "" {
			written++
			if size == 0 {
				empty++
			}
		}
	}
	if len(sizes) > 1 && empty > 0 {
		ui.Say(fmt.Sprintf("empty: %d of %s of %s", empty, label.Plural(written, "part"), label.Plural(n, unit)))
	}
	if left > 0 && hundredths {
		ui.Say(fmt.Sprintf("in no part: %s (%d is a number of %[3]ss, %[2]d%% a share)", label.Plural(left, unit),
			sizes[0], unit))
	} else if left > 0 {
		ui.Say("in no part: " + label.Plural(left, unit))
	}
	if rows := c.Records(); unit == "group" && rows == n {
		ui.Say("each group of --group-by has one row, so nothing is grouped (of several COLUMNs, all must agree)")
	} else if unit == "group" {
		ui.Say(label.Plural(n, "group") + " in " + label.Plural(rows, "row"))
	}
}

// Stratified says that classes do nothing, if each has one of n units.
func Stratified(ui *frame.UI, n uint64, unit string, c *engine.Collection) {
	if n > 1 && uint64(c.ClassesBelow(2)) == n {
		ui.Say("each class of --stratify or --per has one " + unit + ", so nothing is stratified")
	}
}
