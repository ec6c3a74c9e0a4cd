package biasedshuffle

import (
	"bytes"
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// find reports what is found in a node.
func (s *scope) find(at ast.Node, category, message string, fixes ...analysis.SuggestedFix) {
	s.report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: category, Message: message,
		SuggestedFixes: fixes})
}

// replacing returns the fix that puts a text in the place of a node.
func replacing(what string, at ast.Node, text string) analysis.SuggestedFix {
	edit := analysis.TextEdit{Pos: at.Pos(), End: at.End(), NewText: []byte(text)}
	return analysis.SuggestedFix{Message: what, TextEdits: []analysis.TextEdit{edit}}
}

// report reports a diagnostic, once for a place, unless the code says that it is
// meant. No fix can change what cmd/cgo wrote.
func (s *scope) report(d analysis.Diagnostic) {
	if s.reported[d.Pos] {
		return
	}
	s.reported[d.Pos] = true
	directed, accepted := s.directive(d.Pos)
	if accepted {
		return
	}
	if directed {
		d.Message += " (to accept it, write //biasedshuffle:ok and the reason, without a space before)"
	}
	if s.cgo {
		d.SuggestedFixes = nil
	}
	s.pass.Report(d)
}

// directive reports whether there is a directive for what is found: at the end of its line, on
// the line before, or in the comment of the declaration; and whether one gives a reason, which
// accepts it.
func (s *scope) directive(pos token.Pos) (directed, accepted bool) {
	file := s.pass.Fset.File(pos)
	for _, group := range s.file.Comments {
		for _, comment := range group.List {
			reason, is := strings.CutPrefix(strings.TrimLeft(comment.Text, "/ "), "biasedshuffle:ok")
			if !is {
				continue
			}
			var doc *ast.CommentGroup
			switch d := s.decl.(type) {
			case *ast.FuncDecl:
				doc = d.Doc
			case *ast.GenDecl:
				doc = d.Doc
			}
			below := file.PositionFor(pos, false).Line - file.PositionFor(comment.Pos(), false).Line
			if doc == group || below == 0 || below == 1 && s.alone(comment) {
				directed = true
				accepted = accepted || strings.HasPrefix(comment.Text, "//biasedshuffle:ok ") &&
					strings.TrimSpace(reason) != ""
			}
		}
	}
	return directed, accepted
}

// alone reports whether there is nothing before a comment on its line.
func (s *scope) alone(comment *ast.Comment) bool {
	file := s.pass.Fset.File(comment.Pos())
	text, err := s.pass.ReadFile(file.Name())
	from, to := file.Offset(file.LineStart(file.PositionFor(comment.Pos(), false).Line)), file.Offset(comment.Pos())
	return err == nil && to <= len(text) && len(bytes.TrimSpace(text[from:to])) == 0
}

// imported returns the name by which the file imports the first of the packages that it imports.
func (s *scope) imported(paths ...string) (path, name string) {
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

// nameOf returns how the file calls a function of math/rand, or of its second version.
func (s *scope) nameOf(function string) string {
	switch _, name := s.imported(mathRand, mathRandV2, expRand); name {
	case "", "_":
		return function + " of math/rand/v2"
	case ".":
		return function
	default:
		return name + "." + function
	}
}

// shuffleOf names the shuffle of the library, as the file calls it.
func (s *scope) shuffleOf() string { return s.nameOf("Shuffle") }

// boundedOf names a function that draws an integer below a bound, of a package that the file
// imports.
func (s *scope) boundedOf() string {
	switch path, _ := s.imported(mathRand, mathRandV2, expRand, cryptoRand); path {
	case mathRand, expRand:
		return s.nameOf("Intn")
	case cryptoRand:
		return "Int of crypto/rand"
	}
	return s.nameOf("IntN")
}
