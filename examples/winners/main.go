// Winners draws three winners: others in each run, and those of a seed.
package main

import (
	"fmt"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/order"
)

func main() {
	entries := []string{"Ann", "Bob", "Cleo", "Dan", "Eve"}

	winners := yates.Sample(entries, 3, nil)
	fmt.Println(len(winners), "winners that nobody can predict")

	// The order of "yates shuffle --seed 'May 2026'".
	for _, i := range order.Of(order.SeedFromText("May 2026"), len(entries))[:3] {
		fmt.Println(entries[i])
	}
}
