// Package schema tests that reports in JSON match their schema. It is a module of its own, as nobody else needs what
// reads schemas.
package schema

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/audit/view"
)

// audited is a report of so many deals that the suspect made, or a fair shuffle if it has no name.
func audited(take, deals int, s suspects.Suspect) *audit.Report {
	a := audit.New(6, audit.Options{Take: take})
	r := rand.New(rand.NewPCG(5, 1))
	for range deals {
		deal := []int{0, 1, 2, 3, 4, 5}
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

// ordered is a report of an order that came in blocks, with some items lost.
func ordered(lost int) *audit.Report {
	o := audit.NewOrder(1000, audit.OrderOptions{Equal: lost})
	for x := range 1000 - lost {
		o.Observe(x/100*100 + x*37%100)
	}
	o.End()
	return o.Conclude()
}

func written(t *testing.T, p *view.Page, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// closed makes a schema forbid what it does not name.
func closed(x any) {
	switch x := x.(type) {
	case map[string]any:
		if _, ok := x["properties"].(map[string]any); ok && x["type"] == "object" {
			x["additionalProperties"] = false
		}
		for _, y := range x {
			closed(y)
		}
	case []any:
		for _, y := range x {
			closed(y)
		}
	}
}

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("../schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	closed(doc)
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The schema describes all that is written, and nothing else.
func TestSchema(t *testing.T) {
	s := schema(t)
	valid := func(text string) error {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(doc)
	}
	for _, mistake := range append(suspects.All(), suspects.Suspect{}) {
		p := &view.Page{Title: "a <b>", Report: audited(6, 100, mistake)}
		p.Report.Names = []string{"a", "b", "c", "d", "e", "f"}
		p.Ended, p.Report.Suspicion = "it was interrupted", &audit.Finding{Kind: "ascending", From: "deal"}
		p.Record = &view.Record{Date: "2026-05-21T12:00:00Z", Planned: true, MostDeals: 1, MostTime: "1s"}
		p.Read = []string{"only the first item counts"}
		p.Report.Power = []audit.Power{{Suspect: "naive", Title: "x"}}
		p.Report.Bets[0].Effect = &audit.Effect{Of: "it", Fair: 0.5, Times: 1.5}
		if err := valid(written(t, p, "json")); err != nil {
			t.Errorf("%s: %v", mistake.Name, err)
		}
	}
	if err := valid(written(t, &view.Page{Report: audited(3, 0, suspects.Suspect{})}, "json")); err != nil {
		t.Error("no deals:", err)
	}
	for _, lost := range []int{0, 10} {
		if err := valid(written(t, &view.Page{Report: ordered(lost)}, "json")); err != nil {
			t.Errorf("an order, %d lost: %v", lost, err)
		}
	}
	text := written(t, &view.Page{Report: audited(6, 300, museum.Suspect("sattolo"))}, "json")
	for _, wrong := range []struct{ old, new string }{
		{`"verdict":"biased"`, `"verdict":"fair"`},
		{`"items":6`, `"items":"6"`},
		{`"items":6`, `"items":6,"more":1`},
		{`"alpha":0.000001`, `"alpha":1`},
		{`"take":6,`, ``},
		{`"kind":"step"`, `"kind":"stairs"`},
	} {
		changed := strings.Replace(text, wrong.old, wrong.new, 1)
		if changed == text {
			t.Errorf("no %s in %s", wrong.old, text)
		} else if valid(changed) == nil {
			t.Errorf("the schema takes %s", wrong.new)
		}
	}
}
