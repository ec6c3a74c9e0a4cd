package biasedshuffle

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// Analyzer reports biased shuffles. See the package's documentation for what it
// finds, and for its flag -tiny. It exports facts about functions that return
// random numbers.
var Analyzer = &analysis.Analyzer{
	Name:      "biasedshuffle",
	Doc:       doc,
	URL:       "https://pkg.go.dev/github.com/yates-shuffle/yates/biasedshuffle",
	Run:       run,
	FactTypes: []analysis.Fact{(*draw)(nil)},
}

const doc = `report shuffles that cannot be fair

The biasedshuffle analyzer reports code in which some orders, or some indices,
are more likely than others: naive shuffles, shuffles that are off by one, sorts
with a random comparison, remainders of random words, scaled floats, seeds that
are too small or come from the clock, swaps by XOR, and the like. It runs loops
through all their random choices for 3 and 4 items, so that what it says about
them is proved.`

var tiny bool // flag -tiny

func init() {
	Analyzer.Flags.BoolVar(&tiny, "tiny", false, "report remainders and scaled floats with a bias below 2^-50, too")
}

// A checker looks at one package.
type checker struct {
	pass     *analysis.Pass
	bodies   map[*types.Func]*ast.FuncDecl
	drawers  map[*types.Func]bool // functions of the package that draw, without a loop of swaps
	facts    map[*types.Func]*draw
	reported map[token.Pos]bool
	file     *ast.File
}

func run(pass *analysis.Pass) (any, error) {
	c := &checker{pass, map[*types.Func]*ast.FuncDecl{}, map[*types.Func]bool{}, map[*types.Func]*draw{}, map[token.Pos]bool{}, nil}
	if !c.relevant() {
		return nil, nil
	}
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				if fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
					c.bodies[fn] = d
				}
			}
		}
	}
	for range 2 { // one helper may call another
		for fn, d := range c.bodies {
			if !c.drawers[fn] && !swapsInLoop(d) {
				if s := c.scope(d, d); s.draws(d.Body) {
					c.drawers[fn] = true
				}
			}
		}
	}
	c.exportFacts()
	for _, f := range pass.Files {
		if ast.IsGenerated(f) {
			continue
		}
		c.file = f
		for _, d := range f.Decls {
			c.loops(d)
			c.comparisons(d)
			c.reductions(d)
			c.seeds(d)
		}
	}
	return nil, nil
}

// relevant says whether the package can draw random numbers at all.
func (c *checker) relevant() bool {
	for _, imp := range c.pass.Pkg.Imports() {
		switch imp.Path() {
		case mathRand, mathRandV2, cryptoRand, "time":
			return true
		}
	}
	if len(c.pass.AllObjectFacts()) > 0 {
		return true
	}
	for id := range c.pass.TypesInfo.Uses {
		if bounded[id.Name] || id.Name == "intn" {
			return true
		}
	}
	return false
}

// A scope is what there is to know about a loop (or a function, as the unit of
// what is run) and the declaration around it.
type scope struct {
	*checker
	info *types.Info
	unit ast.Node
	decl ast.Decl
	defs map[types.Object][]definition
	size int64   // the constant that stands for the number of items, or 0
	work int     // steps of all machines so far
	walk bool    // larger constants are numbers of steps
	args []int64 // of a helper
}

// A definition is where a variable gets a value, and which, if one expression
// tells: nil is the zero value.
type definition struct {
	pos   token.Pos
	value ast.Expr
	told  bool
}

func (c *checker) scope(decl ast.Decl, unit ast.Node) *scope {
	return &scope{checker: c, info: c.pass.TypesInfo, unit: unit, decl: decl}
}

// fact returns what is known of a function of another package.
func (c *checker) fact(fn *types.Func) *draw {
	fn = fn.Origin()
	if fn.Pkg() == nil || fn.Pkg() == c.pass.Pkg {
		return nil
	}
	if d, ok := c.facts[fn]; ok {
		return d
	}
	d := new(draw)
	if !c.pass.ImportObjectFact(fn, d) {
		d = nil
	}
	c.facts[fn] = d
	return d
}

// collect finds the definitions of the variables of the declaration.
func (s *scope) collect() {
	s.defs = make(map[types.Object][]definition)
	add := func(e ast.Expr, value ast.Expr, told bool) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if obj := s.info.ObjectOf(id); obj != nil {
				s.defs[obj] = append(s.defs[obj], definition{id.Pos(), value, told})
			}
		}
	}
	ast.Inspect(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType:
			if n.Results != nil {
				for _, field := range n.Results.List {
					for _, id := range field.Names {
						add(id, nil, true)
					}
				}
			}
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				if _, op := operators[n.Tok]; op || len(n.Lhs) != len(n.Rhs) {
					add(e, nil, false)
				} else {
					add(e, n.Rhs[i], true)
				}
			}
		case *ast.IncDecStmt:
			add(n.X, nil, false)
		case *ast.RangeStmt:
			if n.Key != nil {
				add(n.Key, nil, false)
			}
			if n.Value != nil {
				add(n.Value, nil, false)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				add(n.X, nil, false)
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				switch len(n.Values) {
				case 0:
					add(id, nil, true)
				case len(n.Names):
					add(id, n.Values[i], true)
				default:
					add(id, nil, false)
				}
			}
		}
		return true
	})
}

// definition returns the only value that a variable may have when the unit begins.
func (s *scope) definition(obj types.Object) (ast.Expr, bool) {
	if s.defs == nil {
		s.collect()
	}
	var only definition
	for _, d := range s.defs[obj] {
		within := d.value != nil && d.value.Pos() <= s.unit.Pos() && s.unit.Pos() < d.value.End() // x = x >> 1
		if d.pos < s.unit.Pos() && !within {
			if only.pos.IsValid() {
				return nil, false
			}
			only = d
		}
	}
	return only.value, only.told
}

// indexes says whether the unit has the variable in an index.
func (s *scope) indexes(obj types.Object) (found bool) {
	ast.Inspect(s.unit, func(n ast.Node) bool {
		if x, ok := n.(*ast.IndexExpr); ok {
			ast.Inspect(x.Index, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && s.info.Uses[id] == obj {
					found = true
				}
				return !found
			})
		}
		return !found
	})
	return found
}

// swapsInLoop says whether a function has a loop that writes to elements.
func swapsInLoop(d *ast.FuncDecl) (found bool) {
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			found = found || writes(n.Body)
		case *ast.RangeStmt:
			found = found || writes(n.Body)
		}
		return !found
	})
	return found
}

func writes(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, e := range a.Lhs {
				if _, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// report reports a diagnostic, once for a place.
func (c *checker) report(d analysis.Diagnostic) {
	if !c.reported[d.Pos] {
		c.reported[d.Pos] = true
		c.pass.Report(d)
	}
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
