package draw

import (
	"image"
	"image/color"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	qr "github.com/piglig/go-qr"

	"github.com/yates-shuffle/yates/draw"
)

// picture paints a code, whose path has horizontal and vertical lines alone: a point is dark if an odd number of
// vertical lines is left of it.
func picture(t *testing.T, svg string) image.Image {
	t.Helper()
	size := regexp.MustCompile(`viewBox="0 0 (\d+) `).FindStringSubmatch(svg)
	path := regexp.MustCompile(` d="([^"]+)"|<path d="([^"]+)"`).FindString(svg)
	if size == nil || path == "" {
		t.Fatalf("no code: %.200s", svg)
	}
	side, _ := strconv.Atoi(size[1])
	var lines [][3]int // x, and from where to where
	var x, y int
	for _, step := range regexp.MustCompile(`[MLHV]\d+(,\d+)?`).FindAllString(path, -1) {
		first, second, _ := strings.Cut(step[1:], ",")
		n, _ := strconv.Atoi(first)
		was := y
		switch step[0] {
		case 'H':
			x = n
		case 'V':
			y = n
			lines = append(lines, [3]int{x, min(was, y), max(was, y)})
		case 'M', 'L':
			to, _ := strconv.Atoi(second)
			if step[0] == 'L' && to != y {
				lines = append(lines, [3]int{n, min(to, y), max(to, y)})
			}
			x, y = n, to
		}
	}
	img := image.NewGray(image.Rect(0, 0, side, side))
	for py := range side {
		for px := range side {
			left := 0
			for _, l := range lines {
				if l[0] <= px && l[1] <= py && py < l[2] {
					left++
				}
			}
			img.SetGray(px, py, color.Gray{Y: uint8(255 * (1 - left%2))})
		}
	}
	return img
}

// The codes on a sheet are read as the SHA-256 and the link, and no text is taken for HTML.
func TestSheet(t *testing.T) {
	c := &draw.Commitment{Title: "<b>Raffle</b> & more", Entries: draw.Entries{Count: 8},
		Prizes: []draw.Prize{{Count: 1, Name: "<i>Car"}}}
	at := time.Date(2101, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := c.Await(draw.Quicknet(), at, at.AddDate(0, 0, -1)); err != nil {
		t.Fatal(err)
	}
	const link = `https://example.org/raffle.draw?a="b"&c=<d>`
	text, err := sheetOf(c, at, link)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	if strings.Contains(page, "<b>Raffle") || strings.Contains(page, "<i>Car") || strings.Contains(page, "<d>") ||
		!strings.Contains(page, "&lt;b&gt;Raffle&lt;/b&gt; &amp; more") {
		t.Errorf("a text is HTML: %s", page)
	}
	codes := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(page, -1)
	want := []string{"sha256:" + c.Name().String(), link}
	if len(codes) != len(want) {
		t.Fatalf("%d codes", len(codes))
	}
	for i, svg := range codes {
		if got, err := qr.Decode(picture(t, svg)); err != nil || got != want[i] {
			t.Errorf("a code is read as %q, %v, not %q", got, err, want[i])
		}
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for want, at := range map[string]time.Time{
		"at 2101-01-01 00:00:00 UTC\n":                                   at,
		"at 2101-01-01 01:00:00 Europe/Berlin (2101-01-01 00:00:00 UTC)": at.In(berlin),
		"at 2100-12-31 18:30:00 -05:30 (2101-01-01 00:00:00 UTC)":        at.In(time.FixedZone("", -19800)),
	} {
		if text, err := sheetOf(c, at, ""); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%v: %v, not %q", at, err, want)
		}
	}
	if _, err := sheetOf(c, at, strings.Repeat("x", 3000)); err == nil {
		t.Error("a link that no code can hold")
	}
}
