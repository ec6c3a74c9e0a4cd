package biasedshuffle_test

import (
	"fmt"
	"go/doc/comment"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

// tagged is a line of the help that is right or wrong: the code, which, and what it is reported with.
var tagged = regexp.MustCompile(`^(.*\S)\s+// (RIGHT|WRONG)([^"]*)(?:"(.*)")?`)

// quiet is a test that what is reported doesn't fail.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}

// TestHelp: what the help shows as wrong is reported as it says, and what it shows as right is not. A
// block is run once with each of its tagged lines, without the others.
func TestHelp(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "src/help"), 0o777); err != nil {
		t.Fatal(err)
	}
	category := ""
	examples := make(map[string][]string) // by file
	for _, block := range new(comment.Parser).Parse(biasedshuffle.Analyzer.Doc).Content {
		if heading, ok := block.(*comment.Heading); ok {
			category = fmt.Sprint(heading.Text[0])
		}
		block, ok := block.(*comment.Code)
		if !ok {
			continue
		}
		lines := strings.Split(block.Text, "\n")
		for i, line := range lines {
			example := tagged.FindStringSubmatch(line)
			if example == nil {
				continue
			}
			name, body := "f", ""
			if _, is, ok := strings.Cut(example[3], "in a "); ok {
				name = strings.Trim(is, ": ")
			}
			for k, line := range lines {
				if m := tagged.FindStringSubmatch(line); m == nil || k == i {
					body += line + "\n"
				}
			}
			file := fmt.Sprintf("e%d.go", len(examples))
			examples[file] = append(example, category+": ")
			body = fmt.Sprintf(`package help

import (
	"fmt"
	"math"
	"math/rand"
	"sort"
	"time"
)

var _, _, _, _, _ = fmt.Sprint, math.Round, rand.Intn, sort.Slice, time.Now

type of%d struct{}

func (of%[1]d) %s(a, b, deck []byte, order []int, n int, cards []string, letters string, swap func(i, j int)) any {
	{
%s	}
	return nil
}
`, len(examples), name, body)
			if err := os.WriteFile(filepath.Join(dir, "src/help", file), []byte(body), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	reported := make(map[string]string)
	for _, r := range analysistest.Run(quiet{}, dir, biasedshuffle.Analyzer, "help") {
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		for _, d := range r.Diagnostics {
			reported[filepath.Base(r.Pass.Fset.Position(d.Pos).Filename)] += d.Message + "\n"
		}
	}
	for file, example := range examples {
		said := strings.TrimSuffix(example[4], " …")
		is, wrong := reported[file], example[2] == "WRONG"
		if wrong != (is != "") || wrong && (said == "" || !strings.Contains(is, said) || !strings.HasPrefix(is, example[5])) {
			t.Errorf("%s\nis reported as %q", example[0], is)
		}
	}
	if len(examples) < 30 {
		t.Errorf("there are %d examples", len(examples))
	}
}
