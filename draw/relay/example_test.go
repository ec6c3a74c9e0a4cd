package relay_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/draw/relay"
)

func ExampleFetch() {
	client := &http.Client{Timeout: 5 * time.Second}
	chain := draw.Quicknet()
	beacon, err := relay.Fetch(context.Background(), client, chain, 1000, chain.Relays(1000)...)
	if notYet, ok := errors.AsType[*relay.NotYetError](err); ok {
		fmt.Println("come back later:", notYet)
		return
	}
	fmt.Println(beacon, err)
}
