package test

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestFirefox does the main tasks in Firefox, as firefox.mjs says.
func TestFirefox(t *testing.T) {
	firefox, err := exec.LookPath("firefox-esr")
	if err != nil {
		if firefox, err = exec.LookPath("firefox"); err != nil {
			t.Skip("there is no firefox")
		}
	}
	if found, _ := filepath.Glob("node_modules/puppeteer-core"); found == nil {
		t.Skip("there is no puppeteer-core, which make web installs by npm")
	}
	raffle := filepath.Join("..", "..", "examples", "raffle")
	out, err := exec.CommandContext(t.Context(), "node", "firefox.mjs", firefox,
		"file://"+filepath.ToSlash(filepath.Join(dist, "yates.html")), filepath.Join(raffle, "raffle.draw"),
		filepath.Join(raffle, "entries.txt")).CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
