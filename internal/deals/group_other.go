//go:build !unix

package deals

import "os/exec"

// ownGroup does nothing: there are no groups, and only the process itself is ended.
func ownGroup(*exec.Cmd) {}

func killGroup(*exec.Cmd) error { return nil }
