// Package terminal knows what a terminal can show.
package terminal

import (
	"os"

	"golang.org/x/term"
)

// Of returns the stream as a file if it is a terminal, or nil.
func Of(stream any) *os.File {
	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// Columns returns the number of columns that can be written without wrapping to the next
// line. Call it each time, because windows are resized.
func Columns(tty *os.File) int {
	if width, _, err := term.GetSize(int(tty.Fd())); err == nil && width > 0 {
		return width - 1
	}
	return 79
}
