package twin

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"path"
	"strings"
)

// samples cuts a tar archive, whose headers it has read by Go's own library.
func samples(source []byte) (samples [][]byte, err error) {
	in := bytes.NewReader(source)
	end, last := 0, ""
	r := tar.NewReader(in)
	for {
		h, err := r.Next()
		if err == io.EOF && len(source)-end >= 1024 && len(bytes.Trim(source[end:], "\x00")) == 0 {
			return samples, nil
		} else if err != nil {
			return nil, errors.Join(errors.New("an archive is damaged"), err)
		}
		begin := end
		end = len(source) - in.Len()
		if h.Typeflag == tar.TypeReg {
			end += (int(h.Size) + 511) / 512 * 512
		}
		folderOnly := h.Typeflag == tar.TypeDir || h.Size == 0 && strings.HasSuffix(h.Name, "/")
		folder, name := path.Split(h.Name)
		sample, _, dot := strings.Cut(name, ".")
		if folderOnly || end > len(source) || !dot || sample == "" || sample == "README" {
			continue
		}
		if folder+sample != last {
			samples = append(samples, nil)
		}
		last = folder + sample
		samples[len(samples)-1] = append(samples[len(samples)-1], source[begin:end]...)
	}
}

// frames cuts a TFRecord file. It believes checksums.
func frames(source []byte) (records [][]byte, err error) {
	for len(source) > 0 {
		if len(source) < 16 || binary.LittleEndian.Uint64(source) > uint64(len(source)-16) {
			return nil, errors.New("a record is cut off")
		}
		n := 16 + binary.LittleEndian.Uint64(source)
		records, source = append(records, source[:n:n]), source[n:]
	}
	return records, nil
}
