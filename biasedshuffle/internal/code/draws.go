package code

import (
	"go/ast"
	"go/types"
	"slices"
)

const (
	MathRand   = "math/rand"
	MathRandV2 = "math/rand/v2"
	CryptoRand = "crypto/rand"
)

// Words and reals are the widths in bits of what the functions of math/rand and
// its second version return; bounded are those that take a bound.
var (
	Words = map[string]int{"Int31": 31, "Int32": 31, "Uint32": 32, "Int": 63, "Int63": 63, "Int64": 63,
		"Uint": 64, "Uint64": 64}
	Floats  = map[string]int{"Float32": 24, "Float64": 53}
	bounded = map[string]bool{"Intn": true, "Int31n": true, "Int63n": true, "IntN": true, "Int32N": true,
		"Int64N": true, "Uint32n": true, "Uint64n": true,
		"UintN": true, "Uint32N": true, "Uint64N": true, "N": true}
)

// From reports whether an object is of one of some packages.
func From(obj types.Object, paths ...string) bool {
	return obj.Pkg() != nil && slices.Contains(paths, obj.Pkg().Path())
}

// IsRand reports whether a function belongs to one of the versions of math/rand.
func IsRand(fn *types.Func) bool {
	return fn != nil && From(fn, MathRand, MathRandV2)
}

// IsSecure reports whether a function draws from the operating system.
func IsSecure(fn *types.Func) bool {
	return From(fn, CryptoRand) && (fn.Name() == "Int" || fn.Name() == "Read")
}

// ReadsSecurely reports whether a call fills a slice from the Reader of crypto/rand.
func (s *Scope) ReadsSecurely(call *ast.CallExpr) bool {
	return s.Calls("io.ReadFull", "io.ReadAtLeast", "(io.Reader).Read")(call) && Has(call, func(id *ast.Ident) bool {
		v := s.Var(id)
		return v != nil && From(v, CryptoRand)
	})
}

// Filled returns what a call such as of Read fills: its last argument, before that of how many bytes at least.
func (s *Scope) Filled(call *ast.CallExpr) ast.Expr {
	last := len(call.Args) - 1
	if s.Called(call) == "io.ReadAtLeast" {
		last--
	}
	return call.Args[last]
}

// IsBounded reports whether a function returns a uniform integer below its argument:
// those of math/rand, and others that have their names.
func IsBounded(fn *types.Func) bool {
	sig := fn.Signature()
	return bounded[fn.Name()] && (IsRand(fn) || fn.Name() != "N") && sig.Params().Len() == 1 &&
		(sig.Results().Len() == 1 || MayFail(sig)) &&
		(fn.Name() == "N" || IsInteger(sig.Params().At(0).Type()) && IsInteger(sig.Results().At(0).Type()))
}

// MayFail reports whether a function returns an error beside its result.
func MayFail(sig *types.Signature) bool {
	return sig.Results().Len() == 2 && types.Identical(sig.Results().At(1).Type(),
		types.Universe.Lookup("error").Type())
}

// isDraw reports whether a call of a function of another package gives something random.
func isDraw(fn *types.Func) bool {
	name := fn.Name()
	return IsBounded(fn) || IsSecure(fn) ||
		IsRand(fn) && (Words[name] > 0 || Floats[name] > 0 || name == "Perm" || name == "Read")
}

// Draws reports whether a node has a call in it that draws, itself or by a function of this package.
func (s *Scope) Draws(n ast.Node) bool { return s.DrawCall(n) != nil }

// DrawCall returns the first such call.
func (s *Scope) DrawCall(n ast.Node) *ast.CallExpr {
	for call := range All[*ast.CallExpr](n) {
		fn := s.Callee(call)
		if fn != nil && (isDraw(fn) || s.drawers[fn.Origin()]) || s.ReadsSecurely(call) {
			return call
		}
	}
	return nil
}

// findDrawers finds the helpers that draw: by themselves, or by one another.
func (c *Package) findDrawers() {
	for found := true; found; {
		found = false
		for _, fn := range c.Funcs {
			d := c.Bodies[fn]
			if !c.drawers[fn] && c.Scope(d).Draws(d.Body) && !HasLoop(d.Body, Writes) {
				c.drawers[fn], found = true, true
			}
		}
	}
}

// sorts are the functions that sort by a comparison, which is their second argument.
var sorts = map[string]bool{"sort.Slice": true, "sort.SliceStable": true, "slices.SortFunc": true,
	"slices.SortStableFunc": true}

// RandomSort returns the comparison of a sort, and what it draws, or nil.
func (s *Scope) RandomSort(call *ast.CallExpr) (less *ast.FuncLit, drawn *ast.CallExpr) {
	if !sorts[s.Called(call)] {
		return nil, nil
	}
	switch f := s.Meant(call.Args[1]).(type) {
	case *ast.FuncLit:
		return f, s.Decides(f.Body)
	case *ast.Ident:
		by, _ := s.Info.Uses[f].(*types.Func)
		if d := s.Bodies[by]; d != nil {
			return Literal(d), s.Decides(d.Body)
		}
	}
	return nil, nil
}

// Decides returns a draw of a comparison. Comparisons that keep what they draw, as a key of the item, are in order.
func (s *Scope) Decides(body *ast.BlockStmt) *ast.CallExpr {
	if Writes(body) {
		return nil
	}
	return s.DrawCall(body)
}
