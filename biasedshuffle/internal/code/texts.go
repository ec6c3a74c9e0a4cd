package code

import (
	"fmt"
	"go/ast"
	"go/token"
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
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.SUB {
		if lit, ok := b.Y.(*ast.BasicLit); ok && lit.Value == "1" {
			return s.Source(b.X)
		}
	}
	text := s.Source(e)
	if text == "" {
		return ""
	}
	return text + "+1"
}

// Source returns the text of a node.
func (c *Package) Source(n ast.Node) string {
	file := c.Pass.Fset.File(n.Pos())
	text, err := c.Pass.ReadFile(file.Name())
	from, to := file.Offset(n.Pos()), file.Offset(n.End())
	if err != nil || to > len(text) {
		return ""
	}
	return string(text[from:to])
}
