package biasedshuffle_test

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"go/types"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/imports"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

// A snippet is a function of the corpus that shuffles, with what follows it up to
// the next: its helpers.
type snippet struct {
	name     string
	file     string // base name
	from, to int    // lines
	run      string // the call, if all its paths can be followed
	sizes    []int
}

// corpus reads the snippets of a package of the corpus. The comment in front of
// each is "//corpus:run", with the number of items if it must be small, or "//corpus:norun" and the reason.
func corpus(t *testing.T, pkg string) (all []snippet) {
	files, err := filepath.Glob(filepath.Join("testdata/src", pkg, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of the corpus %s: %v", pkg, err)
	}
	for _, file := range files {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		from := len(all)
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Doc == nil {
				continue
			}
			last := fd.Doc.List[len(fd.Doc.List)-1].Text
			s := snippet{name: fd.Name.Name, file: filepath.Base(file), from: fset.Position(fd.Pos()).Line, to: 1 << 30}
			switch {
			case strings.HasPrefix(last, "//corpus:run"):
				s.run, s.sizes = call(t, fd)
				if n, err := strconv.Atoi(strings.TrimPrefix(last, "//corpus:run ")); err == nil {
					s.sizes = []int{n}
				}
			case !strings.HasPrefix(last, "//corpus:norun "):
				continue
			}
			if n := len(all); n > from {
				all[n-1].to = s.from
			}
			all = append(all, s)
		}
	}
	return all
}

// call returns the statement that runs a snippet on the slice s, and the numbers
// of items to run it with.
func call(t *testing.T, fd *ast.FuncDecl) (string, []int) {
	var params []string
	for _, p := range fd.Type.Params.List {
		params = append(params, types.ExprString(p.Type))
	}
	some := []int{3, 4}
	f := fd.Name.Name
	result := fd.Type.Results != nil
	switch p := strings.Join(params, ","); {
	case p == "*[5]int":
		return fmt.Sprintf("%s((*[5]int)(s))", f), []int{5}
	case p == "*[2][2]int":
		return fmt.Sprintf("a := [2][2]int{{s[0], s[1]}, {s[2], s[3]}}; %s(&a); copy(s, append(a[0][:], a[1][:]...))", f), []int{4}
	case p == "*[]int":
		return f + "(&s)", some
	case strings.HasSuffix(p, ",*rand.Rand"):
		return f + "(s, rand.New(nil))", some
	case p == "int" && result:
		return fmt.Sprintf("copy(s, %s(len(s)))", f), some
	case result:
		return fmt.Sprintf("copy(s, %s(s))", f), some
	case p == "[]int" || p == "[]T" || p == "S":
		return f + "(s)", some
	}
	t.Fatalf("nobody knows how to run %s", f)
	return "", nil
}

// TestMain: the snippets are judged for integers of 64 bits, also where the analyser is a
// program of 32 bits. Such a machine runs both.
func TestMain(m *testing.M) {
	if runtime.GOARCH == "386" {
		os.Setenv("GOARCH", "amd64")
	}
	m.Run()
}

// sections returns the links to the sections of the documentation that begin with a title.
func sections() map[string]bool {
	links := make(map[string]bool)
	blocks := new(comment.Parser).Parse(biasedshuffle.Analyzer.Doc).Content
	for i, block := range blocks {
		if heading, ok := block.(*comment.Heading); ok {
			_, links[biasedshuffle.Analyzer.URL+"#"+heading.DefaultID()] = blocks[i+1].(*comment.Paragraph)
		}
	}
	return links
}

// TestCorpus: each biased snippet is reported as it says, and no fair one is; that
// they are what they are filed under, and that the fixes make them fair, is proved
// by running them through all their choices.
func TestCorpus(t *testing.T) {
	if testing.Short() && strconv.IntSize == 64 {
		t.Skip("there are no goroutines for the race detector; 32-bit machines take the short way")
	}
	results := analysistest.Run(t, analysistest.TestData(), biasedshuffle.Analyzer, "biased", "fair")
	reported := make(map[string]bool)
	count := make(map[string]int)
	linked := sections()
	fixes := make(map[string][]edit) // by file
	fixed := make(map[string]bool)
	said := make(map[string][]string) // messages of what is run
	for _, r := range results {
		pkg := r.Pass.Pkg.Path()
		for _, s := range corpus(t, pkg) {
			count[pkg]++
			for _, d := range r.Diagnostics {
				p := r.Pass.Fset.Position(d.Pos)
				if filepath.Base(p.Filename) != s.file || p.Line < s.from || p.Line >= s.to {
					continue
				}
				if !linked[d.URL] || strings.Contains(d.Message, "\n") {
					t.Errorf("%s: the link %s leads nowhere, or there is more than one line: %q", p, d.URL, d.Message)
				}
				if n := utf8.RuneCountInString(d.Message); n > 100 || !strings.HasPrefix(d.Message, d.Category+": ") {
					t.Errorf("%s: %d characters, or no category: %q", p, n, d.Message)
				}
				reported[pkg+"."+s.name] = true
				if s.run != "" {
					said[s.name] = append(said[s.name], d.Message)
				}
				checkValues(t, d.Message)
				if len(d.SuggestedFixes) > 0 && pkg == "biased" {
					fixed[s.name] = s.run != ""
					fixes[s.file] = append(fixes[s.file], edits(r.Pass, d.SuggestedFixes[0])...)
				}
			}
		}
	}
	hits := 0
	for _, s := range corpus(t, "biased") {
		if reported["biased."+s.name] {
			hits++
		} else {
			t.Logf("missed: %s", s.name)
		}
	}
	documented := fmt.Sprintf("%d biased and %d fair functions, precision %.1f %%, recall %.1f %%", count["biased"], count["fair"],
		100*float64(hits)/float64(len(reported)), 100*float64(hits)/float64(count["biased"]))
	fmt.Printf("biasedshuffle: %s; %d fixes\n", documented, len(fixed))
	if text, err := os.ReadFile("../docs/analyser.md"); err != nil || !strings.Contains(string(text), documented) {
		t.Errorf("docs/analyser.md does not say %q (%v)", documented, err)
	}
	if count["biased"] < 60 || count["fair"] < 60 {
		t.Errorf("the corpus is too small: %v", count)
	}
	if testing.Short() {
		return
	}
	laws := prove(t, fixes, fixed)
	checked := 0
	for name, messages := range said {
		for _, message := range messages {
			if m := claim.FindStringSubmatch(message); m != nil && laws[name+" "+m[1]] != nil {
				checked++
				if !claimed(m, laws[name+" "+m[1]]) {
					t.Errorf("%s: %q, but the probability of losses and the numbers of orders with others are %s", name, message,
						laws[name+" "+m[1]])
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("the numbers of %d messages were checked", checked)
	}
	fmt.Printf("biasedshuffle: the numbers of %d messages proved by exact.Enumerate\n", checked)
}

// claim is what a message says of the orders of so many items: how many come out, the largest and the smallest
// probability and how many orders have each, both, or the probability that items are lost.
var claim = regexp.MustCompile(`: for (\d+) items (?:only (\d+) of the|(\w+) orders? comes? with (\S+), (\w+) with ([\d/]+)|` +
	`orders come with (\S+) to ([\d/]+)|with ([\d/]+))`)

// claimed reports whether a claim is true of a law as the program of proofs prints it.
func claimed(m, law []string) bool {
	is := func(text, of string) bool {
		a, ok := new(big.Rat).SetString(text)
		b, too := new(big.Rat).SetString(of)
		return ok && too && a.Cmp(b) == 0
	}
	broken, least, most := law[0], law[1:3], law[len(law)-2:]
	switch {
	case m[2] != "":
		come := 0
		for i := 1; i < len(law); i += 2 {
			if n, _ := strconv.Atoi(law[i]); law[i+1] != "0/1" {
				come += n
			}
		}
		return strconv.Itoa(come) == m[2]
	case m[3] != "":
		return len(law) == 5 && m[3] == most[0] && is(m[4], most[1]) && m[5] == least[0] && is(m[6], least[1])
	case m[7] != "":
		return is(m[7], least[1]) && is(m[8], most[1])
	}
	// To the proof a place that was not set, or was cleared, has item 0, and not all losses are seen.
	lost, _ := new(big.Rat).SetString(m[9])
	seen, _ := new(big.Rat).SetString(broken)
	return seen.Sign() > 0 && lost.Cmp(seen) >= 0
}

var values = regexp.MustCompile(`(\d+) random bits (?:%|·) (?:n: for n = )?(\d+)[:,] (\d+) values? comes? (?:with (\d+)/(\d+), (\d+) with (\d+)|once more in 2\^(\d+))`)

// checkValues checks what a message says of the remainders of a word: how many come once more often than the others.
func checkValues(t *testing.T, message string) {
	m := values.FindStringSubmatch(message)
	if m == nil {
		return
	}
	var is [9]uint64
	for i := range is[1:] {
		is[i+1], _ = strconv.ParseUint(m[i+1], 10, 64)
	}
	size, n, few, more, all, many, less := is[1], is[2], is[3], is[4], is[5], is[6], is[7]
	right := is[8] == size && size < 64 && (1<<size)%n == few
	if all > 0 {
		right = all == 1<<size && few*more+many*less == all && few+many == n && more == less+1
	}
	if !right && !(is[8] == size && size == 64 && (-n)%n == few) {
		t.Errorf("numbers that are not right: %q", message)
	}
}

// TestShared: what all analysers of a package share is only read. The race
// detector finds a write, and the map itself often does.
func TestShared(t *testing.T) {
	beside := *biasedshuffle.Analyzer
	beside.Run = func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Path() != "biased" {
			return nil, nil // what it imports
		}
		done, ended := make(chan bool), make(chan bool)
		go func() { // another analyser
			defer close(ended)
			for {
				select {
				case <-done:
					return
				case <-time.After(20 * time.Millisecond):
				}
				for id, obj := range pass.TypesInfo.Uses {
					if pass.TypesInfo.Uses[id] != obj {
						t.Errorf("%s is another object", id.Name)
					}
				}
			}
		}()
		defer func() { close(done); <-ended }()
		return biasedshuffle.Analyzer.Run(pass)
	}
	analysistest.Run(t, analysistest.TestData(), &beside, "biased")
}

// TestSameEachTime: the findings don't depend on the order of a map. The helpers of
// the package call each other in a chain that begins with its last link.
func TestSameEachTime(t *testing.T) {
	again := *biasedshuffle.Analyzer
	again.Run = func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Path() != "chained" {
			return nil, nil
		}
		for i := range 50 {
			found := 0
			once := *pass
			once.Report = func(analysis.Diagnostic) { found++ }
			if _, err := biasedshuffle.Analyzer.Run(&once); err != nil || found != 1 {
				return nil, fmt.Errorf("run %d reports %d findings: %v", i, found, err)
			}
		}
		return biasedshuffle.Analyzer.Run(pass)
	}
	analysistest.Run(t, analysistest.TestData(), &again, "chained")
}

var silence = flag.Bool("silence", false, "run the analyser on the standard library and golang.org/x/tools, too; it takes minutes")

// TestSilence: nothing is said of much code of others, their tests included. What
// is loaded is type-checked from source, which takes most of the time.
func TestSilence(t *testing.T) {
	if !*silence {
		t.Skip("make silence runs it")
	}
	tools, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/tools").Output()
	if err != nil {
		t.Fatal(err)
	}
	for dir, pattern := range map[string]string{".": "std", strings.TrimSpace(string(tools)): "./..."} {
		loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Tests: true, Dir: dir}, pattern)
		if err != nil || len(loaded) < 100 {
			t.Fatalf("%s in %s: %d packages: %v", pattern, dir, len(loaded), err)
		}
		graph, err := checker.Analyze([]*analysis.Analyzer{biasedshuffle.Analyzer}, loaded, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, action := range graph.Roots {
			if action.Err != nil && len(action.Package.Errors) == 0 {
				t.Errorf("%s: %v", action.Package.PkgPath, action.Err)
			}
			for _, d := range action.Diagnostics {
				t.Errorf("%s: %s", action.Package.Fset.Position(d.Pos), d.Message)
			}
		}
	}
}

type edit struct {
	from, to int
	text     []byte
}

func edits(pass *analysis.Pass, fix analysis.SuggestedFix) (all []edit) {
	for _, e := range fix.TextEdits {
		f := pass.Fset.File(e.Pos)
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		all = append(all, edit{f.Offset(e.Pos), f.Offset(end), e.NewText})
	}
	return all
}

var standIns = map[string]string{"math/rand": "prove/rand", "math/rand/v2": "prove/randv2", "crypto/rand": "prove/crand"}

// prove builds a program of the corpus, in which the imports of the random
// generators, and nothing else, are replaced by those whose choices the program
// enumerates, and checks what it says of each snippet. It returns the laws of the biased ones, by name and size.
func prove(t *testing.T, fixes map[string][]edit, fixed map[string]bool) (laws map[string][]string) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/prove")); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/yates-shuffle/yates"
	write("go.mod", fmt.Sprintf("module prove\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %[1]s => %[2]q\n", module, filepath.ToSlash(root)))
	imported := regexp.MustCompile(`"(math/rand|math/rand/v2|crypto/rand)"`)
	want := make(map[string]string)
	for _, pkg := range []string{"biased", "fair", "fixed"} {
		from := pkg
		if pkg == "fixed" {
			from = "biased"
		}
		registry := fmt.Sprintf("package %s\n\nimport \"prove/rand\"\n\nvar _ = rand.New\n\nvar Snippets = map[string]map[int]func([]int){\n", from)
		for _, s := range corpus(t, from) {
			verdict := pkg
			if pkg == "fixed" {
				verdict = "fair"
			}
			if s.run == "" || pkg == "fixed" && !fixed[s.name] {
				continue
			}
			want[pkg+" "+s.name] = verdict
			registry += fmt.Sprintf("%q: {", s.name)
			for _, n := range s.sizes {
				registry += fmt.Sprintf("%d: func(s []int) { %s }, ", n, s.run)
			}
			registry += "},\n"
		}
		write(pkg+"/snippets.go", registry+"}\n")
		files, _ := filepath.Glob(filepath.Join("testdata/src", from, "*.go"))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if pkg == "fixed" {
				text = apply(t, text, fixes[filepath.Base(file)])
			}
			write(pkg+"/"+filepath.Base(file), imported.ReplaceAllStringFunc(string(text), func(s string) string {
				name := ""
				if s == `"math/rand/v2"` && !strings.Contains(string(text), "randv2 "+s) {
					name = "rand "
				}
				return name + `"` + standIns[strings.Trim(s, `"`)] + `"`
			}))
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("proving: %v\n%s", err, out)
	}
	said := 0
	laws = make(map[string][]string)
	for line := range strings.Lines(string(out)) {
		pkg, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, verdict, _ := strings.Cut(rest, " ")
		if pkg == "law" {
			size, law, _ := strings.Cut(verdict, " ")
			laws[name+" "+size] = strings.Fields(law)
			continue
		}
		said++
		if w := want[pkg+" "+name]; verdict != w {
			t.Errorf("%s, in %s, is %q, not %q", name, pkg, verdict, w)
		}
	}
	if said != len(want) || said < 100 {
		t.Errorf("%d snippets were run, of %d", said, len(want))
	}
	fmt.Printf("biasedshuffle: %d snippets and fixes proved by exact.Enumerate\n", said)
	return laws
}

// apply applies fixes, and removes the imports that nothing uses any more, as
// drivers do.
func apply(t *testing.T, text []byte, fixes []edit) []byte {
	slices.SortFunc(fixes, func(a, b edit) int { return cmp.Compare(b.from, a.from) })
	for i, e := range fixes {
		if i > 0 && e.to > fixes[i-1].from {
			continue // the same import
		}
		text = slices.Concat(text[:e.from], e.text, text[e.to:])
	}
	text, err := imports.Process("fixed.go", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
