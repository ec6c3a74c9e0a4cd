//go:build !unix

package main

import "os"

// eraseBelow is empty: consoles of Windows know no escapes unless they are told to.
const eraseBelow = ""

func foreground(*os.File) bool { return true }

func isDumb() bool { return os.Getenv("TERM") == "dumb" }
