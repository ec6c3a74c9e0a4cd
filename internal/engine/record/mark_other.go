//go:build !amd64

package record

// mark sets the bits of found at the bytes of data that are sep, and clears the
// others.
func mark(found *[stretch / 64]uint64, data *[stretch]byte, sep byte) {
	markWords(found, data, sep)
}
