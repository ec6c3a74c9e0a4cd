package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noAnchor = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchors returns the anchors that a forge gives to the headings of a page.
func anchors(page string) (all []string) {
	for _, h := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		all = append(all, strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-"))
	}
	return all
}

// Each link of a page that stays in the repository leads to a file and, if it names one, to a heading.
func TestPageLinks(t *testing.T) {
	checked := 0
	for _, page := range tracked(t, "*.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			to, anchor, _ := strings.Cut(l[1], "#")
			if strings.Contains(to, ":") {
				continue
			}
			if checked++; to == "" {
				to = filepath.Base(page)
			}
			to = filepath.Join(filepath.Dir(page), to)
			target, err := os.ReadFile(to)
			if _, missing := os.Stat(to); missing != nil {
				t.Errorf("%s: %s leads nowhere", page, l[1])
			} else if anchor != "" && (err != nil || !slices.Contains(anchors(string(target)), anchor)) {
				t.Errorf("%s: %s names no heading", page, l[1])
			}
		}
	}
	if checked < 50 {
		t.Errorf("the pages have only %d links", checked)
	}
}
