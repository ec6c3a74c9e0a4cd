package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/yates-shuffle/yates/internal/script"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// TestMain makes this binary the command on the PATH of the tests.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"yates-cluster": main})
}

func TestScripts(t *testing.T) {
	recipes, err := filepath.Abs("../../../examples/cluster")
	if err != nil {
		t.Fatal(err)
	}
	script.Run(t, testscript.Params{
		Setup: func(env *testscript.Env) error { env.Setenv("RECIPES", recipes); return nil },
		Cmds:  map[string]func(*testscript.TestScript, bool, []string){"yates": yates, "join": join},
	})
}

// yates is the script command "yates SEED OUTPUT FILE...": what the command yates writes
// for that seed.
func yates(ts *testscript.TestScript, neg bool, args []string) {
	var sources []records.Source
	for _, name := range args[2:] {
		sources = append(sources, records.File(ts.MkAbs(name)))
	}
	var out bytes.Buffer
	ts.Check(records.Shuffle(context.Background(), &out, records.Options{Seed: new(order.SeedFromText(args[0]))}, sources...))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out.Bytes(), 0o666))
}

// join is the script command "join OUTPUT FILE...": the contents of the files, which are
// decompressed, end to end.
func join(ts *testscript.TestScript, neg bool, args []string) {
	var all []byte
	for _, name := range args[1:] {
		all = append(all, unpacked(ts, ts.MkAbs(name))...)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), all, 0o666))
}

func unpacked(ts *testscript.TestScript, name string) []byte {
	b, err := os.ReadFile(name)
	ts.Check(err)
	b, err = unpack(name, b)
	ts.Check(err)
	return b
}
