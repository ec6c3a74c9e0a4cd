package view_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/audit/view"
)

// audited returns the report of an audit of a suspect, or of a fair shuffle if it
// has no name.
func audited(n, take, deals int, s suspects.Suspect) *audit.Report {
	a := audit.New(n, audit.Options{Take: take})
	r := rand.New(rand.NewPCG(5, 1))
	deal := make([]int, n)
	for range deals {
		if copy(deal, yates.Perm(n, r)); s.Name != "" {
			s.Deal(deal, n, r.IntN)
		}
		if a.Observe(deal[:take]) != nil {
			break
		}
	}
	return a.Report()
}

func written(t testing.TB, p *view.Page, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The reports in testdata are those of real audits: they are written again as they are, and the page has them.
func TestGolden(t *testing.T) {
	reports, err := filepath.Glob("testdata/*.json")
	if err != nil || len(reports) < 4 {
		t.Fatal("no reports in testdata:", reports, err)
	}
	for _, file := range reports {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var p struct {
			Title  string
			Record *view.Record
			audit.Report
		}
		if err := json.Unmarshal(text, &p); err != nil {
			t.Fatal(file, err)
		}
		page := &view.Page{Title: p.Title, Record: p.Record, Report: &p.Report}
		if got := written(t, page, "json"); got != string(text) {
			t.Errorf("%s is not what is written now: %s", file, got)
		}
		if !strings.Contains(written(t, page, "html"), `id="report">`+strings.TrimSpace(string(text))+"</script>") {
			t.Errorf("%s: the page has another report", file)
		}
	}
}

// Names and titles are text, whatever they hold. The page runs the script whose hash it has, and nothing else.
func TestHostile(t *testing.T) {
	names := []string{
		`</script><script>alert(1)</script>`, `"' onload="alert(2)`, strings.Repeat("long ", 1000), "\x1b[31mred\x00\r\n\t",
		"\u202egnp.exe\u2066", "שלום", "\xff\xfe", "", "]]><!--", "{{json}}&amp;\\", "\u2028line",
		"👩‍👧 é" + strings.Repeat("\u0301", 100),
	}
	a := audit.New(len(names), audit.Options{Names: names})
	deal := make([]int, len(names))
	for i := range deal {
		deal[i] = (i + 1) % len(deal)
	}
	for range 200 {
		a.Observe(deal)
	}
	for _, title := range names {
		text := written(t, &view.Page{Title: title, Report: a.Report()}, "html")
		if got := strings.Count(text, "<script"); got != 2 || strings.Count(text, "</script>") != 2 {
			t.Errorf("the page of %q has %d scripts", title, got)
		}
		_, run, _ := strings.Cut(text, `<script type="module">`)
		run, _, _ = strings.Cut(run, "</script>")
		sum := sha256.Sum256([]byte(run))
		if !strings.Contains(text, "script-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("the page of %q does not allow its script", title)
		}
		visible := strings.ReplaceAll(text, run, "")
		if found := regexp.MustCompile(`(href|src|url|@import)\W{1,3}(https?:)?//|<[^>]* on\w+=`).FindString(visible); found != "" {
			t.Errorf("the page of %q has %s", title, found)
		}
		for _, r := range visible {
			if r < ' ' && r != '\n' && r != '\t' || r == '\u202e' || r == '\u2066' || r == '\u2028' {
				t.Errorf("the page of %q has the character %U", title, r)
			}
		}
	}
	var back struct{ Names []string }
	text := written(t, &view.Page{Report: a.Report()}, "json")
	if err := json.Unmarshal([]byte(text), &back); err != nil || back.Names[0] != names[0] || back.Names[3] != names[3] {
		t.Errorf("JSON has the names %q, %v", back.Names, err)
	}
}

// Items have their names, or their numbers from 1, in all texts.
func TestNames(t *testing.T) {
	for _, names := range [][]string{nil, strings.Split("ada ben cem dee eva fay", " ")} {
		a := audit.New(6, audit.Options{Names: names})
		r := rand.New(rand.NewPCG(5, 1))
		for range 3000 {
			deal := []int{0, 1, 2, 3, 4, 5}
			museum.Suspect("naive").Shuffle(deal, r.IntN)
			a.Observe(deal)
		}
		p := &view.Page{Report: a.Report()}
		if !slices.ContainsFunc(p.Report.Findings, func(f audit.Finding) bool {
			return strings.Contains(f.Text, "item ")
		}) {
			t.Fatal("no finding has an item")
		}
		text := written(t, p, "html")
		text, _, _ = strings.Cut(text, `<h2>What this means`)
		wrong := `items? 0\b`
		if names != nil {
			wrong = `items? \d+`
		}
		if found := regexp.MustCompile(wrong).FindString(text); found != "" {
			t.Errorf("the page has %q", found)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("9 names of 6 items pass")
		}
	}()
	r := audited(6, 6, 1, museum.Suspect("naive"))
	r.Names = make([]string, 9)
	written(t, &view.Page{Report: r}, "json")
}

// A failing writer is an error, and so is another format.
func TestErrors(t *testing.T) {
	r := audited(6, 6, 60, suspects.Suspect{})
	for _, format := range view.Formats() {
		if err := view.Write(full{}, format, r); !errors.Is(err, errFull) {
			t.Errorf("%s to a full disk: %v", format, err)
		}
	}
	if err := view.Write(io.Discard, "gif", r); err == nil ||
		!strings.Contains(err.Error(), "choose one of html, json") {
		t.Error("a GIF:", err)
	}
}

var errFull = errors.New("no space left")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
