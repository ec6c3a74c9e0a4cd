package draw

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"

	qr "github.com/piglig/go-qr"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/label"
)

//go:embed sheet.html
var sheet string

// sheetOf returns the sheet of a commitment.
func sheetOf(c *draw.Commitment, link string) ([]byte, error) {
	page := struct {
		*draw.Commitment
		What, Before, Link string
		Rule               string   // what stands before a rule
		Sum                []string // in groups
		Code, LinkCode     template.HTML
	}{Commitment: c, What: drawtext.Places(c), Link: link, Rule: "May be skipped"}
	if c.Ranking() != nil {
		page.What, page.Rule = "A ranked list", "Rule"
	}
	sum := c.Name().String()
	for group := range slices.Chunk([]byte(sum), 8) {
		page.Sum = append(page.Sum, string(group))
	}
	if len(c.Beacons) > 0 {
		page.Before = label.Moment(c.Time)
	}
	var err error
	if page.Code, err = code("sha256:" + sum); err == nil && link != "" {
		page.LinkCode, err = code(link)
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
