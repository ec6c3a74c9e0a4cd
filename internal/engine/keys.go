package engine

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Missing says what becomes of a record without a value: one of its columns is empty, or null in JSON. A column
// or field that the record does not have is empty, too, but with MissingUnset, for weights, and if no record has it, it
// is an error.
type Missing int

const (
	MissingUnset Missing = iota // it stands alone
	MissingOwn                  // it stands alone
	MissingOne                  // an empty text is a value like others, which records can have in common
	MissingDrop                 // it is none of the records; like one that is to be unique, it must not be long
	MissingError                // it is an error
)

// Set sets the rule that a text names.
func (m *Missing) Set(text string) error {
	*m = map[string]Missing{"own": MissingOwn, "one": MissingOne, "drop": MissingDrop, "error": MissingError}[text]
	if *m == MissingUnset {
		return errors.New("it is none of own, one, drop and error")
	}
	return nil
}

// A Column is a column of the rows of a source: a number from 1 on, or 0 and a name.
type Column = record.Column

// keys are taken from the columns of records, which must end within the first most
// bytes: of a long record no more is held.
type keys struct {
	*record.Key
	most    int64
	missing Missing
	sorted  bool         // groups are in the order of the hashes of their keys
	without atomic.Int64 // records without a value
}

// A keyring is the keys of all options that have columns; the others are nil.
type keyring struct{ groupBy, stratifyBy, uniqueBy, apartBy, weighBy, byKey *keys }

// groups returns the keys of groups, or nil.
func (k *keyring) groups() *keys { return cmp.Or(k.groupBy, k.byKey) }

// all returns the keys of records whose values may be missing.
func (k *keyring) all() []*keys {
	all := []*keys{k.groupBy, k.stratifyBy, k.uniqueBy, k.apartBy, k.byKey}
	return slices.DeleteFunc(all, func(k *keys) bool { return k == nil })
}

// append appends the key of record number i, counted from 0, to dst, and reports whether the record has a value.
// If open is set, only the front of the record is there.
func (k *keys) append(dst, text []byte, open bool, i uint64) (key []byte, has bool, err error) {
	if open || int64(len(text)) > k.most {
		key, has, err = k.AppendFront(dst, text[:min(int64(len(text)), k.most)])
	} else {
		key, has, err = k.Append(dst, text)
	}
	switch {
	case err == record.ErrFront:
		err = &failure.KeyError{Most: k.most}
	case err == nil && !has && k.missing == MissingError:
		empty := slices.Index(k.Texts(key[len(dst):]), "")
		err = &failure.AbsentError{What: "value in " + k.Column(empty)}
	}
	if err != nil {
		return nil, false, &failure.RecordError{Record: int64(i) + 1, Err: err}
	}
	return key, has, nil
}

// alone reports whether a record is not to be compared with others.
func (k *keys) alone(has bool) bool { return !has && !k.sorted && k.missing != MissingOne }

// bucket returns the bucket of the group with a key: the buckets of sorted keys are intervals of their order.
func (k *keys) bucket(seed order.Seed, key []byte) uint16 {
	if k.sorted {
		h := order.KeyHash(seed, key)
		return binary.BigEndian.Uint16(h[:]) >> 4
	}
	return uint16(order.GroupBucket(seed, key))
}

// lacking returns how many records had no value.
func (k *keys) lacking() int64 {
	if k == nil {
		return 0
	}
	return k.without.Load()
}
