//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// foreground tells whether we may write to the terminal: a command that a shell
// runs in the background would disturb what is typed, or be stopped by it (stty
// tostop). Of a terminal that is not ours, nobody knows.
func foreground(tty *os.File) bool {
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	// The group has 32 bits, which big-endian systems put into the upper half.
	return err != nil || group == unix.Getpgrp() || int64(group)>>32 == int64(unix.Getpgrp())
}

// eraseBelow erases what follows the cursor on the screen (ECMA-48, ED).
const eraseBelow = "\x1b[J"

// isDumb tells whether the terminal can't go back to the start of a line.
func isDumb() bool {
	name := os.Getenv("TERM")
	return name == "" || name == "dumb"
}
