package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/frame"
)

//go:generate go test -run ^TestManual$ -update

var update = flag.Bool("update", false, "write the manual pages anew")

// TestManual compares the manual pages with what the commands' help makes of them.
func TestManual(t *testing.T) {
	const dir = "man"
	pages := manual(newRootCommand())
	if *update {
		old, _ := filepath.Glob(filepath.Join(dir, "yates*.1"))
		for _, name := range old {
			os.Remove(name)
		}
		os.MkdirAll(dir, 0o777)
		for name, page := range pages {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(page), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil {
		t.Fatal(err)
	}
	cask, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		if pages[name] == "" && name != "biasedshuffle.1" { // whose test is its own
			t.Errorf("%s is the page of no command: run make man", name)
		}
		if !bytes.Contains(cask, []byte("}}/man/"+name+"\n")) {
			t.Errorf("the cask of .goreleaser.yaml lacks %s", name)
		}
	}
	for name, page := range pages {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, []byte(page)) {
			t.Errorf("%s is not current: run make man, and look at it with man -l cmd/yates/man/%s (%v)", name, name, err)
		}
	}
	for _, name := range []string{"yates.1", "yates-shuffle.1", "yates-deal.1", "yates-audit.1", "yates-exact.1"} {
		for _, section := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", `"EXIT STATUS"`, "EXAMPLES",
			`"SEE ALSO"`} {
			if !strings.Contains(pages[name], "\n.SH "+section+"\n") {
				t.Errorf("%s has no section %s", name, section)
			}
		}
	}
}

// What groff has to say of the pages is nothing, and they show what --help does.
func TestManualIsShown(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip(err)
	}
	word := regexp.MustCompile(`[^\s"'.,;:()]+`)
	root := newRootCommand()
	pages := manual(root)
	for _, cmd := range commands(root) {
		page := pages[pageName(cmd)+".1"]
		show := exec.CommandContext(t.Context(), groff, "-man", "-Tascii", "-P-cbou", "-ww", "-rHY=0", "-rLL=200n")
		show.Stdin = strings.NewReader(page)
		var out, warnings bytes.Buffer
		show.Stdout, show.Stderr = &out, &warnings
		if err := show.Run(); err != nil || warnings.Len() > 0 {
			t.Errorf("%s: %v, %s", cmd.Name(), err, warnings.String())
		}
		shown := word.FindAllString(out.String(), -1)
		for _, w := range word.FindAllString(cmd.UsageString(), -1) {
			if heading := w == "Usage" || w == "Flags" || w == "Commands" || w == "Exit" || w == "status" ||
				w == "Examples" || w == "Environment"; !heading && !slices.Contains(shown, w) {
				t.Errorf("the page of %s does not show %q, which the help does, but\n%s", cmd.Name(), w, out.String())
			}
		}
	}
}

// commands returns a command and all those below it that have a page.
func commands(root *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{root}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			all = append(all, commands(c)...)
		}
	}
	return all
}

// manual returns the pages of a command and those below it, by the names of their
// files. All they say is in the help. A page names those beside, above and below it.
func manual(root *cobra.Command) map[string]string {
	pages := make(map[string]string)
	for _, c := range commands(root) {
		var also []string
		for _, other := range commands(root) {
			if other != c && (other == c.Parent() || other.Parent() == c || other.HasParent() &&
				other.Parent() == c.Parent()) {
				also = append(also, pageName(other))
			}
		}
		if c.Name() == "shuffle" {
			also = append(also, "shuf", "sort")
		}
		pages[pageName(c)+".1"] = manualPage(c, also)
	}
	return pages
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manualPage returns the page of a command, in the language of man(7).
func manualPage(cmd *cobra.Command, also []string) string {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultHelpCmd()
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	section := func(name string) {
		if strings.Contains(name, " ") {
			name = `"` + name + `"`
		}
		line(".SH %s", name)
	}
	line(`.\" Made of the command's help by "make man".`)
	line(`.TH %s 1 "" yates "User Commands"`, strings.ToUpper(roff(pageName(cmd))))
	section("NAME")
	line(`%s \- %s`, roff(pageName(cmd)), roff(cmd.Short))
	section("SYNOPSIS")
	use := strings.TrimPrefix(frame.UseLine(cmd), cmd.CommandPath())
	line(`.B %s`, roff(cmd.CommandPath()))
	line(`%s`, roff(strings.TrimSpace(use)))
	section("DESCRIPTION")
	text := cmd.Long
	if more, err := os.ReadFile("man/" + pageName(cmd) + ".txt"); err == nil { // what is too long for --help
		text += "\n\n" + strings.TrimSpace(string(more))
	}
	for i, paragraph := range strings.Split(text, "\n\n") {
		switch {
		case paragraph == strings.ToUpper(paragraph):
			line(".SS %s", roff(paragraph))
			continue
		case i > 0:
			line(".PP")
		}
		b.WriteString(textOf(paragraph))
	}
	if cmd.HasAvailableSubCommands() {
		section("COMMANDS")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				line(".TP\n.B %s\n%s", roff(c.Name()), roff(c.Short))
			}
		}
	}
	section("OPTIONS")
	for _, o := range items(frame.Flags(cmd)) {
		if o.text == "" && !strings.HasPrefix(o.name, "-") {
			if o.name != "Flags" {
				line(".SS %s", roff(o.name))
			}
			continue
		}
		words := strings.Fields(o.name)
		for i, w := range words {
			font := `\fB%s\fR`
			if !strings.HasPrefix(w, "-") {
				font = `\fI%s\fR`
			}
			w, comma := strings.CutSuffix(w, ",")
			words[i] = fmt.Sprintf(font, roff(w))
			if comma {
				words[i] += ","
			}
		}
		line(".TP\n%s\n%s", strings.Join(words, " "), roff(o.text))
	}
	section("EXIT STATUS")
	_, statuses, _ := strings.Cut(frame.ExitStatus(cmd), "\n")
	for _, o := range items(statuses) {
		line(".TP\n.B %s\n%s", roff(o.name), roff(o.text))
	}
	if variables := cmd.Annotations[frame.Environment]; variables != "" {
		section("ENVIRONMENT")
		for _, o := range items(variables) {
			line(".TP\n.B %s\n%s", roff(o.name), roff(o.text))
		}
	}
	section("EXAMPLES")
	b.WriteString(textOf(cmd.Example))
	section("SEE ALSO")
	for i, name := range also {
		comma := " ,"
		if i == len(also)-1 {
			comma = ""
		}
		line(".BR %s (1)%s", roff(name), comma)
	}
	return b.String()
}

// An item is a line of a list in the help: a name and what it is, or a heading, which
// is a name alone.
type item struct{ name, text string }

// items returns those of a list in two columns. What is indented deeper than the
// first names continues the item before.
func items(list string) []item {
	var all []item
	entry := regexp.MustCompile(`^ {2,6}(-?\S+(?: \S+)*?)(?: {2,}(\S.*))?$`)
	for line := range strings.Lines(list) {
		line = strings.TrimRight(line, "\n")
		if heading, ok := strings.CutSuffix(line, ":"); ok && !strings.HasPrefix(line, " ") {
			all = append(all, item{name: heading})
		} else if m := entry.FindStringSubmatch(line); m != nil {
			all = append(all, item{m[1], m[2]})
		} else if text := strings.TrimSpace(line); text != "" {
			last := &all[len(all)-1]
			last.text = strings.TrimSpace(last.text + " " + text)
		}
	}
	return all
}

// textOf returns a paragraph. Where a line is indented, all stay as they are.
func textOf(paragraph string) string {
	paragraph = strings.TrimRight(paragraph, "\n")
	text := roff(paragraph) + "\n"
	if strings.Contains("\n"+paragraph, "\n  ") {
		return ".nf\n" + text + ".fi\n"
	}
	return text
}

// roff returns text without what means something else to roff.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	return regexp.MustCompile(`(?m)^\.`).ReplaceAllString(text, `\&.`)
}

// Every flag stands under one heading, and what most people need is a short page.
func TestFlagSections(t *testing.T) {
	found := false
	for _, cmd := range commands(newRootCommand()) {
		cmd.InitDefaultHelpFlag()
		var listed, all []string
		for line := range strings.Lines(cmd.Annotations[frame.Sections]) {
			_, names, _ := strings.Cut(line, ":")
			listed = append(listed, strings.Fields(names)...)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			all = append(all, f.Name)
		})
		slices.Sort(listed)
		slices.Sort(all)
		if listed != nil && !slices.Equal(listed, all) {
			t.Errorf("%s: the sections have %q, and there are %q", cmd.Name(), listed, all)
		}
		if cmd.Annotations[frame.Brief] != "" {
			found = true
			if n := strings.Count(frame.BriefHelp(cmd), "\n"); n > 40 {
				t.Errorf("the short help of %s has %d lines", cmd.Name(), n)
			}
			if n := strings.Count(cmd.UsageString(), "\n"); n > 90 {
				t.Errorf("the help of %s has %d lines; what is more belongs to man", cmd.Name(), n)
			}
		}
	}
	if !found {
		t.Error("no command has a short help")
	}
}

// TestHelpWidth: helps fit into 80 columns.
func TestHelpWidth(t *testing.T) {
	for _, cmd := range commands(newRootCommand()) {
		var help strings.Builder
		run(t.Context(), append(strings.Fields(cmd.CommandPath())[1:], "--help"), strings.NewReader(""), &help,
			io.Discard)
		for line := range strings.Lines(help.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s has a line of %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
	}
}
