package audit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
)

func ExampleNew() {
	// A loop that ends one step too early.
	shuffle := func(deal []int, r *rand.Rand) {
		for i := len(deal) - 1; i > 1; i-- {
			j := r.IntN(i + 1) //biasedshuffle:ok off-by-one to be found
			deal[i], deal[j] = deal[j], deal[i]
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	a := audit.New(10, audit.Options{})
	deal := make([]int, 10)
	for !a.Done() && a.Now().Deals < 10000 {
		for i := range deal {
			deal[i] = i
		}
		shuffle(deal, r)
		if err := a.Observe(deal); err != nil {
			fmt.Println(err)
			return
		}
	}
	report := a.Report()
	fmt.Println(report.Verdict, "after", report.AlarmAt, "deals")
	fmt.Println(report.Findings[0].Text)
	// Output:
	// biased after 26 deals
	// like the known mistake skip-last: the last step is left out: half of all orders never come
}

func ExampleAuditor_Conclude() {
	a := audit.New(26, audit.Options{})
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		a.Observe(yates.Perm(26, r))
	}
	for _, p := range a.Conclude().Power {
		switch p.Suspect {
		case "sattolo", "seed-16", "seed-32":
			fmt.Printf("%s: %t, needs %d deals\n", p.Suspect, p.Found, p.Needed)
		}
	}
	// Output:
	// sattolo: true, needs 6 deals
	// seed-16: true, needs 628 deals
	// seed-32: false, needs 160417 deals
}

func ExampleTest() {
	r := rand.New(rand.NewPCG(1, 2))
	var t tb // in a test, the *testing.T
	audit.Test(&t, 52, func(deal []int) { yates.Shuffle(deal, r) })
	verdict, _, _ := strings.Cut(t.log, ".")
	fmt.Println(verdict)
	// Output:
	// In 20,164 deals of 52 items, nothing was found that speaks against a fair shuffle
}
