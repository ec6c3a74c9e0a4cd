package script

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// A judge notes the failures of scripts.
type judge struct {
	log    strings.Builder
	failed bool
}

func (j *judge) Skip(args ...any)                           { j.FailNow() }
func (j *judge) Fatal(args ...any)                          { j.Log(args...); j.FailNow() }
func (j *judge) Parallel()                                  {}
func (j *judge) Log(args ...any)                            { fmt.Fprintln(&j.log, args...) }
func (j *judge) FailNow()                                   { j.failed = true; runtime.Goexit() }
func (j *judge) Run(name string, script func(testscript.T)) { script(j) }
func (j *judge) Verbose() bool                              { return false }

// TestJudgement: scripts succeed if what they say is so, and fail if it is not.
func TestJudgement(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	for script, says := range map[string]string{
		"exits 0 sh -c 'exit 0'": "",
		"exits 3 sh -c 'exit 3'": "",
		"exits 3 sh -c 'exit 4'": "exit status 4, not 3",
		"exits 0 sh -c 'exit 1'": "exit status 1, not 0",
		"exits 1 sh -c 'exit 0'": "exit status 0, not 1",
		"exits 1 nowhere":        "nowhere",
		"exits 1":                "usage",
		"! exits 1 sh":           "usage",
		"seqfile 10 a 2\ngrep '^01$' a\ngrep '^10$' a\nseqfile 3 b\ncmp b want\n-- want --\n1\n2\n3": "",
		"seqfile 10": "usage",
		"sh -c true": "unknown command",
		"own fine":   "",
		"own amiss":  "own amiss",
		"exits 0 sh -c 'test $GORACE$SET = atexit_sleep_ms=01'": "",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x.txtar"), []byte(script+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		j := new(judge)
		done := make(chan bool)
		go func() {
			defer close(done)
			testscript.RunT(j, shared(testscript.Params{
				Dir: dir,
				Cmds: map[string]func(*testscript.TestScript, bool, []string){"own": func(ts *testscript.TestScript,
					_ bool, args []string) {
					if args[0] != "fine" {
						ts.Fatalf("own %s", args[0])
					}
				}},
				Setup: func(env *testscript.Env) error { env.Setenv("SET", "1"); return nil },
			}))
		}()
		<-done
		if log := j.log.String(); j.failed != (says != "") || !strings.Contains(log, says) {
			t.Errorf("%s\nfailed: %t, log: %s, want %q in it", script, j.failed, log, says)
		}
	}
}
