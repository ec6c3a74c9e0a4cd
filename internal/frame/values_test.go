package frame

import "testing"

func TestSizes(t *testing.T) {
	for text, want := range map[string]Memory{
		"1048576": 1 << 20, "1048576B": 1 << 20, "1024k": 1 << 20, "1M": 1 << 20, "3MB": 3 << 20, "5MiB": 5 << 20,
		"7g": 7 << 30, "1T": 1 << 40, "8388607T": 8388607 << 40,
		"": 0, "0": 0, "M": 0, "1048575": 0, "1023K": 0, "-1M": 0, "+ 1M": 0, "1 M": 0, "1.5M": 0, "1Mi": 1 << 20,
		"1048576iB": 0, "1048576I": 0, "1MI": 1 << 20,
		"1BM": 0, "1MM": 0, "1048576BB": 0, "1MBB": 0, "1MBI": 0, "1MIBB": 0, "1KM": 0, "1048576b": 1 << 20,
		"8388608T": 0, "9223372036854775808": 0, "0x100000": 0, "1_000_000_000": 0,
	} {
		var got Memory
		if err := got.Set(text); got != want || (err == nil) != (want != 0) {
			t.Errorf("%q is %d, %v, not %d", text, got, err, want)
		}
	}
}
