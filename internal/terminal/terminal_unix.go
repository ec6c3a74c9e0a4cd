//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Foreground reports whether we may write to the terminal: a background command would
// disturb what the user types, or be stopped (stty tostop). For a terminal that is not
// ours, this is unknown, and Foreground reports true.
func Foreground(tty *os.File) bool {
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	// The group has 32 bits, which big-endian systems put into the upper half.
	return err != nil || group == unix.Getpgrp() || int64(group)>>32 == int64(unix.Getpgrp())
}

// EraseBelow erases what follows the cursor on the screen (ECMA-48, ED).
const EraseBelow = "\x1b[J"

// IsDumb reports whether the terminal can't go back to the start of a line.
func IsDumb() bool {
	name := os.Getenv("TERM")
	return name == "" || name == "dumb"
}
