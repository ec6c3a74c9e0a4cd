package view_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
)

func ExampleWrite() {
	r := &audit.Report{ // usually from an Auditor
		Schema: audit.Schema, Verdict: audit.NothingFound, Game: audit.Game{Items: 2, Take: 2}, Deals: 3, Alpha: 1e-6,
		Findings: []audit.Finding{}, Rate: 0.01, Positions: [][]int64{{1, 2}, {2, 1}}, Evidence: []audit.Point{{Deals: 3}},
	}
	view.Write(os.Stdout, "json", r)
	// Output:
	// {"schema":1,"verdict":"nothing found","items":2,"take":2,"deals":3,"alpha":0.000001,"log10_e":0,"best_log10_e":0,"evidence":[{"deals":3,"log10_e":0}],"broken_deals":0,"findings":[],"found":0,"rate":0.01,"repeated":0,"remembered":0,"positions":[[1,2],[2,1]]}
}

func ExampleFormats() {
	fmt.Println(view.Formats())
	// Output: [html json]
}

func ExamplePage_Write() {
	p := &view.Page{Title: "./shuffle.py", Ended: "there are no more deals", Report: &audit.Report{
		Verdict: audit.NothingFound, Game: audit.Game{Items: 2, Take: 2}, Deals: 3, Alpha: 1e-6}}
	var page strings.Builder
	if err := p.Write(&page, "html"); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(page.String(), "<h1>./shuffle.py</h1>"))
	// Output: true
}
