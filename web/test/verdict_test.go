package test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"io"
	"strings"
	"testing"
)

// Files are checked byte for byte, as the command does, and an empty list is a list.
// What is pasted has the ends of lines of the browser.
func TestFilesOfVerdict(t *testing.T) {
	b := open(t, "#check")
	transcript := example(t, "raffle.draw")
	check := func(selector string, words ...string) {
		t.Helper()
		b.click("#check-button")
		b.until(`!document.querySelector("#check-button").disabled`)
		b.says(selector, words...)
	}
	drop := func(text string) {
		t.Helper()
		b.drop("#check-transcript", map[string]string{"raffle.draw": text})
		b.until(`document.querySelector("#check-transcript-text").value === %s || !document.querySelector("#check-transcript .held").hidden`, js(strings.ReplaceAll(text, "\r\n", "\n")))
	}
	drop(strings.ReplaceAll(transcript, "\n", "\r\n"))
	check("#check-result", "✗ This is not what was drawn", "ends of its lines were changed")
	b.click("#check-transcript button")
	b.enter("#check-transcript textarea", transcript+"\n")
	check("#check-result", "Drawn correctly, if this is the announced draw", "open the file to check each byte")
	drop(transcript)
	b.drop("#check-list", map[string]string{"entries.txt": ""})
	b.says("#check-list .held", "entries.txt, 0 bytes. It is empty.")
	check("#check-result", "✗ This is not the list of this draw")
	b.dropMade("#check-list", "entries.txt.gz", "new Uint8Array([0x1f, 0x8b, 8, 8])")
	b.until(`document.querySelector("#check-list .held").textContent.includes("entries.txt.gz")`)
	b.until(`document.querySelector("#check-list .status").textContent`)
	check("#check-error", b.text("#check-list .status"))
	if got := b.text("#check-result"); got != "" {
		t.Errorf("of a damaged list, the page says %q", got)
	}
	b.screen("check-error")
}

// Files are told apart wherever they are dropped. Only what is dropped on the code, or pasted there, is what the reader
// saw before the draw, and nothing is left out without a word.
func TestDropped(t *testing.T) {
	b := open(t, "#check")
	transcript, commitment, list := example(t, "raffle.draw"), example(t, "raffle.commit"), example(t, "entries.txt")
	const code = "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f"
	b.drop("#check > p", map[string]string{"raffle.draw": transcript, "raffle.commit": commitment, "entries.txt": list})
	b.says("#check-dropped", "Left out: raffle.commit, as it says what was announced")
	b.click("#check-button")
	b.says("#check-result .verdict.open", "Drawn correctly, if this is the announced draw")
	b.says("#check-result", "Ada Lovelace", `The organizer calls the draw “Summer raffle”: 3 winners and 2 alternates of 8 entries.`, `“First prize”`)
	b.drop("#check-code", map[string]string{"raffle.commit": commitment})
	b.until(`document.querySelector("#check-published").value === %s`, js(code))
	b.click("#check-button")
	b.says("#check-result .verdict.good", "✓ These winners are correct", "You must have seen the code before August 23, 2023")
	b.drop("#check-published", map[string]string{"raffle.sha256": code + "  raffle.commit\n" + strings.Repeat("ab", 32) + "  b.commit\n"})
	b.until(`document.querySelector("#check-published").value.includes("b.commit")`)
	b.click("#check-button")
	b.says("#check-error", "The code: there are two SHA-256")
	paste(b, "#check-published", strings.ReplaceAll(commitment, "\n", "\r\n"))
	b.until(`document.querySelector("#check-published").value === %s`, js(code))
	b.click("#check-list button")
	b.click("#check-button")
	b.says("#check-result .verdict.good", "✓ These winners are correct", "The list was not checked")
	b.drop("#check-list", map[string]string{"one.txt": list})
	b.drop("#check-transcript", map[string]string{"again.draw": transcript, "first.txt": "Ada\n", "more.txt": "Bob\n"})
	b.says("#check-dropped", "Left out: more.txt.")

	// A commitment has a page, where its winners will be.
	b.enter("#check-transcript textarea", "\n"+commitment)
	b.click("#check-button")
	b.says("#check-error", "This is the commitment of a draw")
	b.click("#check-error a")
	b.says("#event-title", "“Summer raffle”")
}

// A draw that ranks its list shows the order that follows.
func TestRankedVerdict(t *testing.T) {
	b := open(t, "#event?draw="+packed(file(t, "flats", "flats.commit")))
	b.says("#event-what", "8 lines below a header, ranked")
	b.drop("#event-list", map[string]string{"flats.csv": file(t, "flats", "flats.csv")})
	b.until(`document.querySelector("#event-list-text").value`)
	b.answer(func(string) (int64, string) { return 200, example(t, "round-1000.json") })
	b.click("#event-button")
	b.says("#event-result", "Drawn correctly, if this is the announced draw", "The order of the list",
		"1\tMarin Mersenne\t1\t1", "8\tAbraham de Moivre\t3\t40")
	b.screen("event-ranked")
}

// Entries that were skipped are a condition of the verdict: they stand in it, and it is not green.
func TestSkips(t *testing.T) {
	b := open(t, "#check")
	transcript := example(t, "raffle.draw")
	head := transcript[:strings.LastIndex(transcript, "prize 1 First prize\n")]
	b.enter("#check-transcript textarea", head+"prize 1 First prize\nskipped 1 organized the raffle\nwinner 6\n"+
		"prize 2 Second prize\nwinner 8\nskipped 2 entered twice\nwinner 4\nprize 2 Alternates\nwinner 7\nwinner 3\n")
	b.enter("#check-published", "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f")
	b.click("#check-button")
	b.says("#check-result .verdict.open", "Drawn correctly, if these 2 entries were rightly skipped", "Line 1", "organized the raffle",
		"Line 2", "entered twice")
	b.screen("check-skips")
}

// Whoever sends a link cannot know for its reader what was announced before the draw: its title may have been chosen when
// the beacon was known. So no link makes a draw right.
func TestCheatedLink(t *testing.T) {
	const code = "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f"
	drawn := "#check?transcript=" + packed(example(t, "raffle.draw"))
	b := open(t, drawn+"&published="+code)
	b.says("#check-result .verdict.open", "Drawn correctly, if this is the announced draw")
	b.click("#check-result .verdict > details:not(#check-code) > summary")
	b.click("#check-result .verdict details details > summary")
	b.says("#check-result .code", "7c62 b023 6f5a 495b 9c61 d836 9294 d1d5")
	b.enter("#check-published", code) // which the page has shown: that it is entered now shows nothing
	b.click("#check-button")
	b.says("#check-result .verdict.open", "Drawn correctly, if this is the announced draw", "came from this page")
	b.eval(`location.hash = "#check?transcript=damaged&list=damaged"`)
	b.says("#trouble", "This link is not complete, or was changed")
	if got := b.text("#check-result"); strings.Contains(got, "correct") {
		t.Errorf("below a damaged link stands an earlier verdict: %s", got)
	}
	b.eval(`location.hash = %s`, js(drawn)) // and the next link does not have it from them
	b.says("#check-result .verdict.open", "Drawn correctly, if this is the announced draw")
	b.eval(`location.reload()`)
	b.until(`document.documentElement.dataset.ready`)
	b.says("#check-result .verdict.open", "Drawn correctly, if this is the announced draw")

	b.eval(`(() => { navigator.clipboard.write = async () => {}; [...document.querySelectorAll("#check-result button")].find(e => e.textContent.startsWith("Copy a link")).click(); })()`)
	b.until(`location.hash.startsWith("#check?transcript=") && !/published/.test(location.hash)`)
}

// packed returns a text as links have it.
func packed(text string) string {
	var all bytes.Buffer
	w, _ := flate.NewWriter(&all, 9)
	io.WriteString(w, text)
	w.Close() // into memory
	return base64.RawURLEncoding.EncodeToString(all.Bytes())
}
