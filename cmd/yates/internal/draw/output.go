package draw

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
)

// newDrawFile returns the output of a draw. It replaces no file: what was published must
// not be lost.
func newDrawFile(cmd *cobra.Command, name string) (*dest.Set, error) {
	if exists(cmd, name) {
		return nil, fmt.Errorf("%s exists, and a draw replaces no file; choose another name", label.Name(name))
	}
	f, err := dest.New(cmd, name)
	if err == nil {
		f.Options = output.Options{New: true}
	}
	return f, err
}

// exists reports whether an output is a file, or a link that leads to where nothing is.
func exists(cmd *cobra.Command, name string) bool {
	if output.Standard(name, cmd.OutOrStdout(), cmd.ErrOrStderr()) != nil {
		return false
	}
	info, err := os.Stat(name)
	if err != nil {
		_, err = os.Lstat(name)
		return err == nil
	}
	return info.Mode().IsRegular()
}

// writeDraw writes the output of a draw.
func writeDraw(f *dest.Set, write func(io.Writer) error) error {
	defer f.Abort()
	return f.Write(f.Names[0], write)
}

func writeText(text []byte) func(io.Writer) error {
	return func(w io.Writer) error { _, err := w.Write(text); return err }
}

// secretFile makes a file that nobody else can read. It replaces none.
func secretFile(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists, and a secret replaces no file; choose another name", label.Name(name))
	}
	if err == nil {
		err = cmp.Or(write(f), f.Sync())
		if err = cmp.Or(err, f.Close()); err != nil {
			os.Remove(name)
		}
	}
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = fmt.Errorf("writing %s: %w", label.Name(name), e.Err)
	}
	return err
}

const skippedMark = "SKIPPED"

// entryName returns an entry as people see it: on one line, and in quotes if it could be
// taken for more than a name.
func entryName(entry string) string {
	const most = 200
	switch {
	case len(entry) > most:
		return strconv.Quote(strings.ToValidUTF8(entry[:most], "")) + "... (" + label.Plural(len(entry), "byte") + ")"
	case strings.Contains(entry, skippedMark):
		return strconv.Quote(entry)
	}
	return label.Name(entry)
}

// winners returns the places of a draw, one a line, with the entries where they are known:
// the first most of them.
func winners(t *draw.Transcript, names map[uint64]string, most int) string {
	var b strings.Builder
	width := len(strconv.FormatUint(t.Commitment.Entries.Count, 10))
	for _, prize := range drawtext.Prizes(t, most) {
		fmt.Fprintf(&b, "%s:\n", label.Name(prize.Name))
		for _, p := range prize.Places {
			fmt.Fprintf(&b, "  %*d", width, p.Entry)
			if name, ok := names[p.Entry]; ok {
				fmt.Fprintf(&b, "  %s", entryName(name))
			}
			if p.Skipped != "" {
				fmt.Fprintf(&b, "  %s: %s", skippedMark, label.Name(p.Skipped))
			}
			b.WriteByte('\n')
		}
		if prize.Lacks != "" {
			fmt.Fprintf(&b, "  %s\n", prize.Lacks)
		}
	}
	return b.String()
}
