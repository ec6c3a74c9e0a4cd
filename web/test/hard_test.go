package test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"
)

// A draw is held: announced, and drawn on its page with a number that is pasted or fetched.
func TestHold(t *testing.T) {
	b := open(t, "#hold")
	b.screen("hold-empty")
	b.says("#hold-picture", "3 winners of your list")
	b.click("#hold-button")
	b.until(`document.querySelector("#hold-title").closest("p").nextSibling.textContent === "The draw needs a name."`)
	b.enter("#hold-title", "Summer raffle")
	b.drop("#hold-list", map[string]string{"entries.txt": "Ada\nAda\nGrace\n"})
	b.says("#hold-list .problems", "Line 2 is the same entry")
	b.says("#hold-picture", "“Summer raffle”", "3 winners of 3 entries")
	b.click("#hold-button")
	b.says("#hold-error", "Line 2 is the same entry")
	b.click("#hold-accept")
	b.click("#hold-button")
	b.says("#hold-result", "Your draw is ready", "3 winners of 3 entries, on ", "Publish the code")
	if got := b.sent(); len(got) > 0 {
		t.Fatalf("before the draw, the page asked for %q", got)
	}
	b.screen("hold-announced")
	b.until(`!document.querySelector("#hold-result a.button").href.includes("list=")`)
	b.click("#hold-result input[type=checkbox]") // everyone sees the names
	b.until(`document.querySelector("#hold-result a.button").href.includes("list=")`)

	b.click("#hold-result a.button")
	b.says("#event-title", "“Summer raffle”")
	b.until(`document.querySelector("#event-list-text").value === "Ada\nAda\nGrace\n"`) // it has the list, until the page is left

	// Without its link, the commitment opens the page of a draw.
	b = open(t, "#event")
	b.drop("#event-file", map[string]string{"list.txt": "Ada\n"})
	b.says("#event-why", "This is not a commitment")
	b.enter("#event-file textarea", strings.TrimSpace(example(t, "raffle.commit")))
	b.says("#event-when", "Set for", "August 23, 2023")
	b.until(`document.querySelector("#event-how").textContent.includes("Round 1000")`)
	b.until(`/^https:\/\/api.drand.sh\/[0-9a-f]{64}\/public\/1000$/.test(document.querySelector("#event-number").textContent)`)
	b.drop("#event-list", map[string]string{"list.txt": example(t, "entries.txt")})
	if got := b.sent(); len(got) > 0 {
		t.Fatalf("before the button was pressed, the page asked for %q", got)
	}
	b.click("#event-button") // the browser of the tests finds no host
	b.says("#event-error", "No connection", "or paste the number")
	b.click("#event-error summary")
	b.says("#event-error", "api.drand.sh: cannot be reached")
	b.until(`document.querySelector("#event-beacon").checkVisibility()`)
	b.screen("event-offline")

	// The first host is down.
	asked := b.answer(func(host string) (int64, string) {
		if host == "api.drand.sh" {
			return 502, "no"
		}
		return 200, example(t, "round-1000.json")
	})
	b.click("#event-button")
	b.says("#event-result", "Drawn correctly, if this is the announced draw", "Ada Lovelace", "Download the transcript")
	b.says("#event-kind", "Not confirmed yet")
	if got := asked(); len(got) != 2 || got[0] != "api.drand.sh" {
		t.Errorf("asked %q", got)
	}
	if got := b.download("Download the transcript"); string(got) != example(t, "raffle.draw") {
		t.Errorf("the transcript is %q", got)
	}

	// Whoever is disqualified makes room for the next.
	b.enter("#event-skips input[type=number]", "1")
	b.enter("#event-skips input[type=text]", "works here")
	b.click("#event-button")
	b.says("#event-result .skipped", "Ada Lovelace", "line 1 – skipped: “works here”")
	b.enter("#event-name", "Ada Lovelace")
	b.says("#event-you", "It was drawn for “First prize”, and skipped: “works here”")
	b.screen("event-skipped")
}

// A draw can have several prizes and a hidden list.
func TestPrizes(t *testing.T) {
	b := open(t, "#hold")
	b.enter("#hold-title", "Raffle")
	b.enter("#hold-list textarea", "Ada\nGrace\nAlan\n")
	b.click("#hold-prizes > button")
	b.click("#hold-prizes > button")
	b.click("#hold-prizes p:nth-child(2) button")
	b.until(`document.querySelectorAll("#hold-prizes p:has(input)").length === 2`)
	b.enter("#hold-prizes p:first-child input[type=number]", "1")
	b.enter("#hold-prizes p:nth-child(2) input[type=number]", "1")
	b.click("#hold-button")
	b.says("#hold-error", "Each prize needs a name")
	b.enter("#hold-prizes p:nth-child(2) input[type=text]", "Car")
	b.click("#hold-hide")
	b.click("#hold-button")
	b.says("#hold-result", "Publish the hidden list, too", "2 winners of 3 entries")
	if lines := string(b.download("Download the lines for entrants")); !strings.Contains(lines, "\tGrace\n") {
		t.Errorf("the lines for entrants: %q", lines)
	}
	if hidden := string(b.download("Download the hidden list")); strings.Count(hidden, "\n") != 3 || strings.Contains(hidden, "Ada") {
		t.Errorf("the hidden list: %q", hidden)
	}
	b.screen("hold-hidden")
	b.click("#hold-result a.button")
	b.says("#event-title", "“Raffle”")
	b.says("#event-clock", "seconds")
}

// Times are written as people write them, and those that no clock shows are refused.
func TestTimes(t *testing.T) {
	b := open(t, "#hold")
	if _, err := chromedp.Call(b.ctx, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Europe/Berlin"}); err != nil {
		t.Fatal(err)
	}
	b.enter("#hold-title", "Raffle")
	b.enter("#hold-list textarea", "Ada\nGrace\nAlan\n")
	for at, words := range map[string]string{"2099-03-29T02:30": "no such time on that day", "": "Enter the time", "275760-01-01T00:00": "Enter the time"} {
		b.enter("#hold-at", at)
		b.click("#hold-button")
		b.says("#hold-error", words)
	}
	b.enter("#hold-at", "2099-03-29T03:30")
	b.click("#hold-button")
	b.says("#hold-result", "Sunday, March 29, 2099", "GMT+2")
}

// answer answers all requests of the page, and returns which hosts were asked.
func (b *tab) answer(with func(host string) (int64, string)) func() []string {
	var hosts []string
	chromedp.Listen(b.ctx, func(event any) {
		e, ok := event.(*fetch.EventRequestPaused)
		if !ok {
			return
		}
		u, _ := url.Parse(e.Request.URL)
		b.mutex.Lock()
		hosts = append(hosts, u.Host)
		b.mutex.Unlock()
		status, text := with(u.Host)
		go chromedp.Call(b.ctx, fetch.FulfillRequest, fetch.FulfillRequestParams{RequestID: e.RequestID,
			ResponseCode:    status,
			ResponseHeaders: []*fetch.HeaderEntry{{Name: "Access-Control-Allow-Origin", Value: "*"}},
			Body:            []byte(text)})
	})
	if _, err := chromedp.Call(b.ctx, fetch.Enable,
		fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "http*"}}}); err != nil {
		b.Fatal(err)
	}
	return func() []string {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		return slices.Clone(hosts)
	}
}

// Neither the page nor a function in it can reach a host that the policy does not name.
func TestPolicy(t *testing.T) {
	var reached atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		reached.Add(1)
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}))
	defer server.Close()
	b := open(t, "#fair")
	got := b.eval(`new Promise(done => {
		document.addEventListener("securitypolicyviolation", event => done(event.effectiveDirective + " " + event.blockedURI));
		fetch(%s).then(() => done("answered"), () => {});
	})`, js(server.URL+"/page"))
	if !strings.HasPrefix(fmt.Sprint(got), "connect-src http") {
		t.Errorf("a request of the page: %v", got)
	}
	for _, code := range []string{
		`fetch(URL)`,
		`importScripts(URL)`,
		`const x = new XMLHttpRequest(); x.open("GET", URL, false); x.send()`,
		`new WebSocket(URL.replace("http", "ws"))`,
		`new Worker(URL)`,
		`import(URL)`,
		`import("data:text/javascript,import('" + URL + "')")`,
		`new FontFace("x", "url(" + URL + ")").load()`,
		`new EventSource(URL)`,
		`new WebTransport(URL)`,
		`navigator.sendBeacon(URL)`,
		`caches.open("x").then(c => c.add(URL))`,
		`eval("1")`,
		`(() => {}).constructor("return 1")()`,
	} {
		b.click("input[value=function]")
		b.enter("#fair-code", "function shuffle(deck) { const URL = "+js(server.URL+"/function")+"; "+code+"; }")
		b.click("#fair-button")
		b.until(`!document.querySelector("#fair-button").disabled`)
	}
	if reached.Load() > 0 {
		t.Errorf("%d requests went out", reached.Load())
	}
	// The server is one that can be reached.
	if answer, err := http.Get(server.URL); err != nil || reached.Load() != 1 {
		t.Error(answer, err)
	}
}

// Functions that are wrong, greedy or endless are stopped, and the page lives on.
func TestFunctions(t *testing.T) {
	b := open(t, "#fair")
	b.click("input[value=function]")
	for code, words := range map[string]string{
		"function shuffle(a) { for (;;); }":      "did not answer within 3 seconds",
		"for (;;);":                              "did not start",
		"function shuffle(a) {\n  a.pop( }":      "Line 2: SyntaxError",
		"function shuffle(a) {\n\n  nobody(); }": "Line 3: ReferenceError: nobody is not defined",
		"const x = 1":                            "there is no function",
		"":                                       "there is no function",
		"function mix(a) { a.reverse() }\nfunction rnd(n) { return 1 }":       "rnd must change the array, or return one",
		"let n = 0; function shuffle() { if (n++ > 2) throw Error('tired') }": "Not tested. Line 1: Error: tired",
		"async a => { throw Error('tired') }":                                 "Error: tired",
		"class Deck { shuffle(a) { a.reverse() } }":                           "the class has no static method",
		"import fair from 'fair'; export default fair":                        "Cannot use import statement",
		"import random\ndef shuffle(a):\n  random.shuffle(a)":                 "Line 1 is Python, which",
		"Collections.shuffle(list)":                                           "Line 1 is Java or C, which",
		"def shuffle(a)\n  a.shuffle!\nend":                                   "Line 1 is Ruby, which",
		"fn shuffle(a: &mut Vec<u32>) {\n}":                                   "Line 1 is Rust, which",
		"<?php\nfunction mix(array $a) { shuffle($a); }":                      "Line 1 is PHP, which",
		"function shuffle(a) {\n  const b = a as any[];\n}":                   "Line 2 is TypeScript, which the browser cannot run: remove the types.",
		"SUB Shuffle a$":                         "Unexpected identifier",
		"// Cards\nfunc shuffle(a []int) {\n}":   "Line 2 is Go, which",
		"function shuffle<T>(a: T[]): void {\n}": "Line 1 is TypeScript, which",
		"function shuffle(a) {\n  for (let i = a.length - 1; i > 0; i--) { // int i\n    a[i] = [ \n  }\n}": "SyntaxError",
		"a => NaN": "must change the array, or return one",
		"function shuffle() { for (;;) postMessage({ deals: [1] }) }":                                         "postMessage is not defined",
		"function shuffle() { dispatchEvent(new MessageEvent('message', { data: { items: 2, deals: 1 } })) }": "dispatchEvent is not defined",
		"function shuffle() { return 5 }":                                                                     "shuffle must change the array, or return one",
		"function shuffle() { new Uint8Array(1e9) }":                                                          "more than 256 MB",
		"const kept = []; function shuffle() { for (;;) kept.push(new Array(1e4).fill(1)); }":                 "",
	} {
		b.enter("#fair-code", code)
		b.click("#fair-button")
		b.until(`!document.querySelector("#fair-button").disabled`)
		if got := b.text("#fair-error"); !strings.HasPrefix(got, "✗ Not tested") || !strings.Contains(got, words) ||
			b.eval(`document.querySelector("#fair-report").hidden`) == false || b.text("#fair-status") != "" {
			t.Errorf("%s: %q, not %q", code, got, words)
		}
	}
	for code, words := range map[string]string{
		"function shuffle(a) { a.pop() }":                                                                              "broken",
		"function shuffle(a) { a[0] = 'x' }":                                                                           "broken",
		"function shuffle(a) { a.length = 1e9 }":                                                                       "broken",
		"const shuffle = a => a.toReversed()":                                                                          "biased",
		"// a function in it\n(a) => a.reverse();":                                                                     "biased",
		"a => Promise.resolve(a.reverse())":                                                                            "biased",
		"async function shuffle(a) { await null; a.reverse() }":                                                        "biased",
		"export default a => a.reverse()":                                                                              "biased",
		"export default function (a) { a.reverse() }":                                                                  "biased",
		"function mix(a) { a.reverse() }\nexport { mix };":                                                             "biased",
		"class Deck { static swap() {}\n  static shuffleAll(a) { this.swap(); a.reverse() } }":                         "biased",
		"export default class Deck extends Array { static async shuffle(a) { return a.reverse() } }":                   "biased",
		"export default function mix(a) { return turn(a) }\nconst word = 'x'; function turn(a) { return a.reverse() }": "biased",
	} {
		b.enter("#fair-code", code)
		b.click("#fair-button")
		b.until(`!document.querySelector("#fair-button").disabled`)
		if got := b.text("#fair-verdict"); !strings.Contains(got, words) {
			t.Errorf("%s: %q, not %q; %s", code, got, words, b.text("#fair-error"))
		}
		if more := strings.Contains(b.text("#fair-links"), "Keep dealing"); more != (words == "biased") {
			t.Errorf("%s: that one can keep dealing is %v", code, more)
		}
	}
}

// What a function answers with reaches neither the page nor the worker of draws if it is
// not what they asked for.
func TestHostileFunction(t *testing.T) {
	b := open(t, "#fair")
	b.click("input[value=function]")
	for code, words := range map[string]string{
		"Int32Array.from = () => ({ buffer: 4e9 }); function shuffle() {}":                                      "something else than deals",
		"Int32Array.from = () => null; function shuffle() {}":                                                   "something else than deals",
		"Int32Array.from = () => new Int32Array(0); function shuffle() {}":                                      "something else than deals",
		"Int32Array.from = () => new Int32Array(1e7); function shuffle() {}":                                    "something else than deals",
		"function shuffle() { throw new Error('x'.repeat(1e7)) }":                                               "xxx",
		"function shuffle() { for (;;) console.log('x'.repeat(1e5)) }":                                          "did not answer",
		"function shuffle() { for (let i = 0; ; i++) import('https://example.com/' + i).catch(() => {})}":       "",
		"function shuffle() { for (const all = []; ; ) all.push(new (Uint8Array.prototype.constructor)(1e8)) }": "more than 256 MB",
		"function shuffle() { for (const all = []; ; ) all.push(new Uint8Array('1e8')) }":                       "more than 256 MB",
		"function shuffle() { const a = new Uint8Array(2e8); new Uint8Array(a) }":                               "more than 256 MB",
		"function shuffle() { const a = new Uint8Array(2e8); a.toReversed() }":                                  "more than 256 MB",
		"function shuffle() { new Uint8Array(NaN); new Uint8Array(-1) }":                                        "RangeError",
		"function shuffle() { new ArrayBuffer(0, { maxByteLength: 4e9 }).resize(4e9) }":                         "TypeError",
	} {
		b.enter("#fair-code", code)
		b.click("#fair-button")
		b.until(`!document.querySelector("#fair-button").disabled`)
		if got := b.text("#fair-error"); !strings.HasPrefix(got, "✗ Not tested") || !strings.Contains(got, words) ||
			len(got) > 500 {
			t.Errorf("%s: %.600q, not %q", code, got, words)
		}
	}
	b.enter("#fair-code", `import("http://example.com/")`)
	b.click("#fair-button")
	b.says("#fair-error", "there is no function")
	b.until(`!document.querySelector("#fair-button").disabled`)
	b.enter("#fair-code", "import('http://example.com/');\nfunction shuffle(a) { import('http://example.com/'); }")
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
	b.mutex.Lock()
	said := slices.Clone(b.said)
	b.mutex.Unlock()
	if len(said) > 0 {
		t.Errorf("errors that nobody catches: %q", said)
	}
	b.eval(`location.hash = "#draw"`)
	b.enter("#draw-list textarea", "Ada\nGrace\n")
	b.click("#draw-button")
	b.says("#draw-result", "Ada", "Grace")
}

// A million lines are shuffled while the page lives: the longest time for which its timers
// rest is a small part of the work, which is done elsewhere.
func TestMillion(t *testing.T) {
	b := open(t, "")
	b.eval(`(() => {
		const lines = Array.from({ length: 1e6 }, (_, i) => "entry " + i).join("\n") + "\n";
		self.million = new File([lines], "million.txt");
		const data = new DataTransfer();
		data.setData("text", lines);
		self.clip = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
		self.gaps = []; let last = performance.now();
		setInterval(() => { const now = performance.now(); gaps.push(now - last); last = now; }, 5);
	})()`)
	longest := func() float64 { return b.eval(`Math.max(0, ...gaps.splice(0))`).(float64) }
	whole := func() float64 { return b.eval(`gaps.reduce((a, b) => a + b, 0)`).(float64) }
	const drop = `(() => { const data = new DataTransfer(); data.items.add(million); byId("draw-list").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()`
	for _, step := range []struct{ name, do, until string }{
		{"drawing before it is checked", `(` + drop + `, byId("draw-button").click())`,
			`byId("draw-result").textContent.includes("Winners")`},
		{"reading it", `(byId("draw-list").querySelector(".status").textContent = "", ` + drop + `)`,
			`byId("draw-list").querySelector(".status").textContent.includes("1,000,000 entries")`},
		{"drawing three", `byId("draw-button").click()`, `byId("draw-result").textContent.includes("Winners")`},
		{"the whole order", `(document.querySelector("input[value=order]").click(), byId("draw-button").click())`,
			`byId("draw-result").textContent.includes("999,500 more")`},
		{"pasting it", `byId("draw-list-text").dispatchEvent(clip)`,
			`byId("draw-list").textContent.includes("The pasted list") && byId("draw-list").querySelector(".status").textContent.includes("1,000,000 entries")`},
	} {
		b.eval(`(() => { gaps.length = 0; const byId = id => document.getElementById(id); return %s; })()`, step.do)
		b.until(`(byId => %s)(id => document.getElementById(id))`, step.until)
		all, most := whole(), longest()
		if most > all/2 {
			t.Errorf("%s: the page stood still for %.0f of %.0f ms", step.name, most, all)
		}
		t.Logf("%s took %.0f ms; the page rested for %.0f ms at most", step.name, all, most)
	}
}

// A program that ends for lack of memory is missed in words, and the next call starts
// another. Here, it is made to end, as gigabytes take minutes to fill.
func TestMemory(t *testing.T) {
	b := open(t, "#fair")
	b.eval(`document.getElementById("worker").textContent += ";const end = setInterval(() => { if (self.yates) { clearInterval(end); const real = yates; yates = (name, ...rest) => { if (name === 'observe') throw new Error('Go program has already exited'); return real(name, ...rest); }; } }, 1);"`)
	b.click("#fair-button")
	b.says("#fair-error", "✗ Not tested. It is too much for the memory of this browser")
	b.eval(`location.hash = "#draw"`)
	b.enter("#draw-list textarea", "Ada\n")
	b.click("#draw-button")
	b.says("#draw-result", "Ada")
}

// Stop ends the conclusion as well, however long it takes, and the next test works.
func TestStop(t *testing.T) {
	b := open(t, "#fair")
	b.eval(`(() => {
		const worker = document.getElementById("worker");
		self.whole = worker.textContent;
		worker.textContent += ";const end = setInterval(() => { if (self.yates) { clearInterval(end); const real = yates; yates = (name, ...rest) => { if (name === 'conclude') for (;;); return real(name, ...rest); }; } }, 1);";
	})()`)
	b.click("input[value=function]")
	b.enter("#fair-code", "a => { for (let i = a.length; i > 1;) { const j = Math.floor(Math.random() * i--); [a[i], "+
		"a[j]] = [a[j], a[i]]; } }")
	b.click("#fair-button")
	b.until(`parseInt(document.querySelector("#fair-seen").textContent) > 50`)
	b.click("#fair-stop")
	b.says("#fair-status", "Looking what would have been found")
	b.click("#fair-stop")
	b.says("#fair-verdict", "Stopped", "There was no alarm in")
	b.until(`!document.querySelector("#fair-button").disabled`)
	b.eval(`document.getElementById("worker").textContent = whole`)
	b.click("input[value=mistake]")
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
}

// Whatever is in a list is text, and nothing runs.
func TestHostileList(t *testing.T) {
	b := open(t, "")
	b.eval(`self.hacked = false`)
	hostile := "<script>hacked = true</script>\n<img src=x onerror='hacked = " +
		"true'>\n\u202eevil\u202c\n\"'><b>bold</b>\n"
	b.drop("#draw-list", map[string]string{"hostile.txt": hostile})
	b.says("#draw-list .status", "4 entries")
	b.click("input[value=order]")
	b.click("#draw-button")
	b.says("#draw-result", "<script>hacked = true</script>", "<img src=x", "�evil�")
	if b.eval(`hacked || document.querySelector("#draw-result :is(script, img, b)") !== null`) == true {
		t.Error("a list is not shown as text")
	}
	b.drop("#draw-list", map[string]string{"long.txt": strings.Repeat("x", 10_000_000)})
	b.says("#draw-list .status", "Line 1 is longer than 65536 bytes")
	b.click("#draw-button")
	b.says("#draw-error", "Line 1 is longer")
	for text, words := range map[string]string{"a\x00b": "This is not a text", "PK\x03\x04...": "This is a spreadsheet",
		example(t, "raffle.commit"): "This is a commitment, and not a list",
		example(t, "raffle.draw"):   "This is a transcript, and not a list"} {
		b.drop("#draw-list", map[string]string{"a": text})
		b.says("#draw-list .status", words)
		b.click("#draw-button")
		b.says("#draw-error", words)
	}
	b.screen("draw-refused")
}

// gzip is read, and what a file holds is what is drawn from, whatever the box would make of it.
func TestFiles(t *testing.T) {
	b := open(t, "")
	b.dropMade("#draw-list", "list.txt.gz", `await new Response(new Blob(["a\r\nb\r\nc\r\n"]).stream().pipeThrough(new CompressionStream("gzip"))).blob()`)
	b.says("#draw-list .status", "3 entries")
	b.says("#draw-list .problems", "Line 1 ends with a carriage return")
	if got := b.eval(`document.querySelector("#draw-list textarea").value`); got != "a\nb\nc\n" {
		t.Errorf("the box shows %q", got)
	}
	b.click("#draw-button")
	b.says("#draw-result", "Winners")
	if got := b.download("Download"); bytes.Count(got, []byte("\r\n")) != 3 {
		t.Errorf("%q is drawn", got)
	}
	b.click("#draw-list .problems button")
	b.says("#draw-list .problems", "Tidied: corrected spaces or ends of 3 lines.")
	b.click("#draw-button")
	b.says("#draw-result", "Winners")
	if got := b.download("Download"); len(got) != 6 || bytes.ContainsRune(got, '\r') {
		t.Errorf("of the tidied list, %q is drawn", got)
	}

	b.drop("#draw-list", map[string]string{"list.txt": "\ufeffAda  B\r\n\n \u00a0 x\nnu\u0308r\nAda  B\n\tC \t\t D\t\n\t \t\n"})
	b.says("#draw-list .problems", "Line 1 begins with a byte-order mark")
	b.click("#draw-list .problems button")
	b.until(`document.querySelector("#draw-list textarea").value === %s`, js("Ada B\nx\nnür\nAda B\nC\t\tD\n"))
	b.says("#draw-list .problems", "Tidied: removed 2 blank lines, corrected spaces or ends of 5 lines.")
	b.drop("#draw-list", map[string]string{"list.txt": "Ada\nAda\n" + strings.Repeat("\n", 2000)})
	b.says("#draw-list .problems", "And 1,995 more")

	b.dropMade("#draw-list", "latin1.txt", "new Uint8Array([0x4a, 0xf6, 0x72, 0x67, 10])")
	b.says("#draw-list .held", "latin1.txt, 5 bytes")
	b.says("#draw-list .problems", "Line 1 is not valid UTF-8", "Convert it")
	b.click("#draw-list .problems button")
	b.until(`document.querySelector("#draw-list textarea").value === "Jörg\n"`)
}

// The page that a server gives loads the program beside it, if it is not in the file, and
// nothing else.
func TestServed(t *testing.T) {
	server := httptest.NewServer(http.FileServer(http.Dir(dist)))
	defer server.Close()
	for page, others := range map[string][]string{"/site/": {"/site/yates.wasm"}, "/yates.html": nil} {
		b := openURL(t, server.URL+page)
		b.enter("#draw-list textarea", "a\nb\n")
		b.click("#draw-button")
		b.says("#draw-result", "The list has only 2 lines")
		for _, url := range b.sent() {
			if path := strings.TrimPrefix(url, server.URL); path != page && path != "/favicon.ico" &&
				!slices.Contains(others, path) {
				t.Errorf("%s asked for %s", page, url)
			}
		}
		if save := b.eval(`document.getElementById("save").href`); save != server.URL+strings.Replace(page, "site/",
			"site/yates.html", 1) || b.eval(`document.getElementById("save").hidden`) == true {
			t.Errorf("%s is saved from %v", page, save)
		}
		t.Logf("%s is ready after %v ms", page, b.eval(`document.documentElement.dataset.ready`))
	}
	b := open(t, "")
	t.Logf("the file is ready after %v ms", b.eval(`document.documentElement.dataset.ready`))
}

// The page draws, and says what it waits for, while the program in it is still on its way.
func TestSlowNetwork(t *testing.T) {
	file, err := os.ReadFile(filepath.Join(dist, "yates.html"))
	if err != nil {
		t.Fatal(err)
	}
	at, come := bytes.Index(file, []byte(`id="program">`))+1000, make(chan struct{})
	arrive := sync.OnceFunc(func() { close(come) })
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(file[:at])
		w.(http.Flusher).Flush()
		<-come
		w.Write(file[at:])
	}))
	defer server.Close()
	defer arrive()
	b := open(t, "")
	b.eval(`void (location.href = %s)`, js(server.URL+"/#event?draw="+packed(example(t, "raffle.commit"))))
	b.until(`location.protocol === "http:" && document.documentElement.dataset.ready`)
	b.says("#event-loading", "Opening the draw", "is on its way")
	b.screen("event-loading")
	b.click(`nav a[href="#draw"]`)
	b.click("#draw-button")
	b.says("#draw-result", "Winners")
	b.eval(`history.back()`)
	arrive()
	b.says("#event-title", "“Summer raffle”")
}

// The page can be used with the keyboard alone.
func TestKeyboard(t *testing.T) {
	b := open(t, "")
	keys := func(text string) { b.do(chromedp.KeyEvent(text)) }
	const tabKey, enter, escape = "\t", "\r", "\x1b"
	active := func(selector string) {
		t.Helper()
		b.until(`document.activeElement.matches(%s)`, js(selector))
	}
	keys(tabKey)
	active(".skip")
	for range 5 {
		keys(tabKey)
	}
	active("input[value=winners]")
	keys(tabKey)
	active("#draw-list textarea")
	keys("Ada\rGrace\rAlan")
	b.says("#draw-list .status", "3 entries")
	for range 3 {
		keys(tabKey)
	}
	active("#draw-count")
	keys(enter)
	active("#draw-result h2")
	b.eval(`document.querySelector("#draw-count").focus()`)
	for range 5 { // over the alternates
		keys(tabKey)
	}
	active("#draw-slowly")
	keys(enter)
	active("#reveal-next")
	for range 12 { // too many close nothing
		keys(enter)
	}
	active("#reveal-show")
	b.says("#reveal-all", "Alan")
	keys(escape)
	b.until(`!document.querySelector("#reveal").open`)
	active("#draw-result h2")
	b.eval(`location.hash = "#fair"`)
	active("#fair h1")
	b.eval(`location.hash = "#why"`)
	active("#why")
}

// All parts have a screen with everything open that can be opened.
func TestScreens(t *testing.T) {
	b := open(t, "")
	b.enter("#draw-list textarea", "Ada\n\nGrace\n")
	b.click("#draw-button")
	b.drop("#check-form", map[string]string{"a": example(t, "raffle.draw"), "b": example(t, "entries.txt")})
	b.until(`document.querySelector("#check-list textarea").value`)
	b.click("#check-button")
	b.says("#check-result", "Drawn correctly, if this is the announced draw")
	b.click("#fair-button")
	b.until(`document.querySelector("#fair-verdict").textContent && !document.querySelector("#fair-button").disabled`)
	for _, hash := range []string{"draw", "check", "hold", "fair"} {
		b.eval(`(() => { location.hash = %s; for (const d of document.querySelectorAll("details")) d.open = true; })()`,
			js("#"+hash))
		b.until(`!document.getElementById(%s).hidden`, js(hash))
		b.screen("screen-" + hash)
	}
}
