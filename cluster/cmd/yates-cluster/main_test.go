package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/internal/script"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// TestMain makes this binary the command on the PATH of the tests.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"yates-cluster": main})
}

func TestScripts(t *testing.T) {
	script.Run(t, testscript.Params{
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"yates": yates, "join": join},
	})
}

// TestExplain: an input that changed under "shuffle", which has no folder, is not said to be
// mended by cleaning one.
func TestExplain(t *testing.T) {
	changed := &job.ChangedError{}
	for _, c := range []struct {
		cmd    *cobra.Command
		cleans bool
	}{{newShuffleCommand(), false}, {newStepCommand("scatter"), true}} {
		if said := explain(c.cmd, changed).Error(); strings.Contains(said, "folder") != c.cleans || !strings.Contains(said, "start") {
			t.Errorf("%s: %s", c.cmd.Name(), said)
		}
	}
}

// yates is the script command "yates SEED OUTPUT FILE...": what the command yates writes
// for that seed.
func yates(ts *testscript.TestScript, neg bool, args []string) {
	var sources []records.Source
	for _, name := range args[2:] {
		sources = append(sources, records.Decompressed(records.File(ts.MkAbs(name))))
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
