package code

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// ReportAt reports what is found in a node.
func (s *Scope) ReportAt(at ast.Node, category, message string, fixes ...analysis.SuggestedFix) {
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

// Report reports a diagnostic, once for a place, unless the code says that it is meant.
func (s *Scope) Report(d analysis.Diagnostic) {
	again := s.reported[d.Pos]
	s.reported[d.Pos] = true
	if again || s.accepts(d.Pos, d.Category) {
		return
	}
	d.Message = d.Category + ": " + d.Message
	d.URL = "#hdr-" + strings.ReplaceAll(d.Category, "-", "_") // the heading in the documentation
	s.Pass.Report(d)
}

// accepts reports whether a directive accepts what is found: at the end of its line, on the line before, or in the
// comment of the declaration. What follows the category is the reason.
func (s *Scope) accepts(pos token.Pos, category string) bool {
	line := func(p token.Pos) int { return s.Pass.Fset.PositionFor(p, false).Line }
	for _, group := range s.file.Comments {
		for _, comment := range group.List {
			below := line(pos) - line(comment.Pos())
			if strings.HasPrefix(comment.Text+" ", "//biasedshuffle:ok "+category+" ") &&
				(below == 0 || below == 1 || line(s.Decl.Pos())-line(group.End()) == 1) {
				return true
			}
		}
	}
	return false
}

// ShuffleOf names the shuffle of the library, or one as secure as the declaration, or what it calls to draw.
func (s *Scope) ShuffleOf(drawn *ast.CallExpr) string {
	secure := s.Calls("crypto/rand.Int", "crypto/rand.Read")
	fn := s.Callee(drawn)
	if Has(s.Decl, secure) || fn != nil && s.Bodies[fn.Origin()] != nil && Has(s.Bodies[fn.Origin()], secure) {
		return "Shuffle of yates"
	}
	return "rand.Shuffle"
}

// BoundedOf names a function that draws an integer below a bound, as secure as what the code uses.
func (s *Scope) BoundedOf(secure bool) string {
	switch {
	case secure:
		return "Int of crypto/rand"
	case slices.ContainsFunc(s.file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"math/rand"` }):
		return "rand.Intn"
	}
	return "rand.IntN"
}
