package twin

import (
	"errors"
	"fmt"
)

// What stands in front of the rows of an array of bytes: 128 bytes.
const (
	arrayHead = "\x93NUMPY\x01\x00v\x00%-117s\n"
	arrayText = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d, %d), }"
)

// fixed returns the head and the records of sources whose records have one size.
func (j *Job) fixed(sources [][]byte) (head []byte, records [][]byte, err error) {
	for _, source := range sources {
		rows := -1
		if j.Array {
			if len(source) < 128 {
				return nil, nil, errors.New("a head is cut off")
			}
			head, source = source[:128], source[128:]
			size := 0
			if _, err := fmt.Sscanf(string(head[10:]), arrayText, &rows, &size); err != nil || size != j.Size {
				return nil, nil, errors.Join(errors.New("it is no array, or another"), err)
			}
		}
		if rows >= 0 && len(source) != rows*j.Size || len(source)%j.Size != 0 {
			return nil, nil, errors.New("the last record is not whole")
		}
		for ; len(source) > 0; source = source[j.Size:] {
			records = append(records, source[:j.Size:j.Size])
		}
	}
	return head, records, nil
}
