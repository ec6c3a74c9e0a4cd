package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// load reads the packages that the patterns name, each file once: a package with its tests has the files of
// the package, too. What they import is known from what the compiler exports.
func load(patterns []string, tests bool) (roots []*packages.Package, err error) {
	const facts = packages.LoadImports | packages.NeedTypesSizes | packages.NeedDeps | packages.NeedExportFile | packages.NeedForTest | packages.NeedModule
	config := packages.Config{Mode: facts, Tests: tests, Fset: token.NewFileSet()}
	listed, err := packages.Load(&config, patterns...)
	switch {
	case err != nil:
		return nil, err
	case len(listed) == 0:
		return nil, fmt.Errorf("%s matched no packages", strings.Join(patterns, " "))
	}
	tested := make(map[string]bool)
	for _, p := range listed {
		tested[p.PkgPath] = tested[p.PkgPath] || p.ForTest == p.PkgPath
	}
	shared := make(map[string]*types.Package)
	for _, p := range listed {
		if tested[p.PkgPath] && p.ForTest == "" {
			continue
		}
		known := shared
		for _, imported := range p.Imports {
			if imported.ForTest != "" { // and not what the others know by this path
				known = make(map[string]*types.Package)
			}
		}
		check(p, config.Fset, known)
		roots = append(roots, p)
	}
	return roots, nil
}

// check reads and type-checks a package. It knows some of what it imports.
func check(p *packages.Package, files *token.FileSet, known map[string]*types.Package) {
	p.Fset = files
	for _, name := range p.CompiledGoFiles {
		f, err := parser.ParseFile(files, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		p.IllTyped = p.IllTyped || err != nil
		if f != nil {
			p.Syntax = append(p.Syntax, f)
		}
	}
	config := types.Config{Sizes: p.TypesSizes, Importer: imports(func(path string) (*types.Package, error) {
		of := p.Imports[path]
		switch {
		case path == "unsafe":
			return types.Unsafe, nil
		case of == nil:
			return nil, errors.New("it is not known")
		case known[of.PkgPath] != nil && known[of.PkgPath].Complete():
			return known[of.PkgPath], nil
		}
		return exported(of, files, known)
	})}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	config.Error = func(err error) {
		p.IllTyped = true
		if err, ok := err.(types.Error); ok {
			p.TypeErrors = append(p.TypeErrors, err)
			p.Errors = append(p.Errors, packages.Error{Pos: files.Position(err.Pos).String(), Msg: err.Msg, Kind: packages.TypeError})
		}
	}
	p.TypesInfo = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{}}
	p.Types, _ = config.Check(p.PkgPath, files, p.Syntax, p.TypesInfo)
}

type imports func(path string) (*types.Package, error)

func (f imports) Import(path string) (*types.Package, error) { return f(path) }

// exported reads what the compiler exports of a package.
func exported(p *packages.Package, files *token.FileSet, known map[string]*types.Package) (*types.Package, error) {
	file, err := os.Open(p.ExportFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(text, files, known, p.PkgPath)
}
