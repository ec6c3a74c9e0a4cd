//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Lines that somebody appends to an input while it is shuffled in place are not lost,
// and so is a file that somebody puts in its place: it stays as it is then.
func TestAppendedWhileReplaced(t *testing.T) {
	for _, c := range []struct{ program, flags string }{
		{"yates", "shuffle"}, {"yates", "shuffle --csv"}, {"yates", "shuffle -r -n 5"},
		{"yates", "split a=0.5 -o b{}"},
	} {
		t.Run(c.flags, func(t *testing.T) { appended(t, c.program, c.flags, false) })
		t.Run(c.flags+", replaced", func(t *testing.T) { appended(t, c.program, c.flags, true) })
	}
}

func appended(t *testing.T, program, flags string, replaced bool) {
	dir := t.TempDir()
	name, fifo := filepath.Join(dir, "ba"), filepath.Join(dir, "fifo")
	if err := os.WriteFile(name, []byte("1\n2\n3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Skip(err)
	}
	args := strings.Fields(flags)
	if !strings.Contains(flags, "-o b{}") {
		args = append(args, "-o", "ba")
	}
	cmd := exec.CommandContext(t.Context(), program, append(args, "ba", "fifo")...)
	cmd.Dir = dir
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w, err := os.OpenFile(fifo, os.O_WRONLY, 0) // when the first file has been read
	if err != nil {
		t.Fatal(err)
	}
	if replaced {
		err = os.Rename(name, name+"2")
		if err == nil {
			err = os.WriteFile(name, []byte("1\n2\n3\n"), 0o666)
		}
		os.Remove(name + "2")
	}
	f, e := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil || e != nil {
		t.Fatal(err, e)
	}
	f.WriteString("4\n")
	f.Close()
	w.WriteString("5\n")
	w.Close()
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 1 ||
		!strings.Contains(said.String(), "writing ba: it was changed meanwhile, so it is left as it is") {
		t.Errorf("ends with %d, says %q", status, said.String())
	}
	if text, err := os.ReadFile(name); string(text) != "1\n2\n3\n4\n" {
		t.Errorf("it has %q, %v", text, err)
	}
	empty(t, dir, "ba", "fifo")
}

// asUser runs a program as a user with some groups, and returns its status and what it
// says.
func asUser(t *testing.T, dir string, user uint32, groups []uint32, program string, args ...string) (status int,
	said string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root may be somebody else")
	}
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	for d := filepath.Dir(path); d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		os.Chmod(d, 0o755)
	}
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user, Groups: groups}}
	b, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Skip(err)
	}
	return cmd.ProcessState.ExitCode(), string(b)
}

// What somebody else's file was, it stays; what cannot be kept is told, or an error
// before anything is read.
func TestSomebodyElsesFile(t *testing.T) {
	const copied = "; write to another name, and copy that into it\n"
	for _, c := range []struct {
		name          string
		dirMode       fs.FileMode
		group         int
		program       string
		args          string
		status        int
		says          string
		owner, group2 uint32 // afterwards
	}{
		{"group", 0o777, 2000, "yates", "shuffle -o f f", 0, "yates: f will be yours: only root can keep its owner\n",
			1002, 2000},
		{"group, GNU", 0o777, 2000, "shuf", "-o f f", 0, "", 1001, 2000},
		{"strange group", 0o777, 3000, "yates", "shuffle -o f f missing", 1,
			"yates: writing f: it cannot be replaced: its group cannot be kept: operation not permitted" + copied,
			1001, 3000},
		{"strange group, GNU", 0o777, 3000, "shuf", "-o f f", 0, "", 1001, 3000},
		{"read-only folder", 0o555, 2000, "yates", "shuffle -o f f missing", 1,
			"yates: writing f: it cannot be replaced: making a file in its folder: permission denied" + copied, 1001,
			2000},
		{"read-only folder, GNU", 0o555, 2000, "shuf", "-o f f", 0, "", 1001, 2000},
		{"sticky folder", fs.ModeSticky | 0o777, 2000, "yates", "shuffle -o f f missing", 1,
			"yates: writing f: it cannot be replaced: in its folder only the owner may replace it" + copied, 1001,
			2000},
		{"sticky folder, GNU", fs.ModeSticky | 0o777, 2000, "shuf", "-o f f", 0, "", 1001, 2000},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "f")
			var text []string // long enough to be mapped
			for i := range 50_000 {
				text = append(text, fmt.Sprintf("this is the line number %06d", i))
			}
			if err := os.WriteFile(file, []byte(strings.Join(text, "\n")+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			os.Chown(file, 1001, c.group)
			os.Chmod(file, 0o666)
			if err := os.Chmod(dir, c.dirMode); err != nil {
				t.Fatal(err)
			}
			status, said := asUser(t, dir, 1002, []uint32{2000}, c.program, strings.Fields(c.args)...)
			if status != c.status || said != c.says {
				t.Errorf("it ends with %d and says %q", status, said)
			}
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			s := info.Sys().(*syscall.Stat_t)
			if s.Uid != c.owner || s.Gid != c.group2 || info.Mode() != 0o666 {
				t.Errorf("it belongs to %d:%d, %v, %d bytes", s.Uid, s.Gid, info.Mode(), info.Size())
			}
			empty(t, dir, "f")
			got, err := os.ReadFile(file)
			lines := strings.Split(strings.TrimSuffix(string(got), "\n"), "\n")
			if slices.Sort(lines); err != nil || !slices.Equal(lines, text) {
				t.Errorf("it has other lines, %d, %v", len(lines), err)
			}
		})
	}
}

// A file that others may not read is never readable under another name, while it is
// replaced.
func TestPrivateOutput(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	if err := os.WriteFile(file, []byte(strings.Repeat("secret\n", 100_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c",
		"umask 0; for i in 1 2 3 4 5 6 7 8 9 10; do yates shuffle -o f f || exit 1; done")
	cmd.Dir = dir
	done := make(chan error, 1)
	go func() { done <- cmd.Run() }()
	for {
		select {
		case err := <-done:
			if info, e := os.Stat(file); err != nil || e != nil || info.Mode() != 0o600 {
				t.Error(err, e, info.Mode())
			}
			return
		default:
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if info, err := e.Info(); err == nil && info.Mode().Perm() != 0o600 {
				t.Fatalf("%s has %v", e.Name(), info.Mode())
			}
		}
	}
}

// A signal, and those that follow it at once, leave all files of a set old or all new, and nothing
// beside them. SIGKILL leaves each file old or new, and beside them nothing but hidden names of such files.
func TestManySignals(t *testing.T) {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprint("f", i))
	}
	const was, made = "1\n2\n", "2\n1\n"
	for round := range 80 {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(was), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.CommandContext(t.Context(), "yates", append([]string{"shuffle", "--seed", "4", "--in-place"},
			names...)...)
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		kill := round%2 == 0
		time.Sleep(time.Duration(rng.IntN(20_000)) * time.Microsecond)
		for range 3 {
			cmd.Process.Signal(map[bool]os.Signal{false: syscall.SIGTERM, true: syscall.SIGKILL}[kill])
			time.Sleep(time.Duration(rng.IntN(1000)) * time.Microsecond)
		}
		cmd.Wait()
		there := map[string]int{}
		for _, name := range names {
			got, _ := os.ReadFile(filepath.Join(dir, name))
			there[string(got)]++
		}
		all := there[was] == len(names) || there[made] == len(names)
		if there[was]+there[made] != len(names) || !kill && !all {
			t.Errorf("round %d: %v are there; %v", round, there, cmd.ProcessState)
		}
		left, _ := filepath.Glob(filepath.Join(dir, ".yates-*"))
		for _, name := range left {
			if got, _ := os.ReadFile(name); !kill || string(got) != was && string(got) != made {
				t.Errorf("round %d: %s with %q is left; %v", round, name, got, cmd.ProcessState)
			}
			os.Remove(name)
		}
	}
}

// Of several runs that write the same output, the one that ends last wins.
func TestConcurrentRuns(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "out"), []byte("old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const runs = 8
	done := make(chan string, runs)
	for i := range runs {
		cmd := exec.CommandContext(t.Context(), "yates", "shuffle", "--seed", fmt.Sprint(i), "-o", "out", "-i",
			"1-20000")
		cmd.Dir = dir
		go func() {
			said, _ := cmd.CombinedOutput()
			done <- string(said)
		}()
	}
	for range runs {
		if said := <-done; said != "" {
			t.Error(said)
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	one := false
	for i := range runs {
		want, err := exec.CommandContext(t.Context(), "yates", "shuffle", "--seed", fmt.Sprint(i), "-i",
			"1-20000").Output()
		if err != nil {
			t.Fatal(err)
		}
		one = one || string(got) == string(want)
	}
	if !one {
		t.Errorf("the output, %d bytes, is none of them", len(got))
	}
	empty(t, dir, "out")
}
