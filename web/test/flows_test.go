package test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// A list is drawn from, with the seed that the command has.
func TestDraw(t *testing.T) {
	b := open(t, "")
	b.shot("draw-empty")
	b.enter("#draw-list textarea", "Ada\nGrace\n Alan\nBarbara\n\nEdsger\nDonald\nAda\n")
	b.says("#draw-list .status", "8 entries")
	b.says("#draw-list .problems", "Line 3 begins with a space", "Line 5")
	b.shot("draw-problems")
	b.click("#draw-list .problems button")
	b.until(`document.querySelector("#draw-list textarea").value === "Ada\nGrace\nAlan\nBarbara\nEdsger\nDonald\nAda\n"`)
	b.enter("#draw-seed", "May 2026")
	b.click("#draw-button")
	b.says("#draw-result", "Winners")
	b.shot("draw-winners")
	b.click("#draw-slowly")
	b.until(`document.querySelector("#reveal").open`)
	if got := b.text("#draw-result"); got != "" {
		t.Errorf("before the reveal, the page shows %q", got)
	}
	b.says("#reveal-stage", "1 of 3")
	b.shot("draw-reveal")
	b.click("#reveal-skip")
	b.says("#reveal-stage", "That is all")
	if got := b.eval(`document.querySelectorAll("#reveal-all li").length`); got != 3.0 {
		t.Errorf("%v winners are revealed", got)
	}
	b.shot("draw-revealed")
	b.click("#reveal-close")
	b.says("#draw-result h2", "Winners, draw 2")
	for count, words := range map[string]string{"": "must be at least 1", "-5": "must be at least 1", "1e300": "There are only 7 lines"} {
		b.enter("#draw-count", count)
		b.click("#draw-button")
		b.until(`(document.querySelector("#draw-error").innerText + document.querySelector("#draw-result").innerText).includes(%s)`, js(words))
	}
	for _, what := range []string{"order", "teams", "deal"} {
		b.click("input[value=" + what + "]")
		b.click("#draw-button")
		b.until(`!document.querySelector("#draw-result.outdated")`)
		b.says("#draw-result h2", map[string]string{"order": "random order", "teams": "teams", "deal": "hands"}[what])
		b.shot("draw-" + what)
	}
	if got := b.sent(); len(got) > 0 {
		t.Errorf("the page asked for %q", got)
	}
}

// A draw is checked, by name and round.
func TestCheck(t *testing.T) {
	b := open(t, "#check")
	b.shot("check-empty")
	b.click("#check-button")
	b.says("#check-error", "Add the transcript")
	b.drop("#check-form", map[string]string{"a": example(t, "raffle.draw"), "b": example(t, "entries.txt")})
	b.until(`document.querySelector("#check-list textarea").value`)
	b.until(`document.querySelector("#check-transcript textarea").value`)
	b.click("#check-button")
	b.says("#check-result", "✓ The sums are right", "Still to do", "Round 1000", "2023-08-23", "First prize", "What no file can prove", "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f")
	if strings.Contains(b.text("#check-result"), "Line 1") {
		t.Error("winners have no names")
	}
	b.until(`document.querySelector("#check-published").checkVisibility()`)
	b.shot("check-right")
	b.enter("#check-published", "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f")
	b.until(`document.querySelector("#check-result.outdated")`)
	b.click("#check-button")
	b.says("#check-result", "✓ Right")
	b.enter("#check-transcript textarea", strings.Replace(example(t, "raffle.draw"), "seed", "Seed", 1))
	b.click("#check-button")
	b.says("#check-result", "? Not checked", "get it as it was published")
	b.shot("check-not")
	b.enter("#check-transcript textarea", example(t, "raffle.draw"))
	b.enter("#check-list textarea", "somebody\nelse\n")
	b.click("#check-button")
	b.says("#check-result", "✗ Wrong")
	b.shot("check-wrong")
	b.enter("#check-transcript textarea", example(t, "raffle.commit"))
	b.click("#check-button")
	b.says("#check-error", "This is an announcement, and not a transcript")
	b.enter("#check-transcript textarea", "hello")
	b.click("#check-button")
	b.says("#check-error", "This is not a transcript")
}

func TestFair(t *testing.T) {
	b := open(t, "#fair")
	b.shot("fair-empty")
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
	b.shot("fair-biased")
	b.click("input[value=function]")
	b.shot("fair-function")
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
	b.enter("#fair-code", "function shuffle(a) { for (;;); }")
	b.click("#fair-button")
	b.says("#fair-error", "did not answer within 3 seconds")
	b.enter("#fair-code", "function shuffle(a) {\n  a.pop( }")
	b.click("#fair-button")
	b.says("#fair-error", "Line 2", "SyntaxError")
	b.click("#steps-one")
	b.shot("fair-steps")
}

// press presses the mouse on an element where it is, and releases it there, as a hand does.
func (b *tab) press(selector string) {
	b.Helper()
	at := b.eval(`(() => { const e = document.querySelector(%s); e.scrollIntoView({ block: "center" }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, js(selector)).([]any)
	for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
		if _, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: at[0].(float64), Y: at[1].(float64), Button: input.MouseButtonLeft, ClickCount: 1}); err != nil {
			b.Fatal(err)
		}
		time.Sleep(150 * time.Millisecond) // a hand is slow: what the page does on blur is done
	}
}

func (b *tab) keys(text string) {
	b.Helper()
	b.do(chromedp.KeyEvent(text))
}

// The first press of a button counts, though the text before it has just been typed. What
// was drawn from another text is marked.
func TestFirstPress(t *testing.T) {
	b := open(t, "")
	b.eval(`document.querySelector("#draw-list textarea").focus()`)
	b.keys("Ada\r Grace\r\rAlan")
	b.press("#draw-button")
	b.says("#draw-result h2", "Winners")
	b.says("#draw-list .status", "4 entries")
	if strings.Contains(b.text("#draw-result"), "null") {
		t.Errorf("the result says null: %s", b.text("#draw-result"))
	}
	const outdated = `document.querySelector("#draw-result.outdated")`
	b.eval(`document.querySelector("#draw-list textarea").focus()`)
	b.keys("\rBarbara")
	b.until(outdated)
	b.press("#draw-list .problems button") // Tidy the list
	b.until(`document.querySelector("#draw-list textarea").value.includes("Alan\nBarbara\n")`)
	b.press("#draw-button")
	b.until("!" + outdated)
	for _, what := range []string{"input[value=teams]", "#draw-list .row button"} {
		b.press(what)
		b.until(outdated)
		b.press("#draw-button")
		b.until(`!document.querySelector("#draw-button").disabled`)
	}
	b.says("#draw-error", "Enter a list first")

	b.eval(`location.hash = "#hold"`)
	b.enter("#hold-title", "Raffle")
	b.eval(`document.querySelector("#hold-list textarea").focus()`)
	b.keys("Ada\rGrace\rAlan")
	b.press("#hold-button")
	b.says("#hold-result", "Publish this")
}
