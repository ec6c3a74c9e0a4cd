package record

// mark sets the bits of found at the bytes of data that are sep, and clears the
// others. It needs no more than every amd64 processor has (SSE2).
//
//go:noescape
func mark(found *[stretch / 64]uint64, data *[stretch]byte, sep byte)
