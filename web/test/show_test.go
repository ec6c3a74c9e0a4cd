package test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A result comes into view with the focus on its heading, and the largest words are the winner's name. On wide
// screens, it stands right of its form.
func TestInView(t *testing.T) {
	b := open(t, "")
	b.enter("#draw-list textarea", "Ada\nGrace\nAlan\nBarbara\nEdsger\n")
	b.drop("#check-form", map[string]string{"a": example(t, "raffle.draw"), "b": example(t, "entries.txt")})
	b.until(`document.querySelector("#check-list textarea").value`)
	for _, screen := range [][2]int64{{390, 844}, {768, 1024}, {1280, 900}, {1920, 1080}} {
		b.do(chromedp.EmulateViewport(screen[0], screen[1]))
		for _, part := range []string{"draw", "check", "fair"} {
			b.eval("location.hash = %s", js("#"+part))
			b.until("!document.getElementById(%s).hidden", js(part))
			b.eval("scrollTo(0, 0)")
			b.eval("document.querySelectorAll('.result h2, #fair-heading').forEach(h => h.blur())")
			b.click("#" + part + "-button")
			b.until(`document.activeElement.matches("#%s .result h2")`, part)
			b.until(`!document.querySelector("#%s-button").disabled`, part)
			b.until(`(({ top, bottom }) => top > -1 && bottom <= innerHeight / 2 + 50)(document.activeElement.getBoundingClientRect())`)
			beside := b.eval(`document.querySelector("#%s .result").getBoundingClientRect().left > document.querySelector("#%s form").getBoundingClientRect().right`, part, part)
			if beside != (screen[0] >= 1280) {
				t.Errorf("%s at %d pixels: beside the form: %v", part, screen[0], beside)
			}
			const largest = `(part => {
				const size = e => parseFloat(getComputedStyle(e).fontSize), all = [...document.querySelectorAll(part + " *")].filter(e => e.checkVisibility());
				return all.every(e => size(e) <= size(document.querySelector(part + " .names")));
			})(%s)`
			if part != "fair" && b.eval(largest, js("#"+part)) != true {
				t.Errorf("%s at %d pixels: something is larger than the winner's name", part, screen[0])
			}
		}
	}
}

// Cards look like cards, four hands fit on a tablet, and right, wrong and links have colours of their own.
func TestColours(t *testing.T) {
	b := open(t, "")
	b.do(chromedp.EmulateViewport(768, 1024))
	b.click("input[value=deal]")
	b.click("#draw-button")
	b.says("#draw-result h2", "The hands")
	const face = `(suit => { const s = getComputedStyle([...document.querySelectorAll(".card")].find(c => c.textContent.includes(suit))); return s.color + " on " + s.backgroundColor; })(%s)`
	if red, black := b.eval(face, js("♥")), b.eval(face, js("♠")); red == black || red != b.eval(face, js("♦")) {
		t.Errorf("hearts are %v, spades %v", red, black)
	}
	if got := b.eval(`(h => h[3].getBoundingClientRect().bottom - h[0].getBoundingClientRect().top)(document.querySelectorAll(".hands > div"))`).(float64); got > 900 {
		t.Errorf("four hands take %.0f of 1024 pixels", got)
	}
	for _, dark := range []bool{false, true} {
		b.view(1280, dark)
		if got := b.eval(`new Set(["--good", "--bad", "--link"].map(name => getComputedStyle(document.body).getPropertyValue(name))).size`); got != 3.0 {
			t.Errorf("right, wrong and links have %v colours", got)
		}
	}
}

// The first screen has an example that can be drawn at once, which is never mixed with a list.
func TestExample(t *testing.T) {
	b := open(t, "")
	b.click("#draw-button")
	b.says("#draw-result", "Winners", "from the example")
	if got := b.eval(`document.querySelectorAll("#draw-result li").length`); got != 3.0 {
		t.Errorf("%v winners of the example", got)
	}
	b.enter("#draw-list textarea", "Ada\n")
	b.click("#draw-button")
	b.says("#draw-result", "The list has only 1 line")
	if got := b.text("#draw-result"); strings.Contains(got, "example") {
		t.Errorf("of a list: %q", got)
	}
	b.click("#draw-list .row button")
	b.click("#draw-button")
	b.says("#draw-error", "Enter a list first")
}

// The slow reveal fills the screen, its buttons stay where they are, and all winners are there at the end, large.
func TestReveal(t *testing.T) {
	b := open(t, "")
	for _, screen := range [][2]int64{{390, 844}, {1280, 900}, {1920, 1080}} {
		b.do(chromedp.EmulateViewport(screen[0], screen[1]))
		b.click("#draw-slowly")
		b.until(`document.querySelector("#reveal").open`)
		const place = `(r => [r.x, r.y].join())(document.querySelector("#reveal-close").getBoundingClientRect())`
		before := b.eval(place)
		if got := b.eval(`(r => r.width >= innerWidth && r.height >= innerHeight)(document.querySelector("#reveal").getBoundingClientRect())`); got != true {
			t.Errorf("the reveal does not fill %v", screen)
		}
		b.says("#reveal-stage", "1 of 3")
		b.click("#reveal-skip")
		b.until(`document.activeElement.id === "reveal-close"`)
		if after := b.eval(place); after != before {
			t.Errorf("at %v, the button moves from %v to %v", screen, before, after)
		}
		if got := b.eval(`[...document.querySelectorAll("#reveal-all li")].filter(e => e.getBoundingClientRect().bottom < innerHeight && parseFloat(getComputedStyle(e).fontSize) >= 28).length`); got != 3.0 {
			t.Errorf("at %v, %v large winners are on the screen", screen, got)
		}
		b.click("#reveal-close")
		b.until(`!document.querySelector("#draw-button").disabled`)
	}
}
