package packing
import "io"
const SniffLen = 512
func Sniff([]byte) (Kind, error) { return None, nil }
type Unreadable struct{}
func (*Unreadable) Error() string { return "" }
func Open(name string, r io.Reader, window int64) io.ReadCloser {
	if k := Named(name); k != None { return NewReader(k, r, window) }
	return io.NopCloser(r)
}
