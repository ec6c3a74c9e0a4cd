package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/cmd/yates/internal/gnushuf"
)

// hostile are names that do something to a terminal, or seem to be other ones.
var hostile = []string{
	"\x1b]0;title\a", "\x1b[2J", "a\rb", "a\nyates: b", "\u009b31m", "\x9b31m", "\u202egpj.exe", "\u2066a", "\xff\xfe",
	"\x7f", "\t", "a\u2028b", "\u200b",
}

// raw returns what is in a text that no terminal should get, or "".
func raw(text string) string {
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 || r != '\n' && !unicode.IsGraphic(r) {
			return text[:min(len(text), 20)]
		}
		text = text[size:]
	}
	return ""
}

// TestNothingRawIsSaid: whatever names, values and contents are, messages are text, in
// lines that are all ours.
func TestNothingRawIsSaid(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	for _, h := range hostile {
		t.Run(fmt.Sprintf("%q", h), func(t *testing.T) {
			t.Chdir(t.TempDir())
			write := func(name, text string) string {
				if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
					t.Skip(err) // not all systems have such names
				}
				return name
			}
			var (
				one    = write("one"+h, "1\n")
				empty  = write("empty"+h, "")
				two    = write("two"+h, "1\n2\n")
				csv    = write(h+".csv", "a"+strings.ReplaceAll(h, "\n", "")+",b\n1,2\n")
				other  = write("other"+h, "c,b\n1,2\n")
				packed = write(h+".gz", "no archive")
				zip    = write(h+".zip", "PK\x03\x04")
				quote  = write("quote"+h, "a\n\"b\n")
				deals  = write("deals"+h, strings.ReplaceAll(h, "\n", "")+"x 2\n")
				dir    = "dir" + h
			)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{
				{h}, {"help", h}, {"completion", h}, {"completion", "bash", h}, {"deal", h}, {"--" + h},
				{"deal", "-" + h}, {"help", "deal", h},
				{"shuffle", "--hands=" + h}, {"deal", "--hands", h},
				{"split", h}, {"split", h, "x=y"}, {"sample", h}, {"sample", "1", h},
				{"shuffle", h}, {"shuffle", dir}, {"shuffle", packed}, {"shuffle", zip}, {"shuffle", "-o", "out", zip},
				{"shuffle", "--csv", quote},
				{"shuffle", "-o", dir, one}, {"shuffle", "-o", h + "/x", one}, {"shuffle", "-o", h, "-o", "x", one},
				{"shuffle", "-o", h + ".bz2", one},
				{"split", h + "=x", "-o", "{}", one}, {"split", h + "=.1," + h + "=.1", "-o", "{}", one},
				{"split", "a=.1,b=.1", "-o", h, one}, {"split", h + "/=1", "-o", "{}", one},
				{"shuffle", "--split", h, one}, {"mix", h}, {"mix", h + "=x", one}, {"mix", h + "=2x"},
				{"shuffle", "--header", "1", csv, other}, {"shuffle", "--csv", "--header", "1", csv, other},
				{"shuffle", "--group-by", h, csv}, {"shuffle", "--header", "1", "--group-by", h, csv},
				{"shuffle", "--csv", "--header", "1", "--group-by", "x", csv},
				{"shuffle", "--header", "1", "--group-by", h, "--group-by", h, csv},
				{"shuffle", "--delimiter", h + "x", "--csv", csv}, {"shuffle", "--csv", "--group-by", "9", csv},
				{"shuffle", "--record-start", "(" + h, one}, {"shuffle", "--record-start", "none" + h, one},
				{"shuffle", "--memory", h}, {"shuffle", "-n", h}, {"shuffle", "-i", h},
				{"shuffle", "-i", "1-2", h}, {"shuffle", "--progress", h}, {"shuffle", "--workers", h},
				{"shuffle", "--seed-hex", h}, {"shuffle", "--lines", "2", one},
				{"exact", h}, {"exact", "naive", h}, {"exact", "naive", "3", h},
				{"audit", "--suspect", h}, {"audit", "--items", h}, {"audit", "--time", h},
				{"audit", "--report", h, "--suspect", "naive"},
				{"audit", "--report", h + "/x.html", "--suspect", "naive"}, {"audit", "--", h},
				{"audit", "--", dir + "/" + h}, {"audit", "--file", h}, {"audit", "--file", dir},
				{"audit", "--file", deals, "--items", "3"}, {"audit", "--file", zip},
				{"audit", "--names", h, "--", "cat"}, {"audit", "--names", deals, "--", "cat"},
				{"audit", "--names", one, "--", "cat"},
				{"shuf", h}, {"shuf", dir}, {"shuf", "-n", h}, {"shuf", "-i", h}, {"shuf", "-i", "1-" + h},
				{"shuf", one, h}, {"shuf", "-i", "1-2", h}, {"shuf", "--" + h}, {"shuf", "--echo=" + h},
				{"shuf", "-o", h + "/x", one}, {"shuf", "-o", dir, one}, {"shuf", "--random-source", h, one},
				{"shuf", "--random-source", empty, two}, {"shuf", "--random-source", dir, two},
			} {
				var stdout, stderr strings.Builder
				status := 0
				if args[0] == "shuf" {
					if h[0] == 0xff || h == "\u200b" { // of which GNU's shows what no terminal obeys
						continue
					}
					status = gnushuf.Run(t.Context(), "shuf", args[1:], strings.NewReader(""), &stdout, &stderr)
				} else {
					status = run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
				}
				if status == 0 || stderr.Len() == 0 {
					t.Errorf("%q: exit status %d, says %q", args, status, stderr.String())
				}
				if left := raw(stderr.String()); left != "" {
					t.Errorf("%q says %q: %q", args, left, stderr.String())
				}
				says := stderr.String()
				if first, rest, _ := strings.Cut(says, "\n"); strings.HasPrefix(first, "yates: added ") {
					says = rest
				}
				for i, line := range strings.Split(strings.TrimSuffix(says, "\n"), "\n") {
					if i > 0 && !strings.HasPrefix(line, "  ") && args[0] != "shuf" {
						t.Errorf("%q says in a line of its own: %q", args, line)
					}
				}
			}
		})
	}
}

// TestReportsAreText: items of an audit may be called anything.
func TestReportsAreText(t *testing.T) {
	t.Chdir(t.TempDir())
	items, _ := json.Marshal(hostile)
	deals := bytes.Repeat(append(bytes.ToValidUTF8(items, []byte("?")), '\n'), 300)
	name := "deals" + strings.Join(hostile[:7], "")
	for name, text := range map[string]string{name: string(deals), "names": strings.Join(hostile, "\n")} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Skip(err)
		}
	}
	for _, args := range [][]string{
		{"--file", name}, {"--file", name, "--json"},
		{"--items", "4", "--", "sh", "-c", "cat; : " + hostile[0]},
		{"--items", "4", "--json", "--", "sh", "-c", "cat; : " + strings.Join(hostile, "")},
		{"--names", "names", "--json", "--", "cat"}, {"--names", "names", "--", "cat"},
		{"--names", "names", "--", "sh", "-c", "cat; echo; printf '\\033]0;x\\007\\n'"},
		{"--names", "names", "--", "sh", "-c", "printf '\\033]0;x\\007\\n' >&2; exit 1"},
	} {
		var stdout, stderr strings.Builder
		args = append([]string{"audit", "--deals", "300", "--report", "a.html", "--report", "a.json"}, args...)
		run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
		if stdout.Len()+stderr.Len() == 0 {
			t.Errorf("%q says nothing", args)
		}
		said := map[string]string{"stdout": stdout.String(), "stderr": stderr.String()}
		for _, name := range []string{"a.html", "a.json"} {
			text, _ := os.ReadFile(name)
			said[name] = string(text)
			os.Remove(name)
		}
		for where, text := range said {
			text = strings.ReplaceAll(text, "\t", "")
			if left := raw(text); left != "" {
				t.Errorf("%q: %s has %q", args, where, left)
			}
		}
	}
}
