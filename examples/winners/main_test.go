package main

import (
	"testing"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
)

// Put your own shuffle in place of ours.
func TestShuffle(t *testing.T) {
	audit.Test(t, 20, func(deal []int) { yates.Shuffle(deal, nil) })
}
