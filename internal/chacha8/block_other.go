//go:build !amd64

package chacha8

const fast = false

func block8(*[keyWords]uint64, *[bufWords]uint64, uint32) { panic("chacha8: no block8 here") }
