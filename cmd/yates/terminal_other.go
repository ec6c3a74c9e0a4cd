//go:build !unix

package main

import "os"

func foreground(*os.File) bool { return true }

func isDumb() bool { return os.Getenv("TERM") == "dumb" }
