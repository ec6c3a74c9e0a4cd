package main

import (
	"bytes"
	"os"
	"testing"
)

func TestNames(t *testing.T) {
	got, err := os.ReadFile("../names.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, names(12_000)) {
		t.Error("examples/names.txt is not what its generator prints: run go run ./examples/gen > examples/names.txt")
	}
}
