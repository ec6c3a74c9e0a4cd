package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/yates-shuffle/yates/cluster/store"
)

// errSeal is of what is not sealed, or too short.
var errSeal = errors.New("its checksum does not match")

// An object is one of those that a job makes, in its folder.
type object struct {
	store.Name
	key string // of the plan
}

func (o object) damaged(err error) error { return &Error{Damaged, o.Beside(""), o.Name, err} }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crc(sum uint32, b []byte) uint32 { return crc32.Update(sum, castagnoli, b) }

// sum returns what the checksums of an object begin with. Nobody knows it who cannot read the plan.
func (o object) sum() uint32 { return crc(0, []byte(o.key+o.Base())) }

// seal appends a line of JSON with the checksum of an object's name and of b to b.
func (o object) seal(b []byte) []byte {
	return fmt.Appendf(b[:len(b):len(b)], "{\"crc32c\":\"%08x\"}\n", crc(o.sum(), b))
}

// sealed is how much longer seal makes something.
var sealed = len(object{}.seal(nil))

// read returns what is sealed in some blocks, of one size, of n bytes of an object from a byte on,
// or of all of it if n is negative. What is damaged it reads again, as that may have happened on the
// way, and then returns it with the error.
func (o object) read(ctx context.Context, st *store.Store, from, n int64, blocks int) (b []byte, err error) {
	for range 2 {
		if b, err = st.ReadRange(ctx, o.Name, from, n); err != nil {
			return nil, err
		}
		if inner, ok := o.unseal(b, blocks); ok && int64(len(b)) >= n {
			return inner, nil
		}
	}
	return b, o.damaged(errSeal)
}

// unseal returns what is sealed in b, and whether it is whole.
func (o object) unseal(b []byte, blocks int) ([]byte, bool) {
	size, inner := len(b)/blocks, b[:0]
	for i := range blocks {
		block := b[i*size:][:size]
		text := block[:max(size-sealed, 0)]
		if !bytes.Equal(o.seal(text), block) {
			return nil, false
		}
		inner = append(inner, text...)
	}
	return inner, true
}
