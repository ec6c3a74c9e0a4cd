// Package seeds looks at seeds that can be guessed, or that are too few.
package seeds

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// A seeding looks at the seeds of a declaration.
type seeding struct{ *code.Scope }

// A seed is what a call gives a generator to begin with.
type seed struct {
	*ast.CallExpr
	to *types.Func // of the library, such as NewSource
}

// global reports whether the seed is of the generator that is global.
func (of seed) global() bool { return of.to.Name() == "Seed" && of.to.Signature().Recv() == nil }

// Find looks for generators that are seeded from the clock where they shuffle,
// or with too few bits for what they shuffle. Tests may seed as they like.
func Find(in *code.Scope) {
	s := seeding{in}
	if s.Testing() {
		return
	}
	idle := version.Compare(s.Pass.Pkg.GoVersion(), "go1.24") >= 0 // Seed, which does nothing from then on
	dropped := make(map[ast.Node]bool)                             // a source that nothing is made of
	for n := range ast.Preorder(s.Decl) {
		if stmt, ok := n.(*ast.ExprStmt); ok {
			dropped[stmt.X] = true
		}
		if !s.Calls("rand.Seed", "rand.NewSource", "rand.NewPCG", "rand.NewChaCha8")(n) {
			continue
		}
		of := seed{n.(*ast.CallExpr), s.Callee(n)}
		if dropped[n] && of.to.Name() != "Seed" || of.global() && idle {
			continue
		}
		if fault := s.fault(of); fault != "" {
			remedy := "; use rand's functions"
			switch {
			case s.Means(code.MeansSecret):
				remedy = "; use crypto/rand"
			case of.to.Name() == "Seed":
				remedy = "; leave it out"
			}
			s.ReportAt(n, "seed", code.Say("seed", fault, remedy), s.without(of, dropped[n])...)
		}
	}
}

// without returns the fix that leaves a call of Seed out, where it is a statement and no variable is used only there.
func (s seeding) without(of seed, statement bool) []analysis.SuggestedFix {
	if !statement || !of.global() || code.Has(of.Args[0], func(id *ast.Ident) bool { return s.Var(id) != nil }) {
		return nil
	}
	return []analysis.SuggestedFix{code.Replacing("Leave the seed to the system", of, "")}
}

// fault returns what is wrong with a seed, or nothing.
func (s seeding) fault(of seed) string {
	have := func(is func(ast.Node) bool) bool {
		return slices.ContainsFunc(of.Args, func(e ast.Expr) bool { return s.reaches(e, is) })
	}
	ticks := len(of.Args) == 1 && (&machine.Program{Scope: s.Scope}).Glance(3, of.Args[0]).Draws[0].From.Ticks()
	clock := (ticks || have(s.Calls("time.Now")) && !have(s.Draws)) && !have(s.isDay)
	shuffles, serves := s.shuffles(), clock && s.serves(of.global())
	f, once := s.around(of)
	each := f != nil && !once && !s.guarded(f, of) && s.handsOut(f, of)
	meant := !of.global() && !s.Named() && (f == nil || !s.returnsOne(f)) // to be the same each time
	switch {
	case clock && shuffles:
		return "seeded from the clock where it shuffles: the time gives the order away"
	case clock && serves:
		return "seeded from the clock for shuffles or codes, which the time gives away"
	case clock && each && (!have(s.differs) || s.Means(code.MeansSecret)):
		return "seeded from the clock in each call: calls within one tick get the same"
	case clock && s.eachRound(f, of) && !have(s.differs):
		return "seeded from the clock in each round: rounds within one tick get the same"
	case (shuffles || each) && have(s.Calls("os.Getpid")):
		return "seeded from the number of the process, of which there are few"
	case s.isLiteral(of.Args) && (each || shuffles && !once) && !meant:
		return "a constant seed: what comes out is the same each time"
	}
	return ""
}

// isDay reports whether a node makes a day or the like of a time: what is drawn by it is meant to stay for so long.
func (s seeding) isDay(n ast.Node) bool {
	if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.QUO {
		by, _ := s.ConstantOf(b.Y)
		return by > 0 && by%60 == 0
	}
	return s.Calls("(time.Time).Year", "(time.Time).Month", "(time.Time).Day", "(time.Time).YearDay",
		"(time.Time).Weekday", "(time.Time).Hour", "(time.Time).Truncate")(n)
}

// isLiteral reports whether a seed is a number: a constant with a name is meant to be always the same.
func (s seeding) isLiteral(of []ast.Expr) bool {
	return !slices.ContainsFunc(of, func(e ast.Expr) bool {
		_, literal := s.Unconverted(e).(*ast.BasicLit)
		return !literal
	})
}

// reaches reports whether an expression, or what its variables are, holds what is looked for.
func (s seeding) reaches(e ast.Expr, is func(ast.Node) bool) bool {
	seen := make(map[ast.Expr]bool)
	var look func(ast.Node) bool
	look = func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			of := s.Meant(id)
			if of == ast.Expr(id) {
				of = s.Initial[s.Info.Uses[id]]
			}
			if of != nil && !seen[of] {
				seen[of] = true
				return code.Has(of, look)
			}
		}
		return is(n)
	}
	return code.Has(e, look)
}

// differs reports whether a node is a variable of the program that may have another value each time, such
// as a parameter or a counter.
func (s seeding) differs(n ast.Node) bool {
	v := s.Var(n)
	return v != nil && v.Pkg() == s.Pass.Pkg
}

// shuffles reports whether the declaration shuffles: by its name, by a function of the
// library, or in a loop that swaps at random.
func (s seeding) shuffles() bool {
	named := s.Named() || s.Means(code.MeansSample)
	return named && s.Draws(s.Decl) || code.Has(s.Decl, func(call *ast.CallExpr) bool {
		_, drawn := s.RandomSort(call)
		return drawn != nil || s.Calls("rand.Shuffle", "rand.Perm")(call)
	}) || code.HasLoop(s.Decl, func(body ast.Node) bool {
		return s.Draws(body) && code.Has(body, func(a *ast.AssignStmt) bool {
			return len(a.Lhs) == 2 && code.IsElement(a.Lhs[0]) && code.IsElement(a.Lhs[1])
		})
	})
}

// around returns the innermost function that has a call, and whether it is the first of a program, which runs once.
func (s seeding) around(call ast.Node) (f *ast.FuncLit, once bool) {
	for n := range ast.Preorder(s.Decl) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			f, once = code.Literal(n), begins(n)
		case *ast.FuncLit:
			if code.Within(n, call) {
				f, once = n, false
			}
		}
	}
	return f, once
}

// guarded reports whether a call is made once, behind a test of what is set with it and outlives a piece of code:
// if p.rand == nil { p.rand = rand.New(…) }.
func (s seeding) guarded(within, call ast.Node) bool {
	return code.Has(within, func(test *ast.IfStmt) bool {
		return code.Within(test.Body, call) && code.Has(test.Body, func(set *ast.AssignStmt) bool {
			v := s.Object(set.Lhs[0])
			return v != nil && !code.IsElement(set.Lhs[0]) && (v.Pos() < within.Pos() || within.End() <= v.Pos()) &&
				s.Uses(test.Cond, v)
		})
	})
}

// eachRound reports whether a loop seeds and draws, but for one of workers, of which each seeds once and draws
// in a loop of its own.
func (s seeding) eachRound(f *ast.FuncLit, call ast.Node) bool {
	return code.HasLoop(s.Decl, func(body ast.Node) bool {
		return code.Within(body, call) && s.Draws(body) && !s.guarded(body, call) &&
			!(code.Within(body, f.Body) && s.drawsInLoop(f.Body, call)) &&
			!code.Has(body, s.Calls("time.Sleep", "time.After"))
	})
}

// drawsInLoop reports whether code has a loop that draws, after what seeds.
func (s seeding) drawsInLoop(in, seed ast.Node) bool {
	return code.HasLoop(in, func(body ast.Node) bool { return body.Pos() > seed.End() && s.Draws(body) })
}

// mostOfOne is how many statements a function has at most that hands out few things.
const mostOfOne = 24

// handsOut reports whether a function that seeds is a small one of which each call draws an item, or an integer
// or a string that it returns, sends or keeps. A duration spreads load and needs no good generator;
// one that returns nothing and draws in a loop draws much with one seed.
func (s seeding) handsOut(f *ast.FuncLit, seed ast.Node) bool {
	statements := 0
	written := make(map[ast.Expr]bool)
	for n := range ast.Preorder(f.Body) {
		if _, ok := n.(ast.Stmt); ok {
			statements++
		}
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, e := range a.Lhs {
				written[e] = true
			}
		}
	}
	switch {
	case !s.Draws(f.Body), statements > mostOfOne, f.Type.Results.NumFields() == 0 && s.drawsInLoop(f.Body, seed):
		return false
	case s.returnsOne(f):
		return true
	}
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		var to []ast.Expr
		switch n := n.(type) {
		case *ast.FuncLit: // which may be called many times
			return false
		case *ast.IndexExpr:
			found = found || !written[n] && s.reaches(n.Index, s.Draws)
		case *ast.ReturnStmt:
			to = n.Results
		case *ast.SendStmt:
			to = []ast.Expr{n.Value}
		case *ast.KeyValueExpr:
			to = []ast.Expr{n.Value}
		case *ast.AssignStmt:
			if obj := s.Object(n.Lhs[0]); obj != nil && obj.Parent() == s.Pass.Pkg.Scope() {
				to = n.Rhs // a field may be a port, or a delay
			}
		}
		found = found || slices.ContainsFunc(to, func(e ast.Expr) bool {
			return isPlain(s.Info.TypeOf(e)) && s.reaches(e, s.Draws)
		})
		return !found
	})
	return found
}

// returnsOne reports whether the first result of a function is an integer or a string, or bytes that nobody must guess.
func (s seeding) returnsOne(f *ast.FuncLit) bool {
	return f.Type.Results.NumFields() > 0 && (isPlain(s.Info.TypeOf(f.Type.Results.List[0].Type)) || s.hides())
}

// isPlain reports whether a type is that of integers or strings without a name, as that of durations has.
func isPlain(t types.Type) bool {
	_, basic := types.Unalias(t).(*types.Basic)
	return basic && code.Is(t, types.IsInteger|types.IsString)
}

// hides reports whether the declaration is of a function that makes a text which nobody must guess, by its name.
func (s seeding) hides() bool {
	if !s.Means(code.MeansSecret) || s.Func.Type.Results.NumFields() == 0 || !s.Draws(s.Func.Body) {
		return false
	}
	is := code.Core(s.Info.TypeOf(s.Func.Type.Results.List[0].Type)).String()
	return is == "string" || is == "[]byte" || is == "[]uint8"
}

// serves reports whether the generator that is seeded serves a function that shuffles or makes codes elsewhere in the
// package: the global one, or one that it is handed, that is in a variable of the package or a field that
// the declaration mentions, or is what the declaration returns.
func (s seeding) serves(global bool) bool {
	held := make(map[types.Object]bool)
	handed := make(map[types.Object]bool)
	for id := range code.All[*ast.Ident](s.Decl) {
		switch obj := s.Info.ObjectOf(id).(type) {
		case *types.Var:
			held[obj.Origin()] = isGenerator(obj.Type()) && (obj.IsField() || obj.Parent() == s.Pass.Pkg.Scope())
		case *types.Func:
			held[obj] = s.Func != nil && s.Func.Name == id && hasGenerator(obj.Signature().Results())
			handed[obj.Origin()] = hasGenerator(obj.Signature().Params())
		}
	}
	return slices.ContainsFunc(s.Funcs, func(fn *types.Func) bool {
		body := s.Bodies[fn]
		of := seeding{s.Package.Scope(body)}
		uses := func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if v := s.Var(n); v != nil {
					return !global && held[v.Origin()]
				}
				return held[s.Info.Uses[n]]
			case *ast.CallExpr:
				fn := s.Callee(n)
				return global && fn != nil && code.IsRand(fn) && fn.Signature().Recv() == nil
			}
			return false
		}
		return !of.Testing() && (of.shuffles() || of.hides()) &&
			(handed[fn] || (!global || s.seedsFor(fn)) && code.Has(body, uses))
	})
}

// seedsFor reports whether the declaration may seed the global generator for a function: it draws nothing
// itself, begins the program, or calls the function.
func (s seeding) seedsFor(fn *types.Func) bool {
	return s.Func != nil && begins(s.Func) || !s.Draws(s.Decl) || code.Has(s.Decl, func(call *ast.CallExpr) bool {
		return s.Callee(call) != nil && s.Callee(call).Origin() == fn
	})
}

// begins reports whether a function is one that a program runs first, and once.
func begins(d *ast.FuncDecl) bool { return d.Name.Name == "main" || d.Name.Name == "init" }

// hasGenerator reports whether one of the parameters or results is a generator.
func hasGenerator(of *types.Tuple) bool {
	return slices.ContainsFunc(slices.Collect(of.Variables()), func(v *types.Var) bool { return isGenerator(v.Type()) })
}

// isGenerator reports whether a type is one of math/rand's, or a pointer to it.
func isGenerator(t types.Type) bool {
	name := strings.TrimPrefix(types.Unalias(t).String(), "*")
	return strings.HasPrefix(name, code.MathRand+".") || strings.HasPrefix(name, code.MathRandV2+".")
}
