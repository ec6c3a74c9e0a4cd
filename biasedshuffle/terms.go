package biasedshuffle

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/bits"
	"strings"
)

// A termKind is what kind of number an expression is.
type termKind int

const (
	anyTerm   termKind = iota
	fixedTerm          // a constant, or a length and a constant
	drawnTerm          // an integer that is drawn below a bound
	wordTerm           // a random integer of so many bits
	clockTerm          // the time
	floatTerm          // a random float, or a multiple of one
)

// A term is what the text of an expression says of its value. The bound of one that is drawn,
// and the value of one that is fixed, is high, and the length of what it is of if there is that.
type term struct {
	kind      termKind
	at        ast.Expr // where it is drawn
	of        ast.Expr
	low, high int64
	bits      int           // of a word or a float
	signed    bool          // a word that is as wide as its signed type
	scale     ast.Expr      // of a float
	round     bool          // half is added to a float
	call      *ast.CallExpr // of a function of the library that draws the word or the float
	from      types.Object  // the variable that holds it
}

// term returns the term of an expression of the declaration.
func (s *scope) term(e ast.Expr) term { return terms{s, nil, 0}.of(e) }

// terms finds terms in a function, with those of its parameters.
type terms struct {
	*scope
	params map[types.Object]term
	depth  int
}

func (s terms) of(e ast.Expr) term {
	if s.depth++; s.depth > 8 || e == nil {
		return term{}
	}
	e = ast.Unparen(e)
	if of := s.lengthOf(e); of != nil {
		return term{kind: fixedTerm, of: of}
	}
	if v, ok := s.constantOf(e); ok && s.lengthWithin(e) == nil {
		return term{kind: fixedTerm, high: v}
	}
	switch e := e.(type) {
	case *ast.Ident:
		obj := s.info.Uses[e]
		t, known := s.params[obj]
		switch def := s.meant(e); {
		case known:
		case def != ast.Expr(e):
			t = s.of(def)
			t.from = obj
		case obj != nil && types.Identical(core(obj.Type()), types.Typ[types.Uint8]) && s.filled(s.rangedOver(obj)):
			t = term{kind: wordTerm, bits: 8, from: obj}
		}
		return t
	case *ast.IndexExpr:
		if s.filled(e.X) {
			return term{kind: wordTerm, bits: 8, from: s.object(e.X)}
		}
	case *ast.CallExpr:
		if s.info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return s.converted(s.of(e.Args[0]), s.info.TypeOf(e))
		}
		return s.called(e)
	case *ast.BinaryExpr:
		return s.combined(e)
	}
	return term{}
}

// lengthWithin returns the length that a constant is made of, as that of an array is.
func (s *scope) lengthWithin(e ast.Expr) (length ast.Expr) {
	for n := range ast.Preorder(e) {
		if x, ok := n.(ast.Expr); ok && length == nil {
			length = s.lengthOf(x)
		}
	}
	return length
}

// below returns the term of what is drawn below a bound.
func (s terms) below(at, bound ast.Expr) term {
	b := s.of(bound)
	if b.kind != fixedTerm {
		return term{}
	}
	return term{kind: drawnTerm, at: at, of: b.of, high: b.high}
}

// converted returns the term of what is converted to a type.
func (s terms) converted(t term, to types.Type) term {
	switch {
	case !isInteger(to):
	case t.kind == wordTerm:
		size, signed := s.widthOf(to)
		t.signed, t.bits = signed && t.bits >= size, min(t.bits, size)
	case t.kind == floatTerm && t.scale != nil && !t.round:
		return s.below(t.at, t.scale)
	}
	return t
}

// called returns the term of what a function returns.
func (s terms) called(e *ast.CallExpr) (t term) {
	fn := s.callee(e)
	if fn == nil || fn.Pkg() == nil {
		return term{}
	}
	sel, _ := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	switch path, name := fn.Pkg().Path(), fn.Name(); {
	case s.bodies[fn.Origin()] != nil:
		return s.helped(fn.Origin(), e)
	case isRand(fn) && words[name] > 0:
		most, signed := s.widthOf(s.info.TypeOf(e))
		if signed {
			most--
		}
		return term{kind: wordTerm, call: e, bits: min(words[name], most)}
	case isRand(fn) && floats[name] > 0:
		return term{kind: floatTerm, call: e, bits: floats[name]}
	case isBounded(fn):
		return s.below(e, e.Args[0])
	case path == "math" && len(e.Args) == 1:
		t = s.of(e.Args[0])
		switch name {
		case "Floor", "Trunc":
		case "Round", "RoundToEven":
			t.round = true
		default:
			return term{}
		}
		return t
	case path == "math/big" && name == "NewInt":
		return s.of(e.Args[0])
	case path == "math/big" && strings.HasSuffix(name, "nt64") && sel != nil:
		if draw := s.bigDraw(s.object(sel.X)); draw != nil {
			return s.below(draw, draw.Args[1])
		}
	case path == "time" && (strings.HasPrefix(name, "Unix") || name == "Nanosecond") && sel != nil:
		if s.isTime(ast.Unparen(sel.X), "Now") {
			return term{kind: clockTerm}
		}
	case path == "encoding/binary" && len(e.Args) == 1 && s.filled(e.Args[0]):
		return term{kind: wordTerm, bits: map[string]int{"Uint16": 16, "Uint32": 32, "Uint64": 64}[name]}
	}
	return term{}
}

// widthOf returns how many bits an integer type has, and whether it is signed.
func (c *checker) widthOf(t types.Type) (bits int, signed bool) {
	t = core(t)
	return int(8 * c.pass.TypesSizes.Sizeof(t)), isInteger(t) && t.(*types.Basic).Info()&types.IsUnsigned == 0
}

// bigDraw returns the call of Int of crypto/rand whose result a variable has.
func (s *scope) bigDraw(obj types.Object) (draw *ast.CallExpr) {
	for n := range ast.Preorder(s.decl) {
		if a, ok := n.(*ast.AssignStmt); ok && s.isVariable(a.Lhs[0], obj) {
			if call, ok := a.Rhs[0].(*ast.CallExpr); ok && s.calls(call, "crypto/rand.Int") {
				draw = call
			}
		}
	}
	return draw
}

// helped returns the term of what a function of the package returns that is one expression.
func (s terms) helped(fn *types.Func, call *ast.CallExpr) (t term) {
	d := s.bodies[fn]
	result := s.result(d)
	if result == nil || fn.Signature().Params().Len() != len(call.Args) {
		return term{}
	}
	inside := terms{s.checker.scope(d, d), map[types.Object]term{}, s.depth}
	for i, a := range call.Args {
		inside.params[fn.Signature().Params().At(i)] = s.of(a)
	}
	t = inside.of(result)
	t.from, t.call = nil, nil
	if t.kind == drawnTerm {
		t.at = call
	}
	return t
}

// combined returns the term of an operation.
func (s terms) combined(e *ast.BinaryExpr) term {
	x, y := s.of(e.X), s.of(e.Y)
	if y.kind == floatTerm && x.kind != floatTerm { // 52 * rand.Float64()
		x, y = y, x
	}
	other := e.Y
	if x.call != nil && e.Y.Pos() <= x.call.Pos() && x.call.End() <= e.Y.End() {
		other = e.X
	}
	switch {
	case e.Op == token.REM && s.draws(e.X):
		return s.below(e, e.Y)
	case x.kind == floatTerm && e.Op == token.MUL && x.scale == nil:
		x.scale, x.at = other, e
		return x
	case x.kind == floatTerm && e.Op == token.ADD:
		half := s.info.Types[other].Value
		x.round = x.round || half != nil && constant.Compare(half, token.EQL, constant.MakeFloat64(0.5))
		return x
	case x.kind == wordTerm && y.kind == wordTerm && (e.Op == token.OR || e.Op == token.ADD): // bytes side by side
		return term{kind: wordTerm, bits: max(x.bits, y.bits), from: x.from}
	case x.kind == wordTerm && y.kind == fixedTerm && y.of == nil:
		x.call = nil
		switch v := uint64(y.high); {
		case e.Op == token.SHL && v < 64:
			most, _ := s.widthOf(s.info.TypeOf(e))
			x.bits = min(x.bits+int(v), most)
			return x
		case e.Op == token.SHR && x.bits > int(v):
			x.bits -= int(v)
			return x
		case e.Op == token.AND && v&(v+1) == 0:
			x.bits, x.signed = min(x.bits, bits.Len64(v)), false
			return x
		}
		return term{}
	case e.Op == token.SUB && y.kind == fixedTerm && y.of == nil:
		y.high = -y.high
	case e.Op != token.ADD:
		return term{}
	}
	if y.kind == drawnTerm {
		x, y = y, x
	}
	if y.kind != fixedTerm || x.kind != fixedTerm && x.kind != drawnTerm || y.of != nil && (x.of != nil || x.kind ==
		drawnTerm) {
		return term{}
	}
	if x.of == nil {
		x.of = y.of
	}
	x.low, x.high = x.low+y.high, x.high+y.high
	return x
}

// rangedOver returns what a loop ranges over whose value is in the variable, or nil.
func (s *scope) rangedOver(obj types.Object) ast.Expr {
	for n := range ast.Preorder(s.decl) {
		if loop, ok := n.(*ast.RangeStmt); ok && loop.Value != nil && s.isVariable(loop.Value, obj) {
			return loop.X
		}
	}
	return nil
}

// constantLength returns the length of the string or the literal that a variable always is, or 0.
func (s *scope) constantLength(of ast.Expr) int64 {
	value := s.meant(of)
	if initial := s.initial[s.object(of)]; initial != nil {
		value = initial
	}
	text := ast.Unparen(value)
	switch e := text.(type) {
	case *ast.CompositeLit:
		return int64(len(e.Elts))
	case *ast.CallExpr:
		text = s.unconverted(e)
	}
	v := s.info.Types[text].Value
	switch {
	case v == nil || v.Kind() != constant.String:
		return 0
	case types.Identical(elem(s.info.TypeOf(value)), types.Typ[types.Int32]):
		return int64(len([]rune(constant.StringVal(v))))
	}
	return int64(len(constant.StringVal(v)))
}

// filled reports whether a slice has random bytes: the declaration fills it with them, or it is
// what a function of the package fills and returns.
func (s *scope) filled(e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok {
		return s.returnsFilled(call)
	}
	return e != nil && s.fills(s.object(e))
}

// fills reports whether the declaration fills a variable with random bytes.
func (s *scope) fills(obj types.Object) bool {
	return obj != nil && holds(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			call, ok := n.Rhs[0].(*ast.CallExpr)
			return ok && s.isVariable(n.Lhs[0], obj) && s.returnsFilled(call)
		case *ast.CallExpr:
			last := len(n.Args) - 1
			if last < 0 || s.object(n.Args[last]) != obj {
				return false
			}
			fn := s.callee(n)
			if d := s.helper(fn); d != nil {
				params := fn.Origin().Signature().Params()
				return params.Len() == last+1 && s.scope(d, d).fills(params.At(last))
			}
			return fn != nil && fillsLast(fn, n, s.info)
		}
		return false
	})
}

// fillsLast reports whether a function of the library fills its last argument with random bytes.
func fillsLast(fn *types.Func, call *ast.CallExpr, info *types.Info) bool {
	if fn.Name() == "Read" && (isRand(fn) || fn.Pkg() != nil && fn.Pkg().Path() == cryptoRand) {
		return true
	}
	reader, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr)
	if !ok || fn.FullName() != "io.ReadFull" {
		return false
	}
	v, ok := info.Uses[reader.Sel].(*types.Var)
	return ok && v.Pkg() != nil && v.Pkg().Path() == cryptoRand
}

// returnsFilled reports whether a function of the package returns random bytes first.
func (s *scope) returnsFilled(call *ast.CallExpr) bool {
	d := s.helper(s.callee(call))
	if d == nil || s.looking[d] {
		return false
	}
	s.looking[d] = true
	defer delete(s.looking, d)
	return holds(d.Body, func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		return ok && len(r.Results) > 0 && s.scope(d, d).filled(ast.Unparen(r.Results[0]))
	})
}

// helper returns another function of the package, or nil.
func (s *scope) helper(fn *types.Func) *ast.FuncDecl {
	if fn == nil || s.bodies[fn.Origin()] == s.decl {
		return nil
	}
	return s.bodies[fn.Origin()]
}
