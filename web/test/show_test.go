package test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
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
		if got := b.eval(`new Set(["--good", "--bad", "--act"].map(name => getComputedStyle(document.body).getPropertyValue(name))).size`); got != 3.0 {
			t.Errorf("right, wrong and links have %v colours", got)
		}
	}
}

// The first screen has an example that can be drawn at once, which is never mixed with a list.
func TestExample(t *testing.T) {
	b := open(t, "")
	// Until the first draw, a result of the sample names stands where that will come, and nobody can press it.
	for kind, what := range map[string]string{"teams": ".teams li", "santa": ".slips li", "winners": ".prize li"} {
		b.click("input[value=" + kind + "]")
		b.until(`document.querySelectorAll("#draw-sample %s").length >= 3`, what)
		b.says("#draw-sample[inert]", "For example")
	}
	b.screen("draw-start")
	b.click("#draw-button")
	b.says("#draw-result", "from the example")
	b.until(`!document.querySelector("#draw-sample").checkVisibility()`)
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
	b.says("#draw-error", "There is nothing in")
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
		b.says("#reveal-stage", "Press Space for the first one")
		b.keys(kb.PageDown)
		b.says("#reveal-stage", "1 of 3")
		b.click("#reveal-skip")
		b.until(`document.activeElement.id === "reveal-show"`)
		if after := b.eval(place); after != before {
			t.Errorf("at %v, the button moves from %v to %v", screen, before, after)
		}
		if got := b.eval(`[...document.querySelectorAll("#reveal-all li")].filter(e => e.getBoundingClientRect().bottom < innerHeight && parseFloat(getComputedStyle(e).fontSize) >= 28).length`); got != 3.0 {
			t.Errorf("at %v, %v large winners are on the screen", screen, got)
		}
		b.click("#reveal-close")
		b.until(`!document.querySelector("#draw-slowly").disabled`)
		b.do(chromedp.Sleep(300 * time.Millisecond))
		if top := b.eval(`document.querySelector("#draw-result h2").getBoundingClientRect().top / innerHeight`); top.(float64) > 0.6 {
			t.Errorf("at %v, the result begins at %v of the screen after the reveal", screen, top)
		}
	}
	b.click("input[value=teams]")
	b.click("#draw-slowly")
	b.until(`document.querySelector("#reveal").open`)
	b.click("#reveal-skip")
	b.says("#reveal-all .prize:last-child h3", "Team 2")
	if got := b.eval(`document.querySelectorAll("#reveal-all li").length`); got != 6.0 {
		t.Errorf("the teams at the end have %v names", got)
	}
	b.click("#reveal-close")
	b.until(`!document.querySelector("#draw-slowly").disabled`)

	// Names rush by, which a press of the clicker ends; prizes have their colours.
	b.click("input[value=winners]")
	b.click("#draw-prizes > summary")
	for i, prize := range []string{"Car", "Bicycle"} {
		b.enter(fmt.Sprintf("#draw-prizes p:nth-child(%d) input[type=number]", i+1), "1")
		b.enter(fmt.Sprintf("#draw-prizes p:nth-child(%d) input[type=text]", i+1), prize)
		b.click("#draw-prizes fieldset > button")
	}
	b.click("#draw-slowly")
	b.until(`document.querySelector("#reveal").open`)
	const colour = `getComputedStyle(document.querySelector("#reveal-stage .who")).borderTopColor`
	var colours []any
	for _, prize := range []string{"Car", "Bicycle"} {
		b.keys(kb.PageDown)
		b.says("#reveal-stage", prize)
		if prize == "Car" {
			b.until(`new Set([...self.rushed ??= [], document.querySelector("#reveal-stage .rush")?.innerText].filter(name => name && (rushed.push(name), true))).size > 2`)
		}
		b.keys(kb.PageDown)
		b.until(`document.querySelector("#reveal-stage .who:not(.rush)")`)
		b.says("#reveal-stage .who", strings.TrimPrefix(b.text("#reveal-said"), prize+": "))
		colours = append(colours, b.eval(colour))
	}
	if colours[0] == colours[1] {
		t.Errorf("both prizes are %v", colours[0])
	}
	b.keys(kb.PageDown)
	b.says("#reveal-all .prize:last-child h3", "Bicycle")
	b.says("#reveal-foot", "Drawn from 6 entries")
	b.screen("reveal-prizes")
	b.click("#reveal-close")
	b.until(`!document.querySelector("#draw-slowly").disabled`)
	b.click("#draw-slowly") // without motion
	b.until(`document.querySelector("#reveal").open`)
	b.keys(kb.PageDown)
	b.until(`document.querySelector("#reveal-stage .who:not(.rush)")`)
	b.click("#reveal-skip")
	b.click("#reveal-close")
	b.until(`!document.querySelector("#draw-slowly").disabled`)

	// At the end, long headings of short lines stand beside each other.
	b.do(chromedp.EmulateViewport(1280, 720))
	b.enter("#draw-list textarea", "Line 1\nLine 2\nLine 3\nLine 4\nLine 5\nLine 6\nLine 7\n")
	for i, prize := range [][2]string{{"1", "A weekend in Lisbon"}, {"3", "Hamper of the bakery"}, {"2", "Alternates who stand by"}} {
		b.enter(fmt.Sprintf("#draw-prizes p:nth-child(%d) input[type=number]", i+1), prize[0])
		b.enter(fmt.Sprintf("#draw-prizes p:nth-child(%d) input[type=text]", i+1), prize[1])
	}
	b.click("#draw-slowly")
	b.until(`document.querySelector("#reveal").open`)
	b.click("#reveal-skip")
	b.says("#reveal-all .prize:last-child h3", "stand by")
	if got := b.eval(`(boxes => boxes.flatMap((a, i) => boxes.slice(i + 1).map(b => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).filter(Boolean).length)
		([...document.querySelectorAll("#reveal-all h3 bdi, #reveal-all li")].map(e => e.getBoundingClientRect()))`); got != 0.0 {
		t.Errorf("at the end, %v boxes overlap", got)
	}
	b.screen("reveal-numbers")
	b.click("#reveal-close")
	b.until(`!document.querySelector("#draw-slowly").disabled`)

	b.click("input[value=teams]")
	b.enter("#draw-count", "2.5")
	b.click("#draw-button")
	b.says("#draw-error", "2.5 is not a whole number")
}

// A link shows a transcript, a mistake or a function with its result. What it holds is not sent, and a damaged one
// is named.
func TestLinks(t *testing.T) {
	const link = `(async part => {
		const done = new Promise(f => { navigator.clipboard.write = f; }); // nobody allows tests to write there
		[...document.querySelectorAll(part + " button")].find(e => e.textContent.startsWith("Copy a link")).click();
		await done;
		return location.hash;
	})(%s)`
	b := open(t, "#check")
	b.drop("#check-form", map[string]string{"a": example(t, "raffle.draw")})
	b.until(`document.querySelector("#check-transcript textarea").value`)
	b.click("#check-button")
	b.says("#check-result", "Summer raffle", "Line 1")
	checked := b.eval(link, js("#check")).(string)
	b.drop("#check-list", map[string]string{"list": example(t, "entries.txt")})
	b.until(`document.querySelector("#check-list textarea").value`)
	b.click("#check-button")
	b.says("#check-result", "Ada Lovelace")
	named := b.eval(link, js("#check")).(string)
	if len(named) > 8000 {
		t.Errorf("the link with a short list has %d characters", len(named))
	}
	b.eval(`location.hash = "#fair"`)
	b.click("input[value=function]")
	b.enter("#fair-code", "a => { /* größer */ a.reverse() }")
	b.enter("#fair-items", "7")
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
	b.until(`document.querySelector("#fair-links button")`)
	tested := b.eval(link, js("#fair")).(string)

	server := httptest.NewServer(http.FileServer(http.Dir(dist)))
	defer server.Close()
	b = openURL(t, server.URL+"/yates.html"+checked)
	b.says("#check-result", "Summer raffle", "Line 1")
	for _, url := range b.sent() {
		if strings.Contains(url, "transcript") {
			t.Errorf("the transcript was sent: %s", url)
		}
	}
	b.eval("location.hash = %s", js(named))
	b.says("#check-result", "Ada Lovelace")
	b.eval("location.hash = %s", js(tested))
	b.until(`document.querySelector("#fair-came").checkVisibility()`)
	b.says("#fair-came", "came with the link")
	if b.eval(`document.querySelector("#fair-button").disabled || document.querySelector("iframe") !== null`) == true {
		t.Error("a function runs because somebody followed a link")
	}
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
	b.says("#fair-seen", "of 7 cards")
	if got := b.eval(`document.querySelector("#fair-code").value`); !strings.Contains(got.(string), "größer") {
		t.Errorf("the function of the link is %q", got)
	}
	b.eval(`location.hash = "#fair?mistake=sattolo&items=8"`)
	b.says("#fair-seen", "of 8 cards")
	b.says("#fair-verdict", "biased")
	for _, damaged := range []string{"#check?transcript=damaged", "#fair?mistake=nope", "#fair?mistake=naive&beside=nope"} {
		b.eval(`document.querySelector("#trouble").textContent = ""; location.hash = %s`, js(damaged))
		b.says("#trouble", "This link is not complete, or was changed")
	}
}

// All mistakes hang in the gallery, in plain words and in frames that have their size from the first, and a press tests one.
func TestGallery(t *testing.T) {
	b := open(t, "#mistakes")
	high := b.eval(`document.querySelector("#fair-gallery").offsetHeight`)
	b.until(`document.querySelectorAll("#fair-gallery svg:has(path)").length === document.querySelectorAll("#fair-mistake option").length - 2`)
	if now := b.eval(`document.querySelector("#fair-gallery").offsetHeight`); now != high {
		t.Errorf("the gallery was %v pixels high, and is %v", high, now)
	}
	if got := b.eval(`[...document.querySelectorAll("#fair-mistake option")].filter(e => !e.textContent).length`); got != 0.0 {
		t.Errorf("%v mistakes have no plain words", got)
	}
	b.screen("fair-gallery")
	b.eval(`[...document.querySelectorAll("#fair-gallery a")].find(e => e.title === "sattolo").click()`)
	b.says("#fair-verdict", "biased")
	b.says("#fair-heats", "Never swap a card with itself")
}

// The sort of this browser, early and late, is in the museum.
func TestBrowserSort(t *testing.T) {
	for _, piece := range []string{"browser-sort", "browser-sort-later"} {
		b := open(t, "#fair?items=10&mistake="+piece)
		b.says("#fair-verdict", "biased")
		b.click("#fair-mistake-part summary")
		b.says("#fair-story", "plain insertion", "Math.random() - 0.5")
	}
}

// Results are printed, and what nobody can use on paper is not.
func TestPrint(t *testing.T) {
	b := open(t, "")
	b.click("#draw-button")
	b.says("#draw-result", "Winners")
	b.drop("#check-form", map[string]string{"a": example(t, "raffle.draw"), "b": example(t, "entries.txt")})
	b.until(`document.querySelector("#check-list textarea").value`)
	b.click("#check-button")
	b.says("#check-result", "Ada Lovelace")
	b.click("#fair-button")
	b.until(`document.querySelector("#fair-verdict").textContent && !document.querySelector("#fair-button").disabled`)
	for part, shown := range map[string]string{"draw": "ol", "check": ".verdict", "fair": "#fair-heats svg"} {
		b.eval("location.hash = %s", js("#"+part))
		b.until("!document.getElementById(%s).hidden", js(part))
		b.media("print", "dark")
		if b.eval(`document.querySelector(%s).checkVisibility()`, js("#"+part+" .result "+shown)) != true {
			t.Errorf("%s: the result is not printed", part)
		}
		if part == "draw" {
			b.says("#draw-result", "Drawn from 6 entries. Seed ")
		}
		if got := b.eval(`[...document.querySelectorAll("form, nav, footer, button, #why, #paths-table, h1")].filter(e => e.checkVisibility()).map(e => e.tagName + e.id).join()`); got != "" {
			t.Errorf("%s: printed as well: %v", part, got)
		}
		if *shots != "" {
			b.shot(part + "-printed")
		}
		b.media("", "light")
	}
}

// Two shuffles stand side by side, with as many deals, and whoever wants more deals gets them after the alarm.
func TestBeside(t *testing.T) {
	b := open(t, "#fair?mistake=naive")
	b.says("#fair-verdict", "biased")
	b.until(`document.querySelector("#fair-links button")?.checkVisibility()`)
	if got := b.eval(`[...document.querySelectorAll("#fair-heats svg")].map(c => c.getBoundingClientRect().top)`).([]any); len(got) != 2 || got[0] != got[1] {
		t.Errorf("the matrices are at %v", got)
	}
	b.says("#fair-heats", "Naive: swap with any place", "A fair shuffle (no sign against it)")
	b.says("#fair-verdict", "It is like “Naive: swap with any place”")
	if got := b.eval(`[...document.querySelectorAll("#fair-evidence text")].map(e => e.textContent).filter(t => /^[0-9,]+$/.test(t) && !/^[125]?0*$/.test(t.replaceAll(",", "")) && !/^[0-9]?[05]0+$/.test(t.replaceAll(",", ""))).join()`); got != "" {
		t.Errorf("ticks at %v", got)
	}
	const deals = `parseInt(document.querySelector("#fair-seen").textContent.replace(",", ""))`
	const words = `document.querySelector("#fair-words p").textContent`
	b.until(deals + ` > parseInt(` + words + `.match(/after ([0-9,]+)/)[1].replace(",", ""))`)
	// The verdict and the pictures are of the same deals, with the same odds.
	if b.eval(deals+` === parseInt(`+words+`.match(/[0-9,]+/)[0].replace(",", "")) && `+words+`.includes("reached " + document.querySelector("#fair-verdict").textContent.match(/chance: (.* to 1)/)[1])`) != true {
		t.Errorf("the verdict is %q, the picture %q", b.eval(words), b.text("#fair-heats figcaption"))
	}
	before := b.eval(deals).(float64) // more than those of the alarm
	b.click("#fair-links button")
	b.until(`parseInt(document.querySelector("#fair-seen").textContent.replace(",", "")) > %.0f`, before+3000)
	b.click("#fair-stop")
	b.until(`!document.querySelector("#fair-links button").disabled`)
	b.says("#fair-verdict", "biased")
	b.screen("fair-beside")
}

// Simple draws have several prizes, teams by their size, and presents, as the command has them.
func TestKinds(t *testing.T) {
	b := open(t, "")
	b.click("#draw-prizes fieldset > button")
	for i, prize := range [][2]string{{"1", "Car"}, {"2", "Book"}} {
		b.enter(fmt.Sprintf("#draw-prizes p:nth-child(%d) input[type=number]", i+1), prize[0])
		b.enter(fmt.Sprintf("#draw-prizes p:nth-child(%d) input[type=text]", i+1), prize[1])
	}
	const groups = `[...document.querySelectorAll("#draw-result :is(.groups > div, .prize, div:has(> .slips))")].map(d => (d.querySelector("h3")?.textContent ?? "") + d.querySelectorAll("li").length).join()`
	draw := func(want string) {
		t.Helper()
		b.click("#draw-button")
		b.until(`document.querySelector("#draw-result h2") && !document.querySelector("#draw-button").disabled && !document.querySelector("#draw-result.outdated")`)
		if got := b.eval(groups); got != want {
			t.Errorf("%v, not %s", got, want)
		}
	}
	draw("Car1,Book2")
	b.click("input[value=teams]")
	b.enter("#draw-by", "size")
	draw("Team 1 · 22,Team 2 · 22,Team 3 · 22")
	b.screen("draw-teams")
	b.click("input[value=santa]")
	draw("6")
	// Names are chosen to be kept apart, which writes the line that can be typed, with a comma or “and”, in any letter case.
	b.click("#draw-not > summary")
	b.until(`document.querySelectorAll("#draw-pair option").length === 14`)
	b.enter("#draw-pair select", "Ada Lovelace")
	b.enter("#draw-pair select:last-of-type", "Frank Yates")
	b.click("#draw-pair button")
	b.until(`document.querySelector("#draw-pair select").value === ""`)
	b.click("#draw-pair input")
	b.enter("#draw-pair select", "Ada Lovelace")
	b.enter("#draw-pair select:last-of-type", "Emmy Noether")
	b.click("#draw-pair button")
	if got := b.eval(`document.querySelector("#draw-apart").value`); got != "Ada Lovelace = Frank Yates\nAda Lovelace > Emmy Noether\n" {
		t.Errorf("kept apart: %q", got)
	}
	b.says("#draw-kept", "Ada Lovelace, Frank Yates: never to each other", "Ada Lovelace does not give to Emmy Noether")
	b.click("#draw-kept li:last-child button")
	b.until(`document.querySelector("#draw-apart").value === "Ada Lovelace = Frank Yates\n"`)
	draw("6")
	b.enter("#draw-apart", "ada lovelace, FRANK yates and Emmy Noether")
	b.says("#draw-kept", "Ada Lovelace, Frank Yates, Emmy Noether: never to each other")
	draw("6")
	b.enter("#draw-apart", "")
	draw("6")
	// Each sees their own slip, after a tap; nothing shows all pairs unless asked.
	const open = `[...document.querySelectorAll(".slips b")].filter(e => e.closest("details") && e.checkVisibility({ contentVisibilityAuto: true })).length`
	b.says("#draw-result", "Who gives to whom", "Ada Lovelace")
	for i, press := range []string{"", ".slips summary", ".slips li:last-child summary", "#draw-result .menu button", ".slips li:last-child summary", ".slips summary"} {
		if press != "" {
			b.click(press)
		}
		b.until(fmt.Sprintf("%s === %d", open, []int{0, 1, 1, 6, 0, 1}[i]))
	}
	const telling = `[...document.querySelectorAll("#draw-result .slips li")].filter(li => li.style.length || +getComputedStyle(li.querySelector("summary")).getPropertyValue("--long") !== Math.max(...li.querySelector("summary").innerText.split(" ").map(w => w.length))).length`
	if got := b.eval(telling); got != 0.0 {
		t.Errorf("the size of %v tags tells whose name is in the box", got)
	}
	b.media("print", "light")
	if got := b.text("#draw-result"); strings.Count(got, "you give to") != 6 || strings.Contains(got, "Seed") {
		t.Errorf("the slips are %q", got) // with the seed, each would tell all
	}
	b.media("", "light")
	b.screen("draw-santa")

	// A link opens to the one name of its slip, after a tap, and does not show it before.
	const copied = `(async () => {
		const done = new Promise(f => { navigator.clipboard.write = async ([item]) => f(await (await item.getType("text/plain")).text()); });
		document.querySelector(%s).click();
		return done;
	})()`
	links := b.eval(copied, js(".slips + p button:nth-child(2)")).(string)
	link := b.eval(copied, js(".slips li button")).(string)
	b.enter("#gift-address", "https://example.org/yates.html")
	if got := b.eval(copied, js(".slips li button")).(string); !strings.HasPrefix(got, "https://example.org/yates.html#gift") {
		t.Errorf("with an address, the link is %q", got)
	}
	link = link[strings.Index(link, "#"):]
	if !strings.Contains(links, "Ada Lovelace\t"+link+"\n") || strings.Count(links, "#gift?slip=") != 6 {
		t.Errorf("all links are %q, that of the first slip %q", links, link)
	}
	receiver := b.text(".slips li b")
	b.eval("location.hash = %s", js(link))
	b.says("#gift", "Only you should open this link", "Ada Lovelace, you give a present to")
	if got := b.text("#gift"); strings.Contains(got, receiver) {
		t.Errorf("before the tap, it says %q", got)
	}
	b.click("#gift summary")
	b.says("#gift", receiver)
	if b.eval(`[...document.querySelectorAll("header, nav, footer, form")].some(e => e.checkVisibility())`) == true {
		t.Error("who gets a present sees more than that")
	}
	b.screen("gift")
	for _, empty := range []string{"", packed("Ada\n")} {
		b.eval("location.hash = %s", js("#gift?slip="+empty))
		b.says("#gift", "There is no name in this link")
	}
	b.eval("location.hash = %s", js("#gift?slip="+packed("Ada “\n✓ Right:  you won \u202e"+strings.Repeat("x", 999))))
	b.says("#gift", "“Ada”, you give a present to") // anybody can make such a link, but not as if the page said it
	b.click("#gift summary")
	b.until(`/^“Right: you won x{100,200}”$/.test(document.querySelector("#gift b").innerText)`)

	// Teams of equal strength go by a column of numbers.
	b.eval(`location.hash = "#draw"`)
	b.click("input[value=teams]")
	b.enter("#draw-by", "")
	b.enter("#draw-list textarea", "Name,Rating\nAda,1\nBob,9.5\nEve,9\nDan,-2\n")
	b.says("#draw-list .columns", "Spread evenly by")
	b.says("#draw-promise", "Every result is equally likely")
	b.click("#draw-list .asks button")
	b.until(`!document.querySelector("#draw-list .asks")`)
	b.enter("#draw-list-strength", "1")
	b.until(`document.querySelector("#draw-list textarea").value === "Ada\nBob\nEve\nDan\n"`)
	b.says("#draw-promise", "The strongest are spread evenly")
	b.click("#draw-button")
	b.says("#draw-result", "Show strength") // which a class does not see before
	b.click("#draw-strengths")
	b.says("#draw-result .groups", "in all", "Bob\u00a0(9.5)", "Dan\u00a0(-2)")
	b.says("#draw-result", "Teams by strength: the 2 with the most of “Rating” are in different teams")
	if got := b.text("#draw-result .groups > div"); strings.Contains(got, "Bob") == strings.Contains(got, "Eve") {
		t.Errorf("the best two are in one team: %q", got)
	}
	b.screen("draw-strength")
	b.click("input[value=winners]")
	b.until(`!document.querySelector("#draw-list-strength")`)
}
