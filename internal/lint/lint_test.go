// Package lint is the rules of the repository that compilers and linters do not
// know: which package may import which, and what nobody may write. It is tests
// alone; each complaint says what to write instead.
package lint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

const module = "github.com/yates-shuffle/yates"

// passes is the folder of the analyser's passes.
const passes = module + "/biasedshuffle/internal"

// widest is the columns of a line of Go outside tests, where a tab is four.
const widest = 120

// mayImport says what the packages in a folder and below it may import besides
// the standard library; the deepest folder counts. An entry stands for itself
// and all below it, except module, which is the root package alone. Tests may
// import what they like.
var mayImport = []struct {
	folder  string
	imports []string
	instead string
}{
	{".", []string{module + "/internal/apart", module + "/internal/chacha8", module + "/internal/feistel", module + "/internal/sparse"},
		"keep the root package to the standard library, so that its users compile nothing else; put what needs more " +
			"into a package of its own"},
	{"order", []string{module, module + "/internal/apart", module + "/internal/stream"},
		"keep order pure and to the root package and the standard library, so that every engine can drive it; input " +
			"and output belong to records"},
	{"records", []string{module + "/order", module + "/internal/engine"},
		"let records show what others call; what it does belongs to internal/engine"},
	{"records/failure", []string{module + "/internal/label"}, "let failure have errors alone, so that all rooms can make them"},
	{"records/outfile", []string{module + "/internal/output"},
		"let outfile show what others call; what it does belongs to internal/output"},
	{"internal/engine", []string{module + "/order", module + "/internal", module + "/records/failure"},
		"drive order, and leave what people see to cmd/yates"},
	{"internal/engine/record", []string{module + "/records/failure"},
		"keep record pure, so that its tests need no files; input and output belong to input"},
	{"cards", []string{module}, "build cards on the root package alone"},
	{"audit", []string{module, module + "/audit/suspects", module + "/audit/internal/bets",
		module + "/audit/internal/fortune", module + "/audit/internal/generators", module + "/audit/internal/laws",
		module + "/audit/internal/inside", module + "/internal/label"},
		"build audit on its bets and the suspects; pictures and pages of a report need a package below it with a rule of " +
			"its own"},
	{"audit/internal/inside", []string{module + "/audit/internal/fortune", module + "/audit/internal/laws",
		module + "/audit/internal/undo"},
		"keep inside to the bets on one order: what is said of them belongs to audit"},
	{"audit/internal/bets", []string{module, module + "/audit/suspects", module + "/audit/internal/fortune",
		module + "/audit/internal/generators", module + "/audit/internal/laws", module + "/audit/internal/undo",
		module + "/internal/label"},
		"let bets bet, and say what they found; who watches them, and reports, belongs to audit"},
	{"audit/internal/generators", []string{module + "/audit/internal/fortune", module + "/audit/internal/undo"},
		"let generators bet by choices alone, as any shuffle may take them"},
	{"audit/internal/fortune", nil, "keep fortune to numbers: what is bet on belongs to those who bet"},
	{"audit/internal/undo", nil, "keep undo to deals and their choices, with the standard library alone"},
	{"audit/internal/laws", nil, "keep laws to probabilities, with the standard library alone: all bets are " +
		"built on them"},
	{"audit/internal/fairgame", nil, "keep fairgame to the standard library: tests of all bets use it"},
	{"audit/view", []string{module, module + "/audit", module + "/internal/label"},
		"draw what audit found, and leave terminals and files to cmd/yates"},
	{"audit/suspects", nil, "let each suspect be readable on its own, with the standard library alone"},
	{"audit/exact", []string{module, module + "/audit/internal/laws", module + "/internal/label"},
		"keep exact to formulas and enumeration: what deals show belongs to audit"},
	{"draw", []string{module + "/order", module + "/internal/label", "github.com/consensys/gnark-crypto",
		"golang.org/x/text/unicode/norm"},
		"build draw on order, so that a web page can check a draw; files, flags and clocks belong to cmd/yates"},
	{"draw/relay", []string{module + "/draw", module + "/internal/label"},
		"let relay fetch beacons alone, so that nobody else compiles net/http"},
	{"biasedshuffle", []string{"golang.org/x/tools", passes},
		"let the analyser import its passes and golang.org/x/tools alone, so that others can load it"},
	{"biasedshuffle/internal/code", []string{"golang.org/x/tools"}, "code says what is written, and runs nothing"},
	{"biasedshuffle/internal/machine", []string{"golang.org/x/tools", passes + "/code"},
		"the machine runs code, and judges nothing"},
	{"biasedshuffle/internal/loops", []string{"golang.org/x/tools", passes + "/code", passes + "/machine"},
		"let each pass be read alone"},
	{"biasedshuffle/internal/comparisons", []string{"golang.org/x/tools", passes + "/code", passes + "/machine",
		passes + "/loops"}, "let each pass be read alone; loops judges comparisons, too"},
	{"biasedshuffle/internal/draws", []string{"golang.org/x/tools", passes + "/code", passes + "/machine"},
		"let each pass be read alone"},
	{"biasedshuffle/internal/seeds", []string{"golang.org/x/tools", passes + "/code", passes + "/machine"},
		"let each pass be read alone"},
	{"internal/apart", nil, "keep apart to the standard library: the root package and order are built on it"},
	{"internal/chacha8", nil, "keep chacha8 to the standard library: the root package and order are built on it"},
	{"internal/stream", []string{module + "/internal/chacha8"}, "keep stream to chacha8 and the standard library: " +
		"order is built on it"},
	{"internal/ranges", []string{module + "/internal/feistel", module + "/internal/sparse", module + "/internal/stream"},
		"keep ranges to what a seed makes of integers: who writes them is records"},
	{"internal/sparse", nil, "keep sparse to the standard library: the root package and order are built on it"},
	{"internal/feistel", nil, "keep feistel to the standard library: the root package and order are built on it"},
	{"internal/packing", []string{"github.com/klauspost/compress", module + "/records/failure"}, "keep packing to the compressors, so that all " +
		"who read and write can be built on it; files and flags belong to its users"},
	{"internal/deals", []string{module + "/cards", module + "/internal/label"},
		"let deals read and learn items alone; flags and the opening of files belong to cmd/yates"},
	{"internal/drawtext", []string{module + "/draw", module + "/internal/label"},
		"let drawtext word draws alone: flags and files belong to cmd/yates, the page to web/app"},
	{"internal/handout", []string{module, module + "/cards", module + "/order", module + "/internal/label",
		module + "/internal/stream"},
		"let handout deal and divide alone; flags and files belong to cmd/yates"},
	{"internal/label", nil, "keep label to the standard library: all that say something are built on it"},
	{"internal/quote", nil, "keep quote to the standard library: both commands quote what they are given"},
	{"internal/script", []string{"github.com/rogpeppe/go-internal/testscript"},
		"let script run scripts alone; what only one command needs belongs to its tests"},
	{"internal/shares", nil, "keep shares to the standard library: all that divide are built on it"},
	{"internal/terminal", []string{"golang.org/x"}, "leave what is shown on a terminal to progress and cmd/yates"},
	{"internal/progress", []string{module + "/internal/label", module + "/internal/terminal"},
		"let a Gauge say what there is to show; progress does not know what works"},
	{"internal/memory", nil, "keep memory to the standard library: the engine and the commands ask it how much " +
		"they may use"},
	{"internal/output", []string{module + "/internal/label", module + "/internal/memory", module + "/internal/packing",
		module + "/internal/vfs", module + "/records/failure"}, "let output create and replace files, whatever is written to them; what is said " +
		"of it belongs to the commands"},
	{"internal/process", []string{module + "/internal/memory", module + "/internal/output", "golang.org/x/sys"},
		"leave flags and messages to the commands, which are built on process"},
	{"internal/frame", []string{module + "/internal/label", module + "/internal/output", module + "/internal/process",
		module + "/internal/progress", module + "/internal/quote", module + "/internal/vfs", module + "/order",
		"github.com/spf13"},
		"let frame have what all commands share; what one of them does belongs to that command"},
	{"internal/twin", []string{module + "/internal/apart"}, "let twin share nothing with what it is compared with: it " +
		"is SPEC.md in the standard library, but for apart, which has a twin of its own"},
	{"internal/twin/trial", []string{module + "/internal/twin"}, "let trial make jobs for all that do them: how one is " +
		"asked for belongs to those who ask"},
	{"internal/vectors", nil, "let vectors read files alone; what they mean belongs to the tests of the package that " +
		"they are of"},
	{"internal", anything, ""},
	{"cmd", anything, ""},
	{"cmd/yates", []string{module, module + "/order", module + "/records", module + "/cards", module + "/audit",
		module + "/draw",
		module + "/internal", module + "/cmd/yates/internal", "github.com/spf13", "golang.org/x/sys",
		"golang.org/x/term"},
		"keep what few runs need out of the command, which starts and is fetched often: the analyser belongs to " +
			"cmd/biasedshuffle"},
	{"cmd/yates/internal/infile", []string{module + "/internal", module + "/records"},
		"keep infile to the inputs that all rooms of the command read: of a command it needs a frame.UI"},
	{"internal/dest", []string{module + "/internal", module + "/records", "github.com/spf13/pflag"},
		"keep dest to the outputs that all rooms of the command write: of a command it needs a frame.UI"},
	{"cmd/yates/internal/randomsource", []string{module + "/internal/label", module + "/internal/sparse",
		module + "/internal/vfs"},
		"keep seeds and flags out of randomsource: it is GNU shuf's order"},
	{"cmd/yates/internal/job", []string{module + "/internal", module + "/order", module + "/records",
		module + "/cmd/yates/internal/infile", module + "/internal/dest",
		module + "/cmd/yates/internal/randomsource"},
		"let job run shuffles, with a frame.UI; the words of command lines belong to shuffle and gnushuf"},
	{"cmd/yates/internal/shuffle", []string{module + "/internal", module + "/order", module + "/records",
		module + "/cmd/yates/internal/infile", module + "/internal/dest",
		module + "/cmd/yates/internal/job", "github.com/spf13"},
		"let no room of the command import another: what two of them need belongs below both"},
	{"cmd/yates/internal/gnushuf", []string{module + "/internal", module + "/order", module + "/records",
		module + "/internal/dest", module + "/cmd/yates/internal/job",
		module + "/cmd/yates/internal/randomsource"},
		"gnushuf has a command line of its own: what it shares with shuffle belongs to job"},
	{"internal/advice", []string{module + "/internal", module + "/records"},
		"let advice know errors, and not who has them"},
	{"cmd/yates/internal/audit", []string{module, module + "/audit", module + "/order", module + "/internal",
		module + "/cmd/yates/internal/infile", module + "/internal/dest", "github.com/spf13"},
		"build audit on the auditor and on what all rooms share; rooms do not import each other"},
	{"cmd/yates/internal/drawfile", []string{module + "/draw", module + "/internal", module + "/cmd/yates/internal/infile"},
		"let drawfile read files alone: what is done with a draw belongs to the rooms"},
	{"cmd/yates/internal/draw", []string{module + "/draw", module + "/internal", module + "/cmd/yates/internal/drawfile",
		module + "/cmd/yates/internal/infile", module + "/internal/dest", "github.com/spf13"},
		"build draw on the library's draws and on what all rooms share; rooms do not import each other"},
	{"cmd/yates/internal/people", []string{module, module + "/order", module + "/internal",
		module + "/cmd/yates/internal/drawfile",
		module + "/cmd/yates/internal/infile", module + "/internal/dest", "github.com/spf13"},
		"build people on handout and on what all rooms share; rooms do not import each other"},
	{"cmd/yates/internal/web", []string{module + "/internal", "github.com/spf13"},
		"let web serve the page; what the page does belongs to web/app"},
	{"parquet/internal/column", []string{"github.com/apache/arrow-go"},
		"keep column to the rows of one column: what is done with them belongs to shuffle"},
	{"parquet/internal/shuffle", []string{module + "/records/failure", module + "/parquet/internal/column",
		"github.com/apache/arrow-go", "golang.org/x/sync"},
		"let shuffle read and write Parquet in an order that it is given; orders are made by records"},
	{"parquet/cmd", []string{module + "/internal/frame", module + "/records", module + "/records/outfile",
		module + "/parquet/internal/shuffle", "github.com/spf13"},
		"let the command use what any other program can, and frame"},
	{"web/app", []string{module, module + "/order", module + "/draw", module + "/audit", module + "/internal/deals",
		module + "/internal/drawtext", module + "/internal/label", "golang.org/x/text/unicode/norm"},
		"keep app small, as everybody who opens the page loads it, and free of the browser"},
	{"web/wasm", []string{module + "/web/app"}, "leave all logic to web/app, which is tested without a browser"},
	{"web/build", []string{module + "/draw"}, "let build put the page together, and leave what it does to web/app"},
	{"examples", anything, ""},
}

var anything = []string{""}

// never says which names of a package are not to be used, outside tests and the
// folders that are excepted.
var never = []struct {
	pkg     string
	names   func(name string) bool
	except  func(file string) bool
	instead string
}{
	{"math/rand/v2", func(name string) bool {
		return !slices.Contains([]string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "PCG", "ChaCha8", "Zipf",
			"Source"}, name)
	}, below("internal/vfs"), // which names temporary files
		"take a source from the caller, or use the package's own secure default: the global generator is not " +
			"seeded by us"},
	{"time", func(name string) bool {
		return name == "Now"
	}, below("cmd", "internal/progress", "internal/soak"),
		"leave clocks to cmd: results depend on the seed and the input, and seeds come from order.NewSeed"},
	{"os", func(name string) bool { return name == "Exit" },
		func(file string) bool {
			return path.Base(file) == "main.go" || file == "internal/process/die_unix.go"
		}, "return an error or a status, so that what is open gets closed"},
}

func below(folders ...string) func(file string) bool {
	return func(file string) bool {
		return slices.ContainsFunc(folders, func(folder string) bool { return strings.HasPrefix(file, folder+"/") })
	}
}

// marks are what no text of the repository may hold. They are written so that
// this file does not hold them.
var marks = []struct {
	is      *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME)\b`), "do it now, or file an issue"},
	{regexp.MustCompile(`(^|[\s"'=(` + "`" + `])/(ho` + `me|ro` + `ot|Use` + `rs|wo` + `rk)/`),
		"use a path relative to the repository, or a temporary folder"},
}

// complaints returns what is wrong with a file, whose name is relative to the
// root of the repository and has slashes.
func complaints(file string, text []byte) []string {
	var all []string
	for _, m := range marks {
		if found := m.is.Find(text); found != nil {
			all = append(all, fmt.Sprintf("%s has %q: %s", file, found, m.instead))
		}
	}
	if !strings.HasSuffix(file, ".go") {
		return all
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return append(all, err.Error())
	}

	test := strings.HasSuffix(file, "_test.go")
	names := make(map[string]string) // in f, of the packages that it imports
	rule := -1
	for i, r := range mayImport {
		folder := path.Dir(file)
		if (folder == r.folder || strings.HasPrefix(folder, r.folder+"/")) &&
			(rule < 0 || len(r.folder) > len(mayImport[rule].folder)) {
			rule = i
		}
	}
	if rule < 0 {
		all = append(all, fmt.Sprintf("%s: no rule says what this folder may import: add one to mayImport", file))
	}
	for _, spec := range f.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		name := strings.TrimSuffix(imported, "/v2")
		name = path.Base(name)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = imported
		if imported == "math/rand" {
			all = append(all, fmt.Sprintf("%s imports math/rand: import math/rand/v2", file))
		}
		std := !strings.Contains(strings.Split(imported, "/")[0], ".")
		if rule < 0 || test || std {
			continue
		}
		if !slices.ContainsFunc(mayImport[rule].imports, func(may string) bool {
			return may == "" || imported == may || may != module && strings.HasPrefix(imported, may+"/")
		}) {
			all = append(all, fmt.Sprintf("%s imports %s: %s", file, imported, mayImport[rule].instead))
		}
	}
	if test {
		return all
	}
	for i, line := range strings.Split(string(text), "\n") {
		if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); n > widest && !ast.IsGenerated(f) {
			all = append(all, fmt.Sprintf("%s:%d has %d columns: break it, as %d are what fits beside another file",
				file, i+1, n, widest))
		}
	}
	for _, d := range f.Decls {
		all = append(all, misnamed(fset, d)...)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if pkg, ok := sel.X.(*ast.Ident); ok {
			for _, r := range never {
				if names[pkg.Name] == r.pkg && r.names(sel.Sel.Name) && !r.except(file) {
					all = append(all, fmt.Sprintf("%s uses %s.%s: %s", fset.Position(n.Pos()), pkg.Name, sel.Sel.Name,
						r.instead))
				}
			}
		}
		return true
	})
	return all
}

// misnamed returns the doc comments of a declaration that begin with another name than that of its function or type. The
// name of a type can begin a sentence: "Teams are", and "A team is".
func misnamed(fset *token.FileSet, d ast.Decl) (all []string) {
	check := func(name *ast.Ident, doc *ast.CommentGroup, before string) {
		if text := doc.Text(); text != "" && !regexp.MustCompile(before+name.Name[1:]+`\b`).MatchString(text) {
			all = append(all, fmt.Sprintf("%s: the comment of %s begins with %.20q: begin it with the name, as go doc "+
				"shows it beside others", fset.Position(name.Pos()), name.Name, text))
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		check(d.Name, d.Doc, "^"+d.Name.Name[:1])
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok {
				doc := t.Doc // within parentheses
				if d.Lparen == 0 {
					doc = d.Doc
				}
				check(t.Name, doc, "^(A |An |The )?(?i:"+t.Name.Name[:1]+")")
			}
		}
	}
	return all
}

func TestRepository(t *testing.T) {
	const root = "../.."
	folders := make(map[string]bool) // that hold Go code
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		file := filepath.ToSlash(rel)
		if d.Name() == ".git" && !d.IsDir() {
			return nil // of a worktree
		}
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			nested := err == nil && file != "." && !ruled(file)
			if nested || d.Name() == ".git" || d.Name() == "testdata" ||
				file == "bench/data" || file == "python/build" {
				return filepath.SkipDir
			}
			return nil
		}
		if info, err := d.Info(); err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if path.Ext(file) == ".go" {
			folders[path.Dir(file)] = true
		}
		for _, c := range complaints(file, text) {
			t.Error(c)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range mayImport {
		has := false
		for folder := range folders {
			has = has || folder == r.folder || strings.HasPrefix(folder, r.folder+"/")
		}
		if !has {
			t.Errorf("there is a rule for %s, but no Go code: remove it", r.folder)
		}
	}
	if !folders["."] || !folders["order"] {
		t.Errorf("found Go code in %v only: the root package and order are missing, so the test looks in the "+
			"wrong place", folders)
	}
}

// ruled reports whether there is a rule for something in a folder.
func ruled(folder string) bool {
	for _, r := range mayImport {
		if r.folder == folder || strings.HasPrefix(r.folder, folder+"/") {
			return true
		}
	}
	return false
}

// TestComplaints: the rules find what they are for, and nothing else; each row is another way through them.
func TestComplaints(t *testing.T) {
	code := func(imports, body string) string { return "package p\nimport " + imports + "\nvar _ = " + body + "\n" }
	for _, c := range []struct {
		file, text, complaint string // no complaint: the file is right
	}{
		{"a.go", code(`"fmt"`, "fmt.Print"), ""},
		{"a.go", code(`"`+module+`/order"`, "order.Of"), "root package to the standard library"},
		{"a_test.go", code(`"`+module+`/order"`, "order.Of"), ""},
		{"order/a.go", code(`"`+module+`/records"`, "records.Shuffle"), "keep order pure"},
		{"cards/a.go", code(`"`+module+`"`, "yates.Shuffle"), ""},
		{"records/a.go", code(`"`+module+`/internal/vfs"`, "vfs.OS{}"), "belongs to internal/engine"},
		{"audit/internal/laws/a.go", code(`"`+module+`/audit/internal/fortune"`, "fortune.LogSum"), "keep laws to"},
		{"draw/a.go", code(`bls "github.com/consensys/gnark-crypto/ecc/bls12-381"`, "bls.Generators"), ""},
		{"draw/a.go", code(`"github.com/cloudflare/circl/sign/bls"`, "bls.Sign"), "build draw on order"},
		{"cmd/yates/a.go", code(`"github.com/spf13/cobra"`, "cobra.Command{}"), ""},
		{"internal/progress/a.go", code(`"time"`, "time.Now"), ""},
		{"somewhere/a.go", code(`"fmt"`, "fmt.Print"), "no rule"},
		{"a_test.go", code(`"math/rand"`, "rand.Intn"), "import math/rand/v2"},
		{"a.go", code(`"math/rand/v2"`, "rand.NewPCG"), ""},
		{"a.go", code(`"math/rand/v2"`, "rand.IntN"), "take a source"},
		{"a.go", code(`other "math/rand/v2"`, "other.IntN"), "take a source"},
		{"a_test.go", code(`"math/rand/v2"`, "rand.IntN"), ""},
		{"order/a.go", code(`"time"`, "time.Now"), "leave clocks to cmd"},
		{"cmd/yates/a.go", code(`"time"`, "time.Now"), ""},
		{"cmd/yates/main.go", code(`"os"`, "os.Exit"), ""},
		{"cmd/yates/a.go", code(`"os"`, "os.Exit"), "return an error"},
		{"a.go", "package p\n\n// F does.\nfunc F() {}\n\n// Teams are.\ntype teams int\n\n// An A is.\ntype A int\n", ""},
		{"a.go", "package p\n\n// f does.\nfunc F() {}\n", "begin it with the name"},
		{"a.go", "package p\n\n// replace none.\nfunc create() {}\n", "begin it with the name"},
		{"a.go", "package p\n\ntype (\n\t// Teams are.\n\tteam int\n)\n", "begin it with the name"},
		{"a.md", "later: TO" + "DO.", "do it now"},
		{"a.md", "Fisher-Yates: TO" + "DOS", ""},
		{"a.md", "see /ho" + "me/ada/deck.txt", "relative"},
		{"a.md", "https://example.org/home/deck.txt", ""},
		{"a.go", "package p // " + strings.Repeat("é", widest-13) + "\n", ""},
		{"a.go", "package p\n\t// " + strings.Repeat("é", widest-6) + "\n", "a.go:2 has 121 columns"},
		{"a_test.go", "package p // " + strings.Repeat("é", widest), ""},
		{"a.go", "// Code generated by x. DO NOT EDIT.\npackage p // " + strings.Repeat("é", widest), ""},
		{"a.go", "no Go", "expected 'package'"},
	} {
		got := complaints(c.file, []byte(c.text))
		if c.complaint == "" && len(got) > 0 || c.complaint != "" &&
			(len(got) != 1 || !strings.Contains(got[0], c.complaint)) {
			t.Errorf("%s: %q: got %q, want %q", c.file, c.text, got, c.complaint)
		}
	}
}

// A page that says which test holds a promise names one that is there.
func TestDocsNameTests(t *testing.T) {
	there := map[string]bool{}
	for _, name := range tracked(t, "*_test.go") {
		text, _ := os.ReadFile(name)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(text, -1) {
			there[string(m[1])] = true
		}
	}
	found := 0
	for _, page := range tracked(t, "docs/*.md", "ARCHITECTURE.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("`(Test\\w+)`").FindAllSubmatch(text, -1) {
			if found++; !there[string(m[1])] {
				t.Errorf("%s names %s, which is no test: name the one that holds the promise, or write it", page, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("no page names a test")
	}
}
