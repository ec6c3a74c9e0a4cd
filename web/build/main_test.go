package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The same source gives the same bytes, and the file is whole: nothing is loaded but from
// the hosts of the beacon.
func TestBuild(t *testing.T) {
	if _, err := exec.LookPath("xz"); err != nil {
		t.Skip("there is no xz, so the page is not built")
	}
	var all [2][]byte
	for i := range all {
		dir := t.TempDir()
		if err := build(dir); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"yates.html", "site/index.html", "site/yates.wasm"} {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			all[i] = append(all[i], text...)
			if name == "yates.html" {
				check(t, string(text))
			}
		}
	}
	if !bytes.Equal(all[0], all[1]) {
		t.Error("two builds differ")
	}
}

// check checks the single file.
func check(t *testing.T, page string) {
	page = regexp.MustCompile(`id="program">[^<]*`).ReplaceAllString(page, "") // which can have whatever characters
	if regexp.MustCompile(`\{\{\w+\}\}`).MatchString(page) {
		t.Error("a mark was not replaced")
	}
	for _, found := range regexp.MustCompile(`(?i)<(link|img|script|iframe)[^>]* (src|href)=.?.?.?.?.?.?`).FindAllString(page, -1) {
		if !strings.HasSuffix(found, `="data:`) {
			t.Errorf("the file loads something: %s", found)
		}
	}
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	if policy == nil || !strings.Contains(policy[1], "default-src 'none'") ||
		strings.Contains(policy[1], "unsafe-inline") || strings.Contains(policy[1], "'unsafe-eval'") ||
		strings.Contains(policy[1], "*") {
		t.Errorf("the policy is %q", policy)
	}
	connect := regexp.MustCompile(`connect-src ([^;]*);`).FindStringSubmatch(page)
	if want := strings.Join(hosts(), " "); connect == nil || connect[1] != want || len(hosts()) < 2 {
		t.Errorf("the file may connect to %q, not %q", connect, want)
	}
	if wd, err := os.Getwd(); err != nil || strings.Contains(page, wd) {
		t.Error("the file names a folder of this machine")
	}
}
