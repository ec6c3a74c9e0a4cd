//go:build !unix

package terminal

import "os"

// EraseBelow is empty: Windows consoles support escapes only if enabled.
const EraseBelow = ""

// Foreground reports true: there are no background jobs.
func Foreground(*os.File) bool { return true }

// IsDumb reports whether the terminal cannot go back to the start of a line.
func IsDumb() bool { return os.Getenv("TERM") == "dumb" }
