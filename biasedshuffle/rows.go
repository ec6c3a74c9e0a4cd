package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// sorted returns items in the order in which they were made.
func sorted(items []string) []string {
	number := func(s string) int { n, _ := strconv.Atoi(strings.TrimPrefix(s, "i")); return n }
	return slices.SortedFunc(slices.Values(items), func(a, b string) int { return number(a) - number(b) })
}

// row lists what a slice has, and what the slices in it have if it goes deep; it is false if
// that is not known.
func (m *machine) row(row []string, s *slice, deep bool) ([]string, bool) {
	ok := true
	for i := range s.len {
		switch v := (*s.of)[s.off+i].(type) {
		case item:
			if in := m.nested[v.v]; in != nil && deep {
				row, ok = m.row(row, in, deep)
				continue
			}
			row = append(row, fmt.Sprint("i", v.v))
		case number:
			row = append(row, fmt.Sprint(v.v))
		case *slice:
			row, ok = m.row(row, v, deep)
		default:
			return nil, false
		}
	}
	return row, ok
}

// after returns what was appended to a slice, if that had items of its own.
func (m *machine) after(row []string) []string {
	for _, s := range m.roots {
		first, _ := m.row(nil, &slice{of: new(m.first[s.of]), len: len(m.first[s.of])}, true)
		if n := len(first); n > 0 && n < len(row) && slices.Equal(row[:n], first) {
			return row[n:]
		}
	}
	return row
}

// keep reports whether there are slices in a slice, of which each has in any order what it
// had first: what is done to one has nothing to do with the others.
func (m *machine) keep(s *slice) (some bool) {
	for i := range s.len {
		v, ok := (*s.of)[s.off+i].(item)
		in := m.nested[v.v]
		if !ok || in == nil {
			continue
		}
		some = true
		first, now := m.first[in.of], (*in.of)[in.off:in.off+in.len]
		if len(first) != len(now) || slices.ContainsFunc(first,
			func(v value) bool { return !slices.Contains(now, v) }) {
			return false
		}
	}
	return some
}

// held returns the items that are anywhere at the end of a path.
func (m *machine) held() map[value]bool {
	held := make(map[value]bool)
	var look func(v value)
	look = func(v value) {
		switch v := v.(type) {
		case item:
			held[v] = true
		case pointer:
			look(*v.to)
		case *slice:
			for _, v := range (*v.of)[v.off : v.off+v.len] {
				look(v)
			}
		case *structure:
			for _, p := range v.fields {
				look(*p)
			}
		}
	}
	for _, p := range m.root.vars {
		look(*p)
	}
	for _, s := range m.roots {
		look(s)
	}
	return held
}

// kept returns what the caller keeps of a variable that is a copy: a slice with the elements
// that both have, or an array as it was.
func (m *machine) kept(p *value, t types.Type) value {
	v, ok := m.given[p]
	if !ok {
		return *p
	}
	if s, ok := v.(*slice); ok {
		if _, isArray := core(t).(*types.Array); isArray {
			first := slices.Clone(m.first[s.of])
			m.roots = slices.DeleteFunc(m.roots, func(root *slice) bool { return root.of == s.of })
			return &slice{of: &first, len: len(first)}
		}
	}
	return v
}

// parameter reports whether the unit is a function and the variable one of its parameters,
// or its receiver.
func (m *machine) parameter(obj types.Object) bool {
	d, ok := m.unit.(*ast.FuncDecl)
	return ok && d.Pos() < obj.Pos() && obj.Pos() < d.Body.Pos() &&
		(d.Type.Results == nil || obj.Pos() < d.Type.Results.Pos())
}
