package biasedshuffle

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// A width is how many random bits an expression has.
type width struct {
	bits  int
	clock bool
	// It was converted to a signed type of no more bits.
	signed bool
	from   types.Object // the variable that holds the word, if one does
	call   *ast.CallExpr
}

// width looks for the random word that an expression is. Conversions and shifts
// make it narrower.
func (s *scope) width(e ast.Expr) width {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if tv := s.info.Types[e.Fun]; tv.IsType() && len(e.Args) == 1 && isInteger(tv.Type) {
			w := s.width(e.Args[0])
			size := int(8 * s.pass.TypesSizes.Sizeof(tv.Type.Underlying()))
			w.signed = w.bits >= size && tv.Type.Underlying().(*types.Basic).Info()&types.IsUnsigned == 0
			w.bits = min(w.bits, size)
			return w
		}
		fn := s.callee(e)
		if fn == nil || fn.Pkg() == nil {
			return width{}
		}
		switch {
		case isRand(fn) && words[fn.Name()] > 0:
			b := words[fn.Name()]
			if t := fn.Signature().Results().At(0).Type(); fn.Name() == "Int" || fn.Name() == "Uint" {
				b -= int(64 - 8*s.pass.TypesSizes.Sizeof(t))
			}
			return width{bits: b, call: e}
		case fn.Pkg().Path() == "time" && strings.HasPrefix(fn.Name(), "Unix") || fn.Pkg().Path() == "time" &&
			fn.Name() == "Nanosecond":
			if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
				if now, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok {
					if f := s.callee(now); f != nil && f.Pkg() != nil && f.Pkg().Path() == "time" && f.Name() == "Now" {
						return width{bits: 63, clock: true}
					}
				}
			}
		case fn.Pkg().Path() == "encoding/binary" && strings.HasPrefix(fn.Name(), "Uint") && len(e.Args) == 1:
			if s.filled(e.Args[0]) {
				return width{bits: map[string]int{"Uint16": 16, "Uint32": 32, "Uint64": 64}[fn.Name()]}
			}
		default:
			if body := s.bodies[fn.Origin()]; body != nil && body != s.decl && s.drawers[fn.Origin()] &&
				len(e.Args) == 0 {
				if result := s.result(body); result != nil {
					return width{bits: s.checker.scope(body, body).width(result).bits}
				}
			}
		}
	case *ast.Ident:
		obj, ok := s.info.Uses[e].(*types.Var)
		if !ok {
			return width{}
		}
		if def, ok := s.at(e).definition(obj); ok && def != nil {
			w := s.width(def)
			w.from = obj
			w.call = nil
			return w
		}
		if b, ok := obj.Type().Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 &&
			s.filled(s.rangedOver(obj)) {
			return width{bits: 8, from: obj}
		}
	case *ast.IndexExpr:
		if s.filled(e.X) {
			return width{bits: 8, from: s.object(e.X)}
		}
	case *ast.BinaryExpr:
		tv := s.info.Types[e.Y]
		if e.Op == token.OR || e.Op == token.ADD { // bytes side by side
			x, y := s.width(e.X), s.width(e.Y)
			if x.bits == 0 || y.bits == 0 {
				return width{}
			}
			return width{bits: max(x.bits, y.bits), from: x.from}
		}
		if tv.Value == nil {
			return width{}
		}
		v, ok := constant.Uint64Val(constant.ToInt(tv.Value))
		if !ok {
			return width{}
		}
		w := s.width(e.X)
		w.call = nil
		switch {
		case e.Op == token.SHL && w.bits > 0 && v < 64:
			w.bits = min(w.bits+int(v), int(8*s.pass.TypesSizes.Sizeof(s.info.TypeOf(e).Underlying())))
			return w
		case e.Op == token.SHR && w.bits > int(v):
			w.bits -= int(v)
			return w
		case e.Op == token.AND && v&(v+1) == 0:
			w.bits, w.signed = min(w.bits, bits.Len64(v)), false
			return w
		}
	}
	return width{}
}

// rangedOver returns what a loop ranges over whose value is in the variable, or nil.
func (s *scope) rangedOver(obj types.Object) ast.Expr {
	for n := range ast.Preorder(s.decl) {
		if loop, ok := n.(*ast.RangeStmt); ok {
			if id, ok := loop.Value.(*ast.Ident); ok && s.info.Defs[id] == obj {
				return loop.X
			}
		}
	}
	return nil
}

// lengthOfConstant returns the length of a string or a literal if an expression is that
// of a variable which never is anything else, or 0.
func (s *scope) lengthOfConstant(e ast.Expr) int64 {
	of := s.lengthOf(s.meant(e))
	if of == nil {
		return 0
	}
	return s.constantLength(of)
}

// constantLength returns the length of a variable that always is the same string or literal,
// or 0.
func (s *scope) constantLength(of ast.Expr) int64 {
	value := s.meant(of)
	if obj := s.object(of); obj != nil && obj.Parent() == s.pass.Pkg.Scope() {
		for _, f := range s.pass.Files {
			for n := range ast.Preorder(f) {
				switch n := n.(type) {
				case *ast.ValueSpec:
					for i, id := range n.Names {
						if s.info.Defs[id] == obj && len(n.Values) == len(n.Names) {
							value = n.Values[i]
						}
					}
				case *ast.AssignStmt:
					if slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool {
						return s.object(e) == obj &&
							!isElement(e)
					}) {
						return 0
					}
				}
			}
		}
	}
	if v := s.info.Types[value].Value; v != nil && v.Kind() == constant.String {
		return int64(len(constant.StringVal(v)))
	}
	switch e := ast.Unparen(value).(type) {
	case *ast.CompositeLit:
		if !slices.ContainsFunc(e.Elts, func(e ast.Expr) bool { _, keyed := e.(*ast.KeyValueExpr); return keyed }) {
			return int64(len(e.Elts))
		}
	case *ast.CallExpr: // a conversion
		if len(e.Args) == 1 && s.info.Types[e.Fun].IsType() && s.info.Types[e.Args[0]].Value != nil &&
			s.info.Types[e.Args[0]].Value.Kind() == constant.String {
			text := constant.StringVal(s.info.Types[e.Args[0]].Value)
			if b, ok := elem(s.info.TypeOf(e)).Underlying().(*types.Basic); ok && b.Kind() == types.Int32 {
				return int64(utf8.RuneCountInString(text))
			}
			return int64(len(text))
		}
	}
	return 0
}

// filled reports whether the declaration fills a slice with random bytes, or has it from a
// function of the package that does.
func (s *scope) filled(e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok {
		return s.fillsResult(call)
	}
	return s.fills(s.object(e))
}

// fills reports whether the declaration fills a variable with random bytes.
func (s *scope) fills(obj types.Object) bool {
	return obj != nil && holds(s.decl, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Rhs) == 1 && s.isVariable(a.Lhs[0], obj) {
			call, ok := a.Rhs[0].(*ast.CallExpr)
			return ok && s.fillsResult(call)
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 || s.object(call.Args[len(call.Args)-1]) != obj {
			return false
		}
		fn := s.callee(call)
		if fn == nil || fn.Pkg() == nil {
			return false
		}
		if d := s.bodies[fn.Origin()]; d != nil && d != s.decl {
			params := fn.Origin().Signature().Params()
			return params.Len() == len(call.Args) && s.scope(d, d).fills(params.At(params.Len()-1))
		}
		reader := call.Args[0]
		switch sel, method := ast.Unparen(call.Fun).(*ast.SelectorExpr); {
		case fn.Name() == "Read" && len(call.Args) == 1 && method:
			if isRand(fn) || fn.Pkg().Path() == cryptoRand {
				return true
			}
			reader = sel.X
		case fn.Pkg().Path() != "io" || fn.Name() != "ReadFull":
			return false
		}
		sel, ok := ast.Unparen(reader).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		v, ok := s.info.Uses[sel.Sel].(*types.Var)
		return ok && v.Pkg() != nil && v.Pkg().Path() == cryptoRand
	})
}

// fillsResult reports whether a function of the package returns random bytes first.
func (s *scope) fillsResult(call *ast.CallExpr) bool {
	fn := s.callee(call)
	if fn == nil {
		return false
	}
	d := s.bodies[fn.Origin()]
	if d == nil || d == s.decl {
		return false
	}
	of := s.scope(d, d)
	return holds(d.Body, func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		if !ok || len(r.Results) == 0 {
			return false
		}
		id, ok := ast.Unparen(r.Results[0]).(*ast.Ident)
		return ok && of.filled(id)
	})
}
