package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// picks looks for x[rand.Intn(len(x)-1)], which never is the last item. Elsewhere
// the same bound is right, as in a pivot or a place between two items. So where no words
// speak of drawing, it is reported only if items are read, in code that isn't a test and
// doesn't take the last item by itself.
func (c *checker) picks(d ast.Decl) {
	s := c.scope(d, d)
	type pick struct {
		of    ast.Expr
		draw  ast.Expr
		plain bool // read, not written
	}
	var found []pick
	all := make(map[string]bool)  // that are drawn from as a whole, too
	last := make(map[string]bool) // whose last item is taken
	written := make(map[ast.Expr]bool)
	for n := range ast.Preorder(d) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				written[ast.Unparen(e)] = true
			}
		case *ast.IncDecStmt:
			written[ast.Unparen(n.X)] = true
		case *ast.IndexExpr:
			r, ok := s.drawn(n.Index, 0)
			if ok && r.draw != nil && r.of == nil && r.low == 0 && s.constantLength(n.X) == r.high+1 && !s.testing() {
				c.report(analysis.Diagnostic{Pos: r.draw.Pos(), End: r.draw.End(), Category: "off-by-one",
					Message: fmt.Sprintf("off by one: the last of the %d in %s is never drawn; draw below len(%[2]s)", r.high+1, types.ExprString(n.X))})
			}
			if !ok || r.of == nil || types.ExprString(r.of) != types.ExprString(n.X) {
				continue
			}
			if r.draw == nil {
				last[types.ExprString(n.X)] = r.high == -1
				continue
			}
			switch at := [2]int64{r.low, r.high}; {
			case at == [2]int64{0, 0}:
				all[types.ExprString(n.X)] = true
			case at == [2]int64{0, -1}:
				if id, ok := s.unconverted(n.Index).(*ast.Ident); !ok || !s.precedes(s.info.Uses[id]) {
					found = append(found, pick{n.X, r.draw, !written[n]})
				}
			case r.low == r.high && (r.low == -1 || r.low == 1) && n.Index.Pos() <= r.draw.Pos() && r.draw.End() <= n.Index.End(),
				r.low == r.high && r.low == -1 && s.untested(n.Index):
				past := map[int64]string{-1: "-1", 1: "len(" + types.ExprString(n.X) + ")"}[r.low]
				c.report(analysis.Diagnostic{Pos: n.Pos(), End: n.End(), Category: "off-by-one",
					Message: "off by one: the index may be " + past + ", which panics; use the number that is drawn as it is"})
			}
		case *ast.CallExpr:
			c.constantDraw(s, n)
			c.letter(s, n)
		}
	}
	for _, p := range found {
		x := types.ExprString(p.of)
		if all[x] || within(c.judged, p.draw) {
			continue
		}
		words := c.words(d)
		if splitting.MatchString(words) || sparing.MatchString(words) || s.compares(p.of) ||
			!drawing.MatchString(words) && !picking.MatchString(words) && !claims(words) && (!p.plain || last[x] || s.testing()) {
			continue
		}
		var fixes []analysis.SuggestedFix
		for n := range ast.Preorder(p.draw) {
			if less, ok := n.(*ast.BinaryExpr); ok && less.Op == token.SUB && s.lengthOf(less.X) != nil {
				fixes = []analysis.SuggestedFix{{Message: "Draw from all items", TextEdits: []analysis.TextEdit{{Pos: less.X.End(), End: less.End()}}}}
			}
		}
		c.report(analysis.Diagnostic{Pos: p.draw.Pos(), End: p.draw.End(), Category: "off-by-one",
			Message:        "off by one: the last item of " + x + " is never drawn; draw below len(" + x + ")",
			SuggestedFixes: fixes,
		})
	}
}

// untested reports whether an index is a variable that the declaration doesn't compare.
func (s *scope) untested(index ast.Expr) bool {
	id, ok := ast.Unparen(index).(*ast.Ident)
	if !ok {
		return false
	}
	obj := s.info.Uses[id]
	return !holds(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			return (ordered[n.Op] || n.Op == token.EQL || n.Op == token.NEQ) && s.uses(n, obj)
		case *ast.SwitchStmt:
			return n.Tag != nil && s.uses(n.Tag, obj)
		}
		return false
	})
}

// letter reports a conversion to a character of one that is drawn from all of an alphabet,
// or of the digits, but for the last; and of a number to a digit.
func (c *checker) letter(s *scope, conversion *ast.CallExpr) {
	if len(conversion.Args) != 1 || s.testing() {
		return
	}
	digit := false
	if fn := s.callee(conversion); fn != nil && fn.FullName() == "strconv.Itoa" {
		if digit = numbering.MatchString(c.words(s.decl)); !digit {
			return
		}
	} else if b, ok := core(s.info.TypeOf(conversion)).(*types.Basic); !ok || !s.info.Types[conversion.Fun].IsType() ||
		b.Kind() != types.Uint8 && b.Kind() != types.Int32 && b.Kind() != types.String {
		return
	}
	r, ok := s.drawn(conversion.Args[0], 0)
	if !ok || r.draw == nil || r.of != nil {
		return
	}
	if digit {
		r.low, r.high = r.low+'0', r.high+'0'
	}
	for _, alphabet := range []struct{ first, last rune }{{'A', 'Z'}, {'a', 'z'}, {'0', '9'}} {
		if r.low == int64(alphabet.first) && r.high == int64(alphabet.last) {
			c.report(analysis.Diagnostic{Pos: r.draw.Pos(), End: r.draw.End(), Category: "off-by-one",
				Message: fmt.Sprintf("off by one: %c is never drawn; draw below %d", alphabet.last, r.high-r.low+1)})
		}
	}
}

// precedes reports whether another index is drawn, or follows, after the one that a variable
// has: x+1 but for where a slice goes on without the item, as in x[i+1:].
func (s *scope) precedes(obj types.Object) bool {
	rest := make(map[ast.Expr]bool)
	return obj != nil && holds(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SliceExpr:
			rest[n.Low] = true
		case *ast.CallExpr: // of slices.Delete
			if fn := s.callee(n); fn != nil && fn.FullName() == "slices.Delete" {
				rest[n.Args[2]] = true
			}
		case *ast.BinaryExpr:
			one, ok := s.constantOf(n.Y)
			return ok && one == 1 && n.Op == token.ADD && !rest[n] && s.object(n.X) == obj
		}
		return false
	})
}

// constantDraw reports calls that draw nothing: Intn(1), and slices.Delete(x, i, 1), which is
// meant to delete one item at random and panics or deletes another.
func (c *checker) constantDraw(s *scope, call *ast.CallExpr) {
	fn := s.callee(call)
	if fn == nil || len(call.Args) == 0 || s.testing() {
		return
	}
	last, _ := s.constantOf(call.Args[len(call.Args)-1])
	switch {
	case isRand(fn) && fn.Name() == "Perm" && s.dropped(call):
		c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "lost",
			Message: "the permutation is dropped; use " + c.shuffleOf()})
	case last != 1:
	case isRand(fn) && isBounded(fn):
		c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "off-by-one",
			Message: "a number that is drawn below 1 is always 0; the bound is the first number that is not drawn"})
	case fn.FullName() == "slices.Delete":
		if i := s.meant(call.Args[1]); s.drawCall(i) == i {
			c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "lost",
				Message: "the last argument of Delete is an index, no number of items; delete from i to i+1"})
		}
	}
}

// dropped reports whether nothing is done with what a call returns.
func (s *scope) dropped(call *ast.CallExpr) bool {
	return holds(s.decl, func(n ast.Node) bool {
		stmt, ok := n.(*ast.ExprStmt)
		return ok && stmt.X == call
	})
}

// again reports a function that draws again by calling itself with what it was given, and
// drops what that returns.
func (c *checker) again(d ast.Decl) {
	fd, ok := d.(*ast.FuncDecl)
	if !ok || fd.Body == nil || fd.Type.Results == nil {
		return
	}
	s := c.scope(d, d)
	var params []types.Object
	for _, field := range fd.Type.Params.List {
		for _, id := range field.Names {
			params = append(params, s.info.Defs[id])
		}
	}
	for n := range ast.Preorder(fd.Body) {
		stmt, ok := n.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok || len(call.Args) != len(params) {
			continue
		}
		fn := s.callee(call)
		if fn == nil || fn.Origin() != s.info.Defs[fd.Name] {
			continue
		}
		same := true
		for i, a := range call.Args {
			id, ok := ast.Unparen(a).(*ast.Ident)
			same = same && ok && s.info.Uses[id] == params[i]
		}
		if same {
			c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "lost",
				Message: "what is drawn again is dropped; return the result of " + fd.Name.Name})
		}
	}
}

// testing reports whether the declaration is in a test file.
func (s *scope) testing() bool {
	return strings.HasSuffix(s.pass.Fset.Position(s.decl.Pos()).Filename, "_test.go")
}

// compares reports whether items of x, or the item that is drawn, are put in order, as a
// sort does with its pivot.
func (s *scope) compares(x ast.Expr) bool {
	text := types.ExprString(x)
	item := func(e ast.Expr) bool {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			s.unit = id
			if def, ok := s.definition(s.info.Uses[id]); ok && def != nil {
				e = def
			}
		}
		i, ok := ast.Unparen(e).(*ast.IndexExpr)
		return ok && types.ExprString(i.X) == text
	}
	return holds(s.decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && ordered[b.Op] && (item(b.X) || item(b.Y))
	})
}

// within reports whether a node is in one of the loops.
func within(loops []ast.Node, n ast.Node) bool {
	return slices.ContainsFunc(loops, func(loop ast.Node) bool { return loop.Pos() <= n.Pos() && n.End() <= loop.End() })
}
