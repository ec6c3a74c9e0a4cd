package test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// A list is drawn from, with the seed that the command has.
func TestDraw(t *testing.T) {
	b := open(t, "")
	b.screen("draw-empty")
	b.enter("#draw-list textarea", "Ada\nGrace\n Alan\nBarbara\n\nEdsger\nDonald\nAda\n")
	b.says("#draw-list .status", "8 entries")
	b.says("#draw-list .problems", "Line 3 begins with a space", "Line 5")
	b.screen("draw-problems")
	b.click("#draw-list .problems button")
	b.until(`document.querySelector("#draw-list textarea").value === "Ada\nGrace\nAlan\nBarbara\nEdsger\nDonald\nAda\n"`)
	b.enter("#draw-seed", "May 2026")
	b.click("#draw-button")
	b.says("#draw-result", "Winners")
	b.screen("draw-winners")
	b.says("#draw-result", "Grace")
	won := b.eval(`document.querySelector("#draw-result ol").innerText`).(string)
	b.click("#draw-slowly")
	b.until(`document.querySelector("#reveal").open`)
	if got := b.text("#draw-result"); got != "" {
		t.Errorf("before the reveal, the page shows %q", got)
	}
	b.click("#reveal-next")
	b.says("#reveal-stage", "1 of 3")
	b.screen("draw-reveal")
	b.click("#reveal-skip")
	b.screen("draw-revealed")
	b.click("#reveal-close")
	b.says("#draw-result", won) // and not another draw
	b.click("#draw-slowly")
	b.until(`document.querySelector("#reveal").open`)
	b.eval(`history.back()`)
	b.until(`!document.querySelector("#reveal").open`)
	b.says("#draw-result", won)
	b.eval(`void (self.saved = new Promise(done => { const make = URL.createObjectURL; URL.createObjectURL = blob => { done(blob); return make.call(URL, blob); }; }))`)
	b.eval(`[...document.querySelectorAll("#draw-result button")].find(b => b.textContent === "Download for later checking").click()`)
	if record := b.eval(`saved.then(blob => blob.text())`).(string); !strings.Contains(record, "7 entries, SHA-256") ||
		!strings.Contains(record, "repeated from a chosen seed") ||
		!strings.Contains(record, "hold a public draw") {
		t.Errorf("the record: %s", record)
	}
	b.says("#draw-result h2", "Winners, repeated from a chosen seed")
	if got := b.text("#draw > p"); strings.Contains(got, "equally likely") {
		t.Errorf("of a chosen seed, the page says %q", got)
	}
	b.enter("#draw-seed", "")
	b.says("#draw > p", "Every result is equally likely")
	b.enter("#draw-count", "2")
	b.click("#draw-slowly")
	b.until(`document.querySelector("#reveal").open`)
	b.click("#reveal-close")
	b.says("#draw-result h2", "Winners")
	if got := b.text("#draw-result h2"); got != "Winners" {
		t.Errorf("the first draw with other settings is called %q", got)
	}
	b.click("#draw-button")
	b.says("#draw-result h2", "Winners, draw 2")
	b.click("#draw-slowly")
	b.until(`document.querySelector("#reveal").open`)
	b.click("#reveal-skip")
	b.says("#reveal-stage h2", "Winners, draw 2")
	b.click("#reveal-close")
	b.click("input[value=teams]")
	b.click("#draw-button")
	b.says("#draw-result h2", "The teams")
	if got := b.text("#draw-result h2"); got != "The teams" {
		t.Errorf("the first teams are called %q", got)
	}
	b.click("input[value=winners]")
	for count, words := range map[string]string{"": "must be at least 1", "-5": "must be at least 1",
		"1e300": "The list has only 7 lines"} {
		b.enter("#draw-count", count)
		b.click("#draw-button")
		b.until(`(document.querySelector("#draw-error").innerText + document.querySelector("#draw-result").innerText).includes(%s)`, js(words))
	}
	b.enter("#draw-count", "0")
	b.click("#draw-button")
	b.says("#draw-error", "at least 1")
	b.screen("draw-error")
	for _, what := range []string{"order", "teams", "deal"} {
		b.click("input[value=" + what + "]")
		b.click("#draw-button")
		b.until(`!document.querySelector("#draw-result.outdated")`)
		b.says("#draw-result h2", map[string]string{"order": "random order", "teams": "teams", "deal": "hands"}[what])
		b.screen("draw-" + what)
	}
	if got := b.sent(); len(got) > 0 {
		t.Errorf("the page asked for %q", got)
	}
}

// Rows of a spreadsheet keep their columns, and their heading wins only if that is meant. What corrects them is in view.
func TestSpreadsheet(t *testing.T) {
	b := open(t, "")
	b.do(chromedp.EmulateViewport(1280, 720))
	inView := func(selector string) {
		t.Helper()
		if b.eval(`(r => document.elementFromPoint(r.x + r.width / 2, r.bottom - 2).closest("button")?.textContent)(document.querySelector(%s).getBoundingClientRect())`,
			js(selector)) != b.text(selector) {
			t.Errorf("%s is hidden", selector)
		}
	}
	b.eval(`document.querySelector("#draw-list textarea").focus()`)
	b.enter("#draw-list textarea", "Name\tCity\nAda  Lovelace\tLondon\n\u05d0\u05d3\u05d4\tHaifa\n")
	b.says("#draw-list .problems", "Is line 1 a heading?", "Yes, leave it out")
	inView("#draw-list .problems button")
	b.click("#draw-button")
	b.says("#draw-error", "Line 1 may be a heading")
	b.until(`document.activeElement === document.querySelector("#draw-list .asks button")`)
	inView("#draw-list .asks button") // the question stays where it was
	b.screen("draw-heading")
	b.click("#draw-list .asks button")
	b.until(`document.querySelector("#draw-list textarea").value === "Ada  Lovelace\tLondon\n\u05d0\u05d3\u05d4\tHaifa\n"`)
	b.says("#draw-list .problems", "Line 1 has two spaces in a row") // and no longer line 2
	b.click("#draw-list .problems button")
	b.until(`document.querySelector("#draw-list textarea").value.startsWith("Ada Lovelace\tLondon\n")`)
	for _, what := range []string{"winners", "order", "teams"} {
		b.click("input[value=" + what + "]")
		b.click("#draw-slowly")
		b.until(`document.querySelector("#reveal").open`)
		b.click("#reveal-next")
		b.says("#reveal-stage .who", "\t")
		b.click("#reveal-skip")
		revealed := b.eval(`[...document.querySelectorAll("#reveal-all li bdi")].map(e => e.textContent).sort().join()`)
		b.click("#reveal-close")
		b.says("#draw-result", "Ada Lovelace\tLondon")
		if want := "Ada Lovelace\tLondon,\u05d0\u05d3\u05d4\tHaifa"; revealed != want {
			t.Errorf("%s: revealed as %q", what, revealed)
		}
		// A line from right to left does not take its number to the other side.
		if got := b.eval(`new Set([...document.querySelectorAll("#draw-result bdi")].map(e => Math.round(e.getBoundingClientRect().left - e.closest("li").getBoundingClientRect().left))).size`); got != 1.0 && what != "teams" {
			t.Errorf("%s: the lines begin at %v places", what, got)
		}
	}
}

// A table draws from the column that its reader chose, and tickets count only where a line can win more than once.
// What the box has then is what the command draws from.
func TestColumns(t *testing.T) {
	b := open(t, "")
	b.enter("#draw-list textarea", "Name\tCity\tTickets\nAda  L\tLondon\t2\nCarl\tGauss\t1\n\tNowhere\t3\n")
	b.says("#draw-list .columns", "Draw from", "“City”", "a line for each of 6 tickets", "each row has the same chance")
	b.screen("draw-columns")
	column := func(value, want string, words ...string) {
		t.Helper()
		b.enter("#draw-list-column", value)
		b.until(`document.querySelector("#draw-list textarea").value === %s`, js(want))
		b.says("#draw-list .columns", words...)
	}
	column("0", "Ada  L\nCarl\n", "The heading is left out. 1 row has nothing there")
	b.click("#draw-list-tickets")
	b.until(`document.querySelector("#draw-list textarea").value === "Ada  L\nAda  L\nCarl\n"`)
	b.says("#draw-list .columns", "can win several times")
	b.screen("draw-tickets")
	b.click("input[value=santa]")
	column("0", "Ada  L\nCarl\n", "“Tickets” does not count here")
	b.click("input[value=winners]")
	column("", "Name\tCity\tTickets\nAda  L\tLondon\t2\nCarl\tGauss\t1\n\tNowhere\t3\n", "same chance")
	column("0", "Ada  L\nCarl\n")
	b.says("#draw-list .status", "2 entries")
	b.says("#draw-list .problems", "Line 1 has two spaces in a row")
	if got := b.text("#draw-list .problems"); strings.Contains(got, "heading") {
		t.Errorf("of a column without its heading: %q", got)
	}
	b.click("#draw-list .problems button")
	b.says("#draw-list .problems", "Tidied: corrected spaces or ends of 1 line.")
	b.screen("draw-tidied")
	b.click("#draw-list .problems button") // Undo
	b.until(`document.querySelector("#draw-list textarea").value === "Ada  L\nCarl\n"`)
	b.enter("#draw-list textarea", "Ada\tLondon\nCarl\tGauss\n")
	b.until(`document.querySelector("#draw-list-column").textContent.includes("“2: London …”")`)
}

// Nothing is drawn from a table whose line 1 may be a heading before somebody says whether it is, of whatever kind the
// draw is.
func TestHeading(t *testing.T) {
	rows := "17,Ada,ada@a.org,Bonn\n18,Bob,bob@b.org,Bonn\n19,Eve,eve@e.org,Rome\n20,Dan,dan@d.org,Rome\n"
	for _, list := range []string{"Order,Customer,Email,City\n" + rows, "Customer,Email\nAda,a@a.org\nBob,b@b.org\n",
		"Order\tCustomer\n#1\tAda\n#2\tBob\n", "Pupil\tMark\nAda\t1\nBob\t2\n",
		"Pupil;House\nAda;Red\nBob;Blue\nEve;Red\nDan;Blue\n", "Name\nAda\nBob\n"} {
		heading, rest, _ := strings.Cut(list, "\n")
		b := open(t, "")
		for what, answer := range map[string]string{"winners": "Yes", "order": "No", "teams": "Yes", "santa": "No"} {
			b.click("input[value=" + what + "]")
			b.eval(`document.querySelector("#draw-list .row button").click()`)
			b.enter("#draw-list textarea", list)
			b.click("#draw-button") // also before the program has come
			b.says("#draw-error", "Line 1 may be a heading")
			b.click("#draw-button")
			b.says("#draw-error", "Line 1 may be a heading")
			if b.eval(`document.querySelector("#draw-result h2") !== null`) == true {
				t.Errorf("%q: %s were drawn", heading, what)
			}
			b.until(`document.querySelector("#draw-form").innerText.split("a heading?").length === 2`) // asked once
			b.eval(`[...document.querySelectorAll("#draw-list .asks button")].find(e => e.textContent.startsWith(%s)).click()`, js(answer))
			want := map[string]string{"Yes": rest, "No": list}[answer]
			b.until(`document.querySelector("#draw-list textarea").value === %s`, js(want))
			b.until(`!/heading\?/.test(document.querySelector("#draw-form").innerText)`)
			b.click("#draw-button")
			b.until(`document.querySelector("#draw-result h2") && !document.querySelector("#draw-result.outdated")`)
		}
	}
}

// A file of CSV is a table, too. Its column of names is what is drawn from, unless its rows have other numbers of commas.
func TestCSV(t *testing.T) {
	b := open(t, "")
	const box = `document.querySelector("#draw-list textarea").value === %s`
	b.drop("#draw-list", map[string]string{"a.csv": "Id;Name;City\n1;Ada;\"Lon;don\"\n2;\"Carl \"\"F\"\" Gauss\";Bonn\n"})
	b.until(box, js("Ada\nCarl \"F\" Gauss\n"))
	b.says("#draw-list .columns", "The heading is left out")
	b.enter("#draw-list-column", "2")
	b.until(box, js("Lon;don\nBonn\n"))
	b.enter("#draw-list textarea", "Name,City\nAda,London\n") // as if somebody typed, under whom nothing changes
	b.says("#draw-list .columns", "“City”")
	b.until(box, js("Name,City\nAda,London\n"))
	b.drop("#draw-list", map[string]string{"b.csv": "Name,City\nAda,London\nCarl\n"})
	b.until(box, js("Name,City\nAda,London\nCarl\n"))
	b.says("#draw-list .status", "3 entries")
	if got := b.text("#draw-list .columns"); got != "" {
		t.Errorf("rows of other lengths are a table: %q", got)
	}
}

// A draw is checked, by name and round.
func TestCheck(t *testing.T) {
	b := open(t, "#check")
	b.screen("check-empty")
	b.click("#check-button")
	b.says("#check-error", "Add the file you downloaded")
	b.drop("#check-form", map[string]string{"a": example(t, "raffle.draw"), "b": example(t, "entries.txt")})
	b.until(`document.querySelector("#check-list textarea").value`)
	b.until(`document.querySelector("#check-transcript textarea").value`)
	b.click("#check-button")
	b.says("#check-result", "Drawn correctly, if this is the announced draw", "First prize")
	b.click("#check-result .verdict > details:not(#check-code) > summary")
	b.says("#check-result", "What no file can prove", "I have none here: show the code")
	if strings.Contains(b.text("#check-result"), "Line 1") {
		t.Error("winners have no names")
	}
	if n := strings.Count(b.text("#check-result"), "7c62b0236f5a495b"); n != 0 {
		t.Errorf("the code is shown %d times before it is asked for", n)
	}
	b.until(`document.querySelector("#check-published").checkVisibility()`)
	b.screen("check-right")
	b.enter("#check-published", "7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f")
	b.until(`document.querySelector("#check-result.outdated")`)
	b.screen("check-outdated")
	b.click("#check-button")
	b.until(`!document.querySelector("#check-button").disabled`)
	b.says("#check-result", "✓ These winners are correct", "You must have seen the code")
	b.enter("#check-transcript textarea", strings.Replace(example(t, "raffle.draw"), "seed", "Seed", 1))
	b.click("#check-button")
	b.says("#check-result", "✗ This is not what was drawn", "line 20")
	b.screen("check-not")
	b.enter("#check-transcript textarea", example(t, "entries.txt")) // in the wrong order
	b.enter("#check-list textarea", example(t, "raffle.draw"))
	b.click("#check-button")
	b.says("#check-result", "✓ These winners are correct", "Ada Lovelace")
	b.until(`!document.querySelector("#check-button").disabled`)
	b.enter("#check-published", "7c62b0236f5a495b")
	b.click("#check-button")
	b.says("#check-result .verdict.open", "The code agrees so far; 48 missing.")
}

func TestFair(t *testing.T) {
	b, random := open(t, "#fair"), rand.New(rand.NewPCG(1, 7))
	b.screen("fair-empty")
	b.click("#fair-button")
	b.says("#fair-verdict", "biased", " came ", "; fair is ", "Odds against chance: ")
	b.click("#fair-details > summary")
	b.says("#fair-signs", "What was wrong, clearest first (listed after ", " deals", " to 1)")
	// Only what is beyond the alarm by itself has its odds, and no sign has the words of the headline in another form.
	if got := b.eval(`[...document.querySelectorAll("#fair-signs .hint")].filter(e => /odds ([0-9]{1,3}(,[0-9]{3})?|10[⁰-⁵]) to/.test(e.textContent)).length`); got != 0.0 {
		t.Errorf("%v signs below the alarm are listed with those above", got)
	}
	b.screen("fair-biased")
	b.click("input[value=mistake]")
	b.screen("fair-mistake")
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
	b.click("input[value=function]")
	b.enter("#fair-code", "function shuffle(a) { for (;;); }")
	b.click("#fair-button")
	b.says("#fair-error", "did not answer within 3 seconds")
	b.enter("#fair-code", "function shuffle(a) {\n  a.pop( }")
	b.click("#fair-button")
	b.says("#fair-error", "Line 2", "SyntaxError")
	b.screen("fair-error")
	b.enter("#fair-code", "a => { for (let i = a.length; i > 1;) { const j = Math.floor(Math.random() * i--); [a[i], "+
		"a[j]] = [a[j], a[i]]; } }")
	b.click("#fair-button")
	b.until(`parseInt(document.querySelector("#fair-seen").textContent) > 50`)
	b.click("#fair-stop")
	b.says("#fair-verdict", "Too few deals to tell")
	b.screen("fair-few")
	b.until(`!document.querySelector("#fair-button").disabled`)
	b.click("#fair-button") // however slow the machine is, no fewer deals are a good sign
	b.says("#fair-verdict.plain", "✓ No bias found", "In 20,000 deals", "Not tested: whether it can be predicted")

	b.click("input[value=deals]")
	b.click("#fair-button")
	b.says("#fair-error", "There is nothing in")
	b.enter("#fair-deals textarea", strings.Repeat("Ada, Grace, Alan\nGrace, Ada, Alan\nAlan, Ada, Grace\n", 70))
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
	b.until(`document.querySelector("#fair-heats svg").ariaLabel.includes("Furthest from fair: item A")`)
	b.until(`document.querySelector("#fair-evidence polyline").getAttribute("points").split(" ").length > 5`)
	b.screen("fair-deals")
	// What the page says of its own has no names of the library, and a mistake that was not found yet is known.
	b.enter("#fair-deals textarea", "1 2 3\n2 1 3\n1 3 2\n1 2 3\n3 2 1\n3 2 3\n")
	b.click("#fair-button")
	b.says("#fair-findings", "On this page, a deal of its own is on a line of its own")
	b.until(`!document.querySelector("#fair-button").disabled`)
	b.click("#fair-cards")
	sorted := "" // hands of three of nine cards
	for range 150 {
		hand := random.Perm(9)[:3]
		slices.Sort(hand)
		sorted += fmt.Sprintf("%ds %ds %ds\n", hand[0]+2, hand[1]+2, hand[2]+2)
	}
	b.enter("#fair-deals textarea", sorted)
	b.click("#fair-button")
	b.says("#fair-findings", "“yates audit --unordered” audits sets")
	b.until(`!document.querySelector("#fair-button").disabled`)
	b.enter("#fair-deals textarea", strings.Repeat("Ah 10d 2c\n", 30))
	b.click("#fair-button")
	b.says("#fair-seen", "3 of 52 items")
	b.says("#fair-verdict", "biased")
	b.until(`!document.querySelector("#fair-button").disabled`)
	b.eval(`location.hash = "#fair?mistake=seed-32"`)
	b.says("#fair-verdict", "No bias found", "Finding this mistake takes", "This is no proof")
}

// A teacher shows why the naive shuffle is unfair.
func TestWhy(t *testing.T) {
	b := open(t, "#why")
	b.says("#paths-words", "any card", "3 × 3 × 3 = 27 paths onto 6 orders", "27 cannot be divided by 6", "from 4 to 5")
	if got := b.eval(`document.querySelectorAll("#paths-table td.paths > span").length`); got != 27.0 {
		t.Errorf("%v paths are shown", got)
	}
	const shares = `[...document.querySelectorAll("#paths-table tr")].map(r => r.cells[0].textContent + r.querySelectorAll("td.paths > span").length).join(" ")`
	if got := b.eval(shares); got != "acb5 bac5 bca5 abc4 cab4 cba4" {
		t.Errorf("the paths lead to %v", got)
	}
	b.enter("#paths-items", "4")
	b.says("#paths-words", "256 paths onto 24 orders", "256 cannot be divided by 24", "from 8 to 15")
	b.enter("#paths-method", "backward")
	b.says("#paths-words", "24 paths onto 24 orders: 1 each. Fair")
	b.enter("#paths-items", "3")
	for method, words := range map[string]string{"forward": "6 paths onto 6 orders: 1 each. Fair",
		"sattolo": "never with itself. 2 × 1 = 2 paths onto 6 orders. They are too few: 4 orders never come. Unfair"} {
		b.enter("#paths-method", method)
		b.says("#paths-words", words)
	}
	b.says("#steps-stage", "Fisher–Yates, from the front", "Fisher–Yates, from the back", "Naive", "Sattolo")
	// Each row follows from the one before by the swap that it names, of the framed card with a bright one.
	const wrong = `[...document.querySelectorAll(".deck")].filter(row => {
		const [, place, other] = row.textContent.match(/(\d) ↔ (\d)/) ?? [], cards = [...row.children].map(e => e.textContent);
		if (!place) return cards.toSorted().join("") !== "abcde";
		const bright = row.children[place - 1].matches(".turn") && (place === other || row.children[other - 1].matches(".candidate"));
		[cards[place - 1], cards[other - 1]] = [cards[other - 1], cards[place - 1]];
		return !bright || cards.join("") !== [...row.nextSibling.children].map(e => e.textContent).join("");
	}).length`
	for range 5 {
		if got := b.eval("document.querySelectorAll('.deck').length"); got != 21.0 || b.eval(wrong) != 0.0 {
			t.Errorf("%v rows, %v of them wrong", got, b.eval(wrong))
		}
		b.click("#steps-again")
	}
	b.screen("why")
}

// press presses the mouse on an element where it is, and releases it there, as a hand does.
func (b *tab) press(selector string) {
	b.Helper()
	at := b.eval(`(() => { const e = document.querySelector(%s); e.scrollIntoView({ block: "center" }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, js(selector)).([]any)
	for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed,
		input.DispatchMouseEventTypeMouseReleased} {
		if _, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind,
			X: at[0].(float64), Y: at[1].(float64), Button: input.MouseButtonLeft, ClickCount: 1}); err != nil {
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
	b.keys("Ada\r Grace\rAlan")
	b.press("#draw-button")
	b.says("#draw-result h2", "Winners")
	b.says("#draw-list .status", "3 entries")
	if strings.Contains(b.text("#draw-result"), "null") {
		t.Errorf("the result says null: %s", b.text("#draw-result"))
	}
	const outdated = `document.querySelector("#draw-result.outdated")`
	b.eval(`document.querySelector("#draw-list textarea").focus()`)
	b.keys("\r\rBarbara")
	b.until(outdated)
	b.press("#draw-button")
	b.says("#draw-error", "1 line is blank, and can win")
	b.press("#draw-button")
	b.says("#draw-result h2", "Winners")
	b.eval(`document.querySelector("#draw-list textarea").focus()`)
	b.keys("\rCarl")
	b.until(outdated)
	b.press("#draw-list .problems button") // Tidy the list
	b.until(`document.querySelector("#draw-list textarea").value.includes("Alan\nBarbara\nCarl\n")`)
	b.press("#draw-button")
	b.until("!" + outdated)
	for _, what := range []string{"input[value=teams]", "#draw-list .row button"} {
		b.press(what)
		b.until(outdated)
		b.press("#draw-button")
		b.until(`!document.querySelector("#draw-button").disabled`)
	}
	b.says("#draw-error", "There is nothing in")

	b.eval(`location.hash = "#hold"`)
	b.enter("#hold-title", "Raffle")
	b.eval(`document.querySelector("#hold-list textarea").focus()`)
	b.keys("Ada\rGrace\rAlan")
	b.press("#hold-button")
	b.says("#hold-result", "Your draw is ready")
}
