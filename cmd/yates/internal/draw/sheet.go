package draw

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"slices"

	qr "github.com/piglig/go-qr"
	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

//go:embed sheet.html
var sheet string

// sheetCommand returns the command "yates draw sheet".
func sheetCommand() *cobra.Command {
	var link, to string
	cmd := &cobra.Command{
		Use:   "sheet [FLAG]... COMMIT",
		Short: "make a sheet with the commitment to pin on a wall",
		Long: `Sheet makes an HTML page of a commitment, to be printed: what is drawn and when,
and the SHA-256, in large letters and as a QR code, so that people can take a
picture of it before the draw. --link adds a QR code of the address where you
will publish the transcript.`,
		Example: `  yates draw sheet --link https://example.org/raffle.draw -o raffle.html \
    raffle.commit`,
		Args: takes("COMMIT"),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			c, err := drawfile.Text(ctx, ui, args[0], drawtext.Commitment, draw.ParseCommitment)
			if err != nil {
				return err
			}
			page, err := sheetOf(c, link)
			if err != nil {
				return err
			}
			out, err := create(ui, 0, to)
			if err != nil {
				return err
			}
			return out.WriteTexts(ctx, nil, page)
		}),
	}
	cmd.Flags().StringVar(&link, "link", "", "add a QR code of the address `URL`")
	dest.Var(cmd.Flags(), &to, "write to a new `FILE`, not to standard output")
	return cmd
}

// sheetOf returns the sheet of a commitment.
func sheetOf(c *draw.Commitment, link string) ([]byte, error) {
	page := struct {
		*draw.Commitment
		What, Before, Link string
		Sum                []string // in groups
		Code, LinkCode     template.HTML
	}{Commitment: c, What: drawtext.Places(c), Link: link}
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
