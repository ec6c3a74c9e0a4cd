package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
)

// operator returns the operator of an assignment such as +=.
func operator(of token.Token) (op token.Token, ok bool) {
	return of - token.ADD_ASSIGN + token.ADD, token.ADD_ASSIGN <= of && of <= token.AND_NOT_ASSIGN
}

// plusOne returns the text of an expression and 1, without its conversion.
func (s *scope) plusOne(e ast.Expr) string { return s.plus(s.unconverted(e), 1) }

// plus returns the text of an expression and a number that is added to it.
func (s *scope) plus(e ast.Expr, n int64) string {
	if tv := s.info.Types[e]; tv.Value != nil {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.INT {
			v, _ := constant.Int64Val(constant.ToInt(tv.Value)) // 3 may be a float
			return fmt.Sprint(v + n)
		}
	}
	if b, ok := e.(*ast.BinaryExpr); ok && n == 1 && b.Op == token.SUB {
		if lit, ok := b.Y.(*ast.BasicLit); ok && lit.Value == "1" {
			return s.source(b.X)
		}
	}
	text := s.source(e)
	if text == "" || n != 1 {
		return ""
	}
	return text + "+1"
}

// source returns the text of a node.
func (c *checker) source(n ast.Node) string {
	file := c.pass.Fset.File(n.Pos())
	text, err := c.pass.ReadFile(file.Name())
	from, to := file.Offset(n.Pos()), file.Offset(n.End())
	if err != nil || to > len(text) {
		return ""
	}
	return string(text[from:to])
}
