package code

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Find reports what is found in a node.
func (s *Scope) Find(at ast.Node, category, message string, fixes ...analysis.SuggestedFix) {
	s.Report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: category, Message: message,
		SuggestedFixes: fixes})
}

// most is how many characters a message has. The page has what does not fit.
const most = 100

// Say joins what must be said of a category, and what is said if there is room for it.
func Say(category, what string, more ...string) string {
	for _, text := range more {
		if len([]rune(category+": "+what+text)) <= most {
			what += text
		}
	}
	return what
}

// Replacing returns the fix that puts a text in the place of a node.
func Replacing(what string, at ast.Node, text string) analysis.SuggestedFix {
	edit := analysis.TextEdit{Pos: at.Pos(), End: at.End(), NewText: []byte(text)}
	return analysis.SuggestedFix{Message: what, TextEdits: []analysis.TextEdit{edit}}
}

// Report reports a diagnostic, once for a place, unless the code says that it is
// meant. No fix can change what cmd/cgo wrote.
func (s *Scope) Report(d analysis.Diagnostic) {
	if s.reported[d.Pos] {
		return
	}
	s.reported[d.Pos] = true
	directed, accepted := s.directive(d.Pos, d.Category)
	if accepted {
		return
	}
	d.Message = d.Category + ": " + d.Message
	if directed {
		d.Message += " (to accept it: " + ok + d.Category + ")"
	}
	if byCgo(s.file) {
		d.SuggestedFixes = nil
	}
	d.URL = "#hdr-" + strings.ReplaceAll(d.Category, "-", "_") // the heading in the documentation
	s.Pass.Report(d)
}

// ok begins a directive.
const ok = "//biasedshuffle:ok "

// directive reports whether there is a directive for what is found: at the end of its line, on
// the line before, or in the comment of the declaration; and whether one gives its category, which
// accepts it. What follows is the reason.
func (s *Scope) directive(pos token.Pos, category string) (directed, accepted bool) {
	file := s.Pass.Fset.File(pos)
	for _, group := range s.file.Comments {
		for _, comment := range group.List {
			if !strings.HasPrefix(strings.TrimLeft(comment.Text, "/ "), "biasedshuffle:ok") {
				continue
			}
			var doc *ast.CommentGroup
			switch d := s.Decl.(type) {
			case *ast.FuncDecl:
				doc = d.Doc
			case *ast.GenDecl:
				doc = d.Doc
			}
			below := file.PositionFor(pos, false).Line - file.PositionFor(comment.Pos(), false).Line
			if doc == group || below == 0 || below == 1 {
				directed = true
				accepted = accepted || strings.HasPrefix(comment.Text+" ", ok+category+" ")
			}
		}
	}
	return directed, accepted
}

// imported returns the name by which the file imports the first of the packages that it imports.
func (s *Scope) imported(paths ...string) (path, name string) {
	for _, path := range paths {
		for _, imp := range s.file.Imports {
			if p, _ := strconv.Unquote(imp.Path.Value); p == path {
				if imp.Name == nil {
					return path, "rand"
				}
				return path, imp.Name.Name
			}
		}
	}
	return "", ""
}

// NameOf returns how the file calls a function of math/rand, or of its second version.
func (s *Scope) NameOf(function string) string {
	switch _, name := s.imported(MathRand, MathRandV2, ExpRand); name {
	case "", "_":
		return function + " of math/rand/v2"
	case ".":
		return function
	default:
		return name + "." + function
	}
}

// ShuffleOf names the shuffle of the library, as the file calls it, or one as secure as a call that draws.
func (s *Scope) ShuffleOf(drawn *ast.CallExpr) string {
	if drawn != nil {
		secure := func(call *ast.CallExpr) bool { fn := s.Callee(call); return fn != nil && IsSecure(fn) }
		fn := s.Callee(drawn)
		if secure(drawn) || fn != nil && s.Bodies[fn.Origin()] != nil && Has(s.Bodies[fn.Origin()], secure) {
			return "yates.Shuffle(s, nil)"
		}
	}
	return s.NameOf("Shuffle")
}

// BoundedOf names a function that draws an integer below a bound, of a package that the file
// imports, or one as secure as what it uses.
func (s *Scope) BoundedOf(secure bool) string {
	path, _ := s.imported(MathRand, MathRandV2, ExpRand)
	switch {
	case secure:
		return "Int of crypto/rand"
	case path == MathRand || path == ExpRand:
		return s.NameOf("Intn")
	}
	return s.NameOf("IntN")
}
