package memory

import (
	"encoding/binary"
	"syscall"
)

func physical() int64 {
	value, err := syscall.Sysctl("hw.memsize")
	if err != nil {
		return 0
	}
	// Sysctl takes the number for a string and cuts off a last byte that is 0.
	var b [8]byte
	copy(b[:], value)
	return int64(binary.LittleEndian.Uint64(b[:]))
}
