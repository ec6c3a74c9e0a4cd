package test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The button of each task is in view before anybody scrolls, on the screens that most people have. So is the
// navigation, wherever a link leads.
func TestButtonInView(t *testing.T) {
	b := open(t, "")
	for _, screen := range [][2]int64{{1280, 720}, {1366, 768}, {768, 1024}, {390, 844}} {
		b.do(chromedp.EmulateViewport(screen[0], screen[1]))
		for _, task := range []struct{ part, choice, button string }{
			{"draw", "winners", "draw-button"}, {"draw", "winners", "draw-slowly"}, {"draw", "order", "draw-button"},
			{"draw", "teams", "draw-button"}, {"draw", "deal", "draw-button"}, {"check", "", "check-button"}, {"hold", "", "hold-button"},
			{"event?draw=" + packed(example(t, "raffle.commit")), "", "event-button"},
			{"fair", "mistake", "fair-button"}, {"fair", "function", "fair-button"}, {"fair", "deals", "fair-button"},
		} {
			b.eval("location.hash = %s", js("#"+task.part))
			part, _, _ := strings.Cut(task.part, "?")
			b.until("document.getElementById(%s).checkVisibility()", js(task.button))
			if task.choice != "" {
				b.click(fmt.Sprintf("#%s input[value=%q]", part, task.choice))
			}
			b.eval("scrollTo(0, 0)")
			const within = `(r => [r.top >= 0 && r.bottom <= innerHeight, r.bottom])(document.querySelector(%s).getBoundingClientRect())`
			at := b.eval(within, js("#"+task.button)).([]any)
			if at[0] != true {
				t.Errorf("%d × %d, %s %s: the button ends at %.0f", screen[0], screen[1], part, task.choice, at[1])
			}
			if task.choice == "function" && screen[0] == 1280 && b.eval(`document.querySelector("#fair-form").getBoundingClientRect().bottom > innerHeight`) == true {
				t.Error("the button covers a part of the form")
			}
			if *shots != "" {
				b.shot(fmt.Sprintf("view-%d-%s-%s", screen[0], part, task.choice))
			}
		}
		b.eval(`location.hash = "#why"`)
		b.until(`document.activeElement.id === "why"`)
		b.until(`(nav => nav.top >= 0 && nav.bottom <= document.querySelector("#why").getBoundingClientRect().top + 1)(document.querySelector("nav").getBoundingClientRect())`)
	}
}
