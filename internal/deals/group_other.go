//go:build !unix && !js

package deals

import "os/exec"

// ownGroup does nothing: without process groups, only the process itself is killed.
func ownGroup(*exec.Cmd) {}

func killGroup(*exec.Cmd) error { return nil }
