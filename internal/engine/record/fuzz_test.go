package record

import (
	"bytes"
	"testing"
)

func FuzzAppendStarts(f *testing.F) {
	f.Add([]byte("a\nb\n\nc\n"), byte('\n'), uint16(100), uint16(0))
	f.Add([]byte(""), byte(0), uint16(0), uint16(0))
	f.Add([]byte("\n"), byte('\n'), uint16(4999), uint16(4999))
	f.Add([]byte("\x01\x00\x00\x01"), byte(0), uint16(8), uint16(2000))
	f.Add([]byte("ab\xff"), byte(0xff), uint16(60000), uint16(3000))
	f.Fuzz(func(t *testing.T, data []byte, sep byte, room, repeat uint16) {
		if len(data) > 100 {
			repeat %= 100
		}
		checkStarts(t, bytes.Repeat(data, int(repeat)+1), sep, int(room))
	})
}
