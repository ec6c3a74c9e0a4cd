package test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A public draw has a page of its own, which a link opens. It fetches nothing before the button is pressed, and no link
// makes its verdict right: only the code that the reader enters does.
func TestEvent(t *testing.T) {
	b := open(t, "#event")
	b.says("#event-none", "The link of a draw opens its page here")
	link := func(draw string) string {
		return "#event?published=7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f&draw=" + packed(draw)
	}
	follow := func(hash string) {
		t.Helper()
		b.eval("location.hash = %s", js(hash))
		b.says("#event-title", "“Summer raffle”")
	}
	later := strings.Replace(strings.Replace(example(t, "raffle.commit"), "round 1000", "round 1000000000", 1),
		"2023-08-23T15:59:24Z", "2118-09-16T20:29:24Z", 1)
	follow(link(later))
	b.says("#event-what", "3 winners and 2 alternates of 8 entries")
	b.says("#event-when", "The draw is on", "2118")
	b.says("#event-clock", "days", "hours", "minutes", "seconds")
	b.enter("#event-name", "9")
	b.says("#event-you", "The list ends with line 8")
	b.enter("#event-name", "6")
	b.says("#event-you", "That is line 6 of 8 on the list")
	b.enter("#event-name", "bayes")
	b.says("#event-you", "The names are not here")
	b.enter("#event-list textarea", "Bayes\n")
	b.says("#event-you", "is not the one of this draw")
	b.drop("#event-list", map[string]string{"entries.txt": example(t, "entries.txt")})
	b.says("#event-you", "“Thomas Bayes” is line 6 of 8 on the list")
	b.enter("#event-name", "es")
	b.says("#event-you", "such lines. Which is yours?", "“Thomas Bayes”, line 6")
	b.click("#event-you button")
	b.says("#event-you", "of 8 on the list")
	b.click("#event-button")
	b.says("#event-asks", "begins here by itself at that time")
	b.says("#event-button", "Waiting")
	b.screen("event-before")

	follow(link(example(t, "raffle.commit")))
	b.says("#event-when", "Set for", "August 23, 2023")
	if got := b.sent(); len(got) > 0 {
		t.Fatalf("before a button was pressed, the page asked for %q", got)
	}
	b.answer(func(string) (int64, string) { return 200, example(t, "round-1000.json") })
	b.click("#event-button")
	b.says("#event-result .verdict.open", "Drawn correctly, if this is the announced draw")
	b.says("#event-result", "“First prize”", "Line 1")
	if got := b.text("body"); strings.Contains(strings.ReplaceAll(got, " ", ""), "7c62b0236f5a") {
		t.Errorf("before it is entered, the page shows the code: %q", got)
	}
	b.click("#event-result .verdict summary")
	b.click("#event-result .verdict details details summary")
	b.says("#event-result .code", "7c62 b023 6f5a 495b 9c61 d836")
	b.drop("#event-list", map[string]string{"entries.txt": example(t, "entries.txt")})
	b.until(`document.querySelector("#event-list-text").value`)
	paste(b, "#event-code", example(t, "raffle.commit"))
	b.until(`document.querySelector("#event-code").value === "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f"`)
	b.says("#event-said.bad", "no evidence")
	b.click("#event-button")
	b.says("#event-result .verdict.open", "Drawn correctly, if this is the announced draw", "came from this page") // which showed the code before
	b.eval("void (self.old = true, location.reload())")
	b.until(`!self.old && document.documentElement.dataset.ready`)
	b.says("#event-title", "“Summer raffle”")
	b.drop("#event-list", map[string]string{"entries.txt": example(t, "entries.txt")})
	b.until(`document.querySelector("#event-list-text").value`)
	b.says("#event-clock", "It is time.")
	b.click("#event-announced > summary")
	b.enter("#event-code", "7c63")
	b.says("#event-said.bad", "differs from digit 4 on")
	b.enter("#event-code", "7c62")
	b.says("#event-said", "Agrees so far; 60 missing.")
	asking := len(b.sent())
	b.do(chromedp.Focus("#event-code"))
	b.keys(kb.Enter)
	b.enter("#event-code", "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f")
	b.says("#event-said.good", "It is the code of this draw")
	if len(b.sent()) > asking || b.text("#event-result") != "" {
		t.Errorf("Enter in the field of the code asks for %q", b.sent()[asking:])
	}
	// What is half typed is no code, and one wrong digit hides nobody.
	b.enter("#event-code", "7c62")
	b.click("#event-button")
	b.says("#event-result .verdict.open", "Drawn correctly, if this is the announced draw")
	b.enter("#event-code", "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498e")
	b.click("#event-button")
	b.says("#event-result .verdict.bad", "✗ Wrong code: check the typing", "differs from digit 64 on. Look whether you typed it as you saw it")
	b.says("#event-result .prizes", "Ada Lovelace")
	b.says(".doubtful #event-verdict", "✗ Wrong code: check the typing")
	b.screen("event-mistyped")
	b.enter("#event-code", strings.Repeat("ab", 32)) // another draw's
	b.says(".invalid:not(.doubtful) #event-verdict", "✗ This is not the draw that was announced")
	b.enter("#event-name", "Ada Lovelace")
	b.says("#event-you", "Nothing counts: this is not the draw.")
	if b.eval(`[...document.querySelectorAll("#event-result .prizes, #event-share, #event-slowly")].some(e => e.checkVisibility())`) == true {
		t.Error("a draw that was not announced has winners, or is shared")
	}
	b.screen("event-other")
	b.enter("#event-code", "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f")
	b.click("#event-button")
	b.says("#event-result .verdict.good", "✓ These winners are correct", "You must have seen the code before")
	b.says(".confirmed #event-kind", "✓ Confirmed")
	b.says("#event-result", "Ada Lovelace")
	for name, words := range map[string]string{" thomas  BAYES": "You won: “Second prize”", "5": "is line 5. It was not drawn", "4": "You are alternate 2"} {
		b.enter("#event-name", name)
		b.says("#event-you", words)
	}
	b.says("#event-how", "Round 1000 of the public beacon decided, at 2023-08-23 15:59:24 UTC.")
	b.do(chromedp.EmulateViewport(390, 844)) // on a phone, too, who won sees that, and their card
	b.enter("#event-name", "Thomas Bayes")
	b.click("#event-button")
	b.until(`!document.querySelector("#event-button").disabled && document.querySelector("#event-result .mine")?.innerText.includes("Thomas Bayes")`)
	b.until(`(r => r.top >= document.querySelector("nav").getBoundingClientRect().bottom && r.bottom <= innerHeight)(document.querySelector("#event-you.won").getBoundingClientRect())`)
	b.screen("event-drawn")

	b.click("#event-slowly") // the verdict is there with the names
	b.until(`document.querySelector("#reveal").open`)
	b.says("#reveal-stage", "Press Space for the first winner")
	b.keys(kb.PageDown)
	b.says("#reveal-stage", "“First prize”")
	b.click("#reveal-skip")
	b.says("#reveal-foot", "✓ Confirmed", "Compare with the code announced before August 23, 2023", "7c62 b023 6f5a 495b …")
	b.screen("event-revealed")
	b.click("#reveal-close")
	b.until(`!document.querySelector("#event-slowly").disabled`) // it has gone back, so that the next link stays
	b.until(`document.querySelector("#event-work.confirmed")`)
	b.enter("#event-code", "7c62") // which confirms nothing
	b.until(`!document.querySelector("#event-work.confirmed")`)

	follow(link(example(t, "raffle.draw"))) // a transcript is checked, and asks nobody
	b.says("#event-result .verdict", "Drawn correctly, if this is the announced draw")
	b.eval("void (self.old = true, location.reload())")
	b.until(`!self.old && document.documentElement.dataset.ready`)
	b.says("#event-result .verdict.open", "Drawn correctly, if this is the announced draw")
	b.enter("#event-code", "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f")
	b.click("#event-coded .row button")
	b.says("#event-result .verdict.good", "✓ These winners are correct") // which a link alone cannot make it

	// People's secrets can decide alone: nobody is asked then.
	asked := len(b.sent())
	b.eval("location.hash = %s", js("#event?draw="+packed(party)))
	b.says("#event-how", "The secrets of Ada, Frank Yates decide.")
	b.click("#event-button")
	b.says("#event-error", "The secret of party", "is missing")
	b.enter("#event-secrets", "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d\n"+
		"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\n")
	b.click("#event-button")
	b.says("#event-result .verdict.open", "Drawn correctly, if this is the announced draw")
	if winners := b.text("#event-result .names"); !strings.HasPrefix(winners, "Line 3") || len(b.sent()) > asked {
		t.Errorf("the winners are %q, after %q", winners, b.sent()[asked:])
	}
	b.eval(`location.hash = "#event?draw=damaged"`)
	b.says("#event-none.invalid #event-spoiled", "✗ This link is not complete, or was changed")
	b.screen("event-spoiled")
	if b.eval(`document.querySelector("#event-button").checkVisibility()`) == true {
		t.Error("a damaged link leaves the draw of another")
	}
}

// The list in a link is compared before anything is drawn, and a transcript that was changed says which place is wrong.
func TestForged(t *testing.T) {
	list := packed(example(t, "entries.txt"))
	b := open(t, "#event?draw="+packed(example(t, "raffle.commit"))+"&list="+packed("Eve\n"+example(t, "entries.txt")))
	b.says(".invalid #event-verdict", "✗ The list in this link is not the list of this draw. Do not trust this link.")
	b.until(`document.querySelector("#event-button").disabled`)
	b.screen("event-foreign")
	b.eval(`location.hash = %s`, js("#event?draw="+packed(example(t, "raffle.commit"))+"&list="+list))
	b.until(`!document.querySelector("#event-button").disabled && !document.querySelector("#event-work").matches(".invalid")`)
	forged := strings.Replace(example(t, "raffle.draw"), "winner 6\nwinner 8", "winner 8\nwinner 6", 1)
	b.eval(`location.hash = %s`, js("#event?draw="+packed(forged)+"&list="+list))
	b.says(".invalid #event-verdict", "✗ This is not what was drawn")
	b.says("#event-result", "Place 2 should be line 6, not 8. Ask the organizer for the original.")
	b.enter("#event-name", "Thomas Bayes")
	b.says("#event-you", "Nothing counts: this is not the draw.")
	b.screen("event-forged")
	// What follows from a forged number is no fault of its own.
	forged = strings.Replace(example(t, "raffle.draw"), "signature ", "signature aaaaaa", 1)
	b.eval(`location.hash = %s`, js("#event?draw="+packed(forged[:strings.Index(forged, "aaaaaa")+6]+
		forged[strings.Index(forged, "aaaaaa")+12:])+"&list="+list))
	b.says("#event-result", "Its random number is not genuine.")
	if got := b.text("#event-result"); strings.Contains(got, "should be line") {
		t.Errorf("a forged number is said to change the winners: %q", got)
	}
	b.eval(`location.hash = %s`, js("#event?draw="+packed(strings.Replace(example(t, "raffle.commit"), "15:59:24Z", "15:59:27Z", 1))))
	b.says("#event-none.invalid #event-spoiled", "✗ This link is not complete, or was changed")
}

// At its time, the page of a draw says so, and draws by itself if that was asked for. Without a network, the number is
// pasted.
func TestItIsTime(t *testing.T) {
	b := open(t, "#event?draw="+packed(strings.Replace(example(t, "raffle.commit"), "title Summer", "title ✓ Right", 1)))
	b.says("#event-title", "“ Right raffle”")
	b.enter("#event-beacon", example(t, "round-1000.json"))
	b.click("#event-button")
	b.says("#event-result .verdict.open", "Drawn correctly, if this is the announced draw")

	b = open(t, "#event?draw="+packed(example(t, "raffle.commit")))
	early := func(early bool) {
		t.Helper()
		b.eval(`void (self.now ??= Date.now, Date.now = %t ? () => Date.UTC(2023, 7, 23, 15, 59) : now)`, early)
	}
	early(true)
	b.says("#event-clock", "24", "seconds")
	b.click("#event-button")
	b.says("#event-button", "Waiting")
	if got := b.sent(); len(got) > 0 {
		t.Fatalf("before its time, the page asked for %q", got)
	}
	tries := 0
	b.answer(func(string) (int64, string) {
		if tries++; tries < 7 { // it comes some seconds late
			return 404, "not yet"
		}
		return 200, example(t, "round-1000.json")
	})
	early(false)
	b.until(`document.querySelector("#reveal").open`) // by itself
	b.says("#reveal-stage", "“First prize”", "Line 1")
	b.click("#reveal-skip")
	b.screen("event-live")
	b.click("#reveal-close")
	b.says("#event-result .verdict.open", "Drawn correctly, if this is the announced draw")
	b.until(`document.querySelector("#event-sheet").textContent.includes("the code on it is no proof")`)
}

// What makes chances unequal stands on the page of a draw, on its sheet, and in the box of a verdict that is right.
func TestUnequal(t *testing.T) {
	const list = "Friend\nAda\nFriend\nFriend\n"
	commitment := regexp.MustCompile(`(?s)1\ntitle.*prize 2 Alternates\n`).ReplaceAllString(example(t, "raffle.commit"), fmt.Sprintf(
		"2\ntitle Dup\nentries 4\nsha256 %x\nprize 1 W\nbarred 2 late\n", sha256.Sum256([]byte(list))))
	b := open(t, "#event?draw="+packed(commitment))
	b.says("#event-terms", "1 of 4 cannot win: line 2 (“late”).")
	b.until(`document.querySelector("#event-sheet").textContent.includes("cannot win")`)
	b.enter("#event-list textarea", list)
	b.says("#event-terms", "“Friend” is 3 of 4 entries.")
	b.screen("event-unequal")
	b.enter("#event-beacon", example(t, "round-1000.json"))
	b.enter("#event-code", fmt.Sprintf("%x", sha256.Sum256([]byte(commitment))))
	b.click("#event-button")
	b.says("#event-result .verdict.good", "✓ These winners are correct", "But look at who can win", "cannot win: line 2", "“Friend” is 3 of 4 entries")
	b.screen("event-unequal-drawn")
}

var pdfPage = regexp.MustCompile(`/Type /Page\b[^s]`)

// paste pastes a text into a field, as a browser does that has it on its clipboard.
func paste(b *tab, selector, text string) {
	b.Helper()
	b.eval(`(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", %s);
		document.querySelector(%s).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	})()`, js(text), js(selector))
}

// party is a draw of SPEC-draw.md by the secrets of two people.
const party = `yates draw commitment 1
title Who goes first
entries 3
sha256 14c5e74c4b96ccef41cd94db73a9ec3348038ac094feca4fd897cecffa07cdae
prize 3 Turn
party dfff3c0d73702eb6c0fb322440aaddd235955a2d023c3edcfc86955cc7f26a63 Ada
party 7987d8e8f16be66accc7797a5d2448d8284bb7983ca544b7c12cb8c74009f6eb Frank Yates
`

// A QR code that was published names the commitment in it, where the browser reads such codes. Elsewhere, and of what is
// no commitment, nothing is taken.
func TestScan(t *testing.T) {
	commitment := example(t, "raffle.commit")
	b := open(t, "#event?draw="+packed(commitment))
	b.says("#event-title", "“Summer raffle”")
	if b.eval(`!self.BarcodeDetector && document.querySelector("#event-coded .scan button").checkVisibility()`) == true {
		t.Error("there is a button for a camera that the browser does not read")
	}
	const reader = `self.BarcodeDetector = class {
		static getSupportedFormats = async () => ["qr_code"];
		async detect() { return self.seen ? [{ rawValue: seen }] : []; }
	}`
	if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: reader}); err != nil {
		t.Fatal(err)
	}
	b.eval("void (self.old = true, location.reload())")
	b.until(`!self.old && document.documentElement.dataset.ready`)
	b.says("#event-title", "“Summer raffle”")
	b.click("#event-announced > summary")
	b.until(`document.querySelector("#event-coded .scan button").checkVisibility()`)
	for _, see := range []struct{ code, said string }{
		{"https://example.org/#event?draw=" + packed(strings.Replace(commitment, "Summer", "Winter", 1)), "it is the code of another draw"},
		{"https://example.org/#event?draw=" + packed(example(t, "raffle.draw")), "This is a transcript, and not a commitment"},
		{"https://example.org/#event?draw=damaged", "The camera has read no code"},
		{"https://example.org/menu", "A code has the digits"},
		{"https://example.org/yates.html#event?draw=" + packed(commitment), "It is the code of this draw"},
	} {
		b.eval(`self.seen = ""`)
		b.click("#event-coded .scan button")
		b.until(`document.querySelector("#event-coded video").videoWidth && document.querySelector("#event-coded video").checkVisibility()`)
		b.eval(`self.seen = %s`, js(see.code))
		b.says("#event-said", see.said)
		b.until(`!document.querySelector("#event-coded video").srcObject`)
	}
	b.screen("event-scanned")
}

// The link is a QR code and on a sheet, as soon as the page has an address that leads there.
func TestSheet(t *testing.T) {
	b := open(t, "#event?draw="+packed(example(t, "raffle.commit")))
	b.says("#event-picture", "Put the file yates.html on any web server")
	b.enter("#event-address", "https://example.org/yates.html")
	b.until(`document.querySelector("#event-picture svg")`)
	b.screen("event-share")
	b.media("print", "light")
	b.says("#event-sheet", "Summer raffle", "example.org", "7c62 b023 6f5a 495b")
	if *shots != "" {
		b.shot("event-sheet")
	}
	b.media("", "light")
	pages := func(most int) {
		t.Helper()
		for _, height := range []float64{11.7, 11} { // A4, Letter
			sheet, err := chromedp.Call(b.ctx, page.PrintToPDF, page.PrintToPDFParams{PaperHeight: height})
			if n := len(pdfPage.FindAll(sheet.Data, -1)); err != nil || n < 1 || n > most {
				t.Errorf("on paper of %v inches, the sheet has %d pages (%v)", height, n, err)
			}
		}
	}
	pages(1)
	b.drop("#event-list", map[string]string{"entries.txt": example(t, "entries.txt")})
	b.answer(func(string) (int64, string) { return 200, example(t, "round-1000.json") })
	b.click("#event-button")
	b.says("#event-result", "Ada Lovelace")
	b.until(`!document.querySelector("#event-sheet").textContent.includes("Set for")`) // which stands above the winners
	pages(1)
	reader, err := os.ReadFile(filepath.Join("node_modules", "jsqr", "dist", "jsQR.js"))
	if err != nil {
		t.Skip("the QR code is not read: there is no node_modules/jsqr; make web installs it")
	}
	b.eval("(() => {%s; return true })()", reader)
	read := b.eval(`(() => {
		const svg = document.querySelector("#event-picture svg"), size = svg.viewBox.baseVal.width, canvas = document.createElement("canvas"), c = canvas.getContext("2d");
		canvas.width = canvas.height = 4 * size;
		c.scale(4, 4);
		c.fillStyle = "#fff";
		c.fillRect(0, 0, size, size);
		c.fillStyle = "#000";
		c.fill(new Path2D(svg.querySelector("path").getAttribute("d")));
		return jsQR(c.getImageData(0, 0, 4 * size, 4 * size).data, 4 * size, 4 * size)?.data;
	})()`)
	// What the browser packs is its own choice, so the code is opened.
	link, _ := read.(string)
	hash, ok := strings.CutPrefix(link, "https://example.org/yates.html")
	if !ok {
		t.Fatalf("the QR code says %q", link)
	}
	b.eval(`location.hash = "#draw"`)
	b.eval("location.hash = %s", js(hash))
	b.says("#event-title", "“Summer raffle”")
}
