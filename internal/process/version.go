package process

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version returns the version of the module that the program was built from. It is known
// if the go command downloaded the module or built it in a repository.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// VersionLine returns the line with which a program of the name tells its version, the
// commit it was built from if known, the version of Go, and the platform.
func VersionLine(program string) string {
	commit, changed := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = "commit " + s.Value[:min(len(s.Value), 12)]
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = " with changes"
			}
		}
	}
	if commit != "" {
		commit += changed + ", "
	}
	return fmt.Sprintf("%s %s (%s%s %s/%s)\n", program, Version(), commit, runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
}
