package test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// command builds the command, beside the page.
var command = sync.OnceValues(func() (string, error) {
	file := filepath.Join(dist, "yates")
	build := exec.Command("go", "build", "-o", file, "./cmd/yates")
	build.Dir, build.Stderr = filepath.Join("..", ".."), os.Stderr
	return file, build.Run()
})

// download presses a button that saves a file, and returns what is in it.
func (b *tab) download(button string) []byte {
	b.Helper()
	dir := b.TempDir()
	if _, err := chromedp.Call(b.ctx, browser.SetDownloadBehavior,
		browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow,
			DownloadPath: dir}); err != nil {
		b.Fatal(err)
	}
	b.eval(`document.querySelectorAll(".menu").forEach(menu => { menu.open = true })`)
	b.eval(`[...document.querySelectorAll("button")].find(e => e.textContent === %s && e.checkVisibility()).click()`,
		js(button))
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		all, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(all) != 1 || strings.HasSuffix(all[0], ".crdownload") {
			continue
		}
		text, err := os.ReadFile(all[0])
		if err != nil {
			b.Fatal(err)
		}
		return text
	}
	b.Fatalf("%s saves nothing", button)
	return nil
}

// What the page saves in a browser is what the command prints, up to a million lines.
// TestSameAsCommand in web/app compares more lists, without a browser.
func TestSameBytes(t *testing.T) {
	yates, err := command()
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, "")
	b.enter("#draw-seed", "May 2026")
	for _, lines := range []int{1, 8, 5000, 1_000_000} {
		var list strings.Builder
		for i := range lines {
			fmt.Fprintln(&list, "entry", i)
		}
		b.eval(`(() => {
			const data = new DataTransfer();
			data.items.add(new File([Array.from({ length: %d }, (_, i) => "entry " + i).join("\n") + "\n"], "list.txt"));
			document.querySelector("#draw-list").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
		})()`, lines)
		for what, args := range map[string][]string{"winners": {"shuffle", "-n", "3"}, "order": {"shuffle"},
			"teams": {"teams", "-n", "2"}} {
			if lines == 1 && what == "teams" {
				continue
			}
			b.click("input[value=" + what + "]")
			b.click("#draw-button")
			b.until(`document.querySelector("#draw-result h2") && !document.querySelector("#draw-button").disabled && !document.querySelector("#draw-result.outdated")`)
			shuffle := exec.Command(yates, append(args, "--seed", "May 2026")...)
			shuffle.Stdin = strings.NewReader(list.String())
			want, err := shuffle.Output()
			if err != nil {
				t.Fatal(err)
			}
			if got := b.download("Download"); !bytes.Equal(got, want) {
				t.Errorf("%s of %d lines: %.40q, not %.40q", what, lines, got, want)
			}
		}
	}
}

// "yates web" serves the page, which works there as it does from a file.
func TestWebCommand(t *testing.T) {
	yates, err := command()
	if err != nil {
		t.Fatal(err)
	}
	web := exec.Command(yates, "web") // finds the page in its own folder
	out, err := web.StdoutPipe()
	if err == nil {
		err = web.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		web.Process.Kill()
		web.Wait()
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	b := openURL(t, strings.TrimSpace(address))
	b.enter("#draw-list textarea", example(t, "entries.txt"))
	b.enter("#draw-seed", "May 2026")
	b.click("#draw-button")
	b.says("#draw-result", "Ada Lovelace", "Ronald Fisher", "Frank Yates")
	b = openURL(t, strings.TrimSpace(address)+"#fair") // a function runs in a frame, which has the policy of the header, too
	b.click("input[value=function]")
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
}
