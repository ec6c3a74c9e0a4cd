package audit_test

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/yates-shuffle/yates/audit"
)

func ExampleNewOrder() {
	r := rand.New(rand.NewPCG(1, 2))
	var held []int // by a shuffle buffer of 100 records
	o := audit.NewOrder(10_000, audit.OrderOptions{})
	for record := range 10_000 {
		if held = append(held, record); len(held) < 100 {
			continue
		}
		i := r.IntN(len(held))
		if o.Observe(held[i]); o.Done() {
			break
		}
		held[i], held = held[len(held)-1], held[:len(held)-1]
	}
	fmt.Println(o.Report().Verdict, "after", o.Report().AlarmAt)
	// Output: biased after 6
}

func ExampleOrder() {
	o := audit.NewOrder(1000, audit.OrderOptions{})
	r := rand.New(rand.NewPCG(1, 2))
	for shard := range 20 { // of 50 records, which were read one after the other
		for _, x := range r.Perm(50) {
			o.Observe(50*shard + x)
		}
	}
	o.End()
	fmt.Println(o.Report().Ordered.Like[0].Text)
	// Output: no item is more than 49 of 1,000 places from where it was, as where blocks of about 52 (50 to 54) are shuffled one after the other
}

func ExampleOrder_Observe() {
	o := audit.NewOrder(1000, audit.OrderOptions{})
	o.Observe(3)
	fmt.Println(o.Observe(3))
	// Output: audit: 4 comes twice
}

func ExampleOrder_ObserveAll() {
	o := audit.NewOrder(4, audit.OrderOptions{})
	o.ObserveAll([]int{2, 0, 2})
	fmt.Println(o.Report().Verdict)
	// Output: broken
}

func ExampleOrder_End() {
	o := audit.NewOrder(3, audit.OrderOptions{})
	o.Observe(2)
	o.Observe(0)
	var broken *audit.BrokenError
	fmt.Println(errors.As(o.End(), &broken), broken.Reason)
	// Output: true 1 item did not come
}

func ExampleOrder_Done() {
	o := audit.NewOrder(1000, audit.OrderOptions{})
	for x := 0; !o.Done(); x++ {
		o.Observe(x) // nothing is shuffled
	}
	fmt.Println(o.Report().Cause())
	// Output: nothing moved: the items come as they were
}

func ExampleOrder_Now() {
	o := audit.NewOrder(1000, audit.OrderOptions{})
	for _, x := range rand.New(rand.NewPCG(1, 2)).Perm(1000) {
		o.Observe(x)
	}
	fmt.Println(o.Now().Deals, o.Now().Log10E < 1)
	// Output: 1000 true
}

func ExampleOrder_Report() {
	o := audit.NewOrder(4, audit.OrderOptions{})
	for _, x := range []int{2, 0, 2, 3} {
		o.Observe(x)
	}
	o.End()
	fmt.Println(o.Report().Details())
	// Output: In 3 of an order of 4 items, items are missing or too many. DOUBLED: 1 time an item came again: 3; LOST: 1 item did not come: 2.
}

func ExampleOrder_Conclude() {
	o := audit.NewOrder(10, audit.OrderOptions{})
	for _, x := range rand.New(rand.NewPCG(1, 2)).Perm(10) {
		o.Observe(x)
	}
	fmt.Println(o.Conclude().Verdict)
	// Output: too few deals
}

func ExampleOrdered_Broken() {
	o := audit.NewOrder(4, audit.OrderOptions{})
	for _, x := range []int{2, 0, 1, 2, 3, 2} {
		o.Observe(x)
	}
	fmt.Println(o.Report().Ordered.Broken())
	// Output: [DOUBLED: 2 times an item came again: 3 (2 times)]
}

func ExampleReport_Cause_order() {
	o := audit.NewOrder(1000, audit.OrderOptions{Again: true})
	epoch := rand.New(rand.NewPCG(1, 2)).Perm(1000)
	for range 2 { // with one seed
		for _, x := range epoch {
			o.Observe(x)
		}
		o.End()
	}
	fmt.Println(o.Report().Cause())
	// Output: epoch 2 is epoch 1
}

func ExampleForeseen_Says() {
	f := audit.Foreseen{Buffer: 0.95, Shards: 20_000}
	fmt.Println(f.Says())
	// Output: shuffle buffers of up to 95% of the items, shards of 2 to 20,000 items in random order
}
