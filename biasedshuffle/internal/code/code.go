package code

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
)

// A Scope is what there is to know about a loop (or a function, as the unit of
// what is run) and the declaration around it.
type Scope struct {
	*Package
	Unit ast.Node
	Decl ast.Decl
	Func *ast.FuncDecl // the declaration, if it is one of a function
	file *ast.File
	defs func() map[types.Object][]definition
}

// A definition is where a variable gets a value, and which, if one expression tells: nil is the zero value.
type definition struct {
	pos   token.Pos
	value ast.Expr
	told  bool
	part  int // of what value returns
}

// Scope returns the scope of a declaration, as a whole.
func (c *Package) Scope(decl ast.Decl) *Scope {
	s := &Scope{Package: c, Unit: decl, Decl: decl}
	s.Func, _ = decl.(*ast.FuncDecl)
	s.defs = sync.OnceValue(s.definitions)
	return s
}

// Of returns the scope of the same declaration with another unit.
func (s *Scope) Of(unit ast.Node) *Scope {
	other := *s
	other.Unit = unit
	return &other
}

// definitions finds the definitions of the variables of the declaration.
func (s *Scope) definitions() map[types.Object][]definition {
	all := make(map[types.Object][]definition)
	add := func(e, value ast.Expr, told bool, part int) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok && s.Info.ObjectOf(id) != nil {
			obj := s.Info.ObjectOf(id)
			all[obj] = append(all[obj], definition{id.Pos(), value, told, part})
		}
	}
	set := func(e ast.Expr, i, n int, values []ast.Expr) {
		switch len(values) {
		case 0:
			add(e, nil, true, 0)
		case n:
			add(e, values[i], true, 0)
		default:
			add(e, values[0], false, i)
		}
	}
	for n := range ast.Preorder(s.Decl) {
		switch n := n.(type) {
		case *ast.FuncType:
			for _, id := range Names(n.Results) {
				add(id, nil, true, 0)
			}
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				if _, op := Operator(n.Tok); op {
					add(e, nil, false, 0)
				} else {
					set(e, i, len(n.Lhs), n.Rhs)
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				set(id, i, len(n.Names), n.Values)
			}
		case *ast.IncDecStmt:
			add(n.X, nil, false, 0)
		case *ast.RangeStmt:
			add(n.Key, nil, false, 0)
			add(n.Value, n.X, false, 0)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				add(n.X, nil, false, 0)
			}
		}
	}
	return all
}

// Definition returns the only value that a variable may have when the unit begins.
func (s *Scope) Definition(obj types.Object) (ast.Expr, bool) {
	var only definition
	for _, d := range s.defs()[obj] {
		if d.pos < s.Unit.Pos() {
			if only.pos.IsValid() {
				return nil, false
			}
			only = d
		}
	}
	return only.value, only.told
}

// LastBefore returns the last value that a variable gets before a node.
func (s *Scope) LastBefore(obj types.Object, n ast.Node) (value ast.Expr) {
	for _, d := range s.defs()[obj] {
		if d.told && d.value != nil && d.pos < n.Pos() {
			value = d.value
		}
	}
	return value
}

// Part returns the only value of a variable if it is one of several that a call returns, and which, or an element
// of what a loop ranges over.
func (s *Scope) Part(obj types.Object) (of ast.Expr, i int) {
	if all := s.defs()[obj]; len(all) == 1 && !all[0].told {
		return all[0].value, all[0].part
	}
	return nil, 0
}

// Key names a variable, unlike all others.
func Key(obj types.Object) string { return fmt.Sprint(obj.Name(), " ", obj.Pos()) }

// WidthOf returns how many bits an integer type has, and whether it is signed.
func (c *Package) WidthOf(t types.Type) (bits int, signed bool) {
	t = Core(t)
	return int(8 * c.Pass.TypesSizes.Sizeof(t)), IsInteger(t) && !Is(t, types.IsUnsigned)
}

// Uses reports whether a node mentions a variable.
func (c *Package) Uses(root ast.Node, obj types.Object) bool {
	return Has(root, func(id *ast.Ident) bool { return c.Info.Uses[id] == obj })
}

// Indexes reports whether the unit has the variable in an index.
func (s *Scope) Indexes(obj types.Object) bool {
	return Has(s.Unit, func(x *ast.IndexExpr) bool { return s.Uses(x.Index, obj) })
}

// HasLoop reports whether the body of one of the loops in a node is what is looked for.
func HasLoop(in ast.Node, is func(body ast.Node) bool) bool {
	return Has(in, func(n ast.Node) bool {
		body := LoopBody(n)
		return body != nil && is(body)
	})
}

// LoopBody returns the body of a loop, or nil.
func LoopBody(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body
	case *ast.RangeStmt:
		return n.Body
	}
	return nil
}

// Writes reports whether code assigns to an element.
func Writes(n ast.Node) bool {
	return Has(n, func(a *ast.AssignStmt) bool { return slices.ContainsFunc(a.Lhs, IsElement) })
}

func IsElement(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ok
}

// ConstantOf returns the integer that an expression is, if it is constant.
func (s *Scope) ConstantOf(e ast.Expr) (int64, bool) {
	return constant.Int64Val(constant.ToInt(s.Info.Types[e].Value))
}

// Meant returns the only value that a variable gets but for its zero value, or the expression itself.
func (s *Scope) Meant(e ast.Expr) ast.Expr {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return e
	}
	value := e
	for _, d := range s.defs()[s.Info.Uses[id]] {
		switch {
		case !d.told || d.value != nil && (value != e || d.pos > id.Pos()):
			return e
		case d.value != nil:
			value = d.value
		}
	}
	return value
}

// Unconverted returns what is converted to another type.
func (s *Scope) Unconverted(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 && s.Info.Types[call.Fun].IsType() {
		return s.Unconverted(call.Args[0])
	}
	return e
}

func IsInteger(t types.Type) bool { return Is(t, types.IsInteger) }

// Is reports whether a type is one of numbers or strings of a kind.
func Is(t types.Type, kind types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&kind != 0
}

// Core returns the underlying type, and for a type parameter that of the first type that its constraint allows.
func Core(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid] // in code that does not compile
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		if u.NumEmbeddeds() > 0 {
			return Core(u.EmbeddedType(0))
		}
	case *types.Union:
		return Core(u.Term(0).Type())
	}
	return t.Underlying()
}

// Testing reports whether the declaration is in a test file.
func (s *Scope) Testing() bool {
	return strings.HasSuffix(s.Pass.Fset.Position(s.Decl.Pos()).Filename, "_test.go")
}

// Within reports whether a node is in another.
func Within(outer, n ast.Node) bool { return outer.Pos() <= n.Pos() && n.End() <= outer.End() }

// Object returns the variable that a slice expression is about.
func (s *Scope) Object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.Info.ObjectOf(e)
	case *ast.SliceExpr:
		return s.Object(e.X)
	case *ast.IndexExpr:
		return s.Object(e.X)
	case *ast.SelectorExpr:
		return s.Object(e.Sel)
	}
	return nil
}

var Ordered = map[token.Token]bool{token.LSS: true, token.LEQ: true, token.GTR: true, token.GEQ: true}

// Means reports whether the name of the function that is looked at says so. A cycle may be in its comment.
func (s *Scope) Means(what Intent) bool {
	if s.Func == nil {
		return false
	}
	is := intentOf(s.Func.Name.Name)
	return is == what || is == MeansDeal && what == MeansSample ||
		what == MeansCycle && cycles.MatchString(s.Func.Doc.Text())
}

// Named reports whether the function has the name of a shuffle.
func (s *Scope) Named() bool { return s.Means(MeansShuffle) }

// Plain reports whether it has the name of a shuffle that does not say of what, and so is one of all items.
func (s *Scope) Plain() bool { return s.Named() && len(wordsOf(s.Func.Name.Name)) == 1 }
