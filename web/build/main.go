// Build makes the page: go run ./web/build [DIR]. It writes
//
//	DIR/yates.html         all of it in one file, which needs no server and no network
//	DIR/site/index.html    the same for web servers, which load the program beside it
//	DIR/site/yates.wasm
//	DIR/site/yates.html    the single file, for visitors to save
//
// DIR is web/dist by default. The same source, with the same versions of Go and xz, gives the same bytes.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"github.com/yates-shuffle/yates/draw"
)

func main() {
	to := filepath.Join("web", "dist")
	if len(os.Args) > 1 {
		to = os.Args[1]
	}
	if err := build(to); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// build builds the page in a folder.
func build(to string) error {
	var p page
	folders := strings.Split(strings.TrimSpace(string(p.output(exec.Command("go", "env", "GOMOD", "GOROOT")))), "\n")
	if p.err != nil {
		return p.err
	}
	p.root, p.goroot = filepath.Dir(folders[0]), folders[1]
	p.fail(os.MkdirAll(filepath.Join(to, "site"), 0o777))
	program := p.compile(filepath.Join(to, "site", "yates.wasm"))
	packed := p.pack(program)
	single, served := p.html("", printable(packed)), p.html("'self'", "")
	texts := map[string][]byte{"yates.html": single, "site/yates.html": single, "site/index.html": served}
	for name, text := range texts {
		if p.err == nil {
			p.fail(os.WriteFile(filepath.Join(to, filepath.FromSlash(name)), text, 0o666))
		}
	}
	if p.err == nil {
		fmt.Printf("%s: %d bytes, with %d bytes of program, %d compressed\n", filepath.Join(to, "yates.html"),
			len(single), len(program), len(packed))
	}
	return p.err
}

// A page is put together from the source and what Go and others make of it.
type page struct {
	root, goroot string
	err          error // the first
}

func (p *page) fail(err error) { p.err = cmp.Or(p.err, err) }

func (p *page) read(folder string, name ...string) string {
	text, err := os.ReadFile(filepath.Join(folder, filepath.Join(name...)))
	p.fail(err)
	return string(text)
}

func (p *page) file(name string) string { return p.read(p.root, "web", "page", name) }

// output returns what a program prints.
func (p *page) output(cmd *exec.Cmd) []byte {
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		p.fail(fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err))
	}
	return out
}

// compile compiles the program into a file, with nothing in it of this machine or its folders.
func (p *page) compile(file string) []byte {
	out, err := filepath.Abs(file)
	p.fail(err)
	// Without inlining in the standard library but the runtime, the program is 4 % smaller, and audits are as fast.
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-gcflags=std=-l",
		"-gcflags=runtime=", "-gcflags=internal/runtime/...=", "-o", out, "./web/wasm")
	cmd.Dir = p.root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWASM=", "GOEXPERIMENT=")
	p.output(cmd)
	return []byte(p.read(out))
}

// pack packs the program by a third better than gzip, which browsers unpack; lzma.js unpacks it in the page.
func (p *page) pack(program []byte) []byte {
	cmd := exec.Command("xz", "--format=raw", "--lzma1=preset=9e,pb=0")
	cmd.Stdin = bytes.NewReader(program)
	return p.output(cmd)
}

// bundle returns a module with all that it imports as one script: a page that is opened as a file cannot load others.
// Names and lines stay, for who reads the source of the page.
func (p *page) bundle(name string) string {
	cmd := exec.Command("go", "tool", "esbuild", "--bundle", "--format=iife", "--charset=utf8", "--log-level=warning",
		filepath.Join(p.root, "web", "page", name))
	cmd.Dir = filepath.Join(p.root, ".github") // whose go.mod has the tools
	return string(p.output(cmd))
}

// printable returns bytes as text, with seven bits in a character. Those that a page cannot have are 128 further.
func printable(b []byte) string {
	var text strings.Builder
	bits, count := 0, 0
	add := func(c int) {
		if c == 0 || c == '\r' || c == '<' {
			c += 128
		}
		text.WriteRune(rune(c))
	}
	for _, c := range b {
		bits = bits<<8&0xff00 | int(c)
		for count += 8; count >= 7; {
			count -= 7
			add(bits >> count & 127)
		}
	}
	if count > 0 {
		add(bits << (7 - count) & 127)
	}
	return text.String()
}

// html returns the page. The program is loaded from its own server, or is in the page, as printable text.
//
// The policy lets the page run what is in it, start workers, and connect to the hosts of the beacon, and nothing else.
// A browser that enforces it shows that the page sends nothing.
func (p *page) html(self, program string) []byte {
	script, style, sandbox := p.bundle("main.js"), p.file("style.css"), p.file("sandbox.js")
	connect := append(hosts(), self)
	policy := "default-src 'none'; script-src " + digest(script) + " " + digest(sandbox) +
		" 'wasm-unsafe-eval'; style-src " + digest(style) +
		"; img-src data:; worker-src blob:; connect-src " + strings.TrimSpace(strings.Join(connect, " ")) +
		"; base-uri 'none'; form-action 'none'"
	text := p.file("index.html")
	for mark, content := range map[string]string{
		"{{policy}}":  policy,
		"{{style}}":   style,
		"{{script}}":  script,
		"{{sandbox}}": sandbox,
		"{{drawer}}":  strings.ReplaceAll(p.bundle("drawer.js"), "{{graphic}}", graphic()),
		"{{worker}}":  p.read(p.goroot, "lib", "wasm", "wasm_exec.js") + p.bundle("worker.js"),
		"{{program}}": program,
	} {
		if strings.Count(text, mark) != 1 {
			p.fail(fmt.Errorf("index.html must have %s once", mark))
		}
		if regexp.MustCompile(`(?i)</(script|style)|<!--`).MatchString(content) {
			p.fail(fmt.Errorf("what replaces %s would end its element", mark))
		}
		text = strings.Replace(text, mark, content, 1)
	}
	return []byte(text)
}

// graphic returns the characters that Go counts as graphic, for a class of a regular expression in JavaScript.
func graphic() string {
	var b strings.Builder
	for first, r := rune(-1), rune(0); r <= unicode.MaxRune+1; r++ {
		switch in := unicode.IsGraphic(r); {
		case in && first < 0:
			first = r
		case !in && first >= 0:
			fmt.Fprintf(&b, `\\u{%x}-\\u{%x}`, first, r-1)
			first = -1
		}
	}
	return b.String()
}

// hosts returns the hosts of the beacon.
func hosts() []string {
	var all []string
	for _, url := range draw.Quicknet().Relays(1) {
		parts := strings.SplitN(url, "/", 4)
		all = append(all, parts[0]+"//"+parts[2])
	}
	return all
}

// digest returns the hash by which a policy knows an element of the page.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
