package draw

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"time"

	qr "github.com/piglig/go-qr"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

//go:embed sheet.html
var sheet string

// sheetOf returns the sheet of a commitment to a time, which is shown in its zone as well.
func sheetOf(c *draw.Commitment, at time.Time, link string) ([]byte, error) {
	page := struct {
		*draw.Commitment
		From, Before, Link string
		Rules              []string // in words
		Sum                []string // in groups
		Code, LinkCode     template.HTML
	}{Commitment: c, From: c.Size(), Link: link}
	// What stands before a rule; none has a \x00.
	before := strings.NewReplacer("\x00--rank=", "Ranked by name, group and tickets, which are the columns ",
		"\x00--first=", "How many of the first win: ", "\x00", "Rule: ")
	if c.Ranking() == nil {
		before = strings.NewReplacer("\x00", "May be skipped: ")
	}
	for _, rule := range c.Rules {
		page.Rules = append(page.Rules, before.Replace("\x00"+rule))
	}
	sum := c.Name().String()
	for group := range slices.Chunk([]byte(sum), 8) {
		page.Sum = append(page.Sum, string(group))
	}
	if len(c.Beacons) > 0 {
		page.Before = label.Moment(c.Time)
		if _, offset := at.Zone(); offset != 0 {
			zone := at.Location().String()
			if !strings.Contains(zone, "/") { // it has no name for people
				zone = at.Format("-07:00")
			}
			page.Before = at.Format(time.DateTime+" ") + zone + " (" + page.Before + ")"
		}
	}
	var err error
	if page.Code, err = code("sha256:" + sum); err == nil && link != "" {
		if page.LinkCode, err = code(link); err != nil {
			err = frame.BadUsage("", "--link is too long for a QR code")
		}
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = template.Must(template.New("sheet").Parse(sheet)).Execute(&b, page)
	return b.Bytes(), err
}

// code returns the QR code of a text as SVG, with the quiet zone of four modules that readers need.
func code(text string) (template.HTML, error) {
	c, err := qr.EncodeText(text, qr.Medium)
	if err != nil {
		return "", err
	}
	const scale = 8
	svg, err := c.ToSVGBytes(qr.NewQrCodeImgConfig(scale, 4*scale, qr.WithOptimalSVG()))
	return template.HTML(svg), err
}
