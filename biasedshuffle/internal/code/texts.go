package code

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

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
