package biasedshuffle

import (
	"go/ast"
	"go/types"
)

// A value is what an expression of the program stands for: a number, truth,
// item, word, real, pointer, tuple, closure, swapper, *mapping, *slice, *structure
// or unknown.
type value any

type (
	// A number is an integer; random if it comes from a choice.
	number struct {
		v      int64
		random bool
	}
	truth struct{ v bool }
	// An item is an element of a slice that is shuffled. Its number serves to
	// follow swaps by arithmetic; no branch may depend on it.
	item struct{ v int64 }
	// A word is a random integer of so many bits that was not reduced yet.
	word struct{ bits int }
	// A real is add + scale·U, where U is uniform in [0, 1).
	real    struct{ scale, add float64 }
	pointer struct {
		to *value
		at *number // the index, if it points to an element
	}
	tuple   []value
	closure struct {
		lit   *ast.FuncLit
		frame *frame
	}
	method struct {
		fn   *types.Func
		recv value
	}
	swapper  struct{ s *slice }
	injected struct{} // a function that stands for Intn
	unknown  struct{}
	slice    struct {
		of       *[]value
		off, len int
		drawn    bool // a permutation, as it was drawn
	}
	structure struct {
		t      types.Type
		fields map[string]*value
		key    string // what it is
	}
)

// A frame holds the variables of a call.
type frame struct {
	vars   map[types.Object]*value
	parent *frame // of a closure
}
