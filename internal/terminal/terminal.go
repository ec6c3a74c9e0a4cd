// Package terminal knows what can be shown on a terminal.
package terminal

import (
	"os"

	"golang.org/x/term"
)

// Of returns the terminal that a stream is, or nil.
func Of(stream any) *os.File {
	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// Columns returns how many columns of a terminal can be written to without coming
// to the next line. It is asked each time, as windows are resized.
func Columns(tty *os.File) int {
	if width, _, err := term.GetSize(int(tty.Fd())); err == nil && width > 0 {
		return width - 1
	}
	return 79
}
