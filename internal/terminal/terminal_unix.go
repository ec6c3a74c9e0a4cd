//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Foreground reports whether we may write to the terminal: a command that a shell
// runs in the background would disturb what is typed, or be stopped by it (stty
// tostop). Of a terminal that is not ours, nobody knows.
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
