package biasedshuffle

import (
	"go/ast"
	"go/types"
	"slices"
)

// exportFacts exports what the helpers of the package draw, for other packages.
func (c *checker) exportFacts() {
	for _, fn := range c.funcs {
		if c.drawers[fn] && fn.Exported() && fn.Signature().TypeParams() == nil && fn.Signature().RecvTypeParams() == nil {
			if fact := c.helper(fn, c.bodies[fn]); fact != nil {
				c.pass.ExportObjectFact(fn, fact)
			}
		}
	}
}

// helper finds what a function draws. It runs the function on a few arguments and
// looks for bounds that are sums of multiples of them.
func (c *checker) helper(fn *types.Func, d *ast.FuncDecl) *draw {
	sig := fn.Signature()
	if sig.Variadic() || sig.Results().Len() != 1 || !isInteger(sig.Results().At(0).Type()) {
		return nil
	}
	params := 0
	for v := range sig.Params().Variables() {
		switch core(v.Type()).(type) {
		case *types.Basic:
			if params++; !isInteger(v.Type()) {
				return nil
			}
		case *types.Interface, *types.Pointer: // a generator
		default:
			return nil
		}
	}
	if params > 2 {
		return nil
	}
	// The bounds at four points give the constant and the factors; the others
	// check them.
	points := [][]int64{{3, 9}, {4, 9}, {3, 10}, {5, 12}, {2, 7}}
	var lows, highs []int64
	for _, p := range points {
		low, high, bits := c.draws(d, p[:params])
		if bits > 0 {
			return &draw{Bits: bits}
		}
		if high <= low {
			return nil
		}
		lows, highs = append(lows, low), append(highs, high)
	}
	f := &draw{Low: fit(points, lows, params), High: fit(points, highs, params)}
	if f.Low == nil || f.High == nil {
		return nil
	}
	return f
}

// draws runs a helper on arguments and returns the bounds of its uniform result,
// or how many bits the word has that it returns.
func (c *checker) draws(d *ast.FuncDecl, args []int64) (low, high int64, bits int) {
	s := c.scope(d, d)
	s.args = append([]int64{}, args...)
	o, err := s.run(3, &symbols{index: map[symbolKey]int{}, first: 3}, nil)
	if err != nil || !o.equal && o.cut.Sign() == 0 {
		return 0, 0, 0
	}
	counts := make(map[int64]int)
	for _, v := range o.returned {
		switch v := v.(type) {
		case word:
			return 0, 0, v.bits
		case number:
			if counts[v.v]++; !v.random {
				return 0, 0, 0
			}
		default:
			return 0, 0, 0
		}
	}
	var all []int64
	for v, n := range counts {
		if all = append(all, v); n != counts[all[0]] {
			return 0, 0, 0
		}
	}
	if len(all) == 0 || slices.Max(all)-slices.Min(all) != int64(len(all))-1 {
		return 0, 0, 0
	}
	return slices.Min(all), slices.Max(all) + 1, 0
}

// fit returns the constant and the factors of the parameters that give the values
// at the points, or nil.
func fit(points [][]int64, values []int64, params int) []int64 {
	f := []int64{values[0]}
	for i := range params {
		f = append(f, values[i+1]-values[0])
		f[0] -= f[i+1] * points[0][i]
	}
	for i, p := range points {
		sum := f[0]
		for k := range params {
			sum += f[k+1] * p[k]
		}
		if sum != values[i] {
			return nil
		}
	}
	return f
}
