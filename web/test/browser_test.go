package test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write pictures of the screens to this `folder`")

// dist is the folder with the page.
var dist string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(withPage(m))
}

func withPage(m *testing.M) int {
	if chromium() == "" {
		fmt.Println("SKIPPED: there is no chromium; on Debian: apt-get install chromium")
		return 0
	}
	var err error
	if dist, err = os.MkdirTemp("", "yates-page"); err == nil {
		defer os.RemoveAll(dist)
		build := exec.Command("go", "run", "./web/build", dist)
		build.Dir, build.Stderr = filepath.Join("..", ".."), os.Stderr
		err = build.Run()
	}
	if err != nil {
		fmt.Println("building the page:", err)
		return 1
	}
	return m.Run()
}

// chromium returns the browser, or "".
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome",
		"chromium-headless-shell"} {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	return ""
}

// A tab is a page in a browser of its own.
type tab struct {
	*testing.T
	ctx context.Context

	mutex    sync.Mutex
	said     []string // errors on the console
	requests []string // to hosts
}

// open opens the single file, as people do who have saved it.
func open(t *testing.T, hash string) *tab {
	return openURL(t, "file://"+filepath.ToSlash(filepath.Join(dist, "yates.html"))+hash)
}

func openURL(t *testing.T, url string) *tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium()), chromedp.NoSandbox,
		chromedp.Flag("use-fake-device-for-media-stream", true), chromedp.Flag("use-fake-ui-for-media-stream", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx}
	b.do(chromedp.EmulateViewport(1280, 900))
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(url))
	b.until(`document.documentElement.dataset.ready`)
	return b
}

func (b *tab) listen(event any) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if strings.HasPrefix(e.Request.URL, "http") {
			b.requests = append(b.requests, e.Request.URL)
		}
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, e.ExceptionDetails.Text)
	}
}

// sent returns the requests to hosts so far.
func (b *tab) sent() []string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return slices.Clone(b.requests)
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if chromedp.FromContext(b.ctx).Target == nil { // its first call must not end the browser
		ctx = b.ctx
	}
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// eval evaluates an expression, which may be a promise.
func (b *tab) eval(expression string, args ...any) any {
	b.Helper()
	value, err := b.try(expression, args...)
	if err != nil {
		b.Fatalf("%s: %v", fmt.Sprintf(expression, args...), err)
	}
	return value
}

func (b *tab) try(expression string, args ...any) (any, error) {
	ctx, cancel := context.WithTimeout(b.ctx, 2*time.Minute)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[any](fmt.Sprintf(expression, args...), chromedp.EvalAwaitPromise))
}

// until waits until an expression is true.
func (b *tab) until(expression string, args ...any) {
	b.Helper()
	expression = fmt.Sprintf(expression, args...)
	for end := time.Now().Add(40 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		value, err := b.try("Boolean(%s)", expression)
		if err == nil && value == true {
			return
		}
		if time.Now().After(end) {
			b.Fatalf("it never comes true: %s (%v); the page says %q", expression, err,
				b.eval("document.body.innerText"))
		}
	}
}

// text returns what an element shows.
func (b *tab) text(selector string) string {
	b.Helper()
	return b.eval("document.querySelector(%s).innerText", js(selector)).(string)
}

// says waits until an element says something with these words.
func (b *tab) says(selector string, words ...string) {
	b.Helper()
	for _, w := range words {
		b.until("document.querySelector(%s).innerText.includes(%s)", js(selector), js(w))
	}
}

// enter puts a text into a field, as pasting does.
func (b *tab) enter(selector, text string) {
	b.Helper()
	b.eval(`(() => { const e = document.querySelector(%s); e.value = %s; e.dispatchEvent(new Event("input", { bubbles: true })); e.dispatchEvent(new Event("change", { bubbles: true })); })()`, js(selector), js(text))
}

// dropping drops files, which JavaScript makes, on an element.
const dropping = `(async () => {
	const data = new DataTransfer();
	for (const [name, content] of Object.entries(%s)) data.items.add(new File([content], name));
	document.querySelector(%s).dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
})()`

// drop drops files of these texts, and dropMade a file of what an expression makes.
func (b *tab) drop(selector string, files map[string]string) {
	b.Helper()
	texts, _ := json.Marshal(files)
	b.eval(dropping, texts, js(selector))
}

func (b *tab) dropMade(selector, name, made string) {
	b.Helper()
	b.eval(dropping, "{"+js(name)+": "+made+"}", js(selector))
}

func (b *tab) click(selector string) {
	b.Helper()
	b.eval("document.querySelector(%s).click()", js(selector))
}

func (b *tab) view(width int64, dark bool) {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	b.do(chromedp.EmulateViewport(width, 900))
	b.media("", scheme)
}

// media shows the page on a medium, "print" or "" for the screen, in a colour scheme.
// Nothing moves, so that nothing is judged that is half there.
func (b *tab) media(medium, scheme string) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium,
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"}}}); err != nil {
		b.Fatal(err)
	}
}

// axe returns the program that finds what people with disabilities cannot use, or "".
var axe = sync.OnceValue(func() string {
	text, err := os.ReadFile(filepath.Join("node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		fmt.Println("NOT CHECKED by axe: there is no node_modules/axe-core; make web installs it")
	}
	return string(text)
})

// screen checks what is on the screen now from phones to projectors, light and dark: it is
// not wider than they are, and axe finds nothing. It takes pictures if they are wanted.
func (b *tab) screen(name string) {
	b.Helper()
	if axe() != "" && b.eval("typeof axe") == "undefined" {
		b.eval("(() => {%s; return true })()", axe())
	}
	for _, width := range []int64{320, 390, 768, 1280, 1920} {
		for _, dark := range []bool{false, true} {
			b.view(width, dark)
			time.Sleep(300 * time.Millisecond) // pictures are drawn again
			if b.eval(`document.documentElement.scrollWidth > innerWidth`) == true {
				b.Errorf("%s is wider than %d pixels", name, width)
			}
			if axe() != "" {
				found, _ := json.Marshal(
					b.eval(`axe.run().then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.target + " " + n.failureSummary).join("; ")))`))
				if string(found) != "[]" {
					b.Errorf("%s at %d pixels, dark %t: %s", name, width, dark, found)
				}
			}
			if *shots != "" && width != 320 {
				b.shot(fmt.Sprintf("%s-%d-%t", name, width, dark))
			}
		}
	}
	b.view(1280, false)
}

// shot takes a picture of the whole page.
func (b *tab) shot(name string) {
	b.Helper()
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o666)
	}
	if err != nil {
		b.Fatal(err)
	}
}

func js(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

func example(t *testing.T, name string) string { return file(t, "raffle", name) }

// file returns a file of a folder of the examples.
func file(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
