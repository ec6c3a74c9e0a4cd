//go:build !unix

package terminal

import "os"

// EraseBelow is empty: consoles of Windows know no escapes unless they are told to.
const EraseBelow = ""

// Foreground reports true: nobody knows of jobs.
func Foreground(*os.File) bool { return true }

// IsDumb reports whether the terminal cannot go back to the start of a line.
func IsDumb() bool { return os.Getenv("TERM") == "dumb" }
