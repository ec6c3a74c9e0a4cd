package biasedshuffle

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// A scope is what there is to know about a loop (or a function, as the unit of
// what is run) and the declaration around it.
type scope struct {
	*checker
	unit ast.Node
	decl ast.Decl
	file *ast.File
	cgo  bool // file is what cmd/cgo made of the one that people wrote
	defs map[types.Object][]definition
}

// A definition is where a variable gets a value, and which, if one expression
// tells: nil is the zero value.
type definition struct {
	pos   token.Pos
	value ast.Expr
	told  bool
}

func (c *checker) scope(decl ast.Decl, unit ast.Node) *scope {
	return &scope{checker: c, unit: unit, decl: decl}
}

// of returns the scope of the same declaration with another unit.
func (s *scope) of(unit ast.Node) *scope {
	if s.defs == nil {
		s.collect()
	}
	other := *s
	other.unit = unit
	return &other
}

// collect finds the definitions of the variables of the declaration.
func (s *scope) collect() {
	s.defs = make(map[types.Object][]definition)
	add := func(e ast.Expr, value ast.Expr, told bool) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if obj := s.info.ObjectOf(id); obj != nil {
				s.defs[obj] = append(s.defs[obj], definition{id.Pos(), value, told})
			}
		}
	}
	ast.Inspect(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType:
			if n.Results != nil {
				for _, field := range n.Results.List {
					for _, id := range field.Names {
						add(id, nil, true)
					}
				}
			}
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				if _, op := operator(n.Tok); op || len(n.Lhs) != len(n.Rhs) {
					add(e, nil, false)
				} else {
					add(e, n.Rhs[i], true)
				}
			}
		case *ast.IncDecStmt:
			add(n.X, nil, false)
		case *ast.RangeStmt:
			if n.Key != nil {
				add(n.Key, nil, false)
			}
			if n.Value != nil {
				add(n.Value, nil, false)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				add(n.X, nil, false)
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				switch len(n.Values) {
				case 0:
					add(id, nil, true)
				case len(n.Names):
					add(id, n.Values[i], true)
				default:
					add(id, nil, false)
				}
			}
		}
		return true
	})
}

// definition returns the only value that a variable may have when the unit begins.
func (s *scope) definition(obj types.Object) (ast.Expr, bool) {
	if s.defs == nil {
		s.collect()
	}
	var only definition
	for _, d := range s.defs[obj] {
		within := d.value != nil && d.value.Pos() <= s.unit.Pos() && s.unit.Pos() < d.value.End() // x = x >> 1
		if d.pos < s.unit.Pos() && !within {
			if only.pos.IsValid() {
				return nil, false
			}
			only = d
		}
	}
	return only.value, only.told
}

// holds reports whether a node, or one within it, is what is looked for.
func holds(root ast.Node, is func(ast.Node) bool) bool {
	for n := range ast.Preorder(root) {
		if is(n) {
			return true
		}
	}
	return false
}

// uses reports whether a node mentions a variable.
func (c *checker) uses(root ast.Node, obj types.Object) bool {
	return holds(root, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		return ok && c.pass.TypesInfo.Uses[id] == obj
	})
}

// indexes reports whether the unit has the variable in an index.
func (s *scope) indexes(obj types.Object) bool {
	return holds(s.unit, func(n ast.Node) bool {
		x, ok := n.(*ast.IndexExpr)
		return ok && s.uses(x.Index, obj)
	})
}

// swapsInLoop reports whether a function has a loop that writes to elements.
func swapsInLoop(d *ast.FuncDecl) bool {
	return holds(d.Body, func(n ast.Node) bool {
		body := loopBody(n)
		return body != nil && writes(body)
	})
}

// loopBody returns the body of a loop, or nil.
func loopBody(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body
	case *ast.RangeStmt:
		return n.Body
	}
	return nil
}

// writes reports whether code assigns to an element.
func writes(n ast.Node) bool {
	return holds(n, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		return ok && slices.ContainsFunc(a.Lhs, isElement)
	})
}

func isElement(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ok
}

func (s *scope) callee(e *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(s.info, e).(*types.Func)
	return fn
}

// calls reports whether a call is of the function or method of this full name.
func (s *scope) calls(e *ast.CallExpr, name string) bool {
	fn := s.callee(e)
	return fn != nil && fn.FullName() == name
}

// constantOf returns the integer that an expression is, if it is constant.
func (s *scope) constantOf(e ast.Expr) (int64, bool) {
	if e == nil || s.info.Types[e].Value == nil {
		return 0, false
	}
	v := constant.ToInt(s.info.Types[e].Value)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

// meant returns the only value that a variable gets but for its zero value, or the
// expression itself.
func (s *scope) meant(e ast.Expr) ast.Expr {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return e
	}
	if s.defs == nil {
		s.collect()
	}
	var value ast.Expr
	for _, d := range s.defs[s.info.Uses[id]] {
		switch {
		case !d.told || d.value != nil && (value != nil || d.pos > id.Pos()):
			return e
		case d.value != nil:
			value = d.value
		}
	}
	if value == nil {
		return e
	}
	return value
}

// unconverted returns what is converted to another type.
func (s *scope) unconverted(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 && s.info.Types[call.Fun].IsType() {
		return s.unconverted(call.Args[0])
	}
	return e
}

// lengthOf returns the variable or field whose length an expression is, but for maps.
func (s *scope) lengthOf(e ast.Expr) ast.Expr {
	call, ok := s.unconverted(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	if id, ok := call.Fun.(*ast.Ident); !ok || s.info.Uses[id] != types.Universe.Lookup("len") {
		return nil
	}
	if _, isMap := core(s.info.TypeOf(call.Args[0])).(*types.Map); isMap {
		return nil
	}
	switch call.Args[0].(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return call.Args[0]
	}
	return nil
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// core returns the underlying type, and for a type parameter the one type that
// all its arguments are made of, if its constraint says so.
func core(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid] // in code that does not compile
	}
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	c := p.Constraint().Underlying().(*types.Interface)
	for e := range c.EmbeddedTypes() {
		switch e := types.Unalias(e).(type) {
		case *types.Union:
			if e.Len() >= 1 {
				return e.Term(0).Type().Underlying()
			}
		default:
			if _, ok := e.Underlying().(*types.Interface); !ok {
				return e.Underlying()
			}
			if in := e.Underlying().(*types.Interface); in.NumEmbeddeds() > 0 {
				if u, ok := in.EmbeddedType(0).(*types.Union); ok && u.Len() > 0 {
					return u.Term(0).Type().Underlying()
				}
			}
		}
	}
	return c
}

func elem(t types.Type) types.Type {
	switch u := core(t).(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Pointer:
		return elem(u.Elem())
	case *types.Map:
		return u.Elem()
	}
	return types.Typ[types.Int]
}

// testing reports whether the declaration is in a test file.
func (s *scope) testing() bool {
	return strings.HasSuffix(s.pass.Fset.Position(s.decl.Pos()).Filename, "_test.go")
}

// within reports whether a node is in one of the loops.
func within(loops []ast.Node, n ast.Node) bool {
	return slices.ContainsFunc(loops, func(loop ast.Node) bool {
		return loop.Pos() <= n.Pos() &&
			n.End() <= loop.End()
	})
}

// object returns the variable that a slice expression is about.
func (s *scope) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.info.Uses[e]
	case *ast.SliceExpr:
		return s.object(e.X)
	case *ast.IndexExpr:
		return s.object(e.X)
	}
	return nil
}

var ordered = map[token.Token]bool{token.LSS: true, token.LEQ: true, token.GTR: true, token.GEQ: true}

var strict bool // flag -strict

// means reports whether the name of the function that is looked at says so.
func (s *scope) means(what intent) bool {
	d, ok := s.decl.(*ast.FuncDecl)
	return ok && s.intentOf(d.Name.Name) == what
}

// named reports whether the function has the name of a shuffle.
func (s *scope) named() bool { return s.means(meansShuffle) }

// intentOf is the function of that name, which it calls once for each.
func (c *checker) intentOf(name string) intent {
	is, known := c.intents[name]
	if !known {
		is = intentOf(name)
		c.intents[name] = is
	}
	return is
}

// result returns what a function returns in its only return statement, or nil.
func (c *checker) result(d *ast.FuncDecl) (result ast.Expr) {
	if d == nil {
		return nil
	}
	for n := range ast.Preorder(d.Body) {
		if r, ok := n.(*ast.ReturnStmt); ok {
			if result != nil || len(r.Results) != 1 {
				return nil
			}
			result = r.Results[0]
		}
	}
	return result
}

// isVariable reports whether an expression is the variable.
func (s *scope) isVariable(e ast.Expr, obj types.Object) bool {
	id, ok := e.(*ast.Ident)
	return ok && s.info.ObjectOf(id) == obj
}

// compareGo compares the version of Go that the module is of with v, or is 0 if it has none.
func (c *checker) compareGo(v string) int {
	of := c.pass.Pkg.GoVersion()
	if !version.IsValid(of) {
		return 0
	}
	return version.Compare(of, v)
}

// isTime reports whether a call is of this function of package time.
func (s *scope) isTime(n ast.Node, name string) bool {
	call, ok := n.(*ast.CallExpr)
	return ok && s.calls(call, "time."+name)
}
