package view_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
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

//go:generate go test -run ^Test(Golden|Pictures)$ -update

var update = flag.Bool("update", false, "write the golden files anew")

// audited returns the report of an audit of a suspect, or of a fair shuffle if it
// has no name.
func audited(n, take, deals int, s suspects.Suspect) *audit.Report {
	a := audit.New(n, audit.Options{Take: take})
	r := rand.New(rand.NewPCG(5, 1))
	deal := make([]int, n)
	for range deals {
		for i := range deal {
			deal[i] = i
		}
		if s.Name == "" {
			yates.Shuffle(deal, r)
		} else {
			s.Shuffle(deal, r.IntN)
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

// heat returns a heat map as a picture.
func heat(t testing.TB, m *view.Matrix) string {
	t.Helper()
	var b bytes.Buffer
	if err := m.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The reports in testdata are those of real audits; what is made of them does not
// change by itself.
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
		golden(t, file, written(t, page, "json"))
		for _, format := range []string{"html", "svg"} {
			golden(t, strings.TrimSuffix(file, "json")+format, written(t, page, format))
		}
	}
}

// The pictures of the README: where 20,000 shuffles of 26 items leave them.
func TestPictures(t *testing.T) {
	for file, s := range map[string]suspects.Suspect{"naive": museum.Suspect("naive"), "fair": {}} {
		m := view.Observed(audited(26, 26, 20_000, s))
		m.Title = map[string]string{"naive": "j from the whole range", "fair": "Fisher–Yates"}[file]
		var b bytes.Buffer
		if err := m.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, "../../docs/pictures/"+file+".svg", b.String())
	}
}

// golden compares a text with that of a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || string(want) != got {
		t.Errorf("%s is not what is written now: look at it, and run go generate ./audit/view (%v)", name, err)
	}
}

// The same report gives the same bytes.
func TestDeterministic(t *testing.T) {
	r := audited(6, 6, 300, museum.Suspect("naive"))
	for _, format := range view.Formats() {
		var b bytes.Buffer
		if err := view.Write(&b, format, r); err != nil || b.String() != written(t, &view.Page{Report: r}, format) {
			t.Errorf("%s: two texts of one report, or %v", format, err)
		}
	}
}

// tokens reads a page or picture, and returns its elements and its text.
func tokens(t *testing.T, text string, strict bool) (elements, attributes []string, words string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	if !strict {
		d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements, attributes, words
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			elements = append(elements, x.Name.Local)
			for _, a := range x.Attr {
				attributes = append(attributes, a.Name.Local)
				words += a.Value + "\n"
			}
		case xml.CharData:
			words += string(x) + "\n"
		}
	}
}

// Names and titles are text, whatever they hold.
func TestHostile(t *testing.T) {
	names := []string{
		`<script>alert(1)</script>`, `"' onload="alert(2)`, strings.Repeat("long ", 1000), "\x1b[31mred\x00\r\n\t",
		"\u202egnp.exe\u2066", "שלום", "\xff\xfe", "", "]]><!--", "{{.}}&amp;\\", "\u2028line",
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
	biased := a.Report()
	deal[0] = deal[1]
	a.Observe(deal)
	for _, r := range []*audit.Report{biased, a.Report()} {
		for _, title := range names {
			if r != biased && title != names[0] {
				continue
			}
			p := &view.Page{Title: title, Report: r}
			for _, format := range []string{"html", "svg"} {
				text := written(t, p, format)
				elements, attributes, words := tokens(t, text, format == "svg")
				for _, e := range elements {
					if slices.Contains([]string{"script", "img", "iframe", "link", "base", "object", "image",
						"foreignObject"}, e) {
						t.Errorf("%s of %q has an element %s", format, title, e)
					}
				}
				for _, name := range attributes {
					if strings.HasPrefix(name, "on") || name == "src" {
						t.Errorf("%s of %q has an attribute %s", format, title, name)
					}
				}
				if r == biased && !strings.Contains(words, "<script>alert") {
					t.Errorf("%s of %q has no name <script>alert", format, title)
				}
				for _, r := range text {
					if r < ' ' && r != '\n' && r != '\t' || r == '\u202e' || r == '\u2066' || r == '\u2028' {
						t.Errorf("%s of %q has the character %U", format, title, r)
					}
				}
				if urls := regexp.MustCompile(`(href|src|url|@import)\W{1,3}(https?:)?//`).FindString(
					text); urls != "" {
					t.Errorf("%s of %q loads %s", format, title, urls)
				}
			}
			var back struct{ Names []string }
			if err := json.Unmarshal([]byte(written(t, p, "json")), &back); err != nil || back.Names[0] != names[0] ||
				back.Names[3] != names[3] {
				t.Errorf("JSON has the names %q, %v", back.Names, err)
			}
		}
	}
}

// No report is too small, too large or too strange.
func TestSizes(t *testing.T) {
	broken := audited(6, 6, 50, museum.Suspect("xor-swap"))
	foreign := audit.New(4, audit.Options{})
	foreign.Observe([]int{0, 1, 9, 2})
	short := audit.New(300, audit.Options{})
	short.Observe(make([]int, 299))
	one := &audit.Report{Verdict: audit.NothingFound, Game: audit.Game{Items: 1, Take: 1}, Deals: 9, Alpha: 1e-6,
		Positions: [][]int64{{9}}, Diagnosis: audit.Diagnosis{Findings: []audit.Finding{}}}
	infinite := audited(2, 2, 30, museum.Suspect("sattolo"))
	infinite.Evidence = append(infinite.Evidence, audit.Point{Deals: 40, Log10E: math.Inf(1)})
	large := audited(3000, 3000, 3, suspects.Suspect{})
	if large.Positions != nil || broken.Verdict != audit.Broken {
		t.Fatal("not the reports that this test is about")
	}
	for name, r := range map[string]*audit.Report{
		"1 item": one, "2 items": audited(2, 2, 100, suspects.Suspect{}), "infinite": infinite,
		"no deals": audited(52, 52, 0, suspects.Suspect{}), "1 deal": audited(52, 52, 1, suspects.Suspect{}),
		"1 place": audited(52, 1, 500, suspects.Suspect{}), "partial": audited(52, 5, 500, museum.Suspect("sattolo")),
		"1448 items": audited(1448, 1448, 3, suspects.Suspect{}), "3000 items": large,
		"broken": broken, "foreign": foreign.Report(), "short": short.Report(),
	} {
		for _, format := range []string{"html", "svg"} {
			text := written(t, &view.Page{Report: r}, format)
			if format == "svg" {
				tokens(t, text, true)
			}
			if regexp.MustCompile(`NaN|\+Inf|%!`).MatchString(text) {
				t.Errorf("%s: the %s has NaN or worse", name, format)
			}
			if len(text) > 2<<20 {
				t.Errorf("%s: the %s has %d bytes", name, format, len(text))
			}
		}
		if view.Observed(r) == nil && name != "3000 items" {
			t.Errorf("%s: no matrix", name)
		}
	}
	if text := written(t, &view.Page{Report: short.Report()}, "html"); !strings.Contains(text, "and 199 more") {
		t.Errorf("a long deal is not cut: %s", text)
	}
	text := written(t, &view.Page{Report: foreign.Report()}, "html")
	if want := "place 3 has the number 9, but those of the 4 items are 0 to 3"; !strings.Contains(text, want) ||
		!strings.Contains(text, "1, 2, (foreign), 3") {
		t.Errorf("a foreign item is not shown: %s", text)
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
		text := written(t, p, "html") + p.Report.String()
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

// A picture has the colours where they belong, with item 1 and place 1 at the top
// left.
func TestColours(t *testing.T) {
	r := audited(6, 6, 60, suspects.Suspect{})
	r.Deals = 600
	for x := range r.Positions {
		for i := range r.Positions[x] {
			r.Positions[x][i] = 100
		}
	}
	r.Positions[0][0], r.Positions[5][0] = 200, 0
	var b bytes.Buffer
	if err := view.Observed(r).WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	blocks := make(map[string][][2]float64) // their corners at the top left, by colour
	for _, path := range regexp.MustCompile(`<path d="([^"]*)" fill="(#[^"]*)"/>`).FindAllStringSubmatch(b.String(),
		-1) {
		for _, corner := range regexp.MustCompile(`M([\d.]+) ([\d.]+)`).FindAllStringSubmatch(path[1], -1) {
			var at [2]float64
			fmt.Sscan(corner[1]+" "+corner[2], &at[0], &at[1])
			blocks[path[2]] = append(blocks[path[2]], at)
		}
	}
	more, less, fair := blocks["#984803"], blocks["#084a86"], blocks["#f7f7f7"]
	if len(more) != 1 || len(less) != 1 || len(fair) != 34 {
		t.Fatalf("the blocks are %v", blocks)
	}
	for _, at := range fair {
		if at[0] < more[0][0] || at[1] < more[0][1] || at[0] < less[0][0] || at[1] > less[0][1] {
			t.Errorf("%v is not inside %v and %v", at, more, less)
		}
	}
}

// No text leaves the picture, whose width the texts know: names, numbers, odds.
func TestInside(t *testing.T) {
	names := make([]string, 60)
	for i := range names {
		names[i] = strings.Repeat("W", i)
	}
	long := audited(60, 60, 40, suspects.Suspect{})
	long.Names = names
	for name, r := range map[string]*audit.Report{
		"names": long, "few": audited(3, 3, 1000, suspects.Suspect{}),
		"numbers": audited(1000, 1000, 5, suspects.Suspect{}),
		"odds":    audited(20, 20, 3000, museum.Suspect("sattolo")), "blocks": audited(52, 52, 40, suspects.Suspect{}),
	} {
		var texts int
		text := written(t, &view.Page{Report: r}, "svg")
		for _, m := range regexp.MustCompile(
			`<text x="([-\d.]+)" y="([-\d.]+)"([^>]*) textLength="([\d.]+)"`).FindAllStringSubmatch(text, -1) {
			var x, y, wide float64
			fmt.Sscan(m[1]+" "+m[2]+" "+m[4], &x, &y, &wide)
			if texts++; strings.Contains(m[3], "rotate") {
				x = y // of the axis, which is shorter than the picture is wide
			}
			switch {
			case strings.Contains(m[3], `"middle"`):
				x -= wide / 2
			case strings.Contains(m[3], `"end"`):
				x -= wide
			}
			if x < 0 || x+wide > 480 {
				t.Errorf("%s: a text from %v to %v: %s", name, x, x+wide, m[0])
			}
		}
		if texts < 20 {
			t.Errorf("%s: only %d texts", name, texts)
		}
	}
}

// What the pictures say of chance is true: where the deals are few as where they
// are many, of single items and in blocks, at most about 1 of 100 pictures of fair
// shuffles have a spot beyond the limit.
func TestChance(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at 20,000 pictures")
	}
	const pages = 2000
	r := rand.New(rand.NewPCG(7, 7))
	for _, size := range []struct{ items, take, deals int }{
		{2, 2, 5}, {2, 2, 10}, {3, 3, 20}, {4, 4, 20}, {6, 6, 100}, {20, 20, 30}, {20, 1, 150}, {52, 52, 1},
		{52, 52, 10}, {120, 5, 20},
	} {
		order := make([]int, size.items)
		spots := 0
		for range pages {
			report := &audit.Report{Game: audit.Game{Items: size.items, Take: size.take}, Deals: int64(size.deals),
				Positions: make([][]int64, size.items)}
			for i := range order {
				order[i] = i
				report.Positions[i] = make([]int64, size.take)
			}
			for range size.deals {
				yates.Shuffle(order, r)
				for place, item := range order[:size.take] {
					report.Positions[item][place]++
				}
			}
			text := strings.Join(strings.Fields(heat(t, view.Observed(report))), " ")
			switch {
			case strings.Contains(text, ", none is further from fair than"),
				strings.Contains(text, "Every item came equally often"):
			case strings.Contains(text, " further from fair than"):
				spots++
			default:
				t.Fatalf("no word of chance in %s", text)
			}
		}
		t.Logf("%+v: %d of %d", size, spots, pages)
		if spots > pages*2/100 {
			t.Errorf("%d of %d pictures of fair shuffles have a spot, %+v", spots, pages, size)
		}
	}
}

// With few places, items are not put together where one that never comes can be
// told: that is what such deals have to show.
func TestSingles(t *testing.T) {
	for _, deals := range []int64{700, 2000} {
		r := &audit.Report{Game: audit.Game{Items: 100, Take: 1}, Deals: deals, Positions: make([][]int64, 100)}
		for x := range r.Positions {
			r.Positions[x] = []int64{deals / 90}
			if x%10 == 3 {
				r.Positions[x] = []int64{0} // "item 4", 14, …
			}
		}
		text := strings.Join(strings.Fields(heat(t, view.Observed(r))), " ")
		if want := "Furthest below: item 4 at place 1, 0 times where"; !strings.Contains(text, want) {
			t.Errorf("%d deals: no %q in %s", deals, want, text)
		}
	}
	thin := heat(t, view.Observed(audited(100, 1, 300, suspects.Suspect{})))
	if !strings.Contains(thin, "a block of 3 items × 1 place") {
		t.Errorf("too few deals for single items are shown as %s", thin)
	}
}

// Of two items, what one has too much the other has too little: both are as far
// from fair.
func TestSymmetric(t *testing.T) {
	for _, counts := range [][2]int64{{8, 2}, {5, 0}, {60, 40}, {7000, 3000}} {
		a, b := counts[0], counts[1]
		text := heat(t, view.Observed(&audit.Report{Game: audit.Game{Items: 2, Take: 2}, Deals: a + b,
			Positions: [][]int64{{a, b}, {b, a}}}))
		fills := regexp.MustCompile(`fill="(#[0-9a-f]{6})"`).FindAllStringSubmatch(text, -1)
		cells, key := fills[:len(fills)-11], fills[len(fills)-11:] // which has all colours in order
		at := func(cell []string) int {
			return slices.IndexFunc(key, func(k []string) bool { return k[1] == cell[1] })
		}
		if len(cells) != 2 || at(cells[0])+at(cells[1]) != 10 {
			t.Errorf("%v have the colours %q", counts, cells)
		}
	}
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
		!strings.Contains(err.Error(), "choose one of html, json, svg") {
		t.Error("a GIF:", err)
	}
	if err := view.Observed(r).WriteSVG(full{}); !errors.Is(err, errFull) {
		t.Error("a heat map:", err)
	}
}

var errFull = errors.New("no space left")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// Where all got the same, it is said of deals what they were, and of a law what it
// is; where it cannot be otherwise, nothing is said.
func TestSame(t *testing.T) {
	turning := view.Observed(&audit.Report{Game: audit.Game{Items: 3, Take: 3}, Deals: 30,
		Positions: [][]int64{{10, 10, 10}, {10, 10, 10}, {10, 10, 10}}})
	if text := heat(t, turning); !strings.Contains(text,
		"Every item came equally often to every place.") {
		t.Errorf("deals that turn are shown as %s", text)
	}
	text := heat(t, view.Observed(&audit.Report{Game: audit.Game{Items: 1, Take: 1}, Deals: 9, Positions: [][]int64{{9}}}))
	if strings.Contains(text, "Every") || strings.Contains(text, "Furthest") {
		t.Errorf("one item is shown as %s", text)
	}
}

// Numbers and odds are written as everywhere.
func TestNumbers(t *testing.T) {
	r := audited(6, 6, 6, suspects.Suspect{})
	r.Log10E, r.BestLog10E, r.Deals = -1.08, math.Log10(1_234_567), 6
	r.Evidence = []audit.Point{{Deals: 1, Log10E: -1.08}, {Deals: 6, Log10E: math.Log10(1_234_567)}}
	for x := range r.Positions {
		for i := range r.Positions[x] {
			r.Positions[x][i] = 0
		}
		r.Positions[x][x] = 6
	}
	r.Positions[1][1], r.Positions[1][2], r.Positions[2][2], r.Positions[2][1] = 1, 5, 1, 5
	_, _, html := tokens(t, written(t, &view.Page{Report: r}, "html"), false)
	_, _, svg := tokens(t, written(t, &view.Page{Report: r}, "svg"), true)
	for _, want := range []string{
		"The odds against one are 0.08 to 1; the alarm is at 1,000,000 to 1.", "1 of 1,000,000 audits",
		"1,230,000 to 1", "10,000\n", "fair is 1 time for each item at each place", "6 times where 1 would be fair",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q on the page", want)
		}
		if want != "1 of 1,000,000 audits" && !strings.Contains(strings.ReplaceAll(svg, "\n", " "),
			strings.TrimSpace(want)) {
			t.Errorf("no %q in the picture", want)
		}
	}
	if wrong := regexp.MustCompile(`\b1 times|\b1 to \d|illion to`).FindString(html + svg); wrong != "" {
		t.Errorf("%q on the page", wrong)
	}
	once := heat(t, view.Observed(&audit.Report{Game: audit.Game{Items: 2, Take: 2}, Deals: 10, Positions: [][]int64{{9, 1}, {1, 9}}}))
	if !strings.Contains(once, "1 time where 5 would be fair") {
		t.Errorf("once is shown as %s", once)
	}
	one := written(t, &view.Page{Report: audited(2, 1, 1, suspects.Suspect{})}, "html")
	if !strings.Contains(one, "1 deal of 1 of 2 items") {
		t.Errorf("one deal is %s", one)
	}
}

// The page says what is so in this audit: where the alarm was, who knew the plan, why it
// ended, and what is suspicious.
func TestWords(t *testing.T) {
	page := func(change func(p *view.Page)) string {
		p := &view.Page{Report: audited(6, 6, 1, suspects.Suspect{})}
		change(p)
		_, _, words := tokens(t, written(t, p, "html"), false)
		return words
	}
	for want, change := range map[string]func(p *view.Page){
		"at most 1 in 1,000. So":           func(p *view.Page) { p.Report.Alpha = 0.001 },
		"1 of 1.11 audits":                 func(p *view.Page) { p.Report.Alpha = 0.9 },
		"In 1 deal the odds never":         func(*view.Page) {},
		"After 1 deal the odds reached":    func(p *view.Page) { p.Report.AlarmAt = 1 },
		"Why it ended: it was interrupted": func(p *view.Page) { p.Ended = "it was interrupted" },
		"The audit saw 1 deal; the limit was 60 deals or 1m0s.": func(p *view.Page) {
			p.Record = &view.Record{MostDeals: 60, MostTime: "1m0s"}
		},
		"It was written to a file before": func(p *view.Page) { p.Record = &view.Record{Planned: true} },
		"It was not written to a file":    func(p *view.Page) { p.Record = &view.Record{} },
		"but suspicion: the odds against a fair shuffle are 154,000 to 1, above all on this: item 5 comes too often.": func(p *view.Page) {
			p.Report.Log10E, p.Report.Suspicion = math.Log10(154_000), &audit.Finding{Text: "item 5 comes too often"}
		},
	} {
		if text := page(change); !strings.Contains(text, want) {
			t.Errorf("no %q on the page: %s", want, text)
		}
	}
	if text := page(func(p *view.Page) {
		p.Report.Alpha = 0.001
	}); strings.Contains(text, "1,000,000") || strings.Contains(text, "illion") {
		t.Errorf("a million on a page without one: %s", text)
	}
}

// What is found in several ways is shown once, and items that have the same odds by
// the same count are all shown.
func TestSameFindings(t *testing.T) {
	r := audited(6, 6, 6, suspects.Suspect{})
	finding := func(kind audit.Kind, form audit.Form, text string, odds float64) audit.Finding {
		return audit.Finding{Kind: kind, Form: form, From: "deal", Log10E: odds, OwnLog10E: odds, Text: text}
	}
	r.Verdict, r.Found, r.Repeated, r.FirstRepeat, r.Remembered = audit.Biased, 120, 2, 3, 4
	r.Findings = []audit.Finding{
		finding("place", "", "place 1 likes item 6", 20.25), finding("step", "forward", "step 1 likes 6", 20.25),
		finding("step", "strike-out", "draw 1 likes 6", 20.25),
		finding("step", "forward", "step 2 likes 6", 19), finding("item", "", "item 4 is missing", 8.5),
		finding("item", "", "item 5 is missing", 8.5),
		finding("repeats", "", "deals repeat", 7), finding("item", "", "item 6 is strong", 30),
	}
	_, _, text := tokens(t, written(t, &view.Page{Report: r}, "html"), false)
	text = strings.Join(strings.Fields(text), " ")
	for want, times := range map[string]int{
		"place 1 likes item 6": 1, "step 1 likes 6": 0, "draw 1 likes 6": 0, "step 2 likes 6": 1,
		"item 4 is missing": 1, "item 5 is missing": 1,
		"The tables are made from the 8 strongest of 120 findings. They leave out what says the same as another line " +
			"in other words: 2 findings.": 1,
		"Of lines that are found so, at most 1% are expected to be wrong about that; this does not hold for the " +
			"named cause.": 1,
	} {
		if got := strings.Count(text, want); got != times {
			t.Errorf("the page has %q %d times, not %d", want, got, times)
		}
	}
	if strings.Index(text, "item 6 is strong") > strings.Index(text, "place 1 likes item 6") {
		t.Error("the strongest finding is not the first of its table")
	}
}
