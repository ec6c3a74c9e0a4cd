//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/order"
)

// aRound makes a round of a source of lines, and of outputs of which each has an old
// file; without any, the source is the output.
func aRound(t *testing.T, input string, outs int) *round {
	t.Helper()
	dir := t.TempDir()
	r := &round{
		dir: dir, outDir: filepath.Join(dir, "out"), tmpDir: filepath.Join(dir, "tmp"), mode: 0o640, listed: true, memory: 1 << 30,
		kind: "lines", job: job{seed: order.SeedFromText("judge"), count: -1}, sources: []source{{}}, fault: named(t, "none"),
	}
	for _, name := range []string{"in", "want"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(r.in(0), []byte(input), 0o666); err != nil {
		t.Fatal(err)
	}
	if outs == 0 {
		r.outs = []out{{name: r.work(0), input: true}}
	}
	for i := range outs {
		r.outs = append(r.outs, out{name: filepath.Join(r.outDir, string(rune('a'+i))), part: i, old: []byte("old\n")})
	}
	if outs > 1 {
		r.job.shards = outs
	}
	err := r.job.do([][]byte{[]byte(input)}, func(part, track int) (io.WriteCloser, error) { return newFile(r.want(part, track)) })
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// begin makes everything as it is before the command starts, and standard output.
func (r *round) begin(t *testing.T) {
	t.Helper()
	if err := r.reset(); err != nil {
		t.Fatal(err)
	}
	put(t, r, r.stdout(), "")
}

// named returns a fault.
func named(t *testing.T, name string) *fault {
	t.Helper()
	i := slices.IndexFunc(faults, func(f fault) bool { return f.name == name })
	if i < 0 {
		t.Fatalf("there is no fault %q", name)
	}
	return &faults[i]
}

// put writes to a file what it is given, or what the twin makes of that part.
func put(t *testing.T, r *round, name string, text any) {
	t.Helper()
	b, isText := text.([]byte)
	if part, ok := text.(int); ok {
		var err error
		if b, err = os.ReadFile(r.want(part, 0)); err != nil {
			t.Fatal(err)
		}
	} else if !isText {
		b = []byte(text.(string))
	}
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// check compares what is wrong with what is to be said of it, or nothing.
func check(t *testing.T, wrong []string, says string) {
	t.Helper()
	if says == "" && len(wrong) > 0 || !strings.Contains(strings.Join(wrong, "\n"), says) {
		t.Errorf("wrong is %q, not %q", wrong, says)
	}
}

const (
	input      = "abcde\nfghij\nklmno\npqrst\nuvwxy\n"
	terminated = -int(syscall.SIGTERM)
	failure    = "yates: writing x: no\n"
)

// What is wrong with outputs is seen, and no more.
func TestJudgeOutputs(t *testing.T) {
	for name, test := range map[string]struct {
		fault     string
		res       result
		overwrite bool
		bad       bool // input
		act       func(t *testing.T, r *round, a, b string)
		says      string
		linux     bool // only there
	}{
		"all new": {},
		"all old": {fault: "SIGTERM", res: result{status: 143}, act: func(t *testing.T, r *round, a, b string) {
			put(t, r, a, "old\n")
			put(t, r, b, "old\n")
		}},
		"new and old": {fault: "SIGTERM", res: result{status: terminated}, says: "1 outputs are new and 1 old", act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, a, "old\n")
		}},
		"new and old after a kill": {fault: "SIGKILL", res: result{status: killed}, act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, a, "old\n")
		}},
		"a mixture after a kill": {fault: "SIGKILL", res: result{status: killed}, says: "a is neither", act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, a, "new")
		}},
		"new after an error": {fault: "file size limit", res: result{status: 1, stderr: failure}, says: "a is not what it was"},
		"gone":               {says: "a is gone", act: func(_ *testing.T, _ *round, a, _ string) { os.Remove(a) }},
		"mode":               {says: "a has mode 604", act: func(_ *testing.T, _ *round, a, _ string) { os.Chmod(a, 0o604) }, linux: true},
		"attributes and list": {says: "owner 0:0, not mode", linux: true, act: func(t *testing.T, r *round, a, _ string) {
			if os.Getuid() != 0 {
				t.Skip("the owner is root only for root")
			}
			os.Remove(a)
			put(t, r, a, 0)
			os.Chmod(a, 0o644) // what the list makes of 0640
		}},
		"shown": {res: result{shown: "x"}, says: "x can be read by more people"},
		"a whole file left by a kill": {fault: "SIGKILL", res: result{status: killed}, act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, filepath.Join(filepath.Dir(a), ".yates-1"), 1)
			put(t, r, filepath.Join(filepath.Dir(a), ".yates-2"), "old\n")
		}},
		"half a file left by a kill": {fault: "SIGKILL", res: result{status: killed}, says: "is left, and is no whole file", linux: true, act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, filepath.Join(filepath.Dir(a), ".yates-1"), "abcde\n")
		}},
		"a whole file left by an end": {says: ".yates-1 is left", act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, filepath.Join(filepath.Dir(a), ".yates-1"), 1)
		}},
		"overwritten":            {overwrite: true},
		"replaced":               {overwrite: true, says: "a is another file", act: replace},
		"replaced, as it may be": {act: replace},
		"a mixture overwritten": {overwrite: true, fault: "SIGTERM", res: result{status: 143, stderr: "yates: a is partly overwritten: so\n"}, act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, a, "ol")
		}},
		"a mixture overwritten, not said": {overwrite: true, fault: "SIGTERM", res: result{status: 143}, says: "a has been lost", act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, a, "ol")
		}},
		"a mixture overwritten, and success": {overwrite: true, says: "a is not what the twin makes", act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, a, "ol")
		}},
		"a mixture without": {fault: "SIGTERM", res: result{status: 143}, says: "a is not what it was", act: func(t *testing.T, r *round, a, _ string) {
			put(t, r, a, "ol")
		}},
		"overwritten in vain": {overwrite: true, bad: true, res: result{status: 1, stderr: failure}, says: "a is not what it was"},
		"memory":              {res: result{peak: 1<<30 + 64<<20 + 1}, says: "1088 MiB of memory, more than 1088"},
		"enough memory":       {res: result{peak: 1<<30 + 64<<20}},
		"SIGQUIT that nobody hears": {fault: "SIGQUIT", res: result{status: 2, stderr: "SIGQUIT: quit\nruntime.doInit1()\nyates/records.init()"},
			act: func(t *testing.T, r *round, a, b string) {
				put(t, r, a, "old\n")
				put(t, r, b, "old\n")
			}},
		"too little space to begin": {fault: "address space", bad: true, res: result{status: 2, stderr: "fatal error: out of memory\ngoroutine 1\nruntime.doInit1()"},
			act: func(t *testing.T, r *round, a, b string) {
				put(t, r, a, "old\n")
				put(t, r, b, "old\n")
			}},
		"too little space, later": {fault: "address space", bad: true, res: result{status: 2, stderr: "fatal error: out of memory\ngoroutine 1\nmain.main()"}, says: "it ends with 2"},
		"SIGQUIT, and a trace":    {fault: "SIGQUIT", res: result{status: 2, stderr: "SIGQUIT: quit\ngoroutine 1\nyates/records.Collect()"}, says: "it crashes"},
		"too few files":           {fault: "5 descriptors", says: "it ends with 0"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.linux && runtime.GOOS != "linux" {
				t.Skip("only on Linux")
			}
			r := aRound(t, input, 2)
			r.overwrite = test.overwrite
			r.begin(t)
			if test.bad {
				r.wantErr = errBad
			}
			for i, o := range r.outs {
				put(t, r, o.name, i)
			}
			if test.act != nil {
				test.act(t, r, r.outs[0].name, r.outs[1].name)
			}
			f := named(t, "none")
			if test.fault != "" {
				f = named(t, test.fault)
			}
			resetPeak()
			test.res.stderr = strings.ReplaceAll(test.res.stderr, "yates: a ", "yates: "+r.outs[0].name+" ")
			wrong, _ := r.judge(test.res, f)
			check(t, wrong, test.says)
		})
	}
}

// replace puts another file, which is alike, in the place of one.
func replace(t *testing.T, r *round, a, _ string) {
	put(t, r, a+"2", 0)
	os.Chmod(a+"2", r.mode)
	if err := setAttributes(a+"2", r.listed); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(a+"2", a); err != nil {
		t.Fatal(err)
	}
}

// Of what is done to an input nothing is lost, and what comes out is made of what it
// was or became.
func TestJudgeChanges(t *testing.T) {
	grown := edit{at: -1, text: []byte("12\n34\n")}
	small := edit{at: 1, text: []byte("BCDE\nFGHIJ")}
	for name, test := range map[string]struct {
		fault  string
		edit   edit
		status int
		missed bool   // what replaced the input was changed
		ago    int    // seconds before the input was replaced
		got    string // is in the place of the output
		made   bool   // rather what the twin makes of it
		apart  bool   // the output is another file than the input
		after  string // what the input is then, if not what it was changed to
		says   string
	}{
		"kept":                         {fault: "input grown", edit: grown, status: 1, got: input + "12\n34\n"},
		"cut, and kept":                {fault: "input cut", edit: edit{cut: true, at: 9}, status: 1, got: input[:9]},
		"thrown away":                  {fault: "input grown", edit: grown, status: 1, got: input, says: "is not the input that was changed"},
		"made of it":                   {fault: "input grown", edit: grown, ago: 1, got: input + "12\n34\n", made: true},
		"lost":                         {fault: "input grown", edit: grown, ago: 1, got: input, made: true, says: "has lost a change"},
		"lost in the moment":           {fault: "input grown", edit: grown, got: input, made: true},
		"replaced and failed":          {fault: "input grown", edit: grown, status: 1, missed: true, got: input, made: true, says: "is not the input that was changed"},
		"replaced before":              {fault: "input grown", edit: grown, missed: true, got: "changed"},
		"replaced before, and lost":    {fault: "input grown", edit: grown, missed: true, got: input, made: true, says: "is not what the twin makes, changed"},
		"apart, old":                   {fault: "input grown", edit: grown, apart: true, got: input, made: true},
		"apart, between":               {fault: "input grown", edit: grown, apart: true, got: input + "12\n", made: true},
		"apart, less than it was":      {fault: "input grown", edit: grown, apart: true, got: input[:12], made: true, says: "is nothing that the input ever was"},
		"apart, cut":                   {fault: "input cut", edit: edit{cut: true, at: 9}, apart: true, got: input[:9], made: true},
		"apart, cut less":              {fault: "input cut", edit: edit{cut: true, at: 9}, apart: true, got: input[:12], made: true, says: "is nothing that the input ever was"},
		"apart, overwritten":           {fault: "input overwritten", edit: small, apart: true, got: "aBCDE\nFGHIJ\nklmno\npqrst\nuvwxy\n", made: true},
		"apart, overwritten in part":   {fault: "input overwritten", edit: small, apart: true, got: "aBCDE\nfghij\nklmno\npqrst\nuvwxy\n", made: true, says: "is nothing that the input ever was"},
		"apart, and the input is lost": {fault: "input grown", edit: grown, apart: true, got: input, made: true, after: input, says: "the input is not what it was changed to"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.says == "has lost a change" && runtime.GOOS != "linux" {
				t.Skip("only Linux tells when a file got its name")
			}
			outs := 0
			if test.apart {
				outs = 1
			}
			r := aRound(t, input, outs)
			r.fault = named(t, test.fault)
			r.begin(t)
			r.changed = &change{edit: test.edit, hit: !test.missed, ends: time.Now().Add(-time.Duration(test.ago) * time.Second)}
			if test.apart {
				put(t, r, r.work(0), test.edit.of([]byte(input)))
			}
			if test.after != "" {
				put(t, r, r.work(0), test.after)
			}
			got := []byte(test.got)
			if test.made {
				got, _ = r.made(got)
			} else if test.got == "changed" {
				made, _ := r.made([]byte(input))
				got = test.edit.of(made)
			}
			put(t, r, r.outs[0].name, got)
			res := result{status: test.status}
			if test.status == 1 {
				res.stderr = failure
			}
			wrong, _ := r.judge(res, r.fault)
			check(t, wrong, test.says)
		})
	}
}

// An input that is not changed in time must come out.
func TestJudgeNoChange(t *testing.T) {
	r := aRound(t, input, 1)
	r.fault = named(t, "input cut")
	r.begin(t)
	wrong, _ := r.judge(result{status: 1, stderr: failure}, r.fault)
	check(t, wrong, "it ends with 1, the twin with 0")
}

// What is compressed and changed is refused, or was read before.
func TestMadeOfCompressed(t *testing.T) {
	r := aRound(t, input, 1)
	packed, err := pack(".gz", []byte(input))
	if err != nil {
		t.Fatal(err)
	}
	put(t, r, r.in(0), packed)
	r.sources[0].packed = ".gz"
	want, _ := os.ReadFile(r.want(0, 0))
	for i, test := range []struct {
		input []byte
		want  []byte
		ok    bool
	}{{packed, want, true}, {packed[:9], nil, false}, {nil, nil, true}} {
		if got, ok := r.made(test.input); ok != test.ok || !bytes.Equal(got, test.want) {
			t.Errorf("input %d: %q, %t", i, got, ok)
		}
	}
}

// An edit does to a file what it does to a text.
func TestEdit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	for _, test := range []struct {
		edit edit
		want string
	}{
		{edit{cut: true, at: 2}, "ab"}, {edit{cut: true, at: 5}, "abc\x00\x00"}, {edit{cut: true}, ""}, {edit{at: -1, text: []byte("x")}, "abcx"},
		{edit{at: 1, text: []byte("x")}, "axc"}, {edit{at: 4, text: []byte("x")}, "abc\x00x"}, {edit{at: 9}, "abc"},
	} {
		if err := os.WriteFile(name, []byte("abc"), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := test.edit.to(f); err != nil {
			t.Error(err)
		}
		f.Close()
		got, _ := os.ReadFile(name)
		if of := test.edit.of([]byte("abc")); string(of) != test.want && len(test.edit.text) > 0 || string(got) != test.want {
			t.Errorf("%+v makes %q of a text and %q of a file, not %q", test.edit, of, got, test.want)
		}
	}
}

// Who may read a file is what its mode and its list say.
func TestReaders(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only on Linux")
	}
	name := filepath.Join(t.TempDir(), "f")
	for _, test := range []struct {
		mode   os.FileMode
		listed bool
		masked bool // the list counts for nothing
		who    int
	}{
		{0o600, false, false, 0}, {0o640, false, false, 1}, {0o604, false, false, 2}, {0o664, false, false, 3},
		{0o600, true, false, 4}, {0o640, true, false, 5}, {0o604, true, false, 6}, {0o664, true, true, 2},
	} {
		os.Remove(name)
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		os.Chmod(name, test.mode)
		if err := setAttributes(name, test.listed); err != nil {
			t.Fatal(err)
		}
		if test.masked {
			os.Chmod(name, test.mode&^0o070)
		}
		if test.listed && !strings.Contains(attributes(name), accessListName) {
			t.Skip("this file system has no access control lists")
		}
		if who, err := readers(name); who != test.who || err != nil {
			t.Errorf("mode %o, list %t: %d, %v", test.mode, test.listed, who, err)
		}
	}
}

const accessListName = "system.posix_acl_access"

// Where a stream is closed, the command fails if it needs it.
func TestMust(t *testing.T) {
	for i, test := range []struct {
		must func(*round) []int
		set  func(r *round)
		want []int
	}{
		{withoutStdin, func(*round) {}, nil},
		{withoutStdin, func(r *round) { r.sources[0].how = byPipe }, []int{1}},
		{withoutStdin, func(r *round) { r.sources[0].how, r.job.count = byRedirection, 0 }, []int{0, 1}},
		{withoutStdin, func(r *round) { r.sources = nil }, []int{1}},
		{withoutStdin, func(r *round) { r.sources, r.kind = nil, "words" }, nil},
		{withoutStdout, func(*round) {}, nil},
		{withoutStdout, func(r *round) { r.outs = nil }, []int{1}},
		{withoutStdout, func(r *round) { r.outs = nil; os.Truncate(r.want(0, 0), 0) }, nil},
	} {
		r := aRound(t, input, 1)
		test.set(r)
		if got := test.must(r); !slices.Equal(got, test.want) {
			t.Errorf("%d: %v, not %v", i, got, test.want)
		}
	}
}

// Beside an output there may be a pipe that is an input, which nobody else opens.
func TestWatchNames(t *testing.T) {
	r := aRound(t, input, 0)
	r.begin(t)
	if err := syscall.Mkfifo(r.work(0)+"-pipe", 0o666); err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{"", ".yates-1", "0"} {
		if shown != "" {
			name := filepath.Join(r.dir, "work", shown)
			put(t, r, name, "")
			if err := os.Chmod(name, 0o604); err != nil {
				t.Fatal(err)
			}
		}
		ended := make(chan struct{})
		close(ended)
		if got := r.watchNames(ended); got != shown && runtime.GOOS == "linux" {
			t.Errorf("%q is shown, not %q", got, shown)
		}
		os.Remove(filepath.Join(r.dir, "work", ".yates-1"))
	}
}
