package audit_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
)

// cycled returns an audit of deals in which no item stays, of so many items.
func cycled(items, deals int) *audit.Auditor {
	a := audit.New(items, audit.Options{})
	r := rand.New(rand.NewPCG(1, 2))
	for range deals {
		deal := make([]int, items)
		for i := range deal {
			deal[i] = i
		}
		yates.Cycle(deal, r)
		a.Observe(deal)
	}
	return a
}

// shuffled returns an audit of fair deals.
func shuffled(items, deals int) *audit.Auditor {
	a := audit.New(items, audit.Options{})
	r := rand.New(rand.NewPCG(1, 2))
	for range deals {
		a.Observe(yates.Perm(items, r))
	}
	return a
}

func ExampleAuditor_Observe() {
	a := audit.New(4, audit.Options{})
	fmt.Println(a.Observe([]int{2, 0, 3, 1}))
	fmt.Println(a.Observe([]int{2, 0, 3}))
	// Output:
	// <nil>
	// audit: deal 2 is broken: it has 3 items, not 4
}

func ExampleAuditor_Done() {
	a := audit.New(10, audit.Options{})
	r := rand.New(rand.NewPCG(1, 2))
	for !a.Done() {
		deal := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
		yates.Cycle(deal, r)
		a.Observe(deal)
	}
	fmt.Println(a.Report().Causes, "after", a.Now().Deals, "deals")
	// Output: [sattolo] after 64 deals
}

func ExampleAuditor_Now() {
	fmt.Printf("%.1f", cycled(10, 20).Now().Log10E)
	// Output: 18.2
}

func ExampleAuditor_Report() {
	fmt.Println(shuffled(10, 500).Report().Verdict)
	// Output: nothing found
}

func ExampleAuditor_Plan() {
	p := audit.New(52, audit.Options{Take: 5}).Plan("naive")
	fmt.Println(p.Items, p.Take, p.Alpha, p.Targets, p.Bets[0].Text)
	// Output: 52 5 1e-06 [naive] like the known mistake naive: each place is swapped with any of the n places
}

func ExampleBrokenError_Error() {
	err := audit.New(3, audit.Options{}).Observe([]int{2, 0, 7})
	fmt.Println(err)
	// Output: audit: deal 1 is broken: place 3 has the number 7, but those of the 3 items are 0 to 2
}

func ExampleEffect_String() {
	for _, b := range shuffled(10, 2000).Conclude().Bets {
		if b.Kind == audit.KindItem && b.From == audit.FromDeal {
			fmt.Println(b.Effect.What, b.Effect)
		}
	}
	// Output: item 1 has favourite places 1.87 times
}

func ExamplePower_Takes() {
	fmt.Println(audit.Power{Suspect: "naive", Needed: 53}.Takes())
	// Output: 53 deals
}

func ExampleVerdict_Alarm() {
	fmt.Println(audit.Biased.Alarm(), audit.TooFew.Alarm())
	// Output: true false
}

func ExampleRemedy() {
	fmt.Println(audit.Remedy("sattolo"))
	// Output: Let an item stay in its place: swap place k with a place from 1 to k, k included, not from 1 to k-1.
}

func ExampleGenerators() {
	fmt.Println(audit.Generators()[0])
	// Output: glibc's rand() % k
}

func ExampleReport_Details() {
	fmt.Println(cycled(10, 40).Report().Details())
	// Output: In 40 deals of 10 items, the odds against a fair shuffle reached 10^38 to 1.
}

func ExampleReport_String() {
	fmt.Println(shuffled(6, 12).Report())
	// Output:
	// In 12 deals of 6 items, nothing was found that speaks against a fair shuffle. The odds against one are 0.7 to 1; the alarm is at 1,000,000 to 1.
}

func ExampleReport_Seen() {
	fmt.Println(shuffled(6, 12).Report().Seen())
	// Output: 12 deals of 6 items
}

func ExampleReport_Cause() {
	fmt.Println(cycled(10, 80).Report().Cause())
	// Output: sattolo (each place is swapped with another one, never with itself), at least 1,000 times as likely as any other known mistake
}

func ExampleReport_MoreTell() {
	fmt.Println(cycled(6, 12).Report().MoreTell(), cycled(10, 80).Report().MoreTell())
	// Output: true false
}

func ExampleReport_Clearest() {
	clearest, more := cycled(10, 200).Report().Clearest(2)
	for _, f := range clearest {
		fmt.Println(f.Text)
	}
	fmt.Println("and", more, "more")
	// Output:
	// like the known mistake sattolo: each place is swapped with another one, never with itself
	// there are too few chains of items in each other's places: 1 on average (fair: 2.929), in the long run 0.6589 to 1.341
	// and 28 more
}

func ExampleReport_Missing() {
	r := shuffled(6, 60).Conclude("sattolo", "naive")
	fmt.Println(r.Verdict, r.Missing())
	// Output: too few deals [naive]
}

func ExampleReport_Needed() {
	fmt.Println(shuffled(6, 60).Conclude("naive").Needed())
	// Output: 1186
}
