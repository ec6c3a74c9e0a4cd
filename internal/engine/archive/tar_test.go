package archive

import (
	"archive/tar"
	"bytes"
	"testing"
)

// TestPlain: the short way reads what archive/tar reads, and takes no header of which a byte is damaged.
func TestPlain(t *testing.T) {
	for _, format := range []tar.Format{tar.FormatUSTAR, tar.FormatGNU} {
		for _, size := range []int64{0, 1, 511, 1<<33 - 1} {
			want := &tar.Header{Name: "set/017.jpg", Size: size, Mode: 0o644, Uid: 1000, Gname: "people", Format: format}
			var b bytes.Buffer
			if err := tar.NewWriter(&b).WriteHeader(want); err != nil {
				t.Fatal(err)
			}
			got := new(tar.Header)
			if !plain(b.Bytes(), got) || got.Name != want.Name || got.Size != size {
				t.Errorf("%v of %d bytes: %+v", format, size, got)
			}
			for i := range b.Bytes() {
				damaged := bytes.Clone(b.Bytes())
				if damaged[i] ^= 1; plain(damaged, got) {
					t.Errorf("%v, byte %d is damaged: taken", format, i)
				}
			}
		}
	}
}
