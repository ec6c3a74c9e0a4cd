package draw

import (
	"fmt"
	"io/fs"
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

// create returns outputs of a draw, which have the permissions if they are files. They
// replace none: what was published must not be lost.
func create(cmd *cobra.Command, perm fs.FileMode, names ...string) (*dest.Set, error) {
	for _, name := range names {
		if exists(cmd, name) {
			return nil, fmt.Errorf("%s exists, and a draw replaces no file; choose another name", label.Name(name))
		}
	}
	return dest.With(cmd, output.Options{New: true, Perm: perm}, names...)
}

// private are the permissions of a file that nobody else can read.
const private fs.FileMode = 0o600

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

// winners returns the places of a draw, one a line, with the entries where they are known:
// the first most of them.
func winners(t *draw.Transcript, names map[uint64]string, most int) string {
	var b strings.Builder
	width := len(strconv.FormatUint(t.Commitment.Entries.Count, 10))
	for _, prize := range drawtext.Prizes(t, names, most) {
		fmt.Fprintf(&b, "%s:\n", prize.Name)
		for _, p := range prize.Places {
			line := fmt.Sprintf("  %*d  %s", width, p.Entry, p.Name)
			if p.Skipped != "" {
				line += "  " + drawtext.Skipped + ": " + p.Skipped
			}
			fmt.Fprintln(&b, strings.TrimRight(line, " "))
		}
		if prize.Lacks != "" {
			fmt.Fprintf(&b, "  %s\n", prize.Lacks)
		}
	}
	return b.String()
}
