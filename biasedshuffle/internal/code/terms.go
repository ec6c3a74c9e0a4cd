package code

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
	FixedTerm          // a constant, or a length and a constant
	DrawnTerm          // an integer that is drawn below a bound
	WordTerm           // a random integer of so many bits
	ClockTerm          // the time
	FloatTerm          // a random float, or a multiple of one
)

// A Term is what the text of an expression says of its value. The bound of one that is drawn,
// and the value of one that is fixed, is high, and the length of what it is of if there is that.
type Term struct {
	Kind      termKind
	At        ast.Expr // where it is drawn
	Of        ast.Expr
	Low, High int64
	Bits      int           // of a word or a float
	Signed    bool          // a word that is as wide as its signed type
	Scale     ast.Expr      // of a float
	Round     bool          // half is added to a float
	Call      *ast.CallExpr // of a function of the library that draws the word or the float
	From      types.Object  // the variable that holds it
}

// Term returns the term of an expression of the declaration.
func (s *Scope) Term(e ast.Expr) Term { return terms{s, nil, 0}.of(e) }

// terms finds terms in a function, with those of its parameters.
type terms struct {
	*Scope
	params map[types.Object]Term
	depth  int
}

func (s terms) of(e ast.Expr) Term {
	if s.depth++; s.depth > 8 || e == nil {
		return Term{}
	}
	e = ast.Unparen(e)
	if of := s.LengthOf(e); of != nil {
		return Term{Kind: FixedTerm, Of: of}
	}
	if v, ok := s.ConstantOf(e); ok && s.lengthWithin(e) == nil {
		return Term{Kind: FixedTerm, High: v}
	}
	switch e := e.(type) {
	case *ast.Ident:
		obj := s.Info.Uses[e]
		t, known := s.params[obj]
		switch def := s.Meant(e); {
		case known:
		case def != ast.Expr(e):
			t = s.of(def)
			t.From = obj
		case obj != nil && types.Identical(Core(obj.Type()), types.Typ[types.Uint8]) && s.filled(s.rangedOver(obj)):
			t = Term{Kind: WordTerm, Bits: 8, From: obj}
		}
		return t
	case *ast.IndexExpr:
		if s.filled(e.X) {
			return Term{Kind: WordTerm, Bits: 8, From: s.Object(e.X)}
		}
	case *ast.CallExpr:
		if s.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return s.converted(s.of(e.Args[0]), s.Info.TypeOf(e))
		}
		return s.called(e)
	case *ast.BinaryExpr:
		return s.combined(e)
	}
	return Term{}
}

// lengthWithin returns the length that a constant is made of, as that of an array is.
func (s *Scope) lengthWithin(e ast.Expr) (length ast.Expr) {
	for n := range ast.Preorder(e) {
		if x, ok := n.(ast.Expr); ok && length == nil {
			length = s.LengthOf(x)
		}
	}
	return length
}

// below returns the term of what is drawn below a bound.
func (s terms) below(at, bound ast.Expr) Term {
	b := s.of(bound)
	if b.Kind != FixedTerm {
		return Term{}
	}
	return Term{Kind: DrawnTerm, At: at, Of: b.Of, High: b.High}
}

// converted returns the term of what is converted to a type.
func (s terms) converted(t Term, to types.Type) Term {
	switch {
	case !IsInteger(to):
	case t.Kind == WordTerm:
		size, signed := s.WidthOf(to)
		t.Signed, t.Bits = signed && t.Bits >= size, min(t.Bits, size)
	case t.Kind == FloatTerm && t.Scale != nil && !t.Round:
		return s.below(t.At, t.Scale)
	}
	return t
}

// called returns the term of what a function returns.
func (s terms) called(e *ast.CallExpr) (t Term) {
	fn := s.Callee(e)
	if fn == nil || fn.Pkg() == nil {
		return Term{}
	}
	sel, _ := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	switch path, name := fn.Pkg().Path(), fn.Name(); {
	case s.Bodies[fn.Origin()] != nil:
		return s.helped(fn.Origin(), e)
	case IsRand(fn) && Words[name] > 0:
		most, signed := s.WidthOf(s.Info.TypeOf(e))
		if signed {
			most--
		}
		return Term{Kind: WordTerm, Call: e, Bits: min(Words[name], most)}
	case IsRand(fn) && Floats[name] > 0:
		return Term{Kind: FloatTerm, Call: e, Bits: Floats[name]}
	case IsBounded(fn):
		return s.below(e, e.Args[0])
	case path == "math" && len(e.Args) == 1:
		t = s.of(e.Args[0])
		switch name {
		case "Floor", "Trunc":
		case "Round", "RoundToEven":
			t.Round = true
		default:
			return Term{}
		}
		return t
	case path == "math/big" && name == "NewInt":
		return s.of(e.Args[0])
	case path == "math/big" && strings.HasSuffix(name, "nt64") && sel != nil:
		if draw := s.bigDraw(s.Object(sel.X)); draw != nil {
			return s.below(draw, draw.Args[1])
		}
	case path == "time" && (strings.HasPrefix(name, "Unix") || name == "Nanosecond") && sel != nil:
		if s.IsTime(s.Meant(ast.Unparen(sel.X)), "Now") {
			return Term{Kind: ClockTerm}
		}
	case path == "encoding/binary" && len(e.Args) == 1 && s.filled(e.Args[0]):
		return Term{Kind: WordTerm, Bits: map[string]int{"Uint16": 16, "Uint32": 32, "Uint64": 64}[name]}
	}
	return Term{}
}

// WidthOf returns how many bits an integer type has, and whether it is signed.
func (c *Package) WidthOf(t types.Type) (bits int, signed bool) {
	t = Core(t)
	return int(8 * c.Pass.TypesSizes.Sizeof(t)), IsInteger(t) && t.(*types.Basic).Info()&types.IsUnsigned == 0
}

// bigDraw returns the call of Int of crypto/rand whose result a variable has.
func (s *Scope) bigDraw(obj types.Object) (draw *ast.CallExpr) {
	for n := range ast.Preorder(s.Decl) {
		if a, ok := n.(*ast.AssignStmt); ok && obj != nil && s.Object(a.Lhs[0]) == obj {
			if call, ok := a.Rhs[0].(*ast.CallExpr); ok && s.Calls(call, "crypto/rand.Int") && len(call.Args) == 2 {
				draw = call
			}
		}
	}
	return draw
}

// helped returns the term of what a function of the package returns that is one expression.
func (s terms) helped(fn *types.Func, call *ast.CallExpr) (t Term) {
	d := s.Bodies[fn]
	result := s.result(d)
	if result == nil || fn.Signature().Params().Len() != len(call.Args) {
		return Term{}
	}
	inside := terms{s.Package.Scope(d, d), map[types.Object]Term{}, s.depth}
	for i, a := range call.Args {
		inside.params[fn.Signature().Params().At(i)] = s.of(a)
	}
	t = inside.of(result)
	t.From, t.Call = nil, nil
	if t.Kind == DrawnTerm {
		t.At = call
	}
	return t
}

// combined returns the term of an operation.
func (s terms) combined(e *ast.BinaryExpr) Term {
	x, y := s.of(e.X), s.of(e.Y)
	if y.Kind == FloatTerm && x.Kind != FloatTerm { // 52 * rand.Float64()
		x, y = y, x
	}
	other := e.Y
	if x.Call != nil && e.Y.Pos() <= x.Call.Pos() && x.Call.End() <= e.Y.End() {
		other = e.X
	}
	switch {
	case e.Op == token.REM && s.Draws(e.X):
		return s.below(e, e.Y)
	case x.Kind == FloatTerm && e.Op == token.MUL && x.Scale == nil:
		x.Scale, x.At = other, e
		return x
	case x.Kind == FloatTerm && e.Op == token.ADD:
		half := s.Info.Types[other].Value
		x.Round = x.Round || half != nil && constant.Compare(half, token.EQL, constant.MakeFloat64(0.5))
		return x
	case x.Kind == WordTerm && y.Kind == WordTerm && (e.Op == token.OR || e.Op == token.ADD): // bytes side by side
		return Term{Kind: WordTerm, Bits: max(x.Bits, y.Bits), From: x.From}
	case x.Kind == WordTerm && y.Kind == FixedTerm && y.Of == nil:
		x.Call = nil
		switch v := uint64(y.High); {
		case e.Op == token.SHL && v < 64:
			most, _ := s.WidthOf(s.Info.TypeOf(e))
			x.Bits = min(x.Bits+int(v), most)
			return x
		case e.Op == token.SHR && x.Bits > int(v):
			x.Bits -= int(v)
			return x
		case e.Op == token.AND && v&(v+1) == 0:
			x.Bits, x.Signed = min(x.Bits, bits.Len64(v)), false
			return x
		}
		return Term{}
	case e.Op == token.SUB && y.Kind == FixedTerm && y.Of == nil:
		y.High = -y.High
	case e.Op != token.ADD:
		return Term{}
	}
	if y.Kind == DrawnTerm {
		x, y = y, x
	}
	if y.Kind != FixedTerm || x.Kind != FixedTerm && x.Kind != DrawnTerm || y.Of != nil && (x.Of != nil || x.Kind ==
		DrawnTerm) {
		return Term{}
	}
	if x.Of == nil {
		x.Of = y.Of
	}
	x.Low, x.High = x.Low+y.High, x.High+y.High
	return x
}

// rangedOver returns what a loop ranges over whose value is in the variable, or nil.
func (s *Scope) rangedOver(obj types.Object) ast.Expr {
	for n := range ast.Preorder(s.Decl) {
		if loop, ok := n.(*ast.RangeStmt); ok && loop.Value != nil && s.Object(loop.Value) == obj {
			return loop.X
		}
	}
	return nil
}

// ConstantLength returns the length of the string or the literal that a variable always is, or 0.
func (s *Scope) ConstantLength(of ast.Expr) int64 {
	if of == nil {
		return 0
	}
	value := s.Meant(of)
	if initial := s.initial[s.Object(of)]; initial != nil {
		value = initial
	}
	text := ast.Unparen(value)
	switch e := text.(type) {
	case *ast.CompositeLit:
		return int64(len(e.Elts))
	case *ast.CallExpr:
		text = s.Unconverted(e)
	}
	v := s.Info.Types[text].Value
	switch {
	case v == nil || v.Kind() != constant.String:
		return 0
	case types.Identical(Core(s.Info.TypeOf(value)), types.NewSlice(types.Typ[types.Int32])):
		return int64(len([]rune(constant.StringVal(v))))
	}
	return int64(len(constant.StringVal(v)))
}

// filled reports whether a slice has random bytes: the declaration fills it with them, or it is
// what a function of the package fills and returns.
func (s *Scope) filled(e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok {
		return s.returnsFilled(call)
	}
	return e != nil && s.fills(s.Object(e))
}

// fills reports whether the declaration fills a variable with random bytes.
func (s *Scope) fills(obj types.Object) bool {
	return obj != nil && Holds(s.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			call, ok := n.Rhs[0].(*ast.CallExpr)
			return ok && s.Object(n.Lhs[0]) == obj && s.returnsFilled(call)
		case *ast.CallExpr:
			last := len(n.Args) - 1
			if last < 0 || s.Object(n.Args[last]) != obj {
				return false
			}
			fn := s.Callee(n)
			if s.helper(fn) != nil {
				params := fn.Origin().Signature().Params()
				return params.Len() == last+1 &&
					s.inHelper(fn, func(of *Scope) bool { return of.fills(params.At(last)) })
			}
			return fn != nil && fillsLast(fn, n, s.Info)
		}
		return false
	})
}

// fillsLast reports whether a function of the library fills its last argument with random bytes.
func fillsLast(fn *types.Func, call *ast.CallExpr, info *types.Info) bool {
	if fn.Name() == "Read" && (IsRand(fn) || fn.Pkg() != nil && fn.Pkg().Path() == CryptoRand) {
		return true
	}
	reader, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr)
	if !ok || fn.FullName() != "io.ReadFull" {
		return false
	}
	v, ok := info.Uses[reader.Sel].(*types.Var)
	return ok && v.Pkg() != nil && v.Pkg().Path() == CryptoRand
}

// returnsFilled reports whether a function of the package returns random bytes first.
func (s *Scope) returnsFilled(call *ast.CallExpr) bool {
	return s.inHelper(s.Callee(call), func(of *Scope) bool {
		return Holds(of.Decl, func(n ast.Node) bool {
			r, ok := n.(*ast.ReturnStmt)
			return ok && len(r.Results) > 0 && of.filled(ast.Unparen(r.Results[0]))
		})
	})
}

// helper returns another function of the package, or nil.
func (s *Scope) helper(fn *types.Func) *ast.FuncDecl {
	if fn == nil || s.Bodies[fn.Origin()] == s.Decl {
		return nil
	}
	return s.Bodies[fn.Origin()]
}

// inHelper reports whether something is so in another function of the package, where it is not already asked.
func (s *Scope) inHelper(fn *types.Func, is func(of *Scope) bool) bool {
	d := s.helper(fn)
	if d == nil || s.looking[d] {
		return false
	}
	s.looking[d] = true
	defer delete(s.looking, d)
	return is(s.Scope(d, d))
}
