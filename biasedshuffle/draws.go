package biasedshuffle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// copies looks for shuffles of which only a copy has the outcome.
func (c *checker) copies(d ast.Decl) {
	if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
		if at := c.scope(d, d).keepsToItself(fd); at != nil {
			c.report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: "lost",
				Message: "the order is assigned to a field of a copy, and dropped; take a pointer as the receiver"})
		}
	}
}

// drops looks for draws without an effect: on the caller's slice, on a sample, or at all.
func (c *checker) drops(d ast.Decl) {
	fd, ok := d.(*ast.FuncDecl)
	if !ok || fd.Body == nil {
		return
	}
	s := c.scope(d, d)
	tell := func(at ast.Node, category, message string) {
		c.report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: category, Message: message})
	}
	newest := func(list []ast.Stmt) {
		if draw := s.appendsSwapped(list); draw != nil && claims(c.words(d)) && !cycles(c.words(d)) {
			tell(draw, "cycle", "the new item never stays last, so this makes a single cycle (Sattolo), no shuffle; draw below the number of items with it")
		}
	}
	if draw := s.movesNothing(fd); draw != nil {
		tell(draw, "lost", "nothing is done with the items: each stays in its place; use "+c.shuffleOf())
	}
	var loops []ast.Node
	for n := range ast.Preorder(fd.Body) {
		if draw := s.repeats(n); draw != nil {
			tell(draw, "reuse", "each is drawn from all of them, so that one may come twice; shuffle them, and take from the front")
		}
		switch n := n.(type) {
		case *ast.RangeStmt:
			loops = append(loops, n)
			if s.countsOnly(n) {
				tell(n.X, "lost", "the permutation is not used: a range over it counts from 0 up; take its values, with for _, i := range")
			}
		case *ast.ForStmt:
			loops = append(loops, n)
			if draw := s.waits(n); draw != nil {
				tell(draw, "lost", "the loop does not draw again: it ends at once or never; draw in its body")
			}
		case *ast.FuncLit:
			loops = append(loops, n)
		case *ast.ExprStmt:
			if of := s.removesNothing(n); of != "" {
				tell(n, "lost", "the item that is drawn stays in "+of+": the shorter slice that the call returns is dropped; assign it to "+of)
			}
		case *ast.GoStmt:
			if lit, ok := n.Call.Fun.(*ast.FuncLit); ok {
				s.removes(fd, lit.Body.List, tell)
			}
		case *ast.CommClause:
			newest(n.Body)
		case *ast.CaseClause:
			newest(n.Body)
		case *ast.BlockStmt:
			newest(n.List)
			if !within(loops, n) {
				s.removes(fd, n.List, tell)
			}
		case *ast.IfStmt:
			if draw := s.entersAlways(n); draw != nil {
				why := "the number is drawn below the size of the sample, so that each new item gets in; draw below the number of items so far"
				if s.isFloat64(draw) {
					why = "the new item is not counted, so that the first after the sample is full always gets in; divide by the number of items with it"
				}
				tell(draw, "off-by-one", "a sample that is not fair: "+why)
			}
		}
	}
}

// keepsToItself returns the assignment of a shuffle that does nothing but assign to a field of its
// receiver, which is a copy, what another shuffle returns; or nil.
func (s *scope) keepsToItself(d *ast.FuncDecl) ast.Node {
	if !s.named() || d.Recv == nil || d.Type.Results != nil || len(d.Recv.List[0].Names) != 1 || len(d.Body.List) != 1 {
		return nil
	}
	a, ok := d.Body.List[0].(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil
	}
	field, ok := a.Lhs[0].(*ast.SelectorExpr)
	if !ok || s.info.Uses[identOf(field.X)] != s.info.Defs[d.Recv.List[0].Names[0]] {
		return nil
	}
	if _, isStruct := core(s.info.TypeOf(d.Recv.List[0].Type)).(*types.Struct); !isStruct {
		return nil
	}
	if call, ok := a.Rhs[0].(*ast.CallExpr); ok {
		if fn := s.callee(call); fn != nil && s.namedShuffle(fn) {
			return a
		}
	}
	return nil
}

func identOf(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

// movesNothing returns the first draw of a shuffle, without results, that looks at no item of
// what it is given, or nil.
func (s *scope) movesNothing(d *ast.FuncDecl) *ast.CallExpr {
	if !s.named() || d.Type.Results != nil {
		return nil
	}
	var given types.Object
	fields := slices.Clone(d.Type.Params.List)
	if d.Recv != nil {
		fields = append(fields, d.Recv.List...)
	}
	for _, field := range fields {
		if _, ok := core(s.info.TypeOf(field.Type)).(*types.Slice); ok && len(field.Names) == 1 && given == nil {
			given = s.info.Defs[field.Names[0]]
		} else {
			return nil
		}
	}
	counted := make(map[ast.Node]bool) // only
	if given == nil || holds(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if of := s.lengthOf(n); of != nil {
				counted[of] = true
			}
		case *ast.RangeStmt:
			counted[n.X] = n.Value == nil
		case *ast.Ident:
			return s.info.Uses[n] == given && !counted[n]
		}
		return false
	}) {
		return nil
	}
	return s.drawCall(d.Body)
}

// repeats returns the draw of a loop that does nothing but fill a hand with any cards of a deck,
// or a ticket with any numbers, or nil: none is taken out, so that it may come twice.
func (s *scope) repeats(loop ast.Node) (draw ast.Expr) {
	body := loopBody(loop)
	if body == nil || len(body.List) == 0 || s.testing() {
		return nil
	}
	words := s.words(s.decl)
	if replacing.MatchString(words) {
		return nil
	}
	for i, stmt := range body.List {
		a, ok := stmt.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
			return nil
		}
		if i < len(body.List)-1 {
			if a.Tok != token.DEFINE {
				return nil
			}
			continue
		}
		to, from := a.Lhs[0], s.meant(a.Rhs[0])
		if call, ok := from.(*ast.CallExpr); ok && len(call.Args) == 2 && s.info.Types[call.Fun].IsBuiltin() && types.ExprString(call.Args[0]) == types.ExprString(to) {
			from = s.meant(call.Args[1])
		} else if x, ok := to.(*ast.IndexExpr); ok {
			to = x.X
		} else {
			return nil
		}
		if _, isMap := core(s.info.TypeOf(to)).(*types.Map); isMap {
			return nil
		}
		if x, ok := ast.Unparen(from).(*ast.IndexExpr); ok {
			r, ok := s.drawn(x.Index, 0)
			if !ok || r.draw == nil || r.of == nil || r.low != 0 || r.high != 0 || types.ExprString(r.of) != types.ExprString(x.X) ||
				!playing.MatchString(plain(x.X)) || !dealing.MatchString(words) && !dealing.MatchString(plain(to)) {
				return nil
			}
			return r.draw
		}
		if r, ok := s.drawn(from, 0); ok && r.draw != nil && r.of == nil && r.high-r.low >= leastTicket && lottery.MatchString(words) {
			return r.draw
		}
	}
	return nil
}

// leastTicket is of how many numbers those of a lottery are: fewer are digits, which may repeat.
const leastTicket = 20

// plain returns the names in an expression as prose.
func plain(e ast.Expr) string {
	var b strings.Builder
	prose(&b, types.ExprString(e))
	return b.String()
}

// countsOnly reports whether a range over a permutation, which nothing else has, leaves its values.
func (s *scope) countsOnly(loop *ast.RangeStmt) bool {
	key, ok := loop.Key.(*ast.Ident)
	if !ok || key.Name == "_" || loop.Value != nil {
		return false
	}
	call, ok := ast.Unparen(loop.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := s.callee(call)
	return fn != nil && isRand(fn) && fn.Name() == "Perm"
}

// appendsSwapped returns the draw, below len(x), of i in x = append(x, x[i]); x[i] = item, or nil.
func (s *scope) appendsSwapped(list []ast.Stmt) ast.Expr {
	for k := range len(list) - 1 {
		grow, ok := list[k].(*ast.AssignStmt)
		put, ok2 := list[k+1].(*ast.AssignStmt)
		if !ok || !ok2 || len(grow.Rhs) != 1 || len(put.Lhs) != 1 {
			continue
		}
		call, ok := grow.Rhs[0].(*ast.CallExpr)
		at, ok2 := put.Lhs[0].(*ast.IndexExpr)
		if !ok || !ok2 || len(call.Args) != 2 || s.callee(call) != nil || types.ExprString(call.Args[1]) != types.ExprString(at) ||
			types.ExprString(call.Args[0]) != types.ExprString(at.X) {
			continue
		}
		r, ok := s.drawn(at.Index, 0)
		if ok && r.draw != nil && r.of != nil && types.ExprString(r.of) == types.ExprString(at.X) && r.low == 0 && r.high == 0 {
			return r.draw
		}
	}
	return nil
}

// waits returns the draw in the condition of a loop that does nothing, or nil.
func (s *scope) waits(loop *ast.ForStmt) (draw ast.Expr) {
	if loop.Cond == nil || loop.Post != nil || len(loop.Body.List) > 0 || holds(loop.Cond, func(n ast.Node) bool { _, ok := n.(*ast.CallExpr); return ok }) {
		return nil
	}
	for n := range ast.Preorder(loop.Cond) {
		if id, ok := n.(*ast.Ident); ok {
			if e := s.meant(id); e != id && s.draws(e) {
				return e
			}
		}
	}
	return nil
}

// removes reports the removal of a drawn item from a parameter that nothing uses any more: the
// caller's slice keeps its length.
func (s *scope) removes(fd *ast.FuncDecl, list []ast.Stmt, tell func(at ast.Node, category, message string)) {
	for _, stmt := range list {
		a, ok := stmt.(*ast.AssignStmt)
		if !ok || a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
			continue
		}
		id, ok := a.Lhs[0].(*ast.Ident)
		if !ok || !s.shrinks(a.Rhs[0], s.info.Uses[id]) {
			continue
		}
		obj := s.info.Uses[id]
		given := holds(fd.Type.Params, func(n ast.Node) bool { p, ok := n.(*ast.Ident); return ok && s.info.Defs[p] == obj })
		drawn, used := false, false
		for n := range ast.Preorder(fd.Body) {
			switch n := n.(type) {
			case *ast.IndexExpr:
				drawn = drawn || s.object(n.X) == obj && s.draws(s.meant(n.Index))
			case *ast.Ident:
				used = used || n.Pos() > a.End() && s.info.Uses[n] == obj
			}
		}
		if given && drawn && !used {
			tell(a, "lost", "the item is removed from "+id.Name+" here, but the caller's slice keeps its length; return "+id.Name)
		}
	}
}

// removesNothing returns the slice of which a call, whose result is dropped, returns what is left
// without an item that was drawn; or nothing.
func (s *scope) removesNothing(stmt *ast.ExprStmt) string {
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok || !slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return s.draws(s.meant(e)) }) {
		return ""
	}
	fn := s.callee(call)
	if fn == nil || s.bodies[fn.Origin()] == nil || fn.Signature().Results().Len() != 1 {
		return ""
	}
	params := fn.Origin().Signature().Params()
	for i, a := range call.Args {
		for n := range ast.Preorder(s.bodies[fn.Origin()].Body) {
			if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == 1 && i < params.Len() && s.shrinks(r.Results[0], params.At(i)) {
				return types.ExprString(a)
			}
		}
	}
	return ""
}

// shrinks reports whether an expression is the variable without some items.
func (s *scope) shrinks(e ast.Expr, obj types.Object) bool {
	if obj == nil {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.SliceExpr:
		return s.object(e.X) == obj
	case *ast.CallExpr:
		if fn := s.callee(e); fn != nil {
			return fn.FullName() == "slices.Delete" && s.object(e.Args[0]) == obj
		}
		return e.Ellipsis.IsValid() && len(e.Args) == 2 && s.object(e.Args[0]) == obj && s.object(e.Args[1]) == obj // append
	}
	return false
}

// entersAlways returns the draw of a reservoir, the end of if n < k { … } else { … }, that is
// drawn below n, the number of items before, which is k there at first, and compared with k:
// by an integer, or by Float64() < k/n.
func (s *scope) entersAlways(n *ast.IfStmt) ast.Expr {
	full, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || full.Op != token.LSS || n.Else == nil {
		return nil
	}
	count, size := types.ExprString(s.unconverted(full.X)), types.ExprString(s.unconverted(full.Y))
	x := s.lengthOf(full.X)
	if x == nil && s.object(full.X) == nil {
		return nil
	}
	for n := range ast.Preorder(n.Else) {
		switch n := n.(type) {
		case *ast.IncDecStmt, *ast.AssignStmt: // the item at hand is counted before
			if x == nil && s.assigns(n, s.object(full.X)) {
				return nil
			}
		case *ast.BinaryExpr:
			if n.Op != token.LSS {
				continue
			}
			if share, ok := ast.Unparen(n.Y).(*ast.BinaryExpr); ok && share.Op == token.QUO && s.isFloat64(n.X) &&
				types.ExprString(s.unconverted(share.X)) == size && types.ExprString(s.unconverted(share.Y)) == count {
				return n.X
			}
			if x == nil || types.ExprString(s.unconverted(n.Y)) != size {
				continue
			}
			r, ok := s.drawn(n.X, 0)
			if ok && r.draw != nil && r.of != nil && types.ExprString(r.of) == types.ExprString(x) && r.low == 0 && r.high == 0 {
				return r.draw
			}
		}
	}
	return nil
}

// assigns reports whether a statement assigns to a variable.
func (s *scope) assigns(stmt ast.Node, obj types.Object) bool {
	switch stmt := stmt.(type) {
	case *ast.IncDecStmt:
		return s.object(stmt.X) == obj
	case *ast.AssignStmt:
		return slices.ContainsFunc(stmt.Lhs, func(e ast.Expr) bool { return s.object(e) == obj })
	}
	return false
}

// isFloat64 reports whether an expression is a call of Float64.
func (s *scope) isFloat64(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := s.callee(call)
	return fn != nil && isRand(fn) && fn.Name() == "Float64"
}

// sortsByDraws reports whether a node is a sort whose comparison draws.
func (s *scope) sortsByDraws(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	less, _ := s.comparison(call)
	return less != nil && s.decides(less.Body) != nil
}

// secret reports whether the declaration draws what must not be guessed: by its own words, or
// those of what calls it.
func (s *scope) secret() bool {
	d, ok := s.decl.(*ast.FuncDecl)
	if !ok || !s.draws(d.Body) {
		return false
	}
	return secrets.MatchString(s.words(d)) || slices.ContainsFunc(s.funcs, func(fn *types.Func) bool {
		body := s.bodies[fn]
		return body != d && secrets.MatchString(s.words(body)) && holds(body.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			callee := s.info.Defs[d.Name]
			return ok && s.callee(call) != nil && s.callee(call).Origin() == callee
		})
	})
}
