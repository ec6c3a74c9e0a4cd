//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// Lines that somebody appends to an input while it is shuffled in place are not lost: it stays as it is then.
func TestAppendedWhileReplaced(t *testing.T) {
	for _, flags := range []string{"shuffle -o ba", "shuffle --csv -o ba", "shuffle -r -n 5 -o ba", "split a=0.5 -o b{}"} {
		dir := t.TempDir()
		name, fifo := filepath.Join(dir, "ba"), filepath.Join(dir, "fifo")
		if err := os.WriteFile(name, []byte("1\n2\n3\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(fifo, 0o666); err != nil {
			t.Skip(err)
		}
		cmd := exec.CommandContext(t.Context(), "yates", append(strings.Fields(flags), "ba", "fifo")...)
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
		if err := os.WriteFile(name, []byte("1\n2\n3\n4\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		w.WriteString("5\n")
		w.Close()
		cmd.Wait()
		if status := cmd.ProcessState.ExitCode(); status != 1 ||
			!strings.Contains(said.String(), "writing ba: it was changed meanwhile, so it is left as it is") {
			t.Errorf("%s: ends with %d, says %q", flags, status, said.String())
		}
		if text, err := os.ReadFile(name); string(text) != "1\n2\n3\n4\n" {
			t.Errorf("%s: it has %q, %v", flags, text, err)
		}
		empty(t, dir, "ba", "fifo")
	}
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
