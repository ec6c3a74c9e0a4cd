package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	b.says("#event-what", "5 places of 8 entries")
	b.says("#event-when", "It comes on", "2118")
	b.says("#event-clock", "days left")
	b.click("#event-button")
	b.says("#event-error", "Round 1000000000 comes at 2118", "so no host was asked")
	b.screen("event-before")

	follow(link(example(t, "raffle.commit")))
	b.says("#event-when", "It came on", "August 23, 2023")
	if got := b.sent(); len(got) > 0 {
		t.Fatalf("before a button was pressed, the page asked for %q", got)
	}
	b.answer(func(string) (int64, string) { return 200, example(t, "round-1000.json") })
	b.click("#event-button")
	b.says("#event-result .verdict.open", "? Right, if this code was published before 2023-08-23")
	b.says("#event-result", "Prize \"First prize\"", "Line 1")
	b.drop("#event-list", map[string]string{"entries.txt": example(t, "entries.txt")})
	b.until(`document.querySelector("#event-list-text").value`)
	b.enter("#event-code", "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f")
	b.click("#event-button")
	b.says("#event-result .verdict.good", "✓ Right", "You must have seen the code that you entered")
	b.says("#event-result", "Ada Lovelace")
	b.screen("event-drawn")

	follow(link(example(t, "raffle.draw"))) // a transcript is checked, and asks nobody
	b.says("#event-result .verdict.open", "? Right, if this code was published before 2023-08-23")

	// People's secrets can decide alone: nobody is asked then.
	asked := len(b.sent())
	b.eval("location.hash = %s", js("#event?draw="+packed(party)))
	b.says("#event-when", "The secrets of Ada, Frank Yates decide.")
	b.click("#event-button")
	b.says("#event-error", "The secret of party", "is missing")
	b.enter("#event-secrets", "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d\n"+
		"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\n")
	b.click("#event-button")
	b.says("#event-result .verdict.open", "? Right, if")
	if winners := b.text("#event-result .names"); !strings.HasPrefix(winners, "Line 3") || len(b.sent()) > asked {
		t.Errorf("the winners are %q, after %q", winners, b.sent()[asked:])
	}
	b.eval(`location.hash = "#event?draw=damaged"`)
	b.says("#trouble", "This link was changed on its way")
	if b.eval(`document.querySelector("#event-button").checkVisibility()`) == true {
		t.Error("a damaged link leaves the draw of another")
	}
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

// The link is a QR code and on a sheet, as soon as the page has an address that leads there.
func TestSheet(t *testing.T) {
	b := open(t, "#event?draw="+packed(example(t, "raffle.commit")))
	b.eval(`(document.querySelector("#event-print").closest("details").open = true)`)
	b.says("#event-picture", "Put the file yates.html on any web server")
	b.enter("#event-address", "https://example.org/yates.html")
	b.until(`document.querySelector("#event-picture svg")`)
	b.screen("event-share")
	b.media("print", "light")
	b.says("#event-sheet", "Summer raffle", "https://example.org/yates.html#event?draw=", "7c62b0236f5a495b")
	if *shots != "" {
		b.shot("event-sheet")
	}
	b.media("", "light")
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
