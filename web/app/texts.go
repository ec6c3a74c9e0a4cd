package app

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/label"
)

// mostLines is how many lines the page shows. The text has them all.
const mostLines = 500

// given returns a text, or nil if it was not given.
func given(texts [][]byte, i int) []byte {
	if i < len(texts) {
		return texts[i]
	}
	return nil
}

// refuse refuses what is not a list of lines.
func refuse(text []byte) error {
	front := text[:min(len(text), 1<<12)]
	switch kind := drawtext.KindOf(front); {
	case kind != "":
		return fmt.Errorf("this is %s, and not a list", plain(cmp.Or(drawtext.KindOf(text), kind)))
	case bytes.HasPrefix(front, []byte("\xff\xfe")), bytes.HasPrefix(front, []byte("\xfe\xff")):
		return errors.New("this is UTF-16 text; save it as UTF-8")
	case bytes.HasPrefix(front, []byte("PK\x03\x04")):
		return errors.New("this is a spreadsheet, a document or a zip file; save the list as plain text, one " +
			"entry a line")
	case bytes.IndexByte(front, 0) >= 0:
		return errors.New("this is not a text; save the list as plain text, one entry a line")
	}
	return nil
}

// expect refuses a text that is not of a kind, even if it is forgiven.
func expect(text []byte, kind string) error {
	switch got := drawtext.KindOf(forgive(text)); {
	case got == kind:
		return nil
	case len(text) == 0:
		return errors.New("the file is empty")
	case got == "" && kind == drawtext.Transcript:
		return errors.New("this is not a transcript; names alone, such as the result of a draw, prove nothing. Only " +
			"a public draw has a transcript")
	case got == "":
		return fmt.Errorf("this is not %s", plain(kind))
	default:
		return fmt.Errorf("this is %s, and not %s", plain(got), plain(kind))
	}
}

// forgive undoes what copying and pasting does to a transcript or a commitment: a
// byte-order mark, other ends of lines, and more or fewer line feeds at the edges. What
// is in a file counts as it is, as for the command: all who check it must agree.
func forgive(text []byte) []byte {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), "\r\n")
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return append(bytes.TrimRight(text, "\r\n"), '\n')
}

// plain returns a text of draw as the page shows it, on one line.
func plain(text string) string { return label.Escape(text, "") }

// linesOf returns the lines of a text, without their line feeds. The last one may lack it.
func linesOf(text []byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'})
}
