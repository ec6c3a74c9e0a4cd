package process

import "runtime/debug"

// Version returns the version of the module that the program was built from. It is known
// if the go command downloaded the module or built it in a repository.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}
