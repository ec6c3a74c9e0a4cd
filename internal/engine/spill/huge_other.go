//go:build unix && !linux && !aix && !solaris && !illumos

package spill

func adviseHuge([]byte) {}
