package code

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// All returns the nodes of a type in a node, which may be one itself.
func All[T ast.Node](root ast.Node) iter.Seq[T] {
	return func(yield func(T) bool) {
		for n := range ast.Preorder(root) {
			if n, ok := n.(T); ok && !yield(n) {
				return
			}
		}
	}
}

// Has reports whether one of the nodes of a type in a node is what is looked for.
func Has[T ast.Node](root ast.Node, is func(T) bool) bool {
	for n := range All[T](root) {
		if is(n) {
			return true
		}
	}
	return false
}

// Literal returns a function without its name.
func Literal(d *ast.FuncDecl) *ast.FuncLit { return &ast.FuncLit{Type: d.Type, Body: d.Body} }

// Names returns the names of parameters or results, and nil for those without a name.
func Names(list *ast.FieldList) (ids []*ast.Ident) {
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		ids = append(ids, field.Names...)
		if len(field.Names) == 0 {
			ids = append(ids, nil)
		}
	}
	return ids
}

// Var returns the variable or field that a node names, or nil.
func (c *Package) Var(n ast.Node) *types.Var {
	id, _ := n.(*ast.Ident)
	v, _ := c.Info.Uses[id].(*types.Var)
	return v
}

// Callee returns the function that a node calls, or nil.
func (s *Scope) Callee(n ast.Node) *types.Func {
	call, _ := n.(*ast.CallExpr)
	if call == nil {
		return nil
	}
	fn, _ := typeutil.Callee(s.Info, call).(*types.Func)
	return fn
}

// Calls returns a test of nodes: whether they call one of some functions.
func (s *Scope) Calls(names ...string) func(ast.Node) bool {
	return func(n ast.Node) bool { return slices.Contains(names, s.Called(n)) }
}

// Called returns the full name of the function that a node calls, such as time.Now, or nothing. It is
// rand.Perm for that of each version of math/rand, and for their methods.
func (s *Scope) Called(n ast.Node) string {
	switch fn := s.Callee(n); {
	case fn == nil:
		return ""
	case IsRand(fn):
		return "rand." + fn.Name()
	default:
		return fn.FullName()
	}
}

// Operator returns the operator of an assignment such as +=.
func Operator(of token.Token) (op token.Token, ok bool) {
	return of - token.ADD_ASSIGN + token.ADD, token.ADD_ASSIGN <= of && of <= token.AND_NOT_ASSIGN
}

// PlusOne returns the text of an expression and 1.
func (s *Scope) PlusOne(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.INT {
		v, _ := s.ConstantOf(lit)
		return fmt.Sprint(v + 1)
	}
	if b, ok := e.(*ast.BinaryExpr); ok && s.IsLess(b) {
		return s.Source(b.X)
	}
	return s.Source(e) + "+1"
}

// IsLess reports whether an expression is x - 1, as the bound of what is one of the others.
func (s *Scope) IsLess(b *ast.BinaryExpr) bool {
	one, _ := s.ConstantOf(b.Y)
	return b.Op == token.SUB && one == 1
}

// Source returns the text of an expression, as it stands if its file can be read.
func (c *Package) Source(e ast.Expr) string {
	file := c.Pass.Fset.File(e.Pos())
	text, err := c.Pass.ReadFile(file.Name())
	from, to := file.Offset(e.Pos()), file.Offset(e.End())
	if err != nil || to > len(text) {
		return types.ExprString(e)
	}
	return string(text[from:to])
}
