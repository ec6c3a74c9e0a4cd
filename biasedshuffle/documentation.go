package biasedshuffle

import (
	_ "embed"
	"go/doc/comment"
	"go/parser"
	"go/token"
)

//go:embed doc.go
var document []byte

// Documentation returns the documentation of this package as plain text, as go doc
// prints it: for commands that run the [Analyzer] and have it in their help.
// Goroutines may call it at the same time.
func Documentation() string {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", document, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		panic("biasedshuffle: " + err.Error()) // it would not have compiled
	}
	links := comment.Parser{LookupSym: func(string, string) bool { return true }}
	return string(new(comment.Printer).Text(links.Parse(file.Doc.Text())))
}
