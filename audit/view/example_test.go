package view_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/exact"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/audit/view"
)

func ExampleHeat() {
	suspect, _ := suspects.Find("naive")
	m := view.Exact("The naive shuffle", exact.Positions(6, suspect.Steps(6)))
	view.Heat(os.Stdout, m, view.Terminal{Columns: 72})
	// Output:
	// The naive shuffle: exact probabilities for 6 items
	// down: item, across: place
	//    1 2 3 4 5 6
	//  1 . . . . . .
	//  2 # . . . . .
	//  3 . + - . . .
	//  4 . . + - . .
	//  5 - . . + . .
	//  6 = - . . # .
	// .  as fair
	// -  less often: 0.9 or less   +  more often: 1.11 or more
	// =  much less: 0.811 or less  #  much more: 1.23 or more
	// times as often as fair
	// Furthest above fair: item 2 at place 1, 1.24 times as often as fair.
	// Furthest below: item 6 at place 1, 0.804 times as often as fair.
}

func ExampleWrite() {
	r := &audit.Report{ // usually from an Auditor
		Verdict: audit.NothingFound, Game: audit.Game{Items: 2, Take: 2}, Deals: 3, Alpha: 1e-6,
		Diagnosis: audit.Diagnosis{Findings: []audit.Finding{}, Rate: 0.01}, Positions: [][]int64{{1, 2}, {2, 1}},
		Odds: audit.Odds{Evidence: []audit.Point{{Deals: 3}}},
	}
	view.Write(os.Stdout, "json", r)
	// Output:
	// {"schema":1,"verdict":"nothing found","items":2,"take":2,"deals":3,"alpha":0.000001,"log10_e":0,"best_log10_e":0,"evidence":[{"deals":3,"log10_e":0}],"broken_deals":0,"findings":[],"found":0,"rate":0.01,"repeated":0,"remembered":0,"positions":[[1,2],[2,1]]}
}

func ExampleFormats() {
	fmt.Println(view.Formats())
	// Output: [html json svg]
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

func ExampleObserved() {
	r := &audit.Report{Game: audit.Game{Items: 2, Take: 2}, Deals: 3, Positions: [][]int64{{1, 2}, {2, 1}}}
	fmt.Println(view.Observed(r).Title)
	// Output: Where each item came to
}

func ExampleExact() {
	m := view.Exact("Seven riffles", exact.RifflePositions(52, 7))
	fmt.Println(m.Title)
	// Output: Seven riffles
}

func ExampleMatrix_WriteSVG() {
	var picture strings.Builder
	if err := view.Exact("Seven riffles", exact.RifflePositions(10, 7)).WriteSVG(&picture); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(picture.String(), "Seven riffles"))
	// Output: true
}
