package machine

import (
	"go/ast"
	"go/types"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// A value is what an expression of the program stands for: one of the types below.
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
	// A real is add + scale·U, where U is one of as many multiples in [0, 1) as a draw has values.
	real struct {
		scale, add float64
		from       Draw
		step       float64 // of which it is a multiple, as it was cut off; or 0
	}
	pointer struct {
		to *value
		at *number // the index, if it points to an element
	}
	tuple []value
	// A function has a body, but for one of another package.
	function struct {
		typ   *ast.FuncType
		body  *ast.BlockStmt
		recv  *ast.FieldList
		this  value  // what the receiver is
		frame *frame // around a literal
	}
	unknown struct{}
	slice   struct {
		of       *[]value
		off, len int
		drawn    bool       // a permutation, as it was drawn
		told     bool       // how many there are, by the code that makes them
		elem     types.Type // of a map by integers, which has zeros where nothing was put
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
	parent *frame // of a literal
}

func newFrame(parent *frame) *frame { return &frame{map[types.Object]*value{}, parent} }

// values returns the elements of a slice.
func (s *slice) values() []value { return (*s.of)[s.off : s.off+s.len] }

// sliceOf returns a slice with an array of its own.
func sliceOf(of []value) *slice { return &slice{of: &of, len: len(of)} }

func isItem(v value) bool {
	_, ok := v.(item)
	return ok
}

// zero returns the zero value of a type.
func zero(t types.Type) value {
	switch u := code.Core(t).(type) {
	case *types.Slice:
		return sliceOf(nil)
	case *types.Map:
		if code.IsInteger(u.Key()) {
			return &slice{of: new([]value), elem: u.Elem()}
		}
	case *types.Basic:
		if code.IsInteger(u) {
			return number{}
		}
		if code.Is(u, types.IsBoolean) {
			return truth{}
		}
	case *types.Struct:
		return &structure{t: t, fields: map[string]*value{}}
	}
	return unknown{}
}

// Symbols are what a loop takes from outside: integers, which are any values, and the items of
// slices. They are the same on each path. A key says what it is of: a variable, its field, ….
type Symbols struct {
	values []int64
	apart  bool // no two are alike
	Index  map[string]int
	first  int64
	items  map[string]int // the first item of a slice
	made   int            // items
}

func NewSymbols(values []int64, index map[string]int, n int) *Symbols {
	if index == nil {
		index = make(map[string]int)
	}
	return &Symbols{values: values, Index: index, first: int64(n), items: map[string]int{}}
}

func (s *Symbols) of(key string) int64 {
	i, ok := s.Index[key]
	if !ok {
		i = len(s.Index)
		s.Index[key] = i
	}
	for i >= len(s.values) {
		v := s.first
		if s.apart {
			k := int64(len(s.values))
			// Differences are unlike, too (a Sidon set), never of 1, and others for an odd n.
			v += 5 * (22*k + k*k%11) * (1 + s.first%2)
		}
		s.values = append(s.values, v)
	}
	return s.values[i]
}
