package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// load reads the packages that the patterns name, each file once: a package with its tests has the files of
// the package, too, and where there is one, the other is left out. What they import is known from what the
// compiler exports. That takes half as long as packages.Load, which type-checks both.
func load(patterns []string, tests bool) (roots []*packages.Package, err error) {
	const facts = packages.LoadImports | packages.NeedTypesSizes | packages.NeedDeps | packages.NeedExportFile |
		packages.NeedForTest | packages.NeedModule
	config := packages.Config{Mode: facts, Tests: tests, Fset: token.NewFileSet()}
	listed, err := packages.Load(&config, patterns...)
	switch {
	case err != nil:
		return nil, err
	case len(listed) == 0:
		return nil, fmt.Errorf("%s matched no packages", strings.Join(patterns, " "))
	}
	left := make(map[string]bool)
	for _, p := range listed {
		if p.ForTest != "" {
			left[p.ForTest] = left[p.ForTest] || p.PkgPath == p.ForTest
			left[p.ForTest+".test"] = true // the program that the go command makes
		}
	}
	shared := make(map[string]*types.Package)
	for _, p := range listed {
		if left[p.PkgPath] && p.ForTest == "" {
			continue
		}
		known := shared
		if p.ForTest != "" { // some of what it imports is not what others know by the same path
			known = maps.Clone(shared)
			packages.Visit([]*packages.Package{p}, nil, func(of *packages.Package) {
				if of.ForTest != "" {
					delete(known, of.PkgPath)
				}
			})
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
			p.Errors = append(p.Errors,
				packages.Error{Pos: files.Position(err.Pos).String(), Msg: err.Msg, Kind: packages.TypeError})
		}
	}
	p.TypesInfo = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
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
