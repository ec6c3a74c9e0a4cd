package code

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// Advances reports whether an assignment moves a generator of the program's own on: a
// field, or a variable that depends on no other, that is multiplied by a large number (a linear congruential
// generator), or is shifted and XORed with itself.
func (c *Package) Advances(a *ast.AssignStmt) bool {
	if len(a.Lhs) != 1 || len(a.Rhs) != 1 || a.Tok == token.DEFINE {
		return false
	}
	switch x := ast.Unparen(a.Lhs[0]).(type) {
	case *ast.SelectorExpr, *ast.StarExpr:
	case *ast.Ident:
		obj := c.Info.Uses[x]
		if obj == nil || obj.Parent() != c.Pass.Pkg.Scope() && Has(a.Rhs[0], func(id *ast.Ident) bool {
			return c.Info.Uses[id] != obj && c.Info.Types[id].Value == nil && !c.Info.Types[id].IsType()
		}) {
			return false // such as a hash of other variables
		}
	default:
		return false
	}
	if t := c.Info.TypeOf(a.Lhs[0]); t == nil || !IsInteger(t) {
		return false
	}
	state := types.ExprString(a.Lhs[0])
	again := a.Tok != token.ASSIGN
	multiplied, shifted, xored := a.Tok == token.MUL_ASSIGN && c.large(a.Rhs[0]), false, a.Tok == token.XOR_ASSIGN
	for e := range All[ast.Expr](a.Rhs[0]) {
		again = again || types.ExprString(e) == state
		if b, ok := e.(*ast.BinaryExpr); ok {
			multiplied = multiplied || b.Op == token.MUL && (c.large(b.X) || c.large(b.Y))
			shifted = shifted || b.Op == token.SHL || b.Op == token.SHR
			xored = xored || b.Op == token.XOR
		}
	}
	return again && (multiplied || shifted && xored)
}

// Advance returns an assignment of the declaration that moves the generator on whose state a variable is.
func (s *Scope) Advance(obj types.Object) (a *ast.AssignStmt) {
	if s.collect(); len(s.Defs[obj]) == 0 || !IsInteger(obj.Type()) {
		return nil
	}
	for of := range All[*ast.AssignStmt](s.Decl) {
		if s.Object(of.Lhs[0]) == obj && s.Advances(of) {
			a = of
		}
	}
	return a
}

// Congruential reports whether an assignment is of a linear congruential generator whose modulus
// is a power of two, as that of the type is: sums of products, but no hash of other variables.
func (c *Package) Congruential(a *ast.AssignStmt) bool {
	sums := false
	return !Has(a.Rhs[0], func(e ast.Expr) bool {
		if b, ok := e.(*ast.BinaryExpr); ok {
			sums = sums || b.Op == token.ADD
			return b.Op == token.REM || b.Op == token.SHR || b.Op == token.XOR
		}
		v := c.Var(e)
		return v != nil && !v.IsField() && !c.Uses(a.Lhs[0], v)
	}) && sums
}

// large reports whether an expression is a constant that no size or base is.
func (c *Package) large(e ast.Expr) bool {
	v := c.Info.Types[e].Value
	return v != nil && v.Kind() == constant.Int && constant.Compare(v, token.GTR, constant.MakeInt64(1<<10))
}

// findGenerators finds the functions of the package that are generators.
func (c *Package) findGenerators() {
	for _, fn := range c.Funcs {
		sig := fn.Signature()
		if sig.Params().Len() > 1 || sig.Results().Len() != 1 || !IsInteger(sig.Results().At(0).Type()) {
			continue
		}
		for _, stmt := range c.Bodies[fn].Body.List {
			if a, ok := stmt.(*ast.AssignStmt); ok && c.Advances(a) {
				c.generators[fn] = true
			}
		}
	}
}
