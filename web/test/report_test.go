package test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the pictures in docs/pictures anew")

// A report in a file draws itself, says the number of the square that is touched, lists the bets, and asks no host. The
// pictures of the README are its: where 20,000 shuffles leave 26 items.
func TestReportFile(t *testing.T) {
	yates, err := command()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, suspect := range map[string]string{"naive": "naive", "fair": "fisher-yates"} {
		file := filepath.Join(dir, name+".html")
		audit := exec.Command(yates, "audit", "--suspect", suspect, "--items", "26", "--seed", "pictures", "--go-on",
			"--deals", "20000", "--time", "10m", "--report", file)
		audit.Run() // its exit status is the verdict
		b := openURL(t, "file://"+filepath.ToSlash(file))
		b.says("pre", "  Seen      20,000 deals of 26 items")
		b.says("#touched", "Furthest from fair: item ")
		b.until(`(heat => {
			const { left, top, width, height } = heat.getBoundingClientRect();
			heat.onpointermove({ clientX: left + width / 2, clientY: top + height / 2 });
			return /^item 1\d at place 1\d, .* would be fair: .* standard errors\.$/.test(document.querySelector("#touched").innerText);
		})(document.querySelector("#heat svg"))`)
		b.until(`document.querySelector("#evidence polyline").getAttribute("points").split(" ").length > 20`)
		b.until(`document.querySelectorAll("#bets tbody tr").length > 40`)
		if sent := b.sent(); len(sent) > 0 || len(b.said) > 0 {
			t.Errorf("the report asks %q and says %q", sent, b.said)
		}
		got := b.download("Save the picture as SVG")
		picture := filepath.Join("..", "..", "docs", "pictures", name+".svg")
		if *update {
			if err := os.WriteFile(picture, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(picture); err != nil || !bytes.Equal(want, got) {
			t.Errorf("%s is not what is drawn now: look at it, and run go test -run TestReportFile -args -update", picture)
		}
		for _, width := range []int64{390, 1280} {
			b.view(width, width == 390)
			b.until(`document.documentElement.scrollWidth <= innerWidth`)
			if *shots != "" {
				time.Sleep(time.Second) // until it is drawn in these colours
				b.shot(name + "-report")
			}
		}
	}
}
